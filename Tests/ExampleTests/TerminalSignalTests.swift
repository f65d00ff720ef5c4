// Tests of the interactive apps under a pseudo-terminal that stops them, ends them, or goes away.
// Requires python3.

import Foundation
import TestSupport
import Testing

@Suite(
  "Sample apps in a terminal, under signals",
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for a pseudo-terminal"))
struct TerminalSignalTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  /// Drives an app that has been changed through steps; the change must survive until the next
  /// launch.
  private func expect(
    _ app: AppCase, _ steps: [String], in home: String = "terminal",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let begin = [
      "see:\(app.greeting)", "row:>", "modes:raw", "type:\(app.change)\\r", "see:\(app.answer)",
      "row:>",
    ]
    let failure = try SampleApp.failure(app.name, home, root.arguments, begin + steps)
    #expect(failure == nil, sourceLocation: sourceLocation)
    let again = try SampleApp.run(app.name, root.arguments, input: ["list"])
    #expect(
      again.lines.contains { $0.contains(" 1. ") }, "\(again)", sourceLocation: sourceLocation)
  }

  @Test(
    "An app saves and restores the terminal, however it ends", arguments: AppCase.interactive,
    [
      ["type:\\x03\\x03", "status:[SIGINT]"], ["signal:INT", "status:[SIGINT]"],
      ["signal:TERM", "status:[SIGTERM]"],
      ["signal:HUP", "status:[SIGHUP]"], ["type:\\x04", "status:[exit 0]"],
      ["type:quit\\r", "status:[exit 0]"],
    ])
  func ends(app: AppCase, steps: [String]) throws {
    let leaving = [steps[0]] + app.leaving + [steps[1], "modes:cooked"]
    try expect(app, ["type:ab", "row:> ab", "type:\\x15", "row:>"] + leaving)
  }

  @Test(
    "An app moves past the line that is being edited before it prints",
    arguments: AppCase.interactive)
  func leavesLine(app: AppCase) throws {
    let stop = ["type:\\x1a"] + app.leaving + ["status:[stopped]", "modes:cooked", "row:"]
    try expect(
      app,
      ["type:ab", "row:> ab"] + stop + ["signal:CONT", "modes:raw", "row:> ab", "type:\\x03"]
        + ["see:> ab^C", "row:>", "type:\\x03\\x03"]
        + app.leaving + ["status:[SIGINT]", "modes:cooked", "row:"])
  }

  @Test(
    "An app saves and ends when its terminal disappears without a signal",
    arguments: AppCase.interactive)
  func hangUp(app: AppCase) throws {
    try expect(app, ["type:ab", "row:> ab", "hangup", "status:[exit 0]"], in: "leader")
  }
}
