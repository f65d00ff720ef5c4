// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that clients of the library never resolve what its benchmarks need.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "plinth", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "DurableFiles", package: "plinth"),
        .product(name: "KeyedArchives", package: "plinth"),
        .product(name: "PropertyLists", package: "plinth"),
        .product(name: "StateStorage", package: "plinth"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ])
  ]
)
