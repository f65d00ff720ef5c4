// Tests of learning with FlashCards: the keys in a terminal.

import Foundation
import TestSupport
import Testing

@testable import ExampleTerminal
@testable import FlashCards

@Suite(
  "Learning in a terminal",
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for a pseudo-terminal"))
struct LearningTests {
  private let root: AppRoot

  init() throws {
    root = try AppRoot()
    _ = try SampleApp.run(
      "FlashCards", root.arguments, input: ["add A = 1", "add B = 2", "add C = 3", "add D = 4"])
  }

  private let start = [
    "see:card 1 of 4: A", "row:>", "modes:raw", "type:learn\\r", "see:4 to go: A",
  ]
  private let legend = "row:Space answer · r right · w wrong · e edit · d delete · u undo · q back"
  private let legendAfterAnswer = "row:r right · w wrong · e edit · d delete · u undo · q back"
  private let another = "row:another round: Space · undo: u · back: q"
  private let end = ["row:>", "type:\\x04", "modes:cooked", "status:[exit 0]"]

  private func expect(
    _ steps: [String], in home: String = "terminal",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let failure = try SampleApp.failure(
      "FlashCards", home, root.arguments, start + [legend] + steps)
    #expect(failure == nil, sourceLocation: sourceLocation)
  }

  private func list() throws -> [String] {
    try SampleApp.run("FlashCards", root.arguments, input: ["list"]).lines
  }

  @Test("One key each shows the answer and counts it, and a wrong card comes again")
  func keys() throws {
    try expect(
      [
        "type: ", "see:answer: 1", legendAfterAnswer, "type:w", "see:wrong: 0 right, 1 wrong",
        "see:4 to go: B", legend, "type:r", "see:right: 1 right, 0 wrong", "see:3 to go: C",
        "type:\\r",
        "see:answer: 3", "type:rR", "see:2 to go: D", "see:1 to go: A", "type:\\x1b[Ax r",
        "see:answer: 1", "see:round finished: 4 right, 1 wrong", another, "type: ",
        "see:4 to go: A", legend, "type:q", "see:4 cards to go; type learn to go on",
      ] + end)
    #expect(try list()[0] == "* 1. A = 1 (1 right, 1 wrong)")
  }

  @Test("A second Space changes nothing, and a pasted text is ignored")
  func ignoredKeys() throws {
    try expect(
      [
        "type:  ", "see:answer: 1", "type:\\x1b[200~rrrr\\r\\x1b[201~r",
        "see:right: 1 right, 0 wrong",
        "see:3 to go: B", "type:q",
      ] + end)
    #expect(try list()[1] == "* 2. B = 2 (0 right, 0 wrong)")
  }

  @Test("Keys after the end of a round are not typed on the command line")
  func endOfRound() throws {
    try expect(
      [
        "type:rrrrrrr", "see:round finished: 4 right, 0 wrong", another, "type:w\\r", "bell",
        another,
      ]
        + ["type:q"] + end)
    #expect(try list().allSatisfy { $0.contains("(1 right, 0 wrong)") })
  }

  @Test("A key deletes the card, and undo brings it back")
  func deletes() throws {
    try expect(
      [
        "type:d", "see:deleted card 1: A", "see:3 to go: B", "type:u", "see:undid deleting “A”",
        "see:4 to go: A", "type:q",
      ] + end)
  }

  @Test("Learning in reverse asks for the questions, in a round of its own")
  func reverse() throws {
    let steps = [
      "see:card 1 of 4: A", "row:>", "modes:raw", "type:learn r\\r", "see:4 to go: 1", "type:r",
      "see:question: A", "see:right: 1 right, 0 wrong", "see:3 to go: 2", "type:q",
      "see:3 cards to go; type learn reverse to go on", "row:>", "type:learn\\r", "shows:4 to go: ",
      "type:q", "row:>", "type:learn reverse\\r", "see:3 to go: 2", "type:q",
    ]
    #expect(try SampleApp.failure("FlashCards", "terminal", root.arguments, steps + end) == nil)
  }

  /// Learns with a command other than `learn`.
  private func learn(_ command: String, _ steps: [String]) throws {
    let begin = ["shows:card", "row:>", "modes:raw", "type:\(command)\\r"]
    let failure = try SampleApp.failure(
      "FlashCards", "terminal", root.arguments, begin + steps + end)
    #expect(failure == nil)
  }

  @Test("A number limits a round to the cards that need it most")
  func limited() throws {
    _ = try SampleApp.run("FlashCards", root.arguments, input: ["show 3", "wrong", "show 1"])
    try learn(
      "learn 2",
      [
        "see:2 to go: C", "type:r", "shows:1 to go: ", "type:q",
        "see:1 card to go; type learn 2 to go on", "row:>", "type:learn\\r", "see:4 to go: C",
        "type:q", "see:4 cards to go; type learn to go on", "row:>", "type:learn reverse 2\\r",
        "see:2 to go: 3", "type:r", "shows:1 to go: ", "type:r",
        "see:round finished: 2 right, 0 wrong", another, "type: ", "shows:2 to go: ", legend,
        "type:q", "see:2 cards to go; type learn reverse 2 to go on",
      ])
    #expect(try list()[2].hasSuffix("3. C = 3 (2 right, 1 wrong)"))
  }

  @Test("The answer is hidden when the same card is asked again")
  func sameCard() throws {
    let hidden = [legend, "type: ", "see:answer: 2"]
    try learn(
      "learn b",
      ["see:1 to go: B", "type:w", "see:1 to go: B"] + hidden
        + ["type:r", "see:round finished: 1 right, 1 wrong", another, "type: ", "see:1 to go: B"]
        + hidden + ["type:q", "row:>"])
  }

  @Test("A text limits a round to the cards that contain it")
  func byText() throws {
    try learn(
      "learn b",
      [
        "see:1 to go: B", "type:d", "see:deleted card 2: B", "see:round finished: 0 right, 0 wrong",
        another, "type: ", "see:another round is not possible: no card contains “b”", another,
        "type:q", "row:>", "type:learn 0\\r",
        "see:error: expected a number of cards, found “0”",
      ])
    #expect(try list().count == 3)
  }

  @Test("The card shown appears after a deletion, and the restored card after undo")
  func shown() throws {
    let steps = [
      "see:card 1 of 4: A", "row:>", "modes:raw", "type:delete\\r", "see:deleted card 1: A",
      "see:card 1 of 3: B", "type:undo\\r", "see:undid deleting “A”", "shows:* 1. A",
    ]
    #expect(try SampleApp.failure("FlashCards", "terminal", root.arguments, steps + end) == nil)
  }

  @Test("The cards that were answered wrongly are listed after the round, and learned alone")
  func missed() throws {
    try expect(
      ["type:wrrrr", "see:round finished: 4 right, 1 wrong", "see:  A = 1", another, "type:q"]
        + end)
    try learn(
      "learn wrong",
      ["see:1 to go: A", "type:r", "see:round finished: 1 right, 0 wrong", another, "type:q"])
  }

  @Test("A key that leaves right after the last answer leaves")
  func leavesAtOnce() throws {
    try expect(["type:rrrrq", "see:round finished: 4 right, 0 wrong"] + end)
  }

  @Test("A capital letter deletes no card")
  func capital() throws {
    try expect(["type:D", "bell", "type:q"] + end)
    #expect(try list().count == 4)
  }

  @Test("A round that was not begun, or that is finished, is not announced")
  func notBegun() throws {
    let start = ["see:card 1 of 4: A", "next:>"]
    #expect(try SampleApp.failure("FlashCards", "terminal", root.arguments, start + end) == nil)
    try expect(["type:rrrr", "see:round finished: 4 right, 0 wrong", another, "type:q"] + end)
    _ = try SampleApp.run("FlashCards", root.arguments, input: ["add E = 5"])
    let finished = ["see:card 4 of 5: D", "next:>"]
    #expect(try SampleApp.failure("FlashCards", "terminal", root.arguments, finished + end) == nil)
  }

  @Test("A round that is not finished is announced at the next start")
  func unfinished() throws {
    try expect(["type:r", "see:3 to go: B", "type:q"] + end)
    try learn("learn reverse b", ["see:1 to go: 2", "type:w", "see:1 to go: 2", "type:q"])
    let steps = [
      "see:3 cards to go in a round; type learn to go on",
      "see:1 card to go in a round; type learn reverse b to go on",
    ]
    #expect(try SampleApp.failure("FlashCards", "terminal", root.arguments, steps + end) == nil)
  }

  @Test("A change that is redone shows its card")
  func redone() throws {
    let steps = [
      "shows:card 1 of 4", "row:>", "modes:raw", "type:edit 1\\r", "type:0\\r",
      "see:edited card 1: A = 10", "type:edit 3\\r", "type:0\\r", "see:edited card 3: C = 30",
      "type:undo\\r", "see:* 3. C = 3 (0 right, 0 wrong)", "type:undo\\r",
      "see:* 1. A = 1 (0 right, 0 wrong)", "type:redo\\r", "see:redid editing “A”",
      "see:* 1. A = 10 (0 right, 0 wrong)",
    ]
    #expect(try SampleApp.failure("FlashCards", "terminal", root.arguments, steps + end) == nil)
  }

  @Test("A wrong answer shows the right one")
  func wrong() throws {
    try expect(["type:w", "see:answer: 1", "see:wrong: 0 right, 1 wrong", "type:q"] + end)
  }

  @Test("A key undoes an answer, and the card is asked again")
  func undo() throws {
    try expect(
      [
        "type: wr", "see:3 to go: C", "type:u", "see:undid answering “B”", "see:4 to go: B",
        "type:u", "see:undid answering “A”", "see:4 to go: A", "see:answer: 1", "type:u",
        "see:error: there is nothing to undo", "type:q",
      ] + end)
    #expect(try list().allSatisfy { $0.hasSuffix("(0 right, 0 wrong)") })
  }

  @Test("At the end of a round, a key undoes the last answer or deletion and asks the card again")
  func undoAfterRound() throws {
    try expect(
      [
        "type:rrrr", "see:round finished: 4 right, 0 wrong", another, "type:u",
        "see:undid answering “D”", "see:1 to go: D", "type:w", "see:1 to go: D", "type:d",
        "see:deleted card 4: D", "see:round finished: 3 right, 1 wrong", another, "type:u",
        "see:undid deleting “D”", "see:1 to go: D", "type:uu", "see:undid answering “D”",
        "see:undid answering “C”", "see:2 to go: C", "type:q",
      ] + end)
    #expect(try list()[3] == "  4. D = 4 (0 right, 0 wrong)")
  }

  @Test("The only card is asked again after its deletion is undone, and what came before stays")
  func undoOfOnlyCard() throws {
    try learn(
      "learn b",
      [
        "see:1 to go: B", "type:d", "see:round finished: 0 right, 0 wrong", another, "type:u",
        "see:undid deleting “B”", "see:1 to go: B", "type:r",
        "see:round finished: 1 right, 0 wrong", another, "type:q",
      ])
    #expect(try list().count == 4)
  }

  @Test("A key edits the card on its line, and Escape leaves it unchanged")
  func edit() throws {
    try expect(
      [
        "type:e", "row:edit> A = 1", "type:0\\r", "see:edited card 1: A = 10", "see:4 to go: A",
        "type:e", "row:edit> A = 10", "type:5\\x1b", "see:unchanged", "type:e",
        "type:\\x15B 2\\r",
        "see:error: expected QUESTION = ANSWER; Escape leaves the card unchanged",
        "row:edit> B 2", "type:\\r",
        "see:error: expected QUESTION = ANSWER; Escape leaves the card unchanged", "row:edit> B 2",
        "type:\\x03", "see:unchanged", "see:4 to go: A", "type:q",
      ] + end)
    #expect(try list()[0] == "* 1. A = 10 (0 right, 0 wrong)")
  }

  @Test(
    "Escape, Control-C, Control-D and q lead back to the command line",
    arguments: ["\\x1b", "\\x03", "\\x04", "q"])
  func back(key: String) throws {
    try expect(["type:\(key)", "see:4 cards to go; type learn to go on"] + end)
  }

  @Test("A round continues after the app was killed, even with a new card")
  func killed() throws {
    try expect(
      [
        "type: r", "see:3 to go: B", "has:\(root.document("FlashCards.dat")):FlashCard",
        "value:\(root.position("FlashCards")):card=1", "type:q", "row:>", "type:save\\r",
        "see:saved", "row:>", "has:\(root.position("FlashCards-round")):done", "signal:KILL",
        "status:[SIGKILL]",
      ])
    _ = try SampleApp.run("FlashCards", root.arguments, input: ["add E = 5"])
    let steps = [
      "see:card 2 of 5: B", "row:>", "modes:raw", "type:learn\\r", "see:4 to go: B", legend,
      "type:q",
    ]
    #expect(try SampleApp.failure("FlashCards", "terminal", root.arguments, steps + end) == nil)
  }

  @Test("The terminal is restored while a card is asked, and the card is asked again")
  func stops() throws {
    try expect(
      [
        "type:r", "see:3 to go: B", legend, "type:\\x1a", "status:[stopped]", "modes:cooked",
        "row:",
        "signal:CONT", "modes:raw", "see:3 to go: B", legend, "type:r", "see:2 to go: C", "type:q",
      ] + end)
  }

  @Test(
    "No answer is lost when a signal ends learning, and the terminal is restored",
    arguments: [
      ["signal:INT", "status:[SIGINT]"], ["signal:TERM", "status:[SIGTERM]"],
      ["signal:HUP", "status:[SIGHUP]"],
    ])
  func ends(steps: [String]) throws {
    try expect(["type:r", "see:3 to go: B", legend] + steps + ["modes:cooked", "row:"])
    #expect(try list()[0] == "  1. A = 1 (1 right, 0 wrong)")
  }

  @Test("No answer is lost when the terminal disappears")
  func hangUp() throws {
    try expect(["type:r", "see:3 to go: B", legend, "hangup", "status:[exit 0]"], in: "leader")
    #expect(try list()[0] == "  1. A = 1 (1 right, 0 wrong)")
  }

  /// A step in which another instance executes commands and saves.
  private func other(_ commands: String...) throws -> String {
    let lines = (commands + ["save"]).map { $0 + "\\n" }.joined()
    return "run:printf '\(lines)' | '\(try ProgramFile.built("FlashCards"))' --root '\(root.path)'"
  }

  @Test("An answer does not count for a card that another instance has changed")
  func otherInstance() throws {
    try expect(
      [
        try other("edit Z = 9"), "type:r", "see:4 to go: Z", "type:r",
        "see:right: 1 right, 0 wrong", "see:3 to go: B", "type:q",
      ] + end)
    #expect(try list()[0] == "  1. Z = 9 (1 right, 0 wrong)")
  }

  @Test("The next card is asked when another instance has deleted the one that was asked")
  func deletedCard() throws {
    try expect(
      [
        try other("show 1", "delete"), "type:r", "see:3 to go: B", "type:r",
        "see:right: 1 right, 0 wrong", "see:2 to go: C", "type:q",
      ] + end)
  }

  @Test("The key for undoing leaves what was done before learning")
  func undoLimit() throws {
    let steps = [
      "see:card 1 of 4: A", "row:>", "modes:raw", "type:add E = 5\\r", "see:added card 5",
      "type:learn\\r", "see:5 to go: A", legend, "type:ruu", "see:undid answering “A”",
      "see:error: there is nothing to undo", "type:q", "row:>", "type:undo\\r",
      "see:undid adding “E”",
    ]
    #expect(try SampleApp.failure("FlashCards", "terminal", root.arguments, steps + end) == nil)
  }

  @Test("The legend stays on one row in a narrow terminal")
  func narrow() throws {
    try expect(
      [
        "size:20", "row:Space r w e d u q", "type: ", "see:answer: 1", "row:r w e d u q", "size:80",
        legendAfterAnswer, "type:q",
      ] + end)
  }

  @Test("There is nothing to learn without cards")
  func noCards() throws {
    _ = try SampleApp.run("FlashCards", root.arguments, input: Array(repeating: "delete", count: 4))
    let steps = [
      "see:no cards yet; help lists the commands", "row:>", "modes:raw", "type:learn\\r",
      "see:error: there are no cards; add one with: add QUESTION = ANSWER",
    ]
    #expect(try SampleApp.failure("FlashCards", "terminal", root.arguments, steps + end) == nil)
  }
}
