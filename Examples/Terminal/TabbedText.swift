// Files of tabbed text, as spreadsheets write them: a line for each row, with a tab between two cells. A
// cell that begins with a quotation mark ends with another one; between them, two quotation marks are
// one, and tabs and line breaks are text.

internal import DurableFiles
internal import Foundation

/// A line of a file that could not be read.
package struct SkippedLine: Equatable {
  /// Its number, counted from 1.
  package var line: Int
  package var reason: String

  package init(_ line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The reason for a line without a tab.
  package static func withoutTab(_ cells: [String]) -> String {
    "no tab in “\(cells.joined().prefix(40).description.shown)”"
  }
}

/// The rows of a file that are not empty.
package struct TabbedText {
  /// A row: its texts without white space at their ends, on one line each.
  package struct Row: Equatable {
    /// The number of its first line, counted from 1.
    package var line: Int
    package var cells: [String] = []
  }

  package private(set) var rows: [Row] = []

  package init(text: String) {
    // Spreadsheets write a byte order mark.
    var rest = text.trimmingPrefix("\u{FEFF}")
    var (row, line, separator) = (Row(line: 1), 1, Character?.none)
    repeat {
      let cell = Self.takeCell(&rest)
      row.cells.append(cell.text)
      line += cell.lineBreaks
      separator = rest.popFirst()
      if separator == "\t" { continue }
      if row.cells != [""] { rows.append(row) }
      line += 1
      row = Row(line: line)
    } while separator != nil
  }

  /// Removes the text before the next separator.
  private static func takeCell(_ rest: inout Substring) -> (text: String, lineBreaks: Int) {
    func isSeparator(_ letter: Character) -> Bool { letter == "\t" || letter.isNewline }
    let quoted = endOfQuotes(rest, before: isSeparator)
    let cell = rest[..<(quoted ?? rest.firstIndex(where: isSeparator) ?? rest.endIndex)]
    rest = rest[cell.endIndex...]
    if quoted == nil { return (String(cell).trimmed, 0) }
    let letters = cell.dropFirst().dropLast().map { isSeparator($0) ? " " : $0 }
    let text = String(letters).replacing("\"\"", with: "\"")
    return (text.trimmed, cell.count { $0.isNewline })
  }

  /// The end of a quoted cell; nil if a cell begins with a quotation mark, but is not quoted.
  private static func endOfQuotes(
    _ text: Substring, before isSeparator: (Character) -> Bool
  ) -> Substring.Index? {
    guard text.first == "\"" else { return nil }
    var rest = text.dropFirst()
    while let mark = rest.firstIndex(of: "\"") {
      rest = rest[mark...].dropFirst()
      guard let next = rest.first, !isSeparator(next) else { return rest.startIndex }
      if next != "\"" { return nil }
      rest = rest.dropFirst()
    }
    return nil
  }
}

// MARK: - Files

extension TabbedText {
  /// Reads a file.
  package init(file path: String) throws(CommandError) {
    let path = path.expandingHome
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

  /// Writes rows of texts to a file, completely or not at all: a new one, unless one that exists is
  /// to be replaced.
  package static func write(
    _ rows: [[String]], to path: String, replacing isReplacing: Bool = false
  ) throws(CommandError) {
    let path = path.expandingHome
    if !isReplacing, exists(path) {
      throw CommandError("\(path.shown) exists; expected the name of a new file")
    }
    let text = rows.map { "\($0.map(cell).joined(separator: "\t"))\n" }.joined()
    do throws(FileError) {
      var options = AtomicReplacement.Options()
      if !isReplacing { options.precondition = .absent }
      // No lock file is left among the person's own files.
      options.locking = .ifPresent(waiting: .seconds(10))
      try AtomicReplacement.write(Array(text.utf8), to: path, options: options)
    } catch {
      throw CommandError("\(error)".shown)
    }
  }

  /// Whether a path leads to something.
  package static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path.expandingHome)
  }

  private static func cell(_ text: String) -> String {
    let text = text.shown
    return text.hasPrefix("\"") ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}

// MARK: - Reports

extension TabbedText {
  /// The answer to an import: “imported 2 cards; 1 was there already; skipped line 3: no answer”.
  /// Several lines that were skipped are explained in further lines.
  ///
  /// - Parameters:
  ///   - things: What was imported, with its number.
  ///   - present: The number of lines that were left out because their contents were there already.
  ///   - skipped: The lines that could not be read.
  ///   - remark: The end of the first sentence.
  package static func report(
    importing things: String, present: Int, skipped: [SkippedLine], remark: String = ""
  ) -> [String] {
    let others = present == 0 ? "" : "; \(present) \(present == 1 ? "was" : "were") there already"
    let reasons = skipped.map { "line \($0.line): \($0.reason)" }
    switch skipped.count {
    case 0: return ["imported \(things)\(others)\(remark)"]
    case 1: return ["imported \(things)\(others); skipped \(reasons[0])\(remark)"]
    default:
      let lines = "skipped \(skipped.count) lines: \(list(skipped.map(\.line)))"
      return ["imported \(things)\(others); \(lines)\(remark)"] + reasons.prefix(5)
    }
  }

  /// The sentence about a file in which no line could be read.
  package static func report(noneOf things: String, skipped: [SkippedLine]) -> String {
    let reason = skipped.first.map { "; line \($0.line): \($0.reason)" } ?? ""
    return "the file has no \(things)\(reason)"
  }

  /// Some numbers in a sentence: “3, 4 and 5”.
  package static func list(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(10).map(String.init)
    if numbers.count > shown.count { return "\(shown.joined(separator: ", ")), …" }
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return "\(shown.dropLast().joined(separator: ", ")) and \(last)"
  }
}
