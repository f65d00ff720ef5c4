// Files of cards: in each line a question, a tab, an answer, as spreadsheets write them.

import ExampleTerminal
import Foundation

/// The cards in a file, and the lines that are not cards.
struct CardFile {
  private(set) var cards: [CardText] = []
  /// The numbers of the lines without a question, a tab and an answer, except empty lines.
  private(set) var skipped: [Int] = []
  /// The numbers of the lines with more columns, which are left out.
  private(set) var wide: [Int] = []

  init(text: String) {
    // Spreadsheets write a byte order mark.
    let lines = text.trimmingPrefix("\u{FEFF}")
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated()
    where !line.allSatisfy(\.isWhitespace) || line.contains("\t") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        .map { String($0).trimmed }
      let card = CardText(question: columns[0], answer: columns.dropFirst().first)
      if card.isComplete { cards.append(card) } else { skipped.append(index + 1) }
      if card.isComplete, columns.dropFirst(2).contains(where: { !$0.isEmpty }) {
        wide.append(index + 1)
      }
    }
  }

  /// Reads a file.
  init(_ path: String) throws(CommandError) {
    let path = NSString(string: path).expandingTildeInPath
    do {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: URL(filePath: path).resolvingSymlinksInPath().path)
      // Reading anything else might wait for another program.
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw CommandError("\(path.shown) is not a file")
      }
      self.init(text: try String(contentsOfFile: path, encoding: .utf8))
    } catch let error as CommandError {
      throw error
    } catch {
      if !FileManager.default.fileExists(atPath: path) {
        throw CommandError("there is no file \(path.shown)")
      }
      throw CommandError("cannot read \(path.shown) as text in UTF-8")
    }
  }

  /// Writes cards to a new file.
  static func write(_ cards: [FlashCard], to path: String) throws(CommandError) {
    let path = NSString(string: path).expandingTildeInPath
    if FileManager.default.fileExists(atPath: path) {
      throw CommandError("\(path.shown) exists; expected the name of a new file")
    }
    func column(_ text: String?) -> String { (text ?? "").shown }
    let text = cards.map { "\(column($0.question))\t\(column($0.answer))\n" }.joined()
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
    } catch {
      throw CommandError("cannot write \(path.shown)")
    }
  }

  /// The lines that were left out, as the end of a sentence: “; skipped 2 lines: 3 and 5”.
  var remarks: String {
    let lines = skipped.count == 1 ? "line" : "\(skipped.count) lines:"
    let skippedLines = skipped.isEmpty ? "" : "; skipped \(lines) \(Self.list(skipped))"
    let word = wide.count == 1 ? "line" : "lines"
    let wideLines = wide.isEmpty ? "" : "; left out the third column of \(word) \(Self.list(wide))"
    return skippedLines + wideLines
  }

  private static func list(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(10).map(String.init)
    if numbers.count > shown.count { return "\(shown.joined(separator: ", ")), …" }
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return "\(shown.dropLast().joined(separator: ", ")) and \(last)"
  }
}
