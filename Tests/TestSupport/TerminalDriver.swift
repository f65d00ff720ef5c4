// Runs the drivers that test programs under pseudo-terminals. Requires python3 and its pty.

package import Foundation

/// Runs drivers in Python.
package enum TerminalDriver {
  package static let isAvailable =
    (try? ProgramRun.run("python3", ["-c", "import pty"]).status) == 0

  /// Runs a driver, named by its path in the repository.
  package static func run(
    _ script: String, _ words: [String], input: Data? = nil
  ) throws -> ProgramRun {
    let path = Repository.root.appendingPathComponent(script).path
    return try ProgramRun.run("python3", [path] + words, input: input)
  }
}
