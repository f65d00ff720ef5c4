// The modules of the package: what each may import and which folders it has. A change of the
// architecture changes this table, and with it the page Documentation/Architecture.md.

/// What the rules know of one module.
struct ModuleRules: Sendable {
  /// Modules that any of its files may import.
  var imports: Set<String>
  /// Its folders, from the module's own; an empty name is that folder itself.
  var folders: Set<String>
  /// The Swift files that the module's own folder may contain; nil for any.
  var rootFiles: Set<String>?
}

/// The modules by name.
let moduleTable: [String: ModuleRules] = [
  "CLibrary": ModuleRules(imports: [], folders: [""], rootFiles: ["CLibrary.swift"]),
  "CKernels": ModuleRules(imports: [], folders: ["", "include"], rootFiles: []),
  "CLoadOrder": ModuleRules(imports: [], folders: [""], rootFiles: []),
  "CSystemCalls": ModuleRules(imports: [], folders: ["", "include"], rootFiles: []),
  "DurableFiles": ModuleRules(
    imports: [
      "CKernels", "CLibrary", "CSystemCalls", "Synchronization", "SystemPackage",
    ],
    folders: [
      "", "Directories", "Errors", "Locking", "Reading", "Replacing", "System", "Targets",
      "Watching",
    ],
    rootFiles: ["FoundationTypes.swift"]),
  "PropertyLists": ModuleRules(
    imports: [
      "CKernels", "CSystemCalls", "DurableFiles", "OrderedCollections", "Synchronization",
    ],
    folders: [
      "", "Archives", "Bytes", "Codable", "Differences", "Document", "Editing", "Encodings",
      "Fields",
      "Errors", "Formats", "Formats/Binary", "Formats/Glyphs", "Formats/JSON", "Formats/OpenStep",
      "Formats/Project",
      "Formats/Strings", "Formats/Text", "Formats/Writing", "Formats/XML", "Model",
    ],
    rootFiles: ["FoundationTypes.swift", "PropertyLists+Files.swift"]),
  "KeyedArchives": ModuleRules(
    imports: ["CSystemCalls", "DurableFiles", "PropertyLists"],
    folders: [
      "", "Archive", "Coding", "Editing", "Errors", "Graphs", "JSON", "Layouts",
      "Layouts/Standard", "Objects",
    ],
    rootFiles: ["FoundationTypes.swift", "KeyedArchives+Files.swift"]),
  "StateStorage": ModuleRules(
    imports: [
      "CSystemCalls", "DurableFiles", "KeyedArchives", "PropertyLists",
      "ServiceLifecycle", "Synchronization", "SystemPackage",
    ],
    folders: ["", "Container", "Ending", "Errors", "Lifecycle", "Preferences", "Store"],
    rootFiles: ["FoundationTypes.swift"]),
  "ObservableState": ModuleRules(
    imports: [
      "DurableFiles", "KeyedArchives", "Observation", "PropertyLists", "StateStorage",
      "Synchronization", "SystemPackage",
    ],
    folders: ["", "Graphs", "Saving", "States"], rootFiles: ["ObservableState.swift"]),
  "FoundationBridge": ModuleRules(
    imports: [
      "DurableFiles", "KeyedArchives", "OrderedCollections", "PropertyLists", "Synchronization",
    ],
    folders: ["", "Archives", "Objects", "Pointers", "PropertyLists"],
    rootFiles: ["FoundationTypes.swift", "FoundationBridge+Files.swift"]),
  "FoundationState": ModuleRules(
    imports: ["FoundationBridge", "KeyedArchives", "PropertyLists", "StateStorage"],
    folders: [""]),
  "Plinth": ModuleRules(
    imports: ["DurableFiles", "KeyedArchives", "ObservableState", "PropertyLists", "StateStorage"],
    folders: [""]),
  "plist": ModuleRules(
    imports: [
      "ArgumentParser", "CLoadOrder", "DurableFiles", "KeyedArchives", "PropertyLists",
      "StateStorage", "Synchronization", "SystemPackage",
    ],
    folders: ["", "Commands", "Terminal"],
    rootFiles: ["FoundationTypes.swift", "PlistTool.swift"]),
]

