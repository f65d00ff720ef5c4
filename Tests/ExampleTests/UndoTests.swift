// Tests of undoing changes in the sample apps, also when another instance has changed the data.

import Foundation
import TestSupport
import Testing

@Suite("Undoing changes in the sample apps")
struct UndoTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private func run(_ name: String, _ input: [String]) throws -> [String] {
    try root.answers(name, input)
  }

  private let nothing = "error: there is nothing to undo"

  @Test("FlashCards undoes every change, the last one first")
  func cards() throws {
    let cards = ["add A = B", "add C = D", "next"]
    let changes = ["right", "wrong", "edit E = F", "delete"]
    let answers = try run(
      "FlashCards", cards + changes + Array(repeating: "undo", count: 4) + ["show", "list"])
    #expect(
      answers.suffix(7) == [
        "undid deleting “E”", "undid editing “C”", "undid answering “C”", "undid answering “C”",
        "card 2 of 2: C", "  1. A = B (0 right, 0 wrong)", "* 2. C = D (0 right, 0 wrong)",
      ])
    #expect(try run("FlashCards", ["undo", "list"]) == [nothing] + answers.suffix(2))
  }

  @Test("FlashCards shows what it showed before the change that was undone")
  func position() throws {
    let answers = try run(
      "FlashCards",
      ["add A = B", "add C = D", "add E = F", "next", "answer", "delete", "next", "undo", "show"])
    #expect(answers.suffix(2) == ["undid deleting “C”", "card 2 of 3: C = D"])
  }

  @Test("Homepwner undoes every change, the last one first")
  func items() throws {
    let changes = [
      "new A, 1", "new B, 2", "select 2", "set 2 name C", "set 2 value 3", "move 2 1", "delete 1",
    ]
    let answers = try run(
      "Homepwner", changes + Array(repeating: "undo", count: 4) + ["list", "undo", "undo", "undo"])
    #expect(
      answers.suffix(9) == [
        "undid deleting “C”", "undid moving “C”", "undid setting the value of “C”",
        "undid setting the name of “B”", "  1. A, no serial number, $1",
        "* 2. B, no serial number, $2", "undid creating “B”", "undid creating “A”", nothing,
      ])
    #expect(try run("Homepwner", ["list"]) == ["no items"])
  }

  @Test("What was undone can be redone until the next change")
  func redo() throws {
    let answers = try run(
      "FlashCards",
      ["add A = B", "add C = D", "delete", "undo", "undo", "redo", "redo", "show", "redo", "undo"]
        + ["add E = F", "redo", "undo", "undo", "redo", "list"])
    #expect(
      answers.dropFirst(3) == [
        "undid deleting “A”", "undid adding “C”", "redid adding “C”", "redid deleting “A”",
        "card 1 of 1: C", "error: there is nothing to redo", "undid deleting “A”", "added card 3",
        "error: there is nothing to redo", "undid adding “E”", "undid adding “C”",
        "redid adding “C”", "* 1. A = B (0 right, 0 wrong)", "  2. C = D (0 right, 0 wrong)",
      ])
    let items = ["new A", "new B", "move 1 2", "undo", "redo", "move 2 2", "undo", "list"]
    #expect(
      try run("Homepwner", items).suffix(5) == [
        "redid moving “A”", "moved 2. A, no serial number, $0", "undid moving “A”",
        "  1. A, no serial number, $0", "  2. B, no serial number, $0",
      ])
  }

  @Test("A change that changes nothing is not undone")
  func unchanged() throws {
    let items = ["new A, 5", "set 1 value 5", "undo", "undo"]
    #expect(
      try run("Homepwner", items).suffix(3) == [
        "set 1. A, no serial number, $5", "undid creating “A”", nothing,
      ])
  }

  @Test("What was undone is saved like any change")
  func saved() throws {
    #expect(try run("FlashCards", ["add A = B", "save", "undo", "save"]).last == "saved")
    #expect(try run("FlashCards", ["list"]) == ["no cards"])
  }
}

@Suite(
  "Undoing changes with two instances of a sample app",
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for two instances"))
struct UndoOfTwoTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private func after(
    _ name: String, _ steps: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let end = ["end", "status:[exit 0]", "other:end", "other:status:[exit 0]"]
    let failure = try SampleApp.failure(name, "pipe", root.arguments, steps + end)
    #expect(failure == nil, sourceLocation: sourceLocation)
    return try SampleApp.run(name, root.arguments, input: ["list"]).lines
  }

  @Test("Several deletions are undone even if another instance has changed a card between them")
  func deletedAround() throws {
    let steps =
      ["type:add A = B\\nadd C = D\\nadd E = F\\ndelete 1 3\\nsave\\n", "see:saved"]
      + ["other:type:show\\nright\\nsave\\n", "other:see:saved", "type:undo\\n"]
      + ["see:undid deleting 2 cards", "type:redo\\n", "see:redid deleting 2 cards"]
      + ["type:undo\\n", "see:undid deleting 2 cards"]
    #expect(
      try after("FlashCards", steps) == [
        "* 1. A = B (0 right, 0 wrong)", "  2. C = D (1 right, 0 wrong)",
        "  3. E = F (0 right, 0 wrong)",
      ])
  }

  @Test("A change that another instance has overwritten is not undone, and the one before it is")
  func overwritten() throws {
    let steps =
      ["type:add A = B\\nadd C = D\\nright\\nsave\\n", "see:saved"]
      + ["other:type:show\\nright\\nsave\\n", "other:see:saved", "type:undo\\n"]
      + [
        "see:error: cannot undo answering “A”: another instance has changed it since",
        "type:undo\\n",
      ]
      + ["see:undid adding “C”", "type:undo\\n"]
      + ["see:error: cannot undo adding “A”: another instance has changed it since"]
    #expect(try after("FlashCards", steps) == ["* 1. A = B (2 right, 0 wrong)"])
  }

  @Test("A change is undone although another instance has changed other objects")
  func independent() throws {
    let steps =
      ["type:new A\\nnew B\\nset 2 name C\\nsave\\n", "see:saved"]
      + ["other:type:delete 1\\nnew D\\nsave\\n", "other:see:saved"]
      + ["type:undo\\n", "see:undid setting the name of “B”", "type:save\\n", "see:saved"]
    let lines = try after("Homepwner", steps)
    #expect(
      lines.count == 3 && lines[0].contains("1. B,") && lines[1].contains("2. D,"), "\(lines)")
  }

  @Test("A deleted object returns although the list has become shorter")
  func deletion() throws {
    let steps =
      ["type:add A = B\\nadd C = D\\nadd E = F\\nshow 3\\ndelete\\nsave\\n", "see:saved"]
      + ["other:type:show 1\\ndelete\\ndelete\\nsave\\n", "other:see:saved"]
      + ["type:undo\\n", "see:undid deleting “E”", "type:save\\n", "see:saved"]
    #expect(try after("FlashCards", steps) == ["* 1. E = F (0 right, 0 wrong)"])
  }
}
