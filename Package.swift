// swift-tools-version: 6.2
import PackageDescription

/// Strict memory safety, and warnings as errors: for those who change Plinth. These checks take a
/// twelfth of the time of a build, and a newer compiler may have new warnings, so that they are on
/// only if the variable PLINTH_CHECKS is set, as continuous integration does.
let checks: [SwiftSetting] =
  Context.environment["PLINTH_CHECKS"] == nil
  ? [] : [.strictMemorySafety(), .treatAllWarnings(as: .error)]

/// The settings of every Swift target: explicit imports and existential types.
let settings: [SwiftSetting] = checks + [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "plinth",
  // The earliest systems that have `Mutex` and `Int128`; `Span` is available in earlier ones.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Plinth", targets: ["Plinth"]),
    .library(name: "PropertyLists", targets: ["PropertyLists"]),
    .library(name: "KeyedArchives", targets: ["KeyedArchives"]),
    .library(name: "DurableFiles", targets: ["DurableFiles"]),
    .library(name: "StateStorage", targets: ["StateStorage"]),
    .library(name: "ObservableState", targets: ["ObservableState"]),
    .library(name: "FoundationBridge", targets: ["FoundationBridge"]),
    .library(name: "FoundationState", targets: ["FoundationState"]),
    .executable(name: "plist", targets: ["plist"]),
  ],
  traits: [
    .trait(
      name: "ServiceLifecycle",
      description: "Runs the lifecycle of an app as a service of swift-service-lifecycle.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    // Fetched only if the trait is enabled; swift-log is for its test program and tests.
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .target(name: "CKernels"),
    // On Apple platforms, the system library contains libdispatch.
    .target(
      name: "CSystemCalls",
      linkerSettings: [.linkedLibrary("dispatch", .when(platforms: [.linux]))]),
    .systemLibrary(name: "CLoadOrder"),
    // The C library, whose module has another name on each platform.
    .target(name: "CLibrary", swiftSettings: settings),
    .target(
      name: "DurableFiles",
      dependencies: [
        "CKernels", "CLibrary", "CSystemCalls",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(
      name: "PropertyLists",
      dependencies: [
        "CKernels", "CSystemCalls", "DurableFiles",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings),
    .target(
      name: "KeyedArchives", dependencies: ["CSystemCalls", "DurableFiles", "PropertyLists"],
      swiftSettings: settings),
    .target(
      name: "StateStorage",
      dependencies: [
        "CSystemCalls", "DurableFiles", "KeyedArchives", "PropertyLists",
        .product(name: "SystemPackage", package: "swift-system"),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])),
      ],
      swiftSettings: settings),
    // A module of its own, so that programs that only load and save do not load Observation.
    .target(
      name: "ObservableState",
      dependencies: [
        "DurableFiles", "KeyedArchives", "PropertyLists", "StateStorage",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(
      name: "FoundationBridge",
      dependencies: [
        "DurableFiles", "KeyedArchives", "PropertyLists",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings),
    .target(
      name: "FoundationState",
      dependencies: ["FoundationBridge", "KeyedArchives", "PropertyLists", "StateStorage"],
      swiftSettings: settings),
    .target(
      name: "Plinth",
      dependencies: [
        "PropertyLists", "KeyedArchives", "DurableFiles", "ObservableState", "StateStorage",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "plist",
      dependencies: [
        .target(name: "CLoadOrder", condition: .when(platforms: [.linux])),
        "DurableFiles", "KeyedArchives", "PropertyLists", "StateStorage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    // The six sample apps, and the code that the interactive ones share.
    .target(
      name: "ExampleTerminal",
      dependencies: [
        "DurableFiles", "KeyedArchives", "ObservableState", "PropertyLists", "StateStorage",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Examples/Terminal", swiftSettings: settings),
    .executableTarget(
      name: "SimpleArray", dependencies: ["ExampleTerminal", "StateStorage"],
      path: "Examples/SimpleArray", exclude: ["README.md"], swiftSettings: settings),
    .executableTarget(
      name: "Properties", dependencies: ["ExampleTerminal", "StateStorage"],
      path: "Examples/Properties", exclude: ["README.md"], swiftSettings: settings),
    .executableTarget(
      name: "Encoding", dependencies: ["ExampleTerminal", "KeyedArchives", "StateStorage"],
      path: "Examples/Encoding", exclude: ["README.md"], swiftSettings: settings),
    .executableTarget(
      name: "Faves",
      dependencies: ["ExampleTerminal", "KeyedArchives", "ObservableState", "StateStorage"],
      path: "Examples/Faves", exclude: ["README.md"], swiftSettings: settings),
    .executableTarget(
      name: "FlashCards",
      dependencies: ["ExampleTerminal", "KeyedArchives", "ObservableState", "StateStorage"],
      path: "Examples/FlashCards", exclude: ["README.md"], swiftSettings: settings),
    .executableTarget(
      name: "Homepwner",
      dependencies: ["ExampleTerminal", "KeyedArchives", "ObservableState", "StateStorage"],
      path: "Examples/Homepwner", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: [
        "DurableFiles", "PropertyLists",
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ConformanceTests", dependencies: ["KeyedArchives", "PropertyLists", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "DifferencesTests", dependencies: ["PropertyLists", "TestSupport"],
      swiftSettings: settings),
    // The program that the crash tests kill: saves, reports each save, and checks the remaining
    // files.
    .executableTarget(
      name: "save-program",
      dependencies: ["DurableFiles", .product(name: "SystemPackage", package: "swift-system")],
      path: "Tests/SaveProgram", swiftSettings: settings),
    // The Swift side of the exchange of archives with GNUstep: see Scripts/gnustep-exchange.
    .executableTarget(
      name: "exchange-program", dependencies: ["KeyedArchives", "PropertyLists"],
      path: "Tests/GNUstepExchange/Swift", swiftSettings: settings),
    .testTarget(
      name: "DurableFilesTests",
      dependencies: [
        "DurableFiles", "TestSupport", "save-program",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "KeyedArchivesTests",
      dependencies: [
        "KeyedArchives", "PropertyLists", "TestSupport",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PropertyListsTests",
      dependencies: [
        "DurableFiles", "PropertyLists", "TestSupport",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FoundationBridgeTests",
      dependencies: [
        "DurableFiles", "FoundationBridge", "KeyedArchives", "PropertyLists", "StateStorage",
        "TestSupport",
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FoundationStateTests",
      dependencies: [
        "DurableFiles", "FoundationBridge", "FoundationState", "KeyedArchives", "PropertyLists",
        "StateStorage", "TestSupport",
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    // The program that the lifecycle tests stop, continue and terminate under a pseudoterminal.
    .executableTarget(
      name: "lifecycle-program",
      dependencies: [
        "CSystemCalls", "StateStorage",
        .product(name: "SystemPackage", package: "swift-system"),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])),
        .product(
          name: "Logging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
      ],
      path: "Tests/LifecycleProgram", exclude: ["lifecycle_driver.py"], swiftSettings: settings),
    // The program that the preference tests run twice, terminate and kill.
    .executableTarget(
      name: "preferences-program",
      dependencies: [
        "PropertyLists", "StateStorage", .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/PreferencesProgram", swiftSettings: settings),
    // The program that saves and loads a shared state until it is killed: see Scripts/kills.
    .executableTarget(
      name: "state-program",
      dependencies: [
        "DurableFiles", "KeyedArchives", "ObservableState", "StateStorage",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/StateProgram", swiftSettings: settings),
    .testTarget(
      name: "StateStorageTests",
      dependencies: [
        "CSystemCalls", "DurableFiles", "KeyedArchives", "ObservableState", "PropertyLists",
        "StateStorage", "TestSupport", "lifecycle-program", "preferences-program",
        "state-program",
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle",
          condition: .when(traits: ["ServiceLifecycle"])),
        .product(
          name: "Logging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
      ],
      swiftSettings: settings),
    // Compiled with the default isolation of app code: on the main actor unless specified
    // otherwise.
    .testTarget(
      name: "MainActorTests",
      dependencies: [
        "KeyedArchives", "ObservableState", "PropertyLists", "StateStorage", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "Encoding", "ExampleTerminal", "Faves", "FlashCards", "Homepwner", "KeyedArchives",
        "ObservableState", "Properties", "PropertyLists", "SimpleArray", "StateStorage",
        "TestSupport",
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: ["app_driver.py"], swiftSettings: settings),
    .testTarget(
      name: "ToolTests",
      dependencies: ["plist", "PropertyLists", "TestSupport", "save-program", "state-program"],
      exclude: ["Tasks"], swiftSettings: settings),
  ]
)

// The fuzz target of a part that only this package sees: Scripts/fuzz sets the variable.
if Context.environment["PLINTH_FUZZING"] != nil {
  package.targets += [
    .target(
      name: "FuzzProperties", dependencies: ["PropertyLists"],
      path: "Fuzzing/Sources/FuzzProperties"),
    .executableTarget(
      name: "FuzzExtraction", dependencies: ["FuzzProperties", "PropertyLists"],
      path: "Fuzzing/Sources/FuzzExtraction"),
  ]
}
