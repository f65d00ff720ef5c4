// Every state of the disk that a crash of a program could leave, computed by crashcheck from the
// system calls of the program. Requires strace, python3 and the script next to the repository.

import Foundation

/// One program under crashcheck: the initial files, the operation, and the conditions for the
/// result.
package struct CrashScenario: CustomStringConvertible, Sendable {
  package let description: String
  /// Shell commands that create the initial files.
  package let setup: String
  /// The arguments of the program.
  package let command: [String]
  /// The arguments with which the same program checks the result.
  package let check: String

  package init(description: String, setup: String, command: [String], check: String) {
    self.description = description
    self.setup = setup
    self.command = command
    self.check = check
  }
}

/// Runs the crash checker where there is one.
package enum CrashCheck {
  package enum Mode: String {
    /// Checks every state that a crash could leave.
    case explore
    /// Lets each system call fail in turn.
    case faultrun
  }

  package static let reason = "needs strace, python3 and ../shared/tools/crashcheck"

  package static let isAvailable =
    FileManager.default.isReadableFile(atPath: script)
    && ProgramFile.areInstalled("strace", "python3")

  /// Runs a scenario in a new directory.
  ///
  /// - Parameters:
  ///   - mode: The checks to run.
  ///   - scenario: The operation of the program.
  ///   - program: The name of a program of this package.
  ///   - variables: Settings of the environment, each as `NAME=value`.
  ///   - options: Further options for the checker, such as the errors with which calls fail.
  package static func run(
    _ mode: Mode, _ scenario: CrashScenario, of program: String, variables: [String] = [],
    options: [String] = []
  ) throws -> ProgramRun {
    let directory = try ScratchDirectory()
    let program = try ProgramFile.built(program)
    let words = [
      "python3", script, mode.rawValue, "--root", directory.path, "--cwd", directory.path,
      "--setup", scenario.setup, "--check", "'\(program)' \(scenario.check)",
    ]
    let command = ["--", program] + scenario.command
    return try withExtendedLifetime(directory) {
      try ProgramRun.run("/usr/bin/env", variables + words + options + command)
    }
  }

  private static let script =
    Repository.shared?.appendingPathComponent("tools/crashcheck/crashcheck.py").path ?? ""
}
