// Writers and readers of one state, in processes that are killed at random moments. Relies on
// Scripts/kills, on python3 and on state-program in the build directory.

import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(
  "A writer that is killed", .enabled(if: Kills.isAvailable, "needs Linux and python3"))
struct KilledWriterTests {
  @Test("loses no save that it announced, and lets no reader see a part of one")
  func kills() throws {
    let run = try Kills.run("100", program: try Kills.program())
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("is found out when it announces what it has not saved")
  func untrue() throws {
    let scratch = try StateScratch()
    let liar = try scratch.program(Kills.liar(try Kills.program()))
    let run = try Kills.run("100", program: liar)
    #expect(run.status == 1)
    #expect(run.output.contains("announced save"), "\(run.output)")
  }
}

/// The script that kills writers.
private enum Kills {
  static func run(
    _ kills: String, program: String
  ) throws -> (status: Int32, output: String) {
    let script = Repository.root.appendingPathComponent("Scripts/kills").path
    return try runProgram(
      "/usr/bin/env", ["STATE_PROGRAM=\(program)", "python3", script, kills, "consistent"])
  }

  static func program() throws -> String {
    let beside = URL(fileURLWithPath: try PreferencesProgramFile.path())
    return beside.deletingLastPathComponent().appendingPathComponent("state-program").path
  }

  /// A program whose writers announce without saving anything.
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
      return (try? runProgram("/bin/sh", ["-c", "command -v python3"]).status) == 0
    #else
      return false
    #endif
  }()
}

extension StateScratch {
  /// A script that can be run.
  fileprivate func program(_ text: String) throws -> String {
    try write(Data(text.utf8), to: "program")
    let path = file("program").string
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }
}
