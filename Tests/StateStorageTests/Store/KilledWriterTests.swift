// Writers and readers of one state, in processes that are killed at random moments. Requires
// Scripts/kills, python3, and state-program in the build directory.

import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(
  "Killed writers", .waits, .enabled(if: Kills.isAvailable, "needs Linux and python3"))
struct KilledWriterTests {
  @Test(
    "A killed writer loses no announced save, and no reader sees a partial one",
    arguments: ["values", "graphs"])
  func kills(kind: String) throws {
    let run = try Kills.run("100", kind, program: try Kills.program())
    #expect(run.status == 0, "\(run)")
  }

  @Test("A writer that announces a save without making it is detected")
  func untrue() throws {
    let scratch = try ScratchDirectory()
    let liar = scratch.file("liar")
    try scratch.create("liar", Kills.liar(try Kills.program()), permissions: 0o700)
    let run = try Kills.run("100", "values", program: liar)
    withExtendedLifetime(scratch) {}
    #expect(run.status == 1)
    #expect(run.description.contains("announced save"), "\(run)")
  }
}

/// The script that kills writers.
private enum Kills {
  static func run(_ kills: String, _ kind: String, program: String) throws -> ProgramRun {
    let script = Repository.root.appendingPathComponent("Scripts/kills").path
    // The debug build takes longer to start with graphs.
    let pause = "KILLS_LONGEST_PAUSE=\(kind == "graphs" ? 0.3 : 0.05)"
    return try ProgramRun.run(
      "/usr/bin/env",
      ["STATE_PROGRAM=\(program)", pause, "python3", script, kills, "consistent", kind])
  }

  static func program() throws -> String { try ProgramFile.built("state-program") }

  /// A program whose writers announce saves without making them.
  static func liar(_ program: String) -> String {
    """
    #!/usr/bin/env bash
    if [[ $1 != write ]]; then exec '\(program)' "$@"; fi
    number=0
    while sleep 0.01; do echo "saved $((number += 1))"; done
    """
  }

  static let isAvailable: Bool = {
    #if os(Linux)
      return ProgramFile.areInstalled("python3")
    #else
      return false
    #endif
  }()
}
