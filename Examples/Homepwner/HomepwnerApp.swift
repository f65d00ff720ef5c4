// Homepwner: a list of possessions. Saved after changes, on suspend and at the end.

import ExampleTerminal
import Foundation
import StateStorage

@main
struct HomepwnerApp: InteractiveApp {
  static let name = "Homepwner"
  static let commands: KeyValuePairs = [
    "new [NAME, serial SERIAL, DOLLARS]": "create an item; any part can be left out",
    "set N name TEXT": "change the name of item N of the list",
    "set N serial TEXT": "change its serial number",
    "set N value WHOLE-DOLLARS": "change its value",
    "select N": "select an item, which is marked with *",
    "move N M": "move an item, which becomes item M",
    "delete N": "delete an item",
    "undo": "undo the last change, and those before it",
    "list": "list all items, and their total value",
    "find TEXT": "list the items with a text in their name",
    "sort name|serial|value|date": "change the order of the items",
    "total": "add up the values",
  ]

  let store: BNRItemStore

  static func main() async {
    await ExampleProgram.run(name) { arguments, container in
      try await HomepwnerApp(store: BNRItemStore(container, arguments: arguments)).run(
        in: container)
    }
  }

  var greeting: String {
    let count = store.items.count
    guard let index = store.selection else {
      return count == 0 ? "no items yet; help lists the commands" : count.counted("item")
    }
    return "selected \(line(index))"
  }

  var saved: SavedGraph<[BNRItem]> { store.saved }
  var numbered: [String] { store.items.map { $0.itemKey ?? $0.description } }
  func save() async throws(StateError) { try await store.saveChanges() }

  /// Saves, and reports it as the tutorial's app does.
  func leave() async throws(StateError) {
    do throws(StateError) {
      try await store.saveChanges()
    } catch {
      Output.line("Could not save any of the BNRItems")
      throw error
    }
    Output.line("Saved all of the BNRItems")
  }

  func answer(_ command: String, _ rest: String) throws(CommandError) -> [String] {
    let words = rest.split { $0.isWhitespace }.map(String.init)
    switch command {
    case "new": return [try create(rest)]
    case "set": return [try set(rest)]
    case "select": return [try select(item(words))]
    case "move": return [try move(words)]
    case "delete": return [try delete(item(words))]
    case "undo": return [try store.undo()]
    case "list": return store.items.isEmpty ? ["no items"] : lines { _ in true }
    case "find": return try find(rest)
    case "sort": return try sort(rest)
    case "total": return [total]
    default: throw CommandError("unknown command \(command.shown); help lists the commands")
    }
  }

  // MARK: Commands

  private func create(_ text: String) throws(CommandError) -> String {
    store.createItem(try BNRItem(line: text))
    return "created \(line(store.items.count - 1))"
  }

  private func set(_ rest: String) throws(CommandError) -> String {
    let parts = rest.split(maxSplits: 2) { $0.isWhitespace }.map(String.init)
    guard parts.count == 3 else {
      throw CommandError(
        "expected a property: set N name TEXT, set N serial TEXT, set N value DOLLARS")
    }
    return try set(parts[1], of: item([parts[0]]), to: parts[2].trimmed)
  }

  func set(_ property: String, of index: Int, to text: String) throws(CommandError) -> String {
    let change = try setting(property, to: text)
    store.change(index, property: property, change)
    return "set \(line(index))"
  }

  /// The change that sets a property of an item.
  private func setting(
    _ name: String, to text: String
  ) throws(CommandError) -> (BNRItem) -> Void {
    switch name {
    case "name": return { $0.itemName = text }
    case "serial": return { $0.serialNumber = text }
    case "value":
      let dollars = try BNRItem.dollars(text)
      return { $0.valueInDollars = dollars }
    default: throw CommandError("expected name, serial or value, found \(name.shown)")
    }
  }

  private func select(_ index: Int) -> String {
    store.select(index)
    return "selected \(line(index))"
  }

  private func move(_ words: [String]) throws(CommandError) -> String {
    guard words.count == 2 else { throw CommandError("expected two numbers: move N M") }
    let (index, target) = (try item([words[0]]), try item([words[1]]))
    store.move(from: index, to: target)
    return "moved \(line(target))"
  }

  private func delete(_ index: Int) -> String {
    let deleted = line(index)
    store.delete(at: index)
    return "deleted \(deleted)"
  }

  private func find(_ text: String) throws(CommandError) -> [String] {
    if text.isEmpty { throw CommandError("expected a text: find TEXT") }
    let found = lines { item in
      [item.itemName, item.serialNumber].contains { $0.shown.containsIgnoringCase(text) }
    }
    return found.isEmpty ? ["no item contains “\(text.shown)”"] : found
  }

  /// Shows the list too, because all numbers have changed.
  private func sort(_ property: String) throws(CommandError) -> [String] {
    guard let order = ItemOrder(rawValue: property) else {
      throw CommandError("expected name, serial, value or date, found “\(property.shown)”")
    }
    store.sort(by: order)
    return ["sorted by \(property)"] + lines { _ in true }
  }

  /// The index that the only word gives.
  func item(_ words: [String]) throws(CommandError) -> Int {
    guard words.count == 1 else { throw CommandError("expected the number of an item in the list") }
    return try itemIndex(words[0], of: store.items.count, "item")
  }

  // MARK: Lines

  private func line(_ index: Int) -> String { "\(index + 1). \(store.items[index])" }

  private func lines(of isIncluded: (BNRItem) -> Bool) -> [String] {
    let selection = store.selection
    return store.items.indices.filter { isIncluded(store.items[$0]) }
      .map { "\($0 == selection ? "*" : " ") \(line($0))" }
  }

  /// Any archive can be added up: the sum is not an integer.
  private var total: String {
    let dollars = store.items.reduce(0.0) { $0 + Double($1.valueInDollars) }
    return
      "total: $\(dollars.formatted(.number.grouping(.never))) in \(store.items.count.counted("item"))"
  }

  func remarks(after command: String) -> [String] {
    command == "list" && !store.items.isEmpty ? [total] : []
  }
}
