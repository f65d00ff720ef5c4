// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that clients of the library never resolve what its benchmarks need.

/// Lets the targets declare which of their imports are visible to others.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let propertyLists = Target.Dependency.product(name: "PropertyLists", package: "plinth")
let keyedArchives = Target.Dependency.product(name: "KeyedArchives", package: "plinth")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "plinth", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // The values and documents that everything here measures.
    .target(
      name: "BenchmarkDocuments", dependencies: [keyedArchives, propertyLists],
      swiftSettings: settings),
    .target(
      name: "FoundationFlashCards", dependencies: ["BenchmarkDocuments"], swiftSettings: settings),
    // Saves as bare system calls.
    .target(name: "CBareSave"),
    // Times Plinth and Foundation in one process: Scripts/bench.
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BenchmarkDocuments", "CBareSave", "FoundationFlashCards", keyedArchives, propertyLists,
        .product(name: "DurableFiles", package: "plinth"),
        .product(name: "FoundationBridge", package: "plinth"),
        .product(name: "ObservableState", package: "plinth"),
        .product(name: "StateStorage", package: "plinth"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The workloads whose instructions are counted: Scripts/instructions.
    .target(name: "CCountedRegion"),
    .executableTarget(
      name: "InstructionWorkloads",
      dependencies: [
        "BenchmarkDocuments", "CCountedRegion", keyedArchives, propertyLists,
        .product(name: "StateStorage", package: "plinth"),
      ],
      swiftSettings: settings),
    // The documents of the grid, and the drivers of its two Swift engines: Scripts/grid.
    .target(name: "GridDriver", swiftSettings: settings),
    .executableTarget(
      name: "GridDocuments", dependencies: ["BenchmarkDocuments", keyedArchives, propertyLists],
      swiftSettings: settings),
    .executableTarget(
      name: "GridPlinth",
      dependencies: ["BenchmarkDocuments", "GridDriver", keyedArchives, propertyLists],
      swiftSettings: settings),
    .executableTarget(
      name: "GridFoundation",
      dependencies: ["BenchmarkDocuments", "FoundationFlashCards", "GridDriver"],
      swiftSettings: settings),
  ]
)
