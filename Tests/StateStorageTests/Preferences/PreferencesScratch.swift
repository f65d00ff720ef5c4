// A container for one test of preferences, and the program that the tests run.

import Foundation
import StateStorage
import SystemPackage
import TestSupport

/// A container in a new directory that is removed with its owner.
struct PreferencesScratch: Sendable {
  private let scratch: StateScratch
  let container: AppContainer

  init() throws {
    scratch = try StateScratch()
    container = try AppContainer(root: scratch.path)
  }

  /// The preferences of a domain, as another process could have them.
  func preferences(
    _ domain: String = "settings", options: Preferences.Options = Preferences.Options()
  ) throws -> Preferences {
    try Preferences(domain: domain, in: container, options: options)
  }

  /// Preferences that convert as `UserDefaults` does.
  func convertingPreferences() throws -> Preferences {
    var options = Preferences.Options()
    options.conversion = .userDefaults
    return try preferences(options: options)
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

  /// The names in the directory except locks, sorted.
  func names() throws -> [String] {
    try namesButLocks(in: container.preferences.string)
  }

  func overwrite(_ text: String, _ domain: String = "settings") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(domain).string))
  }
}

/// The program that sets preferences.
enum PreferencesProgram {
  static let name = "preferences-program"

  static func run(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun.run(try ProgramFile.built(name), arguments)
  }

  /// Starts the program.
  static func start(_ arguments: String...) throws -> (process: Process, output: FileHandle) {
    try ProgramRun.start(try ProgramFile.built(name), arguments)
  }
}
