// Files of items: in each line a name, a serial number, a value, a date and a note, with tabs between
// them, as spreadsheets write them.

import ExampleTerminal
import Foundation

/// The items in a file, and the lines that are not items.
struct ItemFile {
  private(set) var items: [BNRItem] = []
  /// The lines that could not be read, except empty lines.
  private(set) var skipped: [SkippedLine] = []
  /// Whether the first line names the columns.
  private var hasHeading = false

  init(_ table: TabbedText) {
    hasHeading = table.rows.first.map { Self.isHeading($0.cells) } ?? false
    for row in table.rows.dropFirst(hasHeading ? 1 : 0) {
      do throws(CommandError) {
        items.append(try BNRItem(cells: row.cells))
      } catch {
        skipped.append(SkippedLine(row.line, reason: error.sentence))
      }
    }
  }

  /// Whether cells name columns: the third one, where an item has its value, is text without digits.
  private static func isHeading(_ cells: [String]) -> Bool {
    cells.count > 2 && !cells[2].isEmpty && !cells[2].contains(where: \.isNumber)
  }

  /// The line that was left out, as the end of a sentence.
  var remark: String { hasHeading ? "; left out the heading" : "" }

  /// The items except those that a list already has; an item that is twice in the file is left out
  /// once for each equal one in the list.
  func items(without present: [BNRItem]) -> [BNRItem] {
    var counts = Dictionary(grouping: present, by: \.cells).mapValues(\.count)
    return items.filter { item in
      guard let count = counts[item.cells], count > 0 else { return true }
      counts[item.cells] = count - 1
      return false
    }
  }
}

extension BNRItem {
  /// The texts of the item in a file. Only an item with a note has a fifth one.
  var cells: [String] {
    let texts = ItemProperty.allCases.map { $0.text(in: self).shown }
    return note?.isEmpty == false ? texts : texts.dropLast()
  }

  /// The item of a line. A missing value is read as 0, and a missing date as today; cents must be 0.
  convenience init(cells: [String]) throws(CommandError) {
    func cell(_ index: Int) -> String { cells.indices.contains(index) ? cells[index] : "" }
    let (value, day) = (cell(2), cell(3))
    if cells.count < 2 { throw CommandError(SkippedLine.withoutTab(cells)) }
    if cells.allSatisfy(\.isEmpty) { throw CommandError("only empty cells") }
    let dollars = value.isEmpty ? 0 : try Self.dollars(value)
    let date = day.isEmpty ? Date() : try Self.date(day)
    self.init(
      itemName: cell(0), serialNumber: cell(1), valueInDollars: dollars, dateCreated: date,
      note: cell(4).isEmpty ? nil : cell(4))
  }
}
