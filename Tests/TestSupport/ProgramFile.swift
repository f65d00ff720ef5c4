// Finds the programs that tests run: those of the package, and those of the system. Uses the build
// directory, which has the programs next to the test bundle.

import Foundation
import Synchronization

/// Finds programs.
package enum ProgramFile {
  /// The error for a program that is missing next to the test bundle.
  package struct NotBuilt: Error {
    package let name: String
  }

  /// The programs of this package that were found.
  private static let found = Mutex<[String: String]>([:])

  /// A program of this package.
  package static func built(_ name: String) throws -> String {
    try found.withLock { found in
      let path = try found[name] ?? search(name)
      found[name] = path
      return path
    }
  }

  private static func search(_ name: String) throws -> String {
    let bundles = [Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
    let folders =
      bundles.flatMap { [$0, $0.deletingLastPathComponent()] }
      + [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    let files = folders.map { $0.appendingPathComponent(name).path }
    guard let found = files.first(where: isProgram) else { throw NotBuilt(name: name) }
    return found
  }

  /// The installed programs with a name, in the order of the search path.
  package static func installed(_ name: String) -> [String] {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .filter { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether all given programs are in the search path.
  package static func areInstalled(_ names: String...) -> Bool {
    names.allSatisfy { !installed($0).isEmpty }
  }

  /// There are directories next to the bundle too, which count as executable.
  private static func isProgram(_ path: String) -> Bool {
    let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile == true && FileManager.default.isExecutableFile(atPath: path)
  }
}
