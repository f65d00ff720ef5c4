// Tests of the parts of the line editor that are independent of a terminal.

import Testing

@testable import ExampleTerminal

@Suite("The line editor")
struct LineEditingTests {
  @Test("The same bytes give the same keys however they are split")
  func pieces() {
    let bytes = Array("aé語\u{1B}[3~\u{1B}[1;5C\u{1B}OHz\u{1}\u{1B}[A\r".utf8)
    var whole = KeyParser()
    let keys = joined(whole.keys(bytes))
    #expect(
      keys == [.text("aé語"), .delete, .wordRight, .home, .text("z"), .home, .up, .enter])
    for size in 1...bytes.count {
      var parser = KeyParser()
      let found = stride(from: 0, to: bytes.count, by: size).flatMap {
        parser.keys(Array(bytes[$0..<min($0 + size, bytes.count)]))
      }
      #expect(joined(found) == keys && !parser.isInsideEscape)
    }
  }

  /// Adjacent pieces of text joined into one.
  private func joined(_ keys: [TerminalKey]) -> [TerminalKey] {
    keys.reduce(into: []) { result, key in
      if case .text(let text) = key, case .text(let before)? = result.last {
        result[result.count - 1] = .text(before + text)
      } else {
        result.append(key)
      }
    }
  }

  @Test("No bytes stop the parser, and it never waits indefinitely")
  func anyBytes() {
    var generator = SystemRandomNumberGenerator()
    var parser = KeyParser()
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...8, using: &generator)
      _ = parser.keys((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
    parser.giveUp()
    #expect(!parser.isInsideEscape)
  }

  @Test(
    "Unknown keys are ignored completely",
    arguments: [
      "\u{1B}é", "\u{1B}語", "\u{1B}x", "\u{1B}[[A", "\u{1B}[15~", "\u{1B}OP", "\u{1B}\u{1B}[15~",
    ])
  func unknownKeys(keys: String) {
    let bytes = Array("a\(keys)z".utf8)
    for size in 1...bytes.count {
      var parser = KeyParser()
      let found = stride(from: 0, to: bytes.count, by: size).flatMap {
        parser.keys(Array(bytes[$0..<min($0 + size, bytes.count)]))
      }
      #expect(joined(found.filter { $0 != .ignored }) == [.text("az")])
    }
  }

  @Test("An arrow with Alt counts as one without")
  func altArrow() {
    var parser = KeyParser()
    #expect(parser.keys(Array("\u{1B}\u{1B}[A".utf8)).filter { $0 != .ignored } == [.up])
  }

  @Test("Alt and Control make the arrows move by words, as every kind of terminal sends them")
  func wordKeys() {
    let keys: [(String, TerminalKey)] = [
      ("b", .wordLeft), ("f", .wordRight), ("B", .wordLeft), ("F", .wordRight),
      ("d", .killNextWord), ("\u{7F}", .killWord), ("\u{8}", .killWord),
      ("[1;5D", .wordLeft), ("[1;5C", .wordRight), ("[1;3D", .wordLeft), ("[1;3C", .wordRight),
      ("[5D", .wordLeft), ("[5C", .wordRight), ("Od", .wordLeft), ("Oc", .wordRight),
      ("\u{1B}[D", .wordLeft), ("\u{1B}OC", .wordRight),
    ]
    for (sequence, key) in keys {
      var parser = KeyParser()
      #expect(parser.keys(Array("\u{1B}\(sequence)".utf8)) == [key], "\(sequence)")
    }
  }

  @Test("Other keys with Shift, Alt or Control count as those without")
  func modifiers() {
    let keys: [(String, TerminalKey)] = [
      ("[1;2D", .left), ("[1;2C", .right), ("[1;5A", .up), ("[1;3B", .down), ("[1;5H", .home),
      ("[1;5F", .end), ("[1;2~", .home), ("[4;5~", .end), ("[D", .left), ("OC", .right),
    ]
    for (sequence, key) in keys {
      var parser = KeyParser()
      #expect(parser.keys(Array("\u{1B}\(sequence)".utf8)) == [key], "\(sequence)")
    }
  }

  @Test("The escape key pressed twice is the escape key")
  func escapeTwice() {
    var parser = KeyParser()
    #expect(parser.keys([0x1B, 0x1B]) == [])
    #expect(parser.giveUp() == [.escape] && !parser.isInsideEscape)
  }

  @Test("The escape key times out, and an incomplete letter does not")
  func givingUp() {
    var parser = KeyParser()
    #expect(parser.keys([0xC3]) == [])
    parser.giveUp()
    #expect(parser.keys([0xA9, 0x1B]) == [.text("é")])
    parser.giveUp()
    #expect(parser.keys(Array("[A".utf8)) == [.text("[A")])
    #expect(parser.keys([0x1B, 0xC3]) == [])
    parser.giveUp()
    #expect(parser.keys([0xA9]) == [.text("é")])
  }

  @Test("Text that would control the terminal or reorder letters is not shown")
  func harmless() {
    let text = "a\u{1B}b\u{202E}c\u{2067}d\u{2028}e"
    #expect(text.shown == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e")
  }

  @Test("A combining mark is joined to the letter before it")
  func marks() {
    var line = EditedLine("e")
    line.insert("\u{301}x")
    #expect(line.letters == ["é", "x"] && line.cursor == 2)
    line.move(by: -9)
    line.deleteBefore()
    line.deleteAfter()
    #expect(line.text == "x" && line.cursor == 0)
  }

  @Test("The visible part of a line contains the cursor")
  func window() {
    var (line, first) = (EditedLine("ab語cd"), 0)
    #expect(line.window(columns: 4, first: &first) == ("語cd", 4))
    line.moveToStart()
    #expect(line.window(columns: 4, first: &first) == ("ab語", 0))
    line.move(by: 2)
    #expect(line.window(columns: 1, first: &first) == ("b", 1))
    #expect(EditedLine().window(columns: 1, first: &first) == ("", 0))
  }

  @Test("The text before the cursor appears when the text after it is deleted")
  func windowAfterDeleting() {
    var (line, first) = (EditedLine(), 0)
    line.insert((0..<200).map { String($0 % 10) }.joined())
    #expect(line.window(columns: 77, first: &first).column == 77)
    for count in (100..<200).reversed() {
      line.deleteBefore()
      let (text, column) = line.window(columns: 77, first: &first)
      #expect(column == 77 && text.count == 77 && line.cursor == count)
    }
    _ = line.killToStart()
    #expect(line.window(columns: 77, first: &first) == ("", 0))
  }

  @Test("More of a line is visible when there is more space")
  func windowWidened() {
    var (line, first) = (EditedLine("abcdefghij"), 0)
    #expect(line.window(columns: 4, first: &first) == ("ghij", 4))
    #expect(line.window(columns: 8, first: &first) == ("cdefghij", 8))
    #expect(line.window(columns: 20, first: &first) == ("abcdefghij", 10))
  }

  @Test("Some text before the cursor stays visible")
  func windowLeftOfCursor() {
    var (line, first) = (EditedLine(String(repeating: "x", count: 100)), 0)
    _ = line.window(columns: 30, first: &first)
    line.move(by: -50)
    #expect(line.window(columns: 30, first: &first).column == 10)
    line.move(by: -45)
    #expect(line.window(columns: 30, first: &first).column == 5)
  }

  @Test("Moving, deleting and counting bytes work at any cursor position")
  func anyEdits() {
    var generator = SystemRandomNumberGenerator()
    var (line, model, cursor) = (EditedLine(), [Character](), 0)
    for _ in 0..<2_000 {
      switch Int.random(in: 0...5, using: &generator) {
      case 0, 1:
        line.insert("aé語")
        model.insert(contentsOf: "aé語", at: cursor)
        cursor += 3
      case 2:
        line.deleteBefore()
        if cursor > 0 { model.remove(at: cursor - 1) }
        cursor = max(cursor - 1, 0)
      case 3:
        line.deleteAfter()
        if cursor < model.count { model.remove(at: cursor) }
      default:
        let step = Int.random(in: -4...4, using: &generator)
        line.move(by: step)
        cursor = min(max(cursor + step, 0), model.count)
      }
      #expect(line.letters == model && line.cursor == cursor)
      #expect(line.byteCount == line.text.utf8.count)
    }
  }

  @Test("The cursor moves by words, which white space separates")
  func words() {
    var line = EditedLine(" add two-part  語é")
    let starts = (0..<4).map { _ in
      line.moveWordLeft()
      return line.cursor
    }
    let ends = (0..<4).map { _ in
      line.moveWordRight()
      return line.cursor
    }
    #expect(starts == [15, 5, 1, 0] && ends == [4, 13, 17, 17])
  }

  @Test("A removed word is the one before or after the cursor")
  func removedWords() {
    var line = EditedLine("one two  three")
    #expect(line.killWord() == "three" && line.text == "one two  ")
    #expect(line.killWord() == "two  " && line.text == "one ")
    line = EditedLine("one two  three")
    line.move(by: -11)
    #expect(line.killNextWord() == " two" && line.text == "one  three" && line.cursor == 3)
    #expect(line.killNextWord() == "  three" && line.killNextWord() == "" && line.text == "one")
    #expect(line.byteCount == 3)
    line.insert("é語")
    line.moveToStart()
    #expect(line.killToEnd() == "oneé語" && line.isEmpty && line.byteCount == 0)
  }

  @Test("What several keys in a row remove is one text")
  func killedText() {
    var killed = KilledText()
    killed.prepend("two ")
    killed.prepend("one ")
    killed.append("three")
    #expect(killed.text == "one two three")
    killed.endRun()
    killed.append("")
    #expect(killed.text == "one two three")
    killed.append("four")
    #expect(killed.text == "four")
  }

  @Test("Letters have the correct width")
  func widths() {
    let letters: [(Character, Int)] = [
      ("a", 1), ("é", 1), ("語", 2), ("한", 2), ("👍", 2), ("\u{301}", 0), ("e\u{301}", 1),
      ("กำ", 2), ("ﾊﾞ", 2), ("\u{17000}", 2), ("कि", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("👩‍👩‍👧", 2), ("🇵🇪", 2),
    ]
    for (letter, width) in letters { #expect(letter.columns == width) }
  }

  @Test("Lines are divided between words")
  func wrapping() {
    #expect("ab cd ef".wrapped(toColumns: 5) == ["ab cd", "ef"])
    #expect("ab cd ef".wrapped(toColumns: 4) == ["ab", "cd", "ef"])
    #expect("abcdef g".wrapped(toColumns: 4) == ["abcd", "ef g"])
    #expect("語語".wrapped(toColumns: 1) == ["語", "語"])
    #expect("".wrapped(toColumns: 4) == [""] && "  ab".wrapped(toColumns: 4) == ["  ab"])
  }

  @Test("A long text is shortened with an ellipsis")
  func shortening() {
    #expect("abcd".shortened(toColumns: 4) == "abcd" && "abcde".shortened(toColumns: 4) == "abc…")
    #expect("語語語".shortened(toColumns: 4) == "語…" && "ab".shortened(toColumns: 0) == "…")
  }

  @Test("The lines of help are divided between words")
  @MainActor func help() {
    let options = [(key: "--root DIR", value: "store the files in DIR instead of elsewhere")]
    let usage = "usage: App [--root DIR] [--help]"
    #expect(
      ExampleProgram.help(usage: usage, options: options, columns: 34) == [
        usage, "  --root DIR  store the files in", "              DIR instead of",
        "              elsewhere",
      ])
    #expect(ExampleProgram.help(usage: usage, options: options, columns: .max).count == 2)
  }

  @Test("A command is separated from its arguments")
  func commands() {
    #expect("  add  a b ".firstWord == ("add", "a b"))
    #expect(" \t ".firstWord == ("", ""))
  }
}
