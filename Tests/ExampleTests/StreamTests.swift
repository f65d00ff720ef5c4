// Tests of the apps with standard streams that fail, are closed or do not block.

import Foundation
import TestSupport
import Testing

@Suite("Sample apps with unusual streams")
struct StreamTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private func shell(_ commands: String, _ app: AppCase) throws -> ProgramRun {
    try ProgramRun.run(
      "bash",
      ["-c", "set -o pipefail; \(commands)", "bash", try ProgramFile.built(app.name)]
        + root.arguments + app.flags, input: Data("\(app.change)\n".utf8))
  }

  private let adds = "printf 'add %s = x\\n' A B C"

  private func cards() throws -> Int {
    try SampleApp.run("FlashCards", root.arguments, input: ["list"]).lines.count
  }

  @Test(
    "An app saves and exits with status 3 if it cannot write its output", arguments: AppCase.all)
  func fullOutput(app: AppCase) throws {
    let run = try shell("\"$@\" >/dev/full", app)
    #expect(run.status == 3 && run.errors.contains("could not be written"), "\(run)")
    #expect(root.contents(root.document(app.file)) != nil)
  }

  @Test("An app executes all commands although it cannot write its output")
  func fullOutputOfCommands() throws {
    let run = try shell("\(adds) | \"$@\" >/dev/full", .flashCards)
    #expect(run.status == 3)
    #expect(try cards() == 3)
  }

  @Test("An app executes all commands although the reader of its answers exits first")
  func readerLeaves() throws {
    let slow = "{ echo 'add Z = x'; sleep 0.5; \(adds); }"
    let run = try shell("\(slow) | \"$@\" | head -n 1", .flashCards)
    #expect(run.status == 0 && run.lines == ["added card 1"] && run.errors.isEmpty, "\(run)")
    #expect(try cards() == 4)
  }

  @Test("An app exits with status 3 if it cannot read its input", arguments: AppCase.interactive)
  func unreadableInput(app: AppCase) throws {
    let run = try shell("\"$@\" </", app)
    #expect(run.status == 3 && run.errors.contains("could not be read"), "\(run)")
  }

  @Test(
    "An app waits for non-blocking streams",
    .enabled(if: TerminalDriver.isAvailable, "needs python3 for such streams"))
  func nonBlocking() throws {
    let program = try ProgramFile.built("FlashCards")
    let run = try ProgramRun.run("python3", ["-c", Self.nonBlocking, program] + root.arguments)
    #expect(run.status == 0 && run.text == "0 3001\n", "\(run)")
  }

  /// Gives an app non-blocking pipes: commands arrive late, and answers are read late.
  private static let nonBlocking = """
    import os, subprocess, sys, time
    (input, commands), (answers, output) = os.pipe(), os.pipe()
    for end in input, output:
        os.set_blocking(end, False)
    app = subprocess.Popen(sys.argv[1:], stdin=input, stdout=output)
    os.close(input)
    os.close(output)
    time.sleep(0.3)
    os.write(commands, b"add " + b"x" * 50 + b" = y\\n" + b"show\\n" * 3000)
    os.close(commands)
    time.sleep(0.5)
    lines = open(answers).read().count("\\n")
    print(app.wait(), lines)
    """

  @Test("An app runs without any of its streams", arguments: AppCase.all)
  func closed(app: AppCase) throws {
    let run = try shell("\"$@\" <&- >&- 2>&-", app)
    #expect(run.status == 0, "\(run)")
    let again = try shell("\"$@\"", app)
    #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
  }

  @Test("An app prints its usage on request", arguments: AppCase.all)
  func help(app: AppCase) throws {
    let run = try SampleApp.run(app.name, root.arguments + ["--help"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(run.lines.first?.hasPrefix("usage: \(app.name) [--root DIR]") == true)
    #expect(root.contents(root.document(app.file)) == nil)
  }
}