/// The modules that are libraries, whose public functions the rules look at.
let libraryModules: Set<String> = [
  "DurableFiles", "FoundationBridge", "FoundationState", "KeyedArchives", "ObservableState",
  "PropertyLists", "Plinth", "StateStorage",
]

/// The modules whose folders must not use each other in a circle.
let modulesWithoutCircles = [
  "DurableFiles", "FoundationBridge", "KeyedArchives", "ObservableState", "plist", "PropertyLists",
  "StateStorage",
]

/// The C library under each of its names, which `CLibrary` alone imports and re-exports.
let systemLibraries: Set<String> = ["Android", "Bionic", "Darwin", "Glibc", "Musl", "WASILibc"]

/// Foundation under each of its names.
let foundationModules: Set<String> = ["Foundation", "FoundationEssentials"]

/// Files and folders (with a final `/`) that may hold unsafe code.
let unsafeHomes = [
  "Sources/PropertyLists/Bytes/", "Sources/PropertyLists/Codable/ContainerReserve.swift",
  "Sources/PropertyLists/Codable/KeyedFrames.swift", "Sources/DurableFiles/System/",
  "Sources/DurableFiles/Watching/DirectoryEvents.swift", "Sources/CKernels/",
  "Sources/CSystemCalls/",
  "Sources/FoundationBridge/Archives/BridgeArchiver.swift",
  "Sources/FoundationBridge/Archives/BridgeUnarchiver.swift",
  "Sources/FoundationBridge/Archives/CoderCalls.swift", "Sources/FoundationBridge/Pointers/",
  "Sources/KeyedArchives/Coding/ArchiveFrames.swift",
  "Sources/KeyedArchives/Coding/InstanceCast.swift",
  "Sources/KeyedArchives/Coding/LinkBox.swift",
  "Sources/StateStorage/Lifecycle/HandlerExecutor.swift",
]

/// Files that may refer to objects without retaining them.
let unretainedHomes = [
  "Sources/PropertyLists/Bytes/UnretainedReference.swift",
  "Sources/PropertyLists/Codable/CodingCall.swift",
  "Sources/PropertyLists/Codable/ContainerReserve.swift",
  "Sources/PropertyLists/Codable/KeyedDecoding.swift",
  "Sources/PropertyLists/Codable/KeyedFrames.swift",
  "Sources/PropertyLists/Codable/UnkeyedEncoding.swift",
  "Sources/PropertyLists/Fields/FieldReading.swift",
  "Sources/PropertyLists/Fields/FieldTable.swift",
  "Sources/PropertyLists/Fields/PlistFieldReader.swift",
  "Sources/PropertyLists/Fields/PlistFieldWriter.swift",
  "Sources/PropertyLists/Fields/PlistFieldWriter+Scalars.swift",
  "Sources/KeyedArchives/Coding/ArchiveFrames.swift",
  "Sources/KeyedArchives/Coding/KeyedObjectDecoding.swift",
  "Sources/KeyedArchives/Coding/UnarchivingSession+Instances.swift",
  "Sources/KeyedArchives/Coding/UnarchivingTables.swift",
]

/// Files that may import Dispatch's Swift interface, for platforms other than Linux: there, its library
/// would be loaded by every program.
let dispatchHomes = ["Sources/DurableFiles/Watching/DirectoryEvents.swift"]

/// Files and folders (with a final `/`) that may import the C library, as `CLibrary`.
let systemLibraryHomes = ["Sources/DurableFiles/System/"]

/// Folder names that tell a mechanism instead of a subject.
let refusedFolderNames: Set<String> = [
  "Utils", "Util", "Utilities", "Helpers", "Helper", "Extensions", "Misc", "Common",
]
