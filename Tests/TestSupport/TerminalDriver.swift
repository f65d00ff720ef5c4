// Runs the drivers that hold programs to steps under pseudo-terminals. Relies on python3 and its pty.

public import Foundation

/// Runs drivers in Python.
public enum TerminalDriver {
  public static let isAvailable = (try? ProgramRun.run("python3", ["-c", "import pty"]).status) == 0

  /// Runs a driver, named by its place in the repository.
  public static func run(
    _ script: String, _ words: [String], input: Data? = nil
  ) throws -> ProgramRun {
    let path = Repository.root.appendingPathComponent(script).path
    return try ProgramRun.run("python3", [path] + words, input: input)
  }
}
