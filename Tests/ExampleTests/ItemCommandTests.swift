// Tests of commands about the items of Homepwner: dates and notes, words to find, and files.

import Foundation
import KeyedArchives
import TestSupport
import Testing

@testable import Homepwner

@Suite("Commands about the items of Homepwner")
struct ItemCommandTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private func run(_ input: [String]) throws -> [String] { try root.answers("Homepwner", input) }

  @Test("The date of an item can be set, and only a day of the calendar")
  func dates() throws {
    let found = "error: expected a day such as 2024-05-31, found"
    #expect(
      try run([
        "new A", "set 1 date 2024-02-29", "set 1 date 2023-02-29", "set 1 d 2024-2-1", "undo",
      ]) == [
        "created 1. A, no serial number, $0", "set 1. A, no serial number, $0, 2024-02-29",
        "error: there is no day 2023-02-29", "\(found) “2024-2-1”", "undid setting the date of “A”",
      ])
  }

  @Test("An item has a note, which is shown, found and stored")
  func notes() throws {
    let answers = try run([
      "new Lamp", "new Sofa", "set 1 note in the attic", "set 2 n Couch", "set 1 no under the roof",
      "show 1", "show", "select 2", "show",
    ])
    #expect(
      answers.dropFirst(2) == [
        "set 1. Lamp, no serial number, $0 (in the attic)", "set 2. Couch, no serial number, $0",
        "set 1. Lamp, no serial number, $0 (under the roof)",
        "1. Lamp, no serial number, $0 (under the roof)",
        "error: no item is selected; expected a number: show N",
        "selected 2. Couch, no serial number, $0", "2. Couch, no serial number, $0",
      ])
    #expect(try run(["find ROOF"]) == ["  1. Lamp, no serial number, $0 (under the roof)"])
  }

  @Test("Words are found in any order")
  func words() throws {
    #expect(
      try run([
        "new Rusty old Spork, serial X9", "find spork rusty", "find x9 old", "find spork x8",
      ])
      .dropFirst() == [
        "  1. Rusty old Spork, serial X9, $0", "  1. Rusty old Spork, serial X9, $0",
        "no item contains “spork x8”",
      ])
  }

  @Test("An amount of another currency is an error, wherever it is")
  func currencies() throws {
    let amounts = [
      ("Vase, €45", "€45"), ("Lamp, €45, serial 5", "€45"), ("X, £45", "£45"), ("X, ¥45", "¥45"),
      ("Dishwasher, serial 7788, €450", "€450"), ("X, 1,200 €, serial 5", "1,200 €"),
      ("X, €1,200.50, serial 5", "€1,200.50"), ("X, 45€", "45€"), ("X, -€4, 5", "-€4"),
    ]
    #expect(
      try run(amounts.map { "new \($0.0)" })
        == amounts.map { "error: expected a number of whole dollars, found “\($0.1)”" })
    #expect(
      try run(["new Coin, €2 of 2002, $45", "new Sign € 5, 7"]) == [
        "created 1. Coin, €2 of 2002, no serial number, $45",
        "created 2. Sign € 5, no serial number, $7",
      ])
  }

  @Test("An item like another one is created, and the other one is named")
  func likeItems() throws {
    #expect(
      try run(["new", "new Cup, 5", "new Cup, 5", "new Cup, 5, serial X", "new Cup, 6", "new"]) == [
        "created 1. (no name), no serial number, $0", "created 2. Cup, no serial number, $5",
        "created 3. Cup, no serial number, $5",
        "item 2 has the same name, serial number and value", "created 4. Cup, serial X, $5",
        "created 5. Cup, no serial number, $6", "created 6. (no name), no serial number, $0",
      ])
  }

  @Test("Items are imported, and lines that are not items are reported")
  func imports() throws {
    let path = root.document("items.txt")
    let lines = [
      "Name\tSerial number\tValue\tDate", "Lamp\t\t$1,200.00\t2024-05-31\tattic",
      "\"Sofa, \"\"red\"\"\"\tS1\t60", "just text", "Lamp\t\t1.50\t", "Lamp\t\t1\t31.5.2024", "",
      "\t",
    ]
    try root.write(lines.map { "\($0)\r\n" }.joined(), to: path)
    let answers = try run(["import \(path)", "list", "import \(path)", "undo", "list", "import x"])
    let skipped = "; skipped 4 lines: 4, 5, 6 and 8; left out the heading"
    let reasons = [
      "line 4: no tab in “just text”",
      "line 5: expected a number of whole dollars, found “1.50”",
      "line 6: expected a day such as 2024-05-31, found “31.5.2024”", "line 8: only empty cells",
    ]
    let list = [
      "  1. Lamp, no serial number, $1200, 2024-05-31 (attic)",
      "  2. Sofa, \"red\", serial S1, $60",
    ]
    #expect(
      answers == ["imported 2 items\(skipped)"] + reasons + list
        + ["imported no items; 2 were there already\(skipped)"] + reasons
        + ["undid importing 2 items", "no items", "error: there is no file x"])
    try root.write("Name\n", to: path)
    #expect(
      try run(["import \(path)", "import"]) == [
        "error: the file has no items; line 1: no tab in “Name”",
        "error: expected a file: import FILE",
      ])
  }

  @Test("Items are exported to a new file, from which they can be imported")
  func exports() throws {
    let path = "\(root.path)/new.txt"
    let items = ["export x", "new Lamp, serial L1, 60", "new Lamp, serial L1, 60", "new Sofa"]
    let changes = [1, 2, 3].map { "set \($0) date 2024-05-31" } + ["set 3 note attic"]
    let answers = try run(items + changes + ["export \(path)", "export \(path)", "delete 1"])
    #expect(answers[0] == "error: there are no items to export")
    #expect(
      answers.suffix(3).prefix(2) == [
        "exported 3 items", "error: \(path) exists; expected the name of a new file",
      ])
    let lamp = "Lamp\tL1\t60\t2024-05-31\n"
    #expect(
      root.contents(path) == Data("\(lamp)\(lamp)Sofa\t\t0\t2024-05-31\tattic\n".utf8))
    #expect(
      try run(["import \(path)", "list"]) == [
        "imported 1 item; 2 were there already", "  1. Lamp, serial L1, $60, 2024-05-31",
        "  2. Sofa, no serial number, $0, 2024-05-31 (attic)",
        "  3. Lamp, serial L1, $60, 2024-05-31",
      ])
  }

  @Test("Only an item with a note stores one, and an archive without notes is read")
  func archivedNotes() throws {
    for note in [nil, "attic"] {
      let data = try KeyedArchiver.archivedData(root: BNRItem(itemName: "Lamp", note: note))
      let item = try KeyedUnarchiver.unarchivedObject(of: BNRItem.self, from: data)
      #expect(item.note == note)
      #expect((data.range(of: Data("note".utf8)) != nil) == (note != nil))
    }
  }
}
