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

  /// Writes rows of texts to a new file.
  package static func write(_ rows: [[String]], to path: String) throws(CommandError) {
    let path = path.expandingHome
    if FileManager.default.fileExists(atPath: path) {
      throw CommandError("\(path.shown) exists; expected the name of a new file")
    }
    do {
      try Data(text(of: rows).utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
    } catch {
      throw CommandError("cannot write \(path.shown)")
    }
  }

  /// Replaces a file with rows of texts, completely or not at all.
  package static func replace(_ path: String, with rows: [[String]]) throws(CommandError) {
    let path = NSString(string: path).expandingTildeInPath
    do throws(FileError) {
      try AtomicReplacement.write(Array(text(of: rows).utf8), to: path)
    } catch {
      throw CommandError("\(error)")
    }
  }

  private static func text(of rows: [[String]]) -> String {
    rows.map { "\($0.map(cell).joined(separator: "\t"))\n" }.joined()
  }

  /// Whether a path leads to something.
  package static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: NSString(string: path).expandingTildeInPath)
  }

  private static func cell(_ text: String) -> String {
    let text = text.shown
    return text.hasPrefix("\"") ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}

// MARK: - Reports

extension TabbedText {
  /// The answer to an import: “imported 2 cards; 1 was there already; skipped line 3: no answer”.
  ///
  /// - Parameters:
  ///   - things: What was imported, with its number.
  ///   - present: The number of lines that were left out because their contents were there already.
  ///   - skipped: The lines that could not be read.
  package static func report(
    importing things: String, present: Int, skipped: [SkippedLine]
  ) -> String {
    let others = present == 0 ? "" : "; \(present) \(present == 1 ? "was" : "were") there already"
    return "imported \(things)\(others)" + (skipped.isEmpty ? "" : "; \(report(skipped))")
  }

  /// The lines that could not be read, with the reason for the first one.
  private static func report(_ skipped: [SkippedLine]) -> String {
    guard let first = skipped.first else { return "" }
    if skipped.count == 1 { return "skipped line \(first.line): \(first.reason)" }
    let lines = list(skipped.map(\.line))
    return "skipped \(skipped.count) lines: \(lines) (line \(first.line): \(first.reason))"
  }

  /// Some numbers in a sentence: “3, 4 and 5”.
  package static func list(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(10).map(String.init)
    if numbers.count > shown.count { return "\(shown.joined(separator: ", ")), …" }
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return "\(shown.dropLast().joined(separator: ", ")) and \(last)"
  }
}
