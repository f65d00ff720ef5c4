// Tests of a program with a lifecycle under a pseudo-terminal: every signal in every situation.
// Requires python3 for the terminal, and the program in the build directory.

import Foundation
import TestSupport
import Testing

@Suite(
  "Signals of a program with a lifecycle", .serialized, .waits,
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for a pseudo-terminal"))
struct LifecycleSignalTests {
  @Test("Each signal has the documented effect", arguments: LifecycleCell.all)
  func cells(cell: LifecycleCell) throws { try expect(cell.script, in: cell.home) }

  @Test("The table has a cell for each signal in each situation")
  func wholeTable() {
    let pairs = Set(LifecycleCell.all.map { "\($0.signal) \($0.situation)" })
    #expect(pairs.count == 36 && LifecycleCell.all.count == 36)
  }

  @Test("A second signal ends the program immediately, even if it is a different one")
  func anotherSecond() throws {
    try expect("gated launched !TERM terminating !INT [SIGINT]")
    try expect("gated launched !HUP terminating !TERM [SIGTERM]")
  }

  @Test("A signal during a normal end takes effect after the save")
  func signalAtNormalEnd() throws {
    try expect("launched quit terminating !TERM saved [SIGTERM]", "noted")
  }

  @Test("The program can stop and continue twelve times")
  func manyRounds() throws {
    let round = " ^Z background saved [stopped] !CONT foreground ping"
    let rounds = String(repeating: round, count: 12)
    try expect("launched\(rounds) quit terminating saved returned [exit_0]")
  }

  @Test("A program that others stop and continue receives no events")
  func stopByOthers() throws {
    try expect("launched !STOP [stopped] !CONT ping quit terminating saved returned [exit_0]")
  }

  @Test("A program can exit on suspend, with a status that reports whether it saved")
  func exitsOnSuspend() throws {
    try expect("launched ^Z terminating saved [exit_0]", "exits")
    try expect("launched ^Z terminating failed:willTerminate [exit_3]", "exits", "fails")
    try expect("launched ^Z terminating failed:willTerminate [exit_3]", "exits", "slow")
    try expect("launched ^Z terminating !TERM saved [SIGTERM]", "exits", "noted")
  }

  @Test("The program stops and ends although a save takes too long")
  func slowSaves() throws {
    try expect(
      "launched ^Z background failed:didEnterBackground [stopped]"
        + " !CONT foreground !TERM terminating failed:willTerminate [SIGTERM]",
      "slow")
  }

  @Test("The program stops and ends although a save fails, and reports it")
  func failingSaves() throws {
    try expect(
      "launched ^Z background failed:didEnterBackground [stopped] !CONT foreground "
        + "!INT terminating failed:willTerminate [SIGINT]", "fails")
    try expect(
      "launched quit terminating failed:willTerminate threw:handler-failed [exit_3]", "fails")
  }

  @Test("SIGHUP together with another signal is one request, as systems and shells send both")
  func hangUpWithAnother() throws {
    try expect("gated launched !TERM terminating !HUP ping open saved [SIGTERM]")
    try expect("gated launched !INT terminating !HUP ping open saved [SIGINT]")
    try expect("gated launched !TERM terminating !HUP ping !TERM [SIGTERM]")
    // Sent in this order, and handled in the system's order.
    for signal in ["TERM", "INT"] {
      try expect(
        "gated launched !STOP [stopped] !\(signal) !HUP !CONT terminating open saved "
          + "[SIG\(signal)/SIGHUP]")
    }
  }

  @Test("The terminal gets its settings back, whatever ends the program")
  func terminalSettings() throws {
    try expect("gated launched raw =raw !TERM terminating !TERM [SIGTERM] =cooked", "raw")
    try expect("launched raw =raw !QUIT [SIGQUIT] =cooked", "raw")
    try expect(
      "launched raw =raw !TERM terminating failed:willTerminate [SIGTERM] =cooked", "raw", "slow")
    try expect(
      "launched raw =raw !TSTP background saved [stopped] =cooked !KILL [SIGKILL]", "raw")
  }

  @Test("A signal ends the program although a launch or return handler hangs")
  func hangingHandlers() throws {
    try expect(
      "launched !TERM failed:didFinishLaunching [SIGTERM]", "stuck", "didFinishLaunching")
    try expect(
      "launched ^Z background saved [stopped] !CONT foreground !TERM failed:willEnterForeground "
        + "terminating saved [SIGTERM]", "stuck", "willEnterForeground")
  }

  @Test("The lifecycle does not occupy the descriptors of closed standard streams")
  func closedStreams() throws {
    let program = try ProgramFile.built("lifecycle-program")
    let run = try ProgramRun.run(program, ["descriptors"])
    try #require(run.lines.count >= 2, "\(run)")
    #expect(run.lines[0] == "launched" && !run.lines[1].contains("pipe"), "\(run)")
  }

  @Test("A script that omits the last line of output fails")
  func wholeScript() throws {
    let program = try ProgramFile.built("lifecycle-program")
    let path = "Tests/LifecycleProgram/lifecycle_driver.py"
    for script in [
      "launched !TERM terminating [SIGTERM]", "launched ^Z background saved [stopped]",
    ] {
      #expect(try TerminalDriver.run(path, [program, "shell", script]).status == 1)
    }
  }

  private func expect(
    _ script: String, in home: String = "shell", _ arguments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try TerminalDriver.run(
      "Tests/LifecycleProgram/lifecycle_driver.py",
      [try ProgramFile.built("lifecycle-program"), home, script] + arguments)
    #expect(result.status == 0, "\(script)\n\(result)", sourceLocation: sourceLocation)
  }
}
