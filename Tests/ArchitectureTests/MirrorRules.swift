// The rule that tests mirror sources: the folders of a test target are those of its module, and
// each reader and writer has a file of tests that is named after it.

/// The modules that each test target mirrors.
let mirroredModules = [
  "DurableFilesTests": ["DurableFiles"], "FoundationBridgeTests": ["FoundationBridge"],
  "FoundationStateTests": ["FoundationState"], "KeyedArchivesTests": ["KeyedArchives"],
  "PropertyListsTests": ["PropertyLists"],
  "StateStorageTests": ["StateStorage", "ObservableState"], "ToolTests": ["plist"],
]

/// The endings of the names of types that have tests of their own.
private let testedEndings = ["Reader", "Writer"]

/// Finds test files in folders that their modules lack, and readers and writers without tests.
///
/// - Parameters:
///   - sources: The paths of the files of all modules.
///   - tests: The paths of the files of all test targets.
func mirrorViolations(sources: [String], tests: [String]) -> [Violation] {
  let folders = Set(sources.map(folder))
  let strays = tests.compactMap { path -> Violation? in
    let mirrored = mirroredFolders(of: path)
    guard let first = mirrored.first, folders.isDisjoint(with: mirrored) else { return nil }
    return Violation(path: path, line: 0, reason: "\(first) does not exist")
  }
  let present = Set(
    tests.flatMap { path in mirroredFolders(of: path).map { "\($0)/\(name(path))" } })
  let untested = sources.compactMap { path -> Violation? in
    let name = name(path)
    guard testedEndings.contains(where: name.hasSuffix),
      mirroredModules.values.joined().contains(where: { path.hasPrefix("Sources/\($0)/") }),
      !present.contains("\(folder(path))/\(name)Tests")
    else { return nil }
    return Violation(
      path: path, line: 0, reason: "\(name) has no \(name)Tests in the mirrored folder")
  }
  return strays + untested
}

/// The folders of sources that a test file can mirror; empty if its target mirrors no module.
private func mirroredFolders(of test: String) -> [String] {
  let parts = test.split(separator: "/").map(String.init)
  guard parts.count > 2, let modules = mirroredModules[parts[1]] else { return [] }
  return modules.map { (["Sources", $0] + parts[2..<parts.count - 1]).joined(separator: "/") }
}

private func folder(_ path: String) -> String {
  path.split(separator: "/").dropLast().joined(separator: "/")
}

/// The name of a file without its folders and its extension.
private func name(_ path: String) -> String {
  String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
}
