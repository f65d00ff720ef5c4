// The question and the answer of a card, which identify it, and the ways to type them: on a line,
// and in a file with tabs.

import ExampleTerminal
import Foundation

/// The texts of a card.
struct CardText: Codable, Sendable, Hashable {
  var question: String?
  var answer: String?
}

extension FlashCard {
  var text: CardText { CardText(question: question, answer: answer) }

  convenience init(_ text: CardText) { self.init(question: text.question, answer: text.answer) }
}

extension CardText {
  /// Parses `QUESTION = ANSWER`; nil if there is no `=`. The first ` = ` separates question and
  /// answer; where there is none, the first `=`. Either may be empty.
  init?(line: String) {
    guard let parting = line.firstRange(of: " = ") ?? line.firstRange(of: "=") else { return nil }
    question = String(line[..<parting.lowerBound]).trimmed
    answer = String(line[parting.upperBound...]).trimmed
  }

  /// The texts, with those of another card where they are empty; nil if both are.
  func completed(by other: CardText) -> CardText? {
    if question?.isEmpty != false, answer?.isEmpty != false { return nil }
    return CardText(
      question: question?.isEmpty == false ? question : other.question,
      answer: answer?.isEmpty == false ? answer : other.answer)
  }

  /// Whether neither text is empty.
  var isComplete: Bool { question?.isEmpty == false && answer?.isEmpty == false }

  /// Reads a file with a card in each line: the question, a tab, the answer. More columns, and lines
  /// without a tab, are ignored.
  static func file(_ path: String) throws(CommandError) -> [CardText] {
    let path = NSString(string: path).expandingTildeInPath
    let text: String
    do {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: URL(filePath: path).resolvingSymlinksInPath().path)
      // Reading anything else might wait for another program.
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw CommandError("\(path.shown) is not a file")
      }
      text = try String(contentsOfFile: path, encoding: .utf8)
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError("cannot read \(path.shown) as text in UTF-8")
    }
    // Spreadsheets write a byte order mark.
    return text.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline).compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        .map { String($0).trimmed }
      guard columns.count > 1 else { return nil }
      let card = CardText(question: columns[0], answer: columns[1])
      return card.isComplete ? card : nil
    }
  }
}
