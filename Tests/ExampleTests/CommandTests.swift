// Tests of the commands of the interactive apps: abbreviations, help, and the commands
// that find, sort, add up and import.

import Foundation
import TestSupport
import Testing

@testable import ExampleTerminal
@testable import Faves
@testable import FlashCards
@testable import Homepwner

@Suite("Commands of the sample apps")
struct CommandTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private func run(_ name: String, _ input: [String]) throws -> [String] {
    try root.answers(name, input)
  }

  private let table = CommandTable([
    "new [NAME]": "", "set N name TEXT": "", "set N serial TEXT": "", "sort name|value": "",
  ])

  @Test("The beginning of a command is enough if no other command has it")
  func abbreviations() throws {
    for (word, name) in [
      ("n", "new"), ("set", "set"), ("so", "sort"), ("q", "quit"), ("x", "x"), ("", ""),
    ] {
      #expect(try table.name(of: word) == name)
    }
    let answers = try run("FlashCards", ["ad A = B", "sh", "s", "ri", "stat", "a"])
    #expect(
      answers == [
        "added card 1", "card 1 of 1: A", "error: “s” is the beginning of show, stats and save",
        "right: 1 right, 0 wrong", "1 card, 1 right, 0 wrong (100 % right)",
        "error: “a” is the beginning of add and answer",
      ])
  }

  @Test("Every line of help fits into a terminal of 80 columns")
  @MainActor func help() {
    for commands in [FavesApp.commands, FlashCardsApp.commands, HomepwnerApp.commands] {
      let page = CommandTable(commands).page
      #expect(page.allSatisfy { $0.count < 80 } && page.count < 24, "\(page)")
    }
  }

  @Test("FlashCards finds cards, whatever the capitals")
  func findsCards() throws {
    let cards = ["add Peru? = Lima", "add Norway? = Oslo", "add Lima bean = Phaseolus"]
    let answers = try run("FlashCards", cards + ["find lima", "find x", "find"])
    #expect(
      answers.suffix(4) == [
        "* 1. Peru? = Lima (0 right, 0 wrong)", "  3. Lima bean = Phaseolus (0 right, 0 wrong)",
        "no card contains “x”", "error: expected a text: find TEXT",
      ])
  }

  @Test("FlashCards shows a card by its number")
  func showsCard() throws {
    let answers = try run("FlashCards", ["add A = B", "add C = D", "show 2", "right", "show 3"])
    #expect(
      answers.suffix(3) == [
        "card 2 of 2: C", "right: 1 right, 0 wrong",
        "error: there is no card “3”; the numbers are 1 to 2",
      ])
  }

  @Test("FlashCards edits the question, the answer or both, and the counts stay")
  func edits() throws {
    let answers = try run(
      "FlashCards",
      [
        "add A = B", "right", "edit = C", "edit D =", "edit E=F", "list", "edit", "edit x",
        "edit =",
      ]
    )
    let usage =
      "error: expected the new texts: edit QUESTION = ANSWER, or edit = ANSWER for the answer alone"
    #expect(
      answers.suffix(7) == [
        "edited card 1: A = C", "edited card 1: D = C", "edited card 1: E = F",
        "* 1. E = F (1 right, 0 wrong)", usage, usage, usage,
      ])
  }

  @Test("FlashCards imports the lines of a file that have a question, a tab and an answer")
  func imports() throws {
    let path = root.document("my cards.txt")
    try root.write("\u{FEFF}A\tB\r\n\nheading\n  C \tD\tmore\n\t\n", to: path)
    let answers = try run(
      "FlashCards", ["import \(path)", "list", "undo", "list", "import \(root.path)", "import x"])
    #expect(
      answers == [
        "imported 2 cards; skipped 2 lines: 3 and 5; left out the third column of line 4",
        "line 3: no tab in “heading”", "line 5: no question",
        "* 1. A = B (0 right, 0 wrong)", "  2. C = D (0 right, 0 wrong)",
        "undid importing 2 cards", "no cards", "error: \(root.path) is not a file",
        "error: there is no file x",
      ])
  }

  @Test("FlashCards leaves out cards that are there already when it imports a file")
  func importsAgain() throws {
    let path = root.document("cards.txt")
    try root.write("A\tB\nC\tD\nC\tD\nE\n", to: path)
    #expect(
      try run("FlashCards", ["add A = B", "import \(path)", "import \(path)", "import"]).dropFirst()
        == [
          "imported 1 card; 2 were there already; skipped line 4: no tab in “E”",
          "imported no cards; 3 were there already; skipped line 4: no tab in “E”",
          "error: expected a file: import FILE",
        ])
  }

  @Test("FlashCards changes the answer of a card by its number or question")
  func editsByNumber() throws {
    let cards = [
      "add A = 1", "add B = 2", "edit 2 = 3", "edit 9 = 3", "edit 1 + 1 = 2", "edit a = 4", "list",
      "add Symbol of gold? = Ag", "show 1", "edit gold = Au",
    ]
    #expect(
      try run("FlashCards", cards).dropFirst(2) == [
        "edited card 2: B = 3", "error: there is no card “9”; the numbers are 1 to 2",
        "edited card 2: 1 + 1 = 2", "edited card 1: A = 4", "* 1. A = 4 (0 right, 0 wrong)",
        "  2. 1 + 1 = 2 (0 right, 0 wrong)", "added card 3", "card 1 of 3: A",
        "edited card 3: Symbol of gold? = Au",
      ])
  }

  @Test("FlashCards exports cards to a file that it can import")
  func exports() throws {
    let path = "\(root.path)/new.txt"
    let answers = try run(
      "FlashCards",
      ["export x", "add A = B", "add 2 + 2 = ?\t4 = four", "export \(path)", "export \(path)"])
    #expect(
      answers == [
        "error: there are no cards to export", "added card 1", "added card 2", "exported 2 cards",
        "error: \(path) exists; expected the name of a new file",
      ])
    #expect(root.contents(path) == Data("A\tB\n2 + 2 = ?\t4 = four\n".utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: root.path).allSatisfy {
        !$0.contains("lock")
      })
  }

  @Test("Help explains one command")
  func helpForOne() throws {
    #expect(
      try run("Homepwner", ["help so", "help undo", "help x"]) == [
        "sort name|serial|value|date [desc]  change the order of the items",
        "The smallest comes first, or with desc the largest. The order is stored; undo restores the old one.",
        "undo  undo the last change, then earlier ones", "error: there is no command x",
      ])
    #expect(
      try run("FlashCards", ["help learn"]) == [
        "learn [reverse] [NUMBER|wrong|TEXT]  learn cards; each answer is one key",
        "NUMBER picks that many cards, those that need practice most.",
        "wrong picks the cards with at least as many wrong answers as right ones.",
        "TEXT picks the cards that contain its words.",
        "learn continues a round that is not finished, even after a restart.",
        "A new round of some cards replaces an unfinished one; the round of all cards is kept.",
      ])
  }

  @Test("Text is found whatever its capitals and accents")
  func folding() {
    #expect("Käse".containsIgnoringCase("kase") && "Kase".containsIgnoringCase("KÄSE"))
    #expect(
      "Straße".containsIgnoringCase("STRASSE") && "STRA\u{1E9E}E".containsIgnoringCase("straße"))
    #expect(!"Käse".containsIgnoringCase("kese"))
  }

  @Test("Text is found whatever the form of its quotation marks")
  func quotationMarks() throws {
    #expect("Grandma’s “good” cup".containsIgnoringCase("grandma's \"good\""))
    #expect("Grandma's \"good\" cup".containsIgnoringCase("grandma’s “good”"))
    #expect(
      try run("FlashCards", ["add What’s up? = Sky", "find what's"]).last
        == "* 1. What’s up? = Sky (0 right, 0 wrong)")
    #expect(
      try run("Homepwner", ["new Grandma's cup", "find grandma’s"]).last
        == "  1. Grandma's cup, no serial number, $0")
  }

  @Test("FlashCards finds words in any order, in the question or the answer")
  func findsWords() throws {
    let cards = ["add Capital of Peru? = Lima", "add Capital of Cuba? = Havana"]
    #expect(
      try run("FlashCards", cards + ["find lima capital", "find peru havana"]).suffix(2) == [
        "* 1. Capital of Peru? = Lima (0 right, 0 wrong)", "no card contains “peru havana”",
      ])
  }

  @Test("Learning needs a terminal")
  func learning() throws {
    #expect(try run("FlashCards", ["learn"]) == ["error: learn needs a terminal"])
  }

  @Test("Homepwner makes an item in one line, with a serial number and a value if they are given")
  func newItems() throws {
    let texts = [
      "Rusty Spork", "Rusty Spork, 60", "Rusty  Spork, serial 3B6F9, $1,200", "Lamp $5",
      "Sporks, 3, 4, 200", "Bear, brown", "Catch 22", "Spork, 1.50", "Spork, 1,2", "", ", 5",
    ]
    let none = "no serial number"
    #expect(
      try run("Homepwner", texts.map { "new \($0)" }) == [
        "created 1. Rusty Spork, \(none), $0", "created 2. Rusty Spork, \(none), $60",
        "created 3. Rusty  Spork, serial 3B6F9, $1200", "created 4. Lamp, \(none), $5",
        "created 5. Sporks, 3, 4, \(none), $200", "created 6. Bear, brown, \(none), $0",
        "created 7. Catch 22, \(none), $0",
        "error: expected a number of whole dollars, found “1.50”",
        "error: expected a number of whole dollars, found “1,2”",
        "created 8. (no name), \(none), $0", "created 9. (no name), \(none), $5",
      ])
  }

  @Test("The serial number and the value of a new item come in any order, but once")
  func newItemsInAnyOrder() throws {
    let texts = [
      "Camera, 300, serial C9", "Camera, serial C9, 1200 USD", "Camera, serial",
      "serial C9, Camera",
      "Camera, serial C9, serial C8", "Bear, -5", "Camera, serial C9, red",
    ]
    let usage = "new NAME, serial SERIAL, value DOLLARS, date DAY, note TEXT"
    let once = "error: expected one serial number, after the name: \(usage)"
    let dollars = "error: expected a number of whole dollars, found"
    #expect(
      try run("Homepwner", texts.map { "new \($0)" }) == [
        "created 1. Camera, serial C9, $300", "\(dollars) “1200 USD”",
        "error: expected a serial number: \(usage)", once, once, "\(dollars) “-5”",
        "error: cannot tell what “red” is, or it is given twice; expected \(usage)",
      ])
  }

  @Test("A new item can have a date, and a note with commas")
  func newItemsWithDates() throws {
    let usage = "new NAME, serial SERIAL, value DOLLARS, date DAY, note TEXT"
    let yesterday = try BNRItem.date("yesterday").formatted(BNRItem.dayStyle)
    let texts = [
      "Camera, 300, serial C9, 2020-05-01", "Camera, date 2020-05-01, 300, note attic, box 2",
      "Rug, date 2020-5-1", "Rug, date 31.5.2024", "Dress, date night", "Book, notes",
      "Passport, 2019", "Lens, 300 , note attic", "Song, yesterday", "Phone, 555-123-4567",
      "Piano, value 5,000", "Rug, 350.00", "Desk, 20, note", "Desk, 200, serial",
    ]
    #expect(
      try run("Homepwner", texts.map { "new \($0)" }) == [
        "created 1. Camera, serial C9, $300, 2020-05-01",
        "created 2. Camera, no serial number, $300, 2020-05-01 (attic, box 2)",
        "error: expected a day such as 2024-05-31, found “2020-5-1”",
        "error: expected a day such as 2024-05-31, found “31.5.2024”",
        "created 3. Dress, date night, no serial number, $0",
        "created 4. Book, notes, no serial number, $0",
        "created 5. Passport, no serial number, $2019",
        "created 6. Lens, no serial number, $300 (attic)",
        "created 7. Song, no serial number, $0, \(yesterday)",
        "created 8. Phone, 555-123-4567, no serial number, $0",
        "created 9. Piano, no serial number, $5000", "created 10. Rug, no serial number, $350",
        "error: expected a text after “note”: \(usage)",
        "error: expected a serial number: \(usage)",
      ])
  }

  @Test("A date can be today or yesterday, where the person is")
  func relativeDates() throws {
    let now = try Date("2024-03-01T02:00:00Z", strategy: .iso8601)
    let newYork = try #require(TimeZone(identifier: "America/New_York"))
    for (text, day) in [
      ("today", "2024-02-29"), ("Yesterday", "2024-02-28"), ("2020-05-01", "2020-05-01"),
    ] {
      #expect(try BNRItem.date(text, now: now, in: newYork) == BNRItem.dayStyle.parse(day))
    }
    let answers = try run(
      "Homepwner", ["new A, 2020-05-01", "set 1 date yesterday", "set 1 date x"])
    #expect(answers[1].hasPrefix("set 1. A, no serial number, $0"))
    #expect(answers[2] == "error: expected a day such as 2024-05-31, found “x”")
  }

  @Test("Several items or cards are deleted at once, and restored at once")
  func deletesSeveral() throws {
    let items = ["new A", "new B", "new C", "new D", "select 3"]
    #expect(
      try run("Homepwner", items + ["delete 4 1-2", "list", "undo", "list", "delete 2-1"]).suffix(
        10)
        == [
          "deleted 1. A, no serial number, $0", "deleted 2. B, no serial number, $0",
          "deleted 4. D, no serial number, $0", "* 1. C, no serial number, $0",
          "undid deleting 3 items", "  1. A, no serial number, $0", "  2. B, no serial number, $0",
          "* 3. C, no serial number, $0", "  4. D, no serial number, $0",
          "error: expected a range such as 5-7, found “2-1”",
        ])
    let cards = ["add A = 1", "add B = 2", "add C = 3", "show 2"]
    #expect(
      try run("FlashCards", cards + ["delete 1,2", "show", "undo", "show", "delete 1 9"]).suffix(6)
        == [
          "deleted card 1: A", "deleted card 2: B", "card 1 of 1: C", "undid deleting 2 cards",
          "card 2 of 3: B", "error: there is no card “9”; the numbers are 1 to 3",
        ])
    #expect(
      try run(
        "FlashCards",
        ["delete ,", "delete 5-", "delete 2-3 3 -1", "delete x", "delete = 2", "undo"]
          + ["add Bb = 4", "delete b", "undo", "undo", "delete 1-3 2"]
      ) == [
        "error: expected numbers such as 3 5-7, found “,”",
        "error: expected a range such as 5-7, found “5-”",
        "error: there is no card “-1”; the numbers are 1 to 3",
        "error: there is no card “x”; the numbers are 1 to 3",
        "error: there is no card “=”; the numbers are 1 to 3", "error: there is nothing to undo",
        "added card 4", "error: 2 cards contain “b”; expected a number", "undid adding “Bb”",
        "error: there is nothing to undo", "deleted card 1: A", "deleted card 2: B",
        "deleted card 3: C",
      ])
  }

  @Test("Instead of a number, a text that only one item or card contains is enough")
  func byText() throws {
    let items = ["new Red bike", "new Blue bike", "new Lamp", "set red value 5", "select lamp"]
    #expect(
      try run("Homepwner", items + ["show blue bike", "show bike", "show x", "show 1 2"]).suffix(6)
        == [
          "set 1. Red bike, no serial number, $5", "selected 3. Lamp, no serial number, $0",
          "2. Blue bike, no serial number, $0", "error: 2 items contain “bike”; expected a number",
          "error: there is no item “x”; the numbers are 1 to 3",
          "error: expected the number of one item in the list: show N, found “1 2”",
        ])
    let cards = ["add Capital of Peru? = Lima", "add Capital of Cuba? = Havana"]
    #expect(
      try run("FlashCards", cards + ["show cuba", "show capital"]).suffix(2) == [
        "card 2 of 2: Capital of Cuba?", "error: 2 cards contain “capital”; expected a number",
      ])
  }

  @Test("Names are sorted whatever their capitals and accents")
  func sortsAccents() throws {
    let items = ["new Winter jacket", "new Étagère", "new desk"]
    #expect(
      try run("Homepwner", items + ["sort name"]).suffix(3) == [
        "  1. desk, no serial number, $0", "  2. Étagère, no serial number, $0",
        "  3. Winter jacket, no serial number, $0",
      ])
  }

  @Test("A command without a number is about the selected item")
  func selectedItem() throws {
    let usage =
      "set N name TEXT, set N serial TEXT, set N value WHOLE-DOLLARS, set N date DAY, set N note TEXT"
    let answers = try run(
      "Homepwner",
      ["new A", "new B", "set name C", "delete", "select 2", "set n C", "set 1 v 7", "delete"]
        + ["delete 1 2", "set name", "sort", "sort d desc", "sort -v"])
    #expect(
      answers.dropFirst(2) == [
        "error: no item is selected; expected a number: set N name TEXT",
        "error: no item is selected; expected a number: delete N",
        "selected 2. B, no serial number, $0", "set 2. C, no serial number, $0",
        "set 1. A, no serial number, $7", "deleted 2. C, no serial number, $0",
        "error: there is no item “2”; the numbers are 1 to 1",
        "error: expected a property: \(usage)",
        "error: expected an order: sort name, sort serial, sort value or sort date; desc reverses it",
        "sorted by date, descending", "  1. A, no serial number, $7",
        "sorted by value, descending", "  1. A, no serial number, $7",
      ])
  }

  @Test("Homepwner finds, sorts and adds up items, and the selection stays with its item")
  func sorts() throws {
    let items = ["new Spork, serial X9, 60", "new bear, 7", "new Chair, 60", "select 1"]
    _ = try run("Homepwner", items)
    let (spork, bear) = ("Spork, serial X9, $60", "bear, no serial number, $7")
    let chair = "Chair, no serial number, $60"
    #expect(
      try run("Homepwner", ["total", "find x9"]) == ["total: $127 in 3 items", "* 1. \(spork)"])
    #expect(
      try run("Homepwner", ["sort name", "undo", "list"]) == [
        "sorted by name", "  1. \(bear)", "  2. \(chair)", "* 3. \(spork)",
        "undid sorting by name", "* 1. \(spork)", "  2. \(bear)", "  3. \(chair)",
      ])
    #expect(try run("Homepwner", ["sort value"]).last == "  3. \(chair)")
    #expect(try run("Homepwner", ["sort serial"]).last == "* 3. \(spork)")
    #expect(
      try run("Homepwner", ["sort size", "find sofa"]) == [
        "error: expected name, serial, value or date, found “size”",
        "no item contains “sofa”",
      ])
  }

  @Test("One thing is not counted in the plural")
  func plurals() throws {
    #expect(try run("FlashCards", ["add A = B", "stats"])[1] == "1 card, 0 right, 0 wrong")
    #expect(try run("Homepwner", ["total", "new", "total"])[2] == "total: $0 in 1 item")
  }

  @Test("The values of any archive can be added up")
  func largeValues() throws {
    #expect(
      ItemOrder.value.sorted([BNRItem(valueInDollars: .max), BNRItem()])[1].valueInDollars == .max)
  }
}
