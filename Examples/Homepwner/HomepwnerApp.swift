// Homepwner: a list of possessions. Saved after changes, on suspend and at the end.

import ExampleTerminal
import Foundation
import ObservableState
import StateStorage

@main
struct HomepwnerApp: InteractiveApp {
  static let name = "Homepwner"
  static let commands: KeyValuePairs = [
    "new [NAME, PART, ...]": """
    create an item of a name and other parts
    new \(BNRItem.parts)
    Parts can be omitted. The name can contain commas, and the note comes last.
    The value is in whole dollars, such as 1,200; a day is written 2024-05-31, today or yesterday.
    The words value and date can be omitted.
    In a terminal, the new item is selected.
    """,
    "add [NAME, PART, ...]": """
    like new; alone, ask for each part
    add \(BNRItem.parts)
    """,
    "set [N] name|serial TEXT": "change item N or the selected one",
    "set [N] value WHOLE-DOLLARS": "change its value",
    "set [N] date|note TEXT": """
    change its date (2024-05-31) or its note
    The date can also be today or yesterday.
    """,
    "edit [N]": "change an item, asking for each part",
    "show [N]": "show all of an item, with its note",
    "select N": """
    select an item, which is marked with *
    Instead of a number, each command accepts a text that only one item contains.
    """,
    "move N M": "move an item, which becomes item M",
    "delete [N]": """
    delete item N, or the selected one
    Several numbers and ranges, such as 3 5-7, delete several items.
    A text deletes the item that contains it, if there is only one.
    """,
    "undo": "undo the last change, then earlier ones",
    "redo": "restore what was undone last",
    "list": "list all items, and their total value",
    "find TEXT": """
    search names, serial numbers, dates, notes
    The words of TEXT can be in any order; case and accents do not matter.
    """,
    "sort name|serial|value|date [desc]": """
    change the order of the items
    The smallest comes first, or with desc the largest. The order is stored; undo restores the old one.
    """,
    "total": "add up the values",
    "import FILE": """
    add the items in a tab-separated file
    Each line has a name, a serial number, a value, a date and a note, with tabs between them.
    Items that already exist are skipped.
    """,
    "export FILE": "write all items to a file for import",
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
    return "the selected item is \(line(index))"
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
    case "new": return try create(rest)
    case "add" where !rest.isEmpty: return try create(rest)
    case "add":
      throw CommandError("add needs a terminal; elsewhere: \(BNRItem.usage)")
    case "edit": throw CommandError("edit needs a terminal; elsewhere: \(Self.usage)")
    case "set": return [try set(rest)]
    case "show": return [line(try words.isEmpty ? selected("show N") : item(words, "show N"))]
    case "select": return [try select(item(words, "select N"))]
    case "move": return [try move(words)]
    case "delete": return try delete(rest)
    case "undo": return [try store.undo().sentence]
    case "redo": return [try store.redo().sentence]
    case "list": return store.items.isEmpty ? ["no items"] : lines(store.items.indices)
    case "find":
      let found = try find(rest)
      return found.isEmpty ? ["no item contains “\(rest.shown)”"] : lines(found)
    // Shows the list too, because all numbers have changed.
    case "sort": return [try sort(words)] + lines(store.items.indices)
    case "total": return [total(of: store.items)]
    case "import": return try importItems(rest)
    case "export": return [try exportItems(rest)]
    default: throw CommandError("unknown command \(command.shown); help lists the commands")
    }
  }

  // MARK: Commands

  func create(_ text: String) throws(CommandError) -> [String] {
    create(try BNRItem(line: text))
  }

  /// Adds an item, and reports one with a name that seems to be the same thing.
  func create(_ item: BNRItem) -> [String] {
    let like = item.itemName?.isEmpty == false ? store.items.firstIndex(where: item.isLike) : nil
    store.createItem(item)
    return ["created \(line(store.items.count - 1))"]
      + (like.map { ["item \($0 + 1) has the same name, serial number and value"] } ?? [])
  }

  private func set(_ rest: String) throws(CommandError) -> String {
    let first = rest.firstWord
    let isNumber = Self.property(first.word) == nil
    let (word, text) = isNumber ? first.rest.firstWord : first
    guard !first.word.isEmpty, !word.isEmpty, !text.isEmpty else {
      throw CommandError("expected a property: \(Self.usage)")
    }
    guard let property = Self.property(word) else {
      throw CommandError("expected name, serial, value, date or note, found \(word.shown)")
    }
    let index = try isNumber ? item([first.word], property.usage) : selected(property.usage)
    return try set(property, of: index, to: text)
  }

  private static let usage = ItemProperty.allCases.map(\.usage).joined(separator: ", ")

  func set(
    _ property: ItemProperty, of index: Int, to text: String
  ) throws(CommandError) -> String {
    let change = try property.change(to: text)
    store.change(index, as: "setting the \(property.rawValue) of", change)
    return "set \(line(index))"
  }

  /// The property that a word abbreviates. The first one counts: `n` is the name.
  static func property(_ word: String) -> ItemProperty? {
    word.isEmpty ? nil : ItemProperty.allCases.first { $0.rawValue.hasPrefix(word) }
  }

  private func select(_ index: Int) -> String {
    store.select(index)
    return "selected \(line(index))"
  }

  private func move(_ words: [String]) throws(CommandError) -> String {
    guard words.count == 2 else { throw CommandError("expected two numbers: move N M") }
    let (index, target) = (try item([words[0]], "move N M"), try item([words[1]], "move N M"))
    store.move(from: index, to: target)
    return "moved \(line(target))"
  }

  /// Deletes the selected item, those with some numbers, or the only one that contains a text.
  private func delete(_ numbers: String) throws(CommandError) -> [String] {
    let indices =
      try numbers.isEmpty
      ? [selected("delete N")]
      : itemIndices(numbers, of: store.items.count, noun: "item") {
        store.items[$0].containsWords(of: numbers)
      }
    let answer = indices.map { "deleted \(line($0))" }
    store.delete(at: indices)
    return answer
  }

  /// The indices of the items that contain all words of a text.
  func find(_ text: String) throws(CommandError) -> [Int] {
    if text.isEmpty { throw CommandError("expected a text: find TEXT") }
    return store.items.indices.filter { store.items[$0].containsWords(of: text) }
  }

  func sort(_ words: [String]) throws(CommandError) -> String {
    guard let first = words.first else {
      throw CommandError(
        "expected an order: sort name, sort serial, sort value or sort date; desc reverses it")
    }
    let name = String(first.trimmingPrefix("-")).expanded(to: ItemOrder.allCases.map(\.rawValue))
    guard let order = ItemOrder(rawValue: name) else {
      throw CommandError("expected name, serial, value or date, found “\(first.shown)”")
    }
    let last = words.dropFirst().joined(separator: " ")
    guard last.isEmpty || last.expanded(to: ["descending"]) == "descending" else {
      throw CommandError("expected sort \(name) or sort \(name) desc, found “\(last.shown)”")
    }
    let isDescending = first.hasPrefix("-") || !last.isEmpty
    store.sort(by: order, descending: isDescending)
    return "sorted by \(name)\(isDescending ? ", descending" : "")"
  }

  private func importItems(_ path: String) throws(CommandError) -> [String] {
    if path.isEmpty { throw CommandError("expected a file: import FILE") }
    let file = ItemFile(try TabbedText(file: path))
    guard !file.items.isEmpty else {
      throw CommandError(TabbedText.report(noneOf: "items", skipped: file.skipped))
    }
    let new = file.items(without: store.items)
    if !new.isEmpty { store.importItems(new) }
    return TabbedText.report(
      importing: new.isEmpty ? "no items" : new.count.counted("item"),
      present: file.items.count - new.count, skipped: file.skipped, remark: file.remark)
  }

  /// Writes all items to a file, which is new unless one that exists is to be replaced.
  func exportItems(
    _ path: String, replacing isReplacing: Bool = false
  ) throws(CommandError) -> String {
    if path.isEmpty { throw CommandError("expected a file: export FILE") }
    if store.items.isEmpty { throw CommandError("there are no items to export") }
    let rows = store.items.map(\.cells)
    try TabbedText.write(rows, to: path, replacing: isReplacing)
    return "exported \(rows.count.counted("item"))"
  }

  /// The index that the only word gives, or that of the only item that contains some words.
  func item(_ words: [String], _ usage: String) throws(CommandError) -> Int {
    let text = words.joined(separator: " ")
    guard words.count == 1 || text.contains(where: \.isLetter) else {
      let found = words.isEmpty ? "" : ", found “\(text.prefix(40).description.shown)”"
      throw CommandError("expected the number of one item in the list: \(usage)\(found)")
    }
    return try itemIndex(text, of: store.items.count, noun: "item") {
      store.items[$0].containsWords(of: text)
    }
  }

  /// The index of the selected item, which a command without a number is about.
  func selected(_ usage: String) throws(CommandError) -> Int {
    guard let index = store.selection else {
      throw CommandError("no item is selected; expected a number: \(usage)")
    }
    return index
  }

  // MARK: Lines

  func line(_ index: Int) -> String { "\(index + 1). \(store.items[index])" }

  func lines(_ indices: some Sequence<Int>) -> [String] {
    let selection = store.selection
    return indices.map { "\($0 == selection ? "*" : " ") \(line($0))" }
  }

  /// Any archive can be added up: the sum is not an integer.
  func total(of items: [BNRItem]) -> String {
    let dollars = items.reduce(0.0) { $0 + Double($1.valueInDollars) }
    return
      "total: $\(dollars.formatted(.number.grouping(.never))) in \(items.count.counted("item"))"
  }
}
