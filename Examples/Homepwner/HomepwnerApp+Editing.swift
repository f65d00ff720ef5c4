// What Homepwner does with a person at a terminal: `set N name` without a text offers the present
// one for editing, and `add` asks for each property.

import ExampleTerminal

extension HomepwnerApp {
  func answer(
    _ command: String, _ rest: String, asking person: Conversation
  ) async throws(CommandError) -> [String]? {
    var words = rest.split { $0.isWhitespace }.map(String.init)
    if command == "list", words.isEmpty, !store.items.isEmpty { return table + [total] }
    if command == "add", words.isEmpty { return [await create(asking: person)] }
    guard command == "set", let last = words.popLast()?.expanded(to: Self.properties),
      Self.properties.contains(last), words.count < 2
    else { return nil }
    let usage = "set N \(last)"
    let (index, property) = (try words.isEmpty ? selected(usage) : item(words, usage), last)
    let item = SelectedItem(index, in: store.items)
    guard let text = text(of: property, in: store.items[index]) else { return nil }
    guard let edited = await person.edited(text, prompt: "\(property)> ") else {
      return ["unchanged"]
    }
    // Another instance may have moved the item in the meantime.
    guard let index = item.index(in: store.items) else {
      throw CommandError("another instance of Homepwner has deleted the item")
    }
    return [try set(property, of: index, to: edited.trimmed)]
  }

  /// Creates an item from the answers of a person.
  private func create(asking person: Conversation) async -> String {
    guard let name = await person.answer("name> "),
      let serial = await person.answer("serial> ")
    else { return "no item created" }
    while let value = await person.answer("value> ") {
      do throws(CommandError) {
        let dollars = value.isEmpty ? 0 : try BNRItem.dollars(value)
        return create(BNRItem(itemName: name, serialNumber: serial, valueInDollars: dollars))
      } catch {
        person.say("error: \(error.sentence)")
      }
    }
    return "no item created"
  }

  /// The list in columns.
  private var table: [String] {
    let rows = store.items.map { item in
      [
        item.itemName?.isEmpty == false ? item.itemName.shown : "(no name)",
        item.serialNumber?.isEmpty == false
          ? "serial \(item.serialNumber.shown)" : "no serial number",
        "$\(item.valueInDollars)",
      ]
    }
    let widths = (0..<3).map { column in rows.map { min($0[column].width, 30) }.max() ?? 0 }
    let digits = "\(rows.count)".count
    return rows.enumerated().map { index, row in
      let number = "\(index + 1)".padded(toColumns: digits, atStart: true)
      let cells = row.indices.map { row[$0].padded(toColumns: widths[$0], atStart: $0 == 2) }
      let mark = index == store.selection ? "*" : " "
      return "\(mark) \(number). \(cells.joined(separator: "  "))  \(store.items[index].day)"
    }
  }

  private func text(of property: String, in item: BNRItem) -> String? {
    switch property {
    case "name": item.itemName ?? ""
    case "serial": item.serialNumber ?? ""
    case "value": "\(item.valueInDollars)"
    default: nil
    }
  }
}
