// Every state of the disk that a crash of a program could leave, worked out by crashcheck from the
// system calls of the program. Relies on strace, python3 and the script beside the repository.

import Foundation

/// One program under crashcheck: what is there before, what it does, what must be true of what it
/// leaves.
package struct CrashScenario: CustomStringConvertible, Sendable {
  package let description: String
  /// Commands of the shell that make what is there before.
  package let setup: String
  /// The arguments of the program.
  package let command: [String]
  /// The arguments with which the same program looks at what is left.
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
    /// Looks at every state that a crash could leave.
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
  ///   - mode: What the checker does.
  ///   - scenario: What the program does.
  ///   - program: The name of a program of this package.
  ///   - variables: Settings of the environment, each as `NAME=value`.
  ///   - options: More words for the checker, such as which errors calls end with.
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
