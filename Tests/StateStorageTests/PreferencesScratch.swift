// A container for one test of preferences, and the program that the tests run beside them.

import Foundation
import StateStorage
import SystemPackage

/// A container in a new directory that disappears with its owner.
final class PreferencesScratch: Sendable {
  let scratch: StateScratch
  let container: AppContainer

  init() throws {
    scratch = try StateScratch()
    container = try AppContainer(root: scratch.path)
  }

  /// The preferences of a domain, which another process could have as well.
  func preferences(_ domain: String = "settings") throws -> Preferences {
    try Preferences(domain: domain, in: container)
  }

  /// Preferences with changes that are written.
  func written(_ changes: (Preferences) throws -> Void) throws -> Preferences {
    let preferences = try preferences()
    try changes(preferences)
    try preferences.flush()
    return preferences
  }

  func path(_ domain: String = "settings") throws -> FilePath {
    try Preferences.path(domain: domain, in: container)
  }

  /// What stands in the directory but locks, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: container.preferences.string)
      .filter { !$0.hasSuffix(".lock") }.sorted()
  }

  func overwrite(_ text: String, _ domain: String = "settings") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(domain).string))
  }
}

/// The program that sets preferences, in the build directory beside the test bundle.
enum PreferencesProgramFile {
  struct NotBuilt: Error {}

  static func path() throws -> String {
    let bundles = [Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
    let places =
      bundles.flatMap { [$0, $0.deletingLastPathComponent()] }
      + [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    let files = places.map { $0.appendingPathComponent("preferences-program").path }
    guard let found = files.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw NotBuilt()
    }
    return found
  }

  /// Begins to run it; its output can be read line by line.
  static func start(_ arguments: String...) throws -> (Process, FileHandle) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: try path())
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }
}

/// Runs a program and returns its exit status and what it printed.
func runProgram(_ program: String, _ arguments: [String]) throws -> (
  status: Int32, output: String
) {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}
