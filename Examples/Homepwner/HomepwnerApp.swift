// Homepwner: a list of possessions. Saved after changes, on suspend and at the end.

import ExampleTerminal
import StateStorage

@main
struct HomepwnerApp: InteractiveApp {
  static let name = "Homepwner"
  static let commands = [
    "new", "set N name TEXT", "set N serial TEXT", "set N value WHOLE-DOLLARS", "select N",
    "move N M", "delete N", "list",
  ]

  let store: BNRItemStore

  static func main() async {
    await ExampleProgram.run(name) { arguments, container in
      try await HomepwnerApp(store: BNRItemStore(container, arguments: arguments)).run()
    }
  }

  var greeting: String {
    let count = store.items.count
    guard let index = store.selection else {
      return count == 0 ? "no items yet; help lists the commands" : "\(count) items"
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
    case "new": return [create()]
    case "set": return [try set(rest)]
    case "select": return [try select(item(words))]
    case "move": return [try move(words)]
    case "delete": return [try delete(item(words))]
    case "list": return lines
    default: throw CommandError("unknown command \(command.shown); help lists the commands")
    }
  }

  // MARK: Commands

  private func create() -> String {
    let item = store.createItem()
    return "created \(store.items.count). \(item)"
  }

  private func set(_ rest: String) throws(CommandError) -> String {
    let parts = rest.split(maxSplits: 2) { $0.isWhitespace }.map(String.init)
    guard parts.count == 3 else {
      throw CommandError(
        "expected a property: set N name TEXT, set N serial TEXT, set N value DOLLARS")
    }
    let index = try item([parts[0]])
    let change = try setting(parts[1], to: parts[2].trimmed)
    store.change(store.items[index], change)
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
      // At most the maximum of the Objective-C class's int.
      guard let dollars = Int32(text), dollars >= 0 else {
        throw CommandError(
          "expected a number of whole dollars, found “\(text.prefix(40).description.shown)”")
      }
      return { $0.valueInDollars = Int(dollars) }
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

  /// The index that the only word gives.
  private func item(_ words: [String]) throws(CommandError) -> Int {
    guard words.count == 1 else { throw CommandError("expected the number of an item in the list") }
    return try itemIndex(words[0], of: store.items.count, "item")
  }

  // MARK: Lines

  private func line(_ index: Int) -> String { "\(index + 1). \(store.items[index])" }

  private var lines: [String] {
    if store.items.isEmpty { return ["no items"] }
    let selection = store.selection
    return store.items.indices.map { "\($0 == selection ? "*" : " ") \(line($0))" }
  }
}
