// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// The macro `@PlistCodable`, in a package of its own: swift-syntax, on which macros depend, takes
// longer to build than all of Plinth, and only those who use the macro wait for it.

/// As in the main package: strict memory safety, and warnings as errors, for those who change it.
let checks: [SwiftSetting] =
  Context.environment["PLINTH_CHECKS"] == nil
  ? [] : [.strictMemorySafety(), .treatAllWarnings(as: .error)]

let settings: [SwiftSetting] = checks + [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "plinth-macros",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "PlistCoding", targets: ["PlistCoding"])],
  dependencies: [
    .package(name: "plinth", path: ".."),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .macro(
      name: "PlistCodableMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: settings),
    .target(
      name: "PlistCoding",
      dependencies: ["PlistCodableMacros", .product(name: "PropertyLists", package: "plinth")],
      swiftSettings: settings),
    .testTarget(
      name: "PlistCodingTests",
      dependencies: [
        "PlistCodableMacros", "PlistCoding",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ],
      swiftSettings: settings),
  ]
)
