// Tests of the apps under signals, with pipes: what they save, and what their parent sees. Requires
// python3.

import Foundation
import TestSupport
import Testing

@Suite(
  "Sample apps under signals",
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for what a parent sees"))
struct SignalTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  /// Returns an app's answers after it was driven through steps.
  private func after(
    _ app: AppCase, _ steps: [String], then commands: [String] = ["list"],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let failure = try SampleApp.failure(app.name, "pipe", root.arguments + app.flags, steps)
    #expect(failure == nil, sourceLocation: sourceLocation)
    return try SampleApp.run(app.name, root.arguments + app.flags, input: commands).lines
  }

  /// A change whose answer has arrived; the text appears in the list of any app then.
  private func changed(_ app: AppCase) -> [String] {
    ["type:\(app.change)\\n", "see:\(app.answer)"]
  }

  @Test(
    "An app saves, and the signal ends it", arguments: AppCase.interactive, ["TERM", "INT", "HUP"])
  func ends(app: AppCase, signal: String) throws {
    let steps = changed(app) + ["signal:\(signal)"] + app.leaving + ["status:[SIG\(signal)]"]
    #expect(try after(app, steps).contains { $0.contains("* 1. ") || $0.contains("  1. ") })
  }

  @Test("An app saves, stops and continues", arguments: AppCase.interactive)
  func stops(app: AppCase) throws {
    let file = "has:\(root.document(app.file)):\(app.trace)"
    let steps =
      changed(app) + ["signal:TSTP"] + app.leaving + ["status:[stopped]", file, "signal:CONT"]
      + ["type:help\\n", "type:save\\n", "see:saved", "end", "status:[exit 0]"]
    #expect(try after(app, steps).contains { $0.contains(" 1. ") })
  }

  @Test("An app that is stopped has saved, whatever follows", arguments: AppCase.interactive)
  func killedWhileStopped(app: AppCase) throws {
    let steps =
      changed(app) + ["signal:TSTP", "status:[stopped]", "signal:KILL", "status:[SIGKILL]"]
    #expect(try after(app, steps).contains { $0.contains(" 1. ") })
  }

  @Test("An app loses nothing that it reported as saved", arguments: AppCase.interactive)
  func killedAfterSave(app: AppCase) throws {
    let steps = changed(app) + ["type:save\\n", "see:saved", "signal:KILL", "status:[SIGKILL]"]
    #expect(try after(app, steps).contains { $0.contains(" 1. ") })
  }

  @Test(
    "An app saves a change shortly afterwards without a command", arguments: AppCase.interactive)
  func killedAfterChange(app: AppCase) throws {
    let file = "has:\(root.document(app.file)):\(app.trace)"
    let steps = changed(app) + [file, "signal:KILL", "status:[SIGKILL]"]
    #expect(try after(app, steps).contains { $0.contains(" 1. ") })
  }

  @Test("FlashCards shows the same card after it was killed")
  func restoresCard() throws {
    let steps = [
      "type:add A = B\\nadd C = Lima\\nnext\\nanswer\\n", "see:answer: Lima",
      "has:\(root.document("FlashCards.dat")):Lima",
      "value:\(root.position("FlashCards")):isAnswerShown=True",
      "signal:KILL", "status:[SIGKILL]",
    ]
    #expect(try after(.flashCards, steps, then: ["show"]) == ["card 2 of 2: C = Lima"])
  }

  @Test("Homepwner has the same item selected after it was killed")
  func restoresItem() throws {
    let steps = [
      "type:new\\nnew\\nset 2 name Spork\\nselect 2\\n",
      "see:selected 2. Spork, no serial number, $0, \(AppCase.today)",
      "has:\(root.document("items.archive")):Spork",
      "value:\(root.position("Homepwner")):item=1", "signal:KILL", "status:[SIGKILL]",
    ]
    #expect(try after(.homepwner, steps)[1].hasPrefix("* 2. Spork"))
  }

  @Test("FlashCards continues with what another instance has saved in the meantime")
  func conflict() throws {
    _ = try SampleApp.run("FlashCards", root.arguments, input: ["add A = Paris"])
    let other = "'\(try ProgramFile.built("FlashCards"))' --root '\(root.path)'"
    let steps = [
      "type:show\\n", "see:card 1 of 1: A", "run:echo 'add C = Lima' | \(other)",
      "type:list\\n", "see:  2. C = Lima (0 right, 0 wrong)",
      "run:echo 'delete' | \(other)", "type:add E = Oslo\\n", "see:added card 2",
      "end", "status:[exit 0]",
    ]
    let lines = try after(.flashCards, steps)
    #expect(lines.count == 2 && lines[1].contains("Oslo"), "\(lines)")
  }
}
