// Tests of the files of a program with a lifecycle when a signal stops or ends it: preferences are
// written and temporary files removed. Requires python3 for the terminal.

import Foundation
import PropertyLists
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite(
  "Files of a program with a lifecycle", .serialized, .waits,
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for a pseudo-terminal"))
struct LifecycleFileTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func expect(_ script: String, _ arguments: String...) throws {
    let result = try TerminalDriver.run(
      "Tests/LifecycleProgram/lifecycle_driver.py",
      [try ProgramFile.built("lifecycle-program"), "shell", script] + arguments)
    #expect(result.status == 0, "\(script)\n\(result)")
  }

  private static let ends = [
    "launched temporary quit terminating saved returned [exit_0]",
    "launched temporary !TERM terminating saved [SIGTERM]",
  ]
  private static let endOnSuspend = "launched temporary ^Z terminating saved [exit_0]"

  @Test("The temporary directory below a root is emptied at the end", arguments: ends)
  func underRoot(script: String) throws {
    try expect(script, "root", scratch.path)
    #expect(try scratch.names() == ["tmp", "tmp/.temporary-directory"])
  }

  @Test(
    "The program's own temporary directory is removed at the end", arguments: ends + [endOnSuspend])
  func ofUser(script: String) throws {
    try expect(script, "home", scratch.path, script == Self.endOnSuspend ? "exits" : "")
    #expect(try scratch.names().isEmpty)
  }

  @Test("The exit status reports lost preferences where the program exits on suspend")
  func lostOnSuspend() throws {
    try scratch.write("word", to: "bad.plist")
    let run = try inBackground("exits preferences bad.plist", ended: "TSTP")
    #expect(run.lines.contains("status 3"), "\(run)")
    #expect(run.text.contains("preferences were lost (bad.plist)"), "\(run)")
    #expect(try scratch.text("bad.plist") == "word")
  }

  /// A run in the background of a shell, without a terminal, that receives a signal.
  private func inBackground(_ words: String, ended signal: String) throws -> ProgramRun {
    let script = """
      cd "$2"; mkfifo input; "$1" \(words) <input >output 2>&1 & program=$!; exec 3>input
      until grep -q launched output; do sleep 0.05; done
      kill -\(signal) $program; wait $program; echo "status $?"; cat output
      """
    return try ProgramRun.shell(
      script, try ProgramFile.built("lifecycle-program"), scratch.path)
  }

  @Test("The output of the handlers is written at the end")
  func printed() throws {
    let run = try inBackground("prints", ended: "TERM")
    #expect(run.lines.contains("status 143") && run.lines.contains("printed"), "\(run)")
  }

  @Test(
    "Files in a temporary directory that another program created are not removed", arguments: ends)
  func directoryOfOthers(script: String) throws {
    try scratch.makeFolder("tmp/photos")
    try scratch.setPermissions(0o700, of: "tmp")
    try expect(script, "root", scratch.path)
    #expect(try scratch.names() == ["tmp", "tmp/photos", "tmp/scratch"])
  }

  @Test("Preferences are written at the end, including changes by the last handler")
  func preferences() throws {
    let scripts = [
      "launched changed ^Z background saved [stopped] !KILL [SIGKILL]",
      "launched changed !TERM terminating saved [SIGTERM]",
    ]
    for (number, script) in scripts.enumerated() {
      let file = scratch.file("\(number).plist")
      try expect(script, "preferences", file)
      let values = try Preferences(path: FilePath(file)).domainRepresentation
      #expect(values == ["before": 1, "inHandler": 1], "\(script)")
    }
  }

  @Test(
    "Calling exit in a handler writes the preferences and empties the temporary directory",
    arguments: ["!TERM terminating [exit_7]", "quit terminating [exit_7]"])
  func exitInHandler(end: String) throws {
    let file = scratch.file("a.plist")
    try expect(
      "launched temporary changed \(end)", "leaves", "root", scratch.path, "preferences", file)
    let values = try Preferences(path: FilePath(file)).domainRepresentation
    #expect(values == ["before": 1, "inHandler": 1])
    #expect(
      try scratch.names().filter { $0.hasPrefix("tmp") } == ["tmp", "tmp/.temporary-directory"])
  }

  @Test("Preferences are written when the terminal hangs up")
  func hangUp() throws {
    let file = scratch.file("a.plist")
    try expect("launched changed !HUP terminating saved [SIGHUP]", "preferences", file)
    let values = try Preferences(path: FilePath(file)).domainRepresentation
    #expect(values == ["before": 1, "inHandler": 1])
  }

  @Test("Preferences are written although a handler does not return in time")
  func preferencesDespiteHandler() throws {
    let file = scratch.file("a.plist")
    try expect(
      "launched changed ^Z background failed:didEnterBackground [stopped] !KILL [SIGKILL]", "stuck",
      "didEnterBackground", "preferences", file)
    #expect(try Preferences(path: FilePath(file)).integer(forKey: "before") == 1)
  }
}
