// swift-tools-version: 6.2
import PackageDescription

// The programs that the articles quote, one for each file in Snippets. A separate package, so that
// neither clients nor tests of the library wait for them.

let package = Package(
  name: "Documentation",
  platforms: [.macOS(.v15)],
  products: [.library(name: "SnippetModules", targets: ["SnippetModules"])],
  dependencies: [
    .package(name: "plinth", path: ".."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .target(
      name: "SnippetModules",
      dependencies: [
        .product(name: "DurableFiles", package: "plinth"),
        .product(name: "PropertyLists", package: "plinth"),
        .product(name: "KeyedArchives", package: "plinth"),
        .product(name: "StateStorage", package: "plinth"),
        .product(name: "ObservableState", package: "plinth"),
        .product(name: "FoundationBridge", package: "plinth"),
        .product(name: "FoundationState", package: "plinth"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "SnippetModules")
  ]
)
