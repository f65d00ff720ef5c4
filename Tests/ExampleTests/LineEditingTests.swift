// The parts of the line editor that know no terminal.

import StateStorage
import Testing

@testable import ExampleTerminal

@Suite("The line editor")
struct LineEditingTests {
  @Test("makes the same keys of bytes however they are cut")
  func pieces() {
    let bytes = Array("aé語\u{1B}[3~\u{1B}[1;5C\u{1B}OHz\u{1}\u{1B}[A\r".utf8)
    var whole = KeyParser()
    let keys = joined(whole.keys(bytes))
    #expect(
      keys == [.text("aé語"), .delete, .right, .home, .text("z"), .home, .up, .enter])
    for size in 1...bytes.count {
      var parser = KeyParser()
      let found = stride(from: 0, to: bytes.count, by: size).flatMap {
        parser.keys(Array(bytes[$0..<min($0 + size, bytes.count)]))
      }
      #expect(joined(found) == keys && !parser.isInsideKey)
    }
  }

  /// Text that came in pieces as one.
  private func joined(_ keys: [TerminalKey]) -> [TerminalKey] {
    keys.reduce(into: []) { result, key in
      if case .text(let text) = key, case .text(let before)? = result.last {
        result[result.count - 1] = .text(before + text)
      } else {
        result.append(key)
      }
    }
  }

  @Test("never stops on any bytes, and never waits for ever")
  func anyBytes() {
    var generator = SystemRandomNumberGenerator()
    var parser = KeyParser()
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...8, using: &generator)
      _ = parser.keys((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
    parser.giveUp()
    #expect(!parser.isInsideKey)
  }

  @Test("joins a mark to the letter before it")
  func marks() {
    var line = EditedLine("e")
    line.insert("\u{301}x")
    #expect(line.letters == ["é", "x"] && line.cursor == 2)
    line.move(by: -9)
    line.deleteBefore()
    line.deleteAfter()
    #expect(line.text == "x" && line.cursor == 0)
  }

  @Test("shows the part of a line that has the cursor")
  func window() {
    var (line, first) = (EditedLine("ab語cd"), 0)
    #expect(line.window(columns: 4, first: &first) == ("語cd", 4))
    line.moveToStart()
    #expect(line.window(columns: 4, first: &first) == ("ab語", 0))
    line.move(by: 2)
    #expect(line.window(columns: 1, first: &first) == ("b", 1))
    #expect(EditedLine().window(columns: 1, first: &first) == ("", 0))
  }

  @Test("knows how wide letters are")
  func widths() {
    let letters: [(Character, Int)] = [
      ("a", 1), ("é", 1), ("語", 2), ("한", 2), ("👍", 2), ("\u{301}", 0),
    ]
    for (letter, width) in letters { #expect(letter.columns == width) }
  }

  @Test("splits a command from the rest")
  func commands() {
    #expect(CommandLoop<NoApp>.split("  add  a b ") == ("add", "a b"))
    #expect(CommandLoop<NoApp>.split(" \t ") == ("", ""))
  }

  private struct NoApp: InteractiveApp {
    static let name = ""
    static let commands: [String] = []
    var greeting: String { "" }
    var savingFailure: StateError? { nil }
    func answer(_ command: String, _ rest: String) throws(CommandError) -> [String] { [] }
    func save() throws(StateError) {}
  }
}
