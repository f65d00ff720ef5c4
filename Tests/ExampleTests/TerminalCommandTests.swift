// Tests of commands in a terminal: completion, the history that is kept, help, and lines that only a
// person sees. Requires python3.

import Foundation
import TestSupport
import Testing

@Suite(
  "Commands of the sample apps in a terminal",
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for a pseudo-terminal"))
struct TerminalCommandTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private func expect(
    _ app: AppCase, _ steps: [String], greeting: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let start = ["see:\(greeting.isEmpty ? app.greeting : greeting)", "row:>", "modes:raw"]
    let end = ["type:\\x04"] + app.leaving + ["modes:cooked", "status:[exit 0]"]
    let failure = try SampleApp.failure(
      app.name, "terminal", root.arguments, start + steps + end)
    #expect(failure == nil, sourceLocation: sourceLocation)
  }

  @Test("Tab completes a command, and shows the candidates if there are several")
  func commands() throws {
    try expect(
      .flashCards,
      [
        "type:ad\\t", "row:> add", "type:A = B\\r", "see:added card 1", "type:s\\t",
        "see:show  stats  save", "row:> s", "type:t\\t\\r", "see:1 card, 0 right, 0 wrong",
        "type:xyz\\t", "bell", "row:> xyz", "size:22", "type:\\x15help s\\t",
        "see:show  stats  save", "row:> help s",
        "type:\\x15help \\t", "see:add  learn  show", "see:answer  right  wrong", "size:80",
        "row:> help",
        "type:\\x15add A\\tB", "row:> add A⇥B", "type:\\x15",
      ])
  }

  @Test("Tab completes the fixed words of a command")
  func fixedWords() throws {
    try expect(
      .homepwner,
      [
        "type:new Spork\\r", "see:created 1. Spork, no serial number, $0, \(AppCase.today)",
        "type:se\\t", "see:set  select", "type:t 1 \\t", "see:name  serial  value  date  note",
        "row:> set 1",
        "type:v\\t60\\r", "see:set 1. Spork, no serial number, $60, \(AppCase.today)",
        "type:so\\tn\\t\\r", "see:sorted by name", "type:set \\t",
        "see:name  serial  value  date  note",
        "row:> set", "type:\\x15sort v d\\t\\r", "see:sorted by value, descending",
        "type:new Grand piano, s", "row:> new Grand piano, s", "type:\\tX9, 60\\r",
        "shows:created 2. Grand piano, serial X9, $60,",
      ])
    try expect(
      .flashCards,
      [
        "type:add A = B\\r", "see:added card 1", "type:wrong\\r", "shows:1 wrong", "type:list \\t",
        "row:> list wrong", "type:\\r", "see:* 1. A = B (0 right, 1 wrong)", "type:learn r\\t",
        "row:> learn reverse", "type:\\x15help le\\t\\r",
        "shows:learn [reverse] [NUMBER|wrong|TEXT]",
      ])
  }

  @Test("Tab completes the path of a file")
  func files() throws {
    try root.write("A\tB\n", to: root.document("cards.txt"))
    try root.write("x", to: root.document("my cards.txt"))
    let folder = root.path
    try expect(
      .flashCards,
      [
        "type:im\\t\(folder)/Docu\\t", "row:> import \(folder)/Documents/", "type:c\\t\\r",
        "see:imported 1 card",
      ])
    try expect(
      .flashCards,
      [
        "type:import \(folder)/Documents/my\\t", "row:> import \(folder)/Documents/my cards.txt",
        "type:\\t", "bell", "type:\\r", "shows:error: the file has no cards; line 1: no tab",
        "type:import \(folder)/Documents/my ca\\x15import /\\t\\x15", "row:>",
      ], greeting: "card 1 of 1: A")
  }

  @Test("Tab where nothing can be completed rings the bell, or separates two texts")
  func separatesTexts() throws {
    try expect(
      .flashCards,
      [
        "type:add \\t", "bell", "row:> add", "cursor:6", "type:Capital of Peru?\\tLima\\t",
        "row:> add Capital of Peru?⇥Lima", "type:\\r", "see:added card 1", "type:edit \\t",
        "cursor:7",
        "type:\\x15find a\\t", "cursor:8", "type:\\x15show 1\\r",
        "see:card 1 of 1: Capital of Peru?",
        "type:\\x1b[200~find\\tPeru\\radd\\tA\\tB\\r\\x1b[201~", "shows:1. Capital of Peru? = Lima",
        "see:added card 2",
      ])
  }

  @Test("The history is kept for the next launch in a private file", arguments: AppCase.interactive)
  func history(app: AppCase) throws {
    try expect(app, ["type:\(app.change)\\r", "see:\(app.answer)", "type:list\\r", "shows:1. "])
    let attributes = try FileManager.default.attributesOfItem(atPath: root.history(app.name))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let steps = [
      "row:>", "modes:raw", "type:\\x1b[A", "row:> list", "type:\\x1b[A", "row:> \(app.change)",
      "type:\\x15\\x04", "status:[exit 0]",
    ]
    #expect(try SampleApp.failure(app.name, "terminal", root.arguments, steps) == nil)
  }

  @Test("Lines from a pipe are not part of the history")
  func noHistory() throws {
    _ = try SampleApp.run("FlashCards", root.arguments, input: ["add A = B"])
    #expect(root.contents(root.history("FlashCards")) == nil)
  }

  @Test("A damaged history is replaced, and is never an error")
  func damagedHistory() throws {
    try root.write("<plist><dict><key>broken", to: root.history("FlashCards"))
    try expect(
      .flashCards, ["type:list\\r", "see:no cards", "type:\\x1b[A", "row:> list", "type:\\x15"])
    try expect(.flashCards, ["type:\\x1b[A", "row:> list", "type:\\x15"])
  }

  @Test("A history that cannot be written is never an error")
  func historyNotWritable() throws {
    try root.write("x", to: "\(root.history("FlashCards"))/inside")
    try root.write(
      "x", to: "\(root.path)/Library/Saved Application State/.FlashCards-history.plist.lock/x")
    try expect(
      .flashCards, ["type:list\\r", "see:no cards", "type:\\x1b[A", "row:> list", "type:\\x15"])
  }

  @Test("Help has a line for each command in a terminal, which fits into 80 columns")
  func help() throws {
    let last = "see:The beginning of a command is enough; Tab completes it."
    try expect(
      .flashCards,
      [
        "type:help\\r",
        "see:add QUESTION = ANSWER                add a card; alone, asks for several",
      ]
        + ["see:quit                                 save and end; so does Control-D", last])
    try expect(
      .homepwner,
      [
        "type:h\\r",
        "see:undo                                undo the last change, then earlier ones",
        last,
      ])
  }

  @Test("The list of items has columns in a terminal")
  func columns() throws {
    let day = AppCase.today
    try expect(
      .homepwner,
      [
        "type:new A, 60\\r", "type:new Spork, serial X9, 1200\\r", "type:select 2\\r",
        "type:list\\r", "see:     name   serial  value  date        note",
        "see:  1. A                $60  \(day)",
        "see:* 2. Spork  X9      $1200  \(day)", "see:total: $1260 in 2 items",
      ])
  }

  @Test("A list that is longer than the screen is shown in pages")
  func pages() throws {
    _ = try SampleApp.run(
      "FlashCards", root.arguments, input: (1...60).map { "add Q\($0) = A" })
    try expect(
      .flashCards,
      [
        "type:list\\r", "see:  22. Q22 = A (0 right, 0 wrong)",
        "row:38 more lines; Space goes on, q ends", "type: ",
        "see:  44. Q44 = A (0 right, 0 wrong)", "row:16 more lines; Space goes on, q ends",
        "type:q", "row:>",
      ], greeting: "card 1 of 60: Q1")
  }

  private let page = ["type:list\\r", "row:38 more lines; Space goes on, q ends"]

  @Test("Space and Enter go on to the next page, and q, Escape and Control-C end the list")
  func pageKeys() throws {
    _ = try SampleApp.run("FlashCards", root.arguments, input: (1...60).map { "add Q\($0) = A" })
    let next = "row:16 more lines; Space goes on, q ends"
    try expect(
      .flashCards,
      page + [
        "type:\\x1b[A", "bell", "type: ", next, "type:\\r", "see:  60. Q60 = A (0 right, 0 wrong)",
      ]
        + ["q", "Q", "\\x1b", "\\x03"].flatMap { page + ["type:\($0)", "row:>"] }
        + page + ["type:\\x0c", "see:  22. Q22 = A (0 right, 0 wrong)"] + page.suffix(1)
        + ["type:q", "row:>"], greeting: "card 1 of 60: Q1")
  }

  @Test("What is typed or pasted below a page is the next line, and nothing of it is lost")
  func typedAhead() throws {
    _ = try SampleApp.run("FlashCards", root.arguments, input: (1...60).map { "add Q\($0) = A" })
    try expect(
      .flashCards,
      page + ["type:show 2\\r", "see:card 2 of 60: Q2"]
        + page + ["type:s", "row:> s", "type:how 3\\r", "see:card 3 of 60: Q3"]
        + ["type:list\\rshow 4\\r", "see:card 4 of 60: Q4"]
        + page + ["type:\\x1b[200~show 5\\r\\x1b[201~", "see:card 5 of 60: Q5"]
        + page + ["type: show 6\\r", "see:card 6 of 60: Q6"]
        + page + ["type:quit", "row:> quit", "type:\\x15"], greeting: "card 1 of 60: Q1")
  }

  @Test("An item is made from the answers of the person")
  func newItem() throws {
    try expect(
      .homepwner,
      [
        "type:add\\r", "row:name>", "type:Spork\\r", "row:serial>", "type:X9\\r",
        "row:value (whole dollars)>",
        "type:12.50\\r", "see:error: expected a number of whole dollars, found “12.50”",
        "row:value (whole dollars)> 12.50", "type:\\x1b", "row:serial> X9", "type:\\r",
        "row:value (whole dollars)> 12.50",
        "type:\\x1560\\r", "row:date (today)>", "type:\\r", "row:note>", "type:attic\\r",
        "see:created 1. Spork, serial X9, $60, \(AppCase.today) (attic)", "row:name>",
        "type:Rug\\r", "row:serial>", "type:\\x1b", "row:name> Rug", "type:\\x15\\r", "row:>",
        "type:set note cellar\\r",
        "see:set 1. Spork, serial X9, $60, \(AppCase.today) (cellar)", "type:add\\r", "row:name>",
        "type:Rug\\r", "row:serial>", "type:abc\\x1b", "row:name> Rug",
        "type:\\x1b", "see:this is the first part; Control-C leaves without creating the item",
        "row:name> Rug", "type:\\r", "row:serial> abc", "type:\\x03", "see:no item created",
        "row:>", "type:add\\r", "row:name>",
        "type:Watch, serial W1, 90, note gift\\r",
        "see:created 2. Watch, serial W1, $90, \(AppCase.today) (gift)", "row:name>", "type:\\r",
        "row:>",
        "type:edit 1\\r", "row:name> Spork", "type:\\r", "row:serial> X9", "type:\\x03",
        "see:unchanged", "row:>",
      ])
  }

  @Test("A file that exists is exported again only if the person wants it")
  func exportsAgain() throws {
    let path = root.document("out.txt")
    try root.write("old\n", to: path)
    try expect(
      .flashCards,
      [
        "type:add A = B\\r", "see:added card 1", "type:export \(path)\\r",
        "row:replace the file? y or n", "type:n", "see:unchanged", "has:\(path):old",
        "type:export \(path)\\r", "row:replace the file? y or n", "type:y", "see:exported 1 card",
      ])
    #expect(root.contents(path) == Data("A\tB\n".utf8))
  }

  @Test("Pasted lines with tabs are cards, and empty ones do not end")
  func pastedCards() throws {
    try expect(
      .flashCards,
      [
        "type:add\\r", "row:card>", "type:\\x1b[200~A\\tB\\r\\n\\rC = D\\r\\x1b[201~",
        "see:added card 1", "see:added card 2", "row:card>", "type:\\r", "row:>",
        "type:add E\\tF = G\\r", "see:added card 3: question “E”, answer “F = G”", "type:show 3\\r",
        "see:card 3 of 3: E",
        "type:\\x1b[A\\x1b[A", "row:> add E⇥F = G", "type:\\x15",
      ])
  }

  @Test("A person sees the total below the list")
  func total() throws {
    try expect(
      .homepwner,
      [
        "type:new A, 60\\r", "type:new B, 7\\r", "type:list\\r", "see:total: $67 in 2 items",
      ])
    let run = try SampleApp.run("Homepwner", root.arguments, input: ["list"])
    #expect(!run.lines.contains { $0.contains("total") })
    try expect(
      .homepwner, [],
      greeting: "the selected item is 2. B, no serial number, $7, \(AppCase.today)")
  }

  @Test("Cards are added one after another until a line is empty")
  func severalCards() throws {
    try expect(
      .flashCards,
      [
        "type:add\\r", "row:card>", "type:A = B\\r", "see:added card 1", "row:card>", "type:C\\r",
        "row:answer>", "type:\\r", "see:expected an answer; Escape goes back to the question",
        "row:answer>", "type:D\\x1b", "row:card> C", "type: =\\r", "row:answer> D", "type:\\r",
        "see:added card 2", "row:card>", "type:\\r", "row:>", "type:x\\x15undo\\r",
        "see:undid adding “C”", "type:add\\r", "row:card>", "type:x\\x1b", "row:>", "type:list\\r",
        "see:* 1. A = B (0 right, 0 wrong)",
      ])
  }

  @Test("The present text of an item or a card is offered for editing")
  func editing() throws {
    let day = AppCase.today
    try expect(
      .homepwner,
      [
        "type:new Spok\\r", "shows:created 1. Spok,", "type:set 1 name\\r", "row:name> Spok",
        "type:\\x7frk\\r", "see:set 1. Spork, no serial number, $0, \(day)", "type:set 1 value\\r",
        "row:value> 0", "type:\\x1b", "see:unchanged", "type:set 1 colour\\r",
        "shows:error: expected a property",
      ])
    try expect(
      .flashCards,
      [
        "type:add A = B\\r", "see:added card 1", "type:edit\\r", "row:edit> A = B", "type:C\\r",
        "see:edited card 1: A = BC", "type:undo\\r", "see:undid editing “A”", "type:edit\\r\\r",
        "see:unchanged", "type:edit 1\\r", "row:edit> A = B", "type:\\x15C, D\\r",
        "see:error: expected QUESTION = ANSWER; Escape leaves the card unchanged",
        "row:edit> C, D", "type:\\x7f= D\\r", "see:edited card 1: C, = D",
      ])
  }

  @Test("A list fits into the window: one line for each item, with long texts shortened")
  func narrowList() throws {
    let day = AppCase.today
    try expect(
      .homepwner,
      [
        "size:60", "type:new Grand piano from the house of my grandmother, serial 12345678901\\r",
        "type:new A, 60\\r", "type:set 2 note In the attic, below the window on the left\\r",
        "type:list\\r", "see:     name        serial      value  date        note",
        "see:  1. Grand pia…  123456789…     $0  \(day)",
        "see:* 2. A                         $60  \(day)  In the at…",
        "see:total: $60 in 2 items", "type:find attic a\\r",
        "see:     name  serial  value  date        note",
        "see:* 2. A               $60  \(day)  In the attic, below t…",
        "see:total: $60 in 1 item", "type:find x y\\r", "see:no item contains “x y”",
        "type:sort value desc\\r", "see:sorted by value, descending",
        "see:     name        serial      value  date        note",
        "see:* 1. A                         $60  \(day)  In the at…",
      ])
  }

  @Test("Errors are divided between words, and a long line ends with its beginning")
  func longLines() throws {
    try expect(
      .homepwner,
      [
        "size:40", "type:set 1 color the value of the paint in my room",
        "row:> lor the value of the paint in my room", "type:\\r",
        "see:> set 1 color the value of the paint i…", "see:error: expected name, serial, value,",
        "see:date or note, found color", "type:\\x1b[A",
        "row:> lor the value of the paint in my room", "type:\\x15",
      ])
  }

  @Test("An item is edited part by part, and the changes are undone together")
  func editsItem() throws {
    try expect(
      .homepwner,
      [
        "type:edit\\r", "see:error: no item is selected; expected a number: edit N",
        "type:new Spok, 60\\r", "shows:created 1. Spok,", "type:edit\\r",
        "row:name> Spok", "type:\\x7frk\\r", "row:serial>", "type:\\r", "row:value> 60",
        "type:x\\r", "see:error: expected a number of whole dollars, found “60x”",
        "row:value> 60x", "type:\\x7f\\r", "row:date> \(AppCase.today)",
        "type:\\x152024-02-29\\r", "row:note>", "type:Attic\\r",
        "see:edited 1. Spork, no serial number, $60, 2024-02-29 (Attic)", "type:undo\\r",
        "see:undid editing “Spok”", "type:edit 1\\r", "row:name> Spok", "type:x\\r", "row:serial>",
        "type:\\x1b", "row:name> Spokx", "type:\\x1b", "see:unchanged", "type:set 1 note\\r",
        "row:note>", "type:Attic\\r",
        "see:set 1. Spok, no serial number, $60, \(AppCase.today) (Attic)", "type:set spok note\\r",
        "row:note> Attic", "type:\\x15\\r",
        "see:set 1. Spok, no serial number, $60, \(AppCase.today)",
      ])
  }

  @Test("A card is edited by its number, and a command word is not a card by accident")
  func cardsByNumber() throws {
    try expect(
      .flashCards,
      [
        "type:add\\r", "row:card>", "type:A = B\\r", "see:added card 1", "row:card>",
        "type:undo\\r",
        "see:“undo” is a question here, not a command; Escape goes back to it",
        "row:answer>", "type:\\x1b", "row:card> undo", "type:\\x15A = B\\r",
        "see:skipped: card 1 is there already", "row:card>", "type:C = D\\r", "see:added card 2",
        "row:card>", "type:\\r", "row:>", "type:edit 2\\r", "row:edit> C = D", "type:E\\r",
        "see:edited card 2: C = DE", "type:edit 3\\r",
        "see:error: there is no card “3”; the numbers are 1 to 2", "type:delete 1\\r",
        "see:deleted card 1: A", "see:card 1 of 1: C",
      ])
  }
}
