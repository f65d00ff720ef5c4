// Tests of commands about several cards of FlashCards: duplicates, quoted cells in files, numbers, and
// lists.

import Foundation
import TestSupport
import Testing

@testable import ExampleTerminal

@Suite("Commands about the cards of FlashCards")
struct CardCommandTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private func run(_ input: [String]) throws -> [String] { try root.answers("FlashCards", input) }

  @Test("A cell that begins with a quotation mark is read as spreadsheets write it")
  func quotedCells() {
    let text = "\"A \"\"b\"\"\"\tB\n\"C\tc\r\nd\"\t\"\"\n\"E\" e\t\"F\n5\t\"\"\"\"\"\"\nG\t\"H\""
    #expect(
      TabbedText(text: text).rows == [
        .init(line: 1, cells: ["A \"b\"", "B"]), .init(line: 2, cells: ["C c d", ""]),
        .init(line: 4, cells: ["\"E\" e", "\"F"]), .init(line: 5, cells: ["5", "\"\""]),
        .init(line: 6, cells: ["G", "H"]),
      ])
    #expect(TabbedText(text: "").rows.isEmpty && TabbedText(text: "\n \n\"\"\n").rows.isEmpty)
    #expect(TabbedText(text: "\"\tA").rows == [.init(line: 1, cells: ["\"", "A"])])
    #expect(TabbedText(text: "A\t").rows == [.init(line: 1, cells: ["A", ""])])
  }

  @Test("FlashCards imports quoted cells, and exports what it can import")
  func quotedCards() throws {
    let path = root.document("cards.txt")
    try root.write("\"Say \"\"hello\"\"\"\t\"bon\tjour\"\n\"Two\nlines\"\tB\nC\n", to: path)
    let file = "\(root.path)/new.txt"
    let answers = try run([
      "import \(path)", "list", "add \"X\" = \"Y", "export \(file)", "import \(file)",
    ])
    #expect(
      answers == [
        "imported 2 cards; skipped line 4: no tab in “C”",
        "* 1. Say \"hello\" = bon jour (0 right, 0 wrong)",
        "  2. Two lines = B (0 right, 0 wrong)", "added card 3", "exported 3 cards",
        "imported no cards; 3 were there already",
      ])
    #expect(
      root.contents(file)
        == Data("Say \"hello\"\tbon jour\nTwo lines\tB\n\"\"\"X\"\"\"\t\"\"\"Y\"\n".utf8))
  }

  @Test("A card that is there already is not added again")
  func duplicate() throws {
    #expect(
      try run(["add A = B", "add A = C", "add  A\tB ", "undo", "list"]) == [
        "added card 1", "added card 2; card 1 has the same question",
        "skipped: card 1 is there already", "undid adding “A”",
        "* 1. A = B (0 right, 0 wrong)",
      ])
  }

  @Test("A card can be deleted by its number, and the card shown stays")
  func deletesByNumber() throws {
    let cards = ["add A = 1", "add A = 2", "add C = 3", "show 2", "answer"]
    #expect(
      try run(cards + ["delete 1", "show", "delete 2", "delete 2", "undo", "undo", "show"]).suffix(
        7)
        == [
          "deleted card 1: A", "card 1 of 2: A = 2", "deleted card 2: C",
          "error: there is no card “2”; the numbers are 1 to 1", "undid deleting “C”",
          "undid deleting “A”", "card 2 of 3: A = 2",
        ])
  }

  @Test("The numbers of a list are aligned at the right")
  func alignedNumbers() throws {
    let answers = try run((1...10).map { "add Q\($0) = A" } + ["list", "find 1", "find 2"])
    #expect(
      answers.suffix(13) == [
        "*  1. Q1 = A (0 right, 0 wrong)", "   2. Q2 = A (0 right, 0 wrong)",
        "   3. Q3 = A (0 right, 0 wrong)", "   4. Q4 = A (0 right, 0 wrong)",
        "   5. Q5 = A (0 right, 0 wrong)", "   6. Q6 = A (0 right, 0 wrong)",
        "   7. Q7 = A (0 right, 0 wrong)", "   8. Q8 = A (0 right, 0 wrong)",
        "   9. Q9 = A (0 right, 0 wrong)", "  10. Q10 = A (0 right, 0 wrong)",
        "*  1. Q1 = A (0 right, 0 wrong)", "  10. Q10 = A (0 right, 0 wrong)",
        "   2. Q2 = A (0 right, 0 wrong)",
      ])
  }

  @Test("The cards that were answered wrongly are listed by the number of wrong answers")
  func wrongCards() throws {
    let cards = ["add A = 1", "add B = 2", "add C = 3", "list wrong"]
    let answers = ["show 2", "wrong", "right", "show 3", "wrong", "wrong", "show 1", "right"]
    let lines = try run(cards + answers + ["list wrong", "list w", "list x"])
    #expect(lines[3] == "no card was answered wrongly")
    let wrong = ["  3. C = 3 (0 right, 2 wrong)", "  2. B = 2 (1 right, 1 wrong)"]
    #expect(lines.suffix(5) == wrong + wrong + ["error: expected list or list wrong, found “x”"])
  }
}
