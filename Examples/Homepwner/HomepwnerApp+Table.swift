// The items in columns, below a heading: one line each, in which long texts are shortened so that the line fits into
// the window of a terminal.

import ExampleTerminal

extension HomepwnerApp {
  /// The heading, the lines of some items, and their total.
  func table(_ indices: some Collection<Int>, columns: Int) -> [String] {
    let items = indices.map { store.items[$0] }
    let rows = [ItemProperty.allCases.map(\.rawValue)] + items.map(Self.texts)
    let digits = "\(store.items.count)".count
    let widths = Self.widths(of: rows, within: columns - digits - 4)
    let selection = store.selection
    let lines = zip([nil] + indices.map(Int?.some), rows).map { index, row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        cell.0.shortened(toColumns: cell.1).padded(toColumns: cell.1, atStart: column == 2)
      }
      let number = index.map { "\($0 + 1). " } ?? ""
      let mark = index != nil && index == selection ? "* " : "  "
      let line =
        mark + number.padded(toColumns: digits + 2, atStart: true) + cells.joined(separator: "  ")
      return line[...(line.lastIndex { $0 != " " } ?? line.startIndex)].description
        .shortened(toColumns: columns)
    }
    return lines + [total(of: items)]
  }

  /// The cells of an item: its name, serial number, value, day and note.
  private static func texts(_ item: BNRItem) -> [String] {
    [
      item.itemName?.isEmpty == false ? item.itemName.shown : "(no name)",
      item.serialNumber?.shown ?? "", "$\(item.valueInDollars)", item.day ?? "no date",
      item.note?.shown ?? "",
    ]
  }

  /// The widths of the columns. Names, serial numbers and notes share what the others leave: the
  /// longest ones are shortened.
  private static func widths(of rows: [[String]], within columns: Int) -> [Int] {
    var widths = (0..<5).map { column in rows.map { $0[column].width }.max() ?? 0 }
    let flexible = [0, 1, 4]
    let free = columns - 8 - widths[2] - widths[3]
    var limit = widths.max() ?? 0
    while limit > 1, flexible.reduce(0, { $0 + min(widths[$1], limit) }) > free { limit -= 1 }
    for column in flexible { widths[column] = min(widths[column], limit) }
    return widths
  }
}
