// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that clients of the library never see it. Scripts/fuzz builds it with the
// fuzzer's runtime, which provides `main`: each target is one entry function.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "plinth", path: "..")],
  targets: [
    .target(
      name: "FuzzProperties", dependencies: [.product(name: "PropertyLists", package: "plinth")]),
    .executableTarget(name: "FuzzXML", dependencies: ["FuzzProperties"]),
    .executableTarget(name: "FuzzBinary", dependencies: ["FuzzProperties"]),
    .executableTarget(name: "FuzzOpenStep", dependencies: ["FuzzProperties"]),
    .executableTarget(name: "FuzzGNUStep", dependencies: ["FuzzProperties"]),
    .executableTarget(name: "FuzzStrings", dependencies: ["FuzzProperties"]),
    .executableTarget(name: "FuzzProject", dependencies: ["FuzzProperties"]),
    .executableTarget(name: "FuzzGlyphs", dependencies: ["FuzzProperties"]),
    .executableTarget(name: "FuzzJSON", dependencies: ["FuzzProperties"]),
    .executableTarget(
      name: "FuzzUnarchive",
      dependencies: ["FuzzProperties", .product(name: "KeyedArchives", package: "plinth")]),
    .executableTarget(
      name: "FuzzSlots",
      dependencies: ["FuzzProperties", .product(name: "KeyedArchives", package: "plinth")]),
    .executableTarget(
      name: "FuzzBridge",
      dependencies: [
        "FuzzProperties", .product(name: "FoundationBridge", package: "plinth"),
        .product(name: "KeyedArchives", package: "plinth"),
      ]),
    .executableTarget(
      name: "FuzzNested",
      dependencies: ["FuzzProperties", .product(name: "KeyedArchives", package: "plinth")]),
    .executableTarget(name: "FuzzEncodings", dependencies: ["FuzzProperties"]),
    .executableTarget(name: "FuzzSignatures", dependencies: ["FuzzProperties"]),
    .executableTarget(name: "FuzzRoundTrip", dependencies: ["FuzzProperties"]),
    // The simple reader is a copy of the one in the conformance tests.
    .executableTarget(
      name: "FuzzSecondReader",
      dependencies: ["FuzzProperties", .product(name: "PropertyLists", package: "plinth")]),
  ]
)
