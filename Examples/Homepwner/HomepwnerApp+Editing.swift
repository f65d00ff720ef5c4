// What Homepwner does with a person at a terminal: lists have columns, a new item is selected, `set N
// name` without a text offers the current one for editing, and `add` and `edit` ask for each property.

import ExampleTerminal

extension HomepwnerApp {
  func answer(
    _ command: String, _ rest: String, asking person: Conversation
  ) async throws(CommandError) -> [String]? {
    let words = rest.split { $0.isWhitespace }.map(String.init)
    let all = store.items.indices
    switch command {
    case "list" where !all.isEmpty: return table(all, columns: person.columns)
    case "find":
      let found = try find(rest)
      return found.isEmpty ? nil : table(found, columns: person.columns)
    case "sort": return [try sort(words)] + table(all, columns: person.columns)
    case "new": return selectingNew(try create(rest))
    case "add" where words.isEmpty: return await createSeveral(asking: person)
    case "undo": return report(try store.undo(), columns: person.columns)
    case "redo": return report(try store.redo(), columns: person.columns)
    case "export" where TabbedText.exists(rest):
      let rows = try rows(exportedTo: rest)
      guard await person.mayReplace(rest) else { return ["unchanged"] }
      try TabbedText.replace(rest, with: rows)
      return [exported]
    case "edit": return [try await edit(words, asking: person)]
    case "set": return try await set(words, asking: person).map { [$0] }
    default: return nil
    }
  }

  /// What was undone or redone, and the items that were restored.
  private func report(_ change: RestoredChange, columns: Int) -> [String] {
    switch change.range.count {
    case 0: [change.sentence]
    case 1: [change.sentence, line(change.range.lowerBound)]
    default: [change.sentence] + table(change.range, columns: columns)
    }
  }

  /// Selects the item that was created last, so that commands without a number are about it.
  private func selectingNew(_ answer: [String]) -> [String] {
    store.select(store.items.count - 1)
    return answer
  }

  // MARK: Creating

  /// Creates items from the answers of a person until a name is empty.
  private func createSeveral(asking person: Conversation) async -> [String] {
    person.say("an empty name ends")
    while let name = await person.answer("name> "), !name.isEmpty {
      let item = BNRItem(itemName: name)
      let isComplete = await complete(item, asking: person)
      (isComplete ? selectingNew(create(item)) : ["no item created"]).forEach(person.say)
    }
    return []
  }

  /// Asks for the properties of an item after its name. Returns false if the person leaves.
  private func complete(_ item: BNRItem, asking person: Conversation) async -> Bool {
    for property in ItemProperty.allCases where property != .name {
      // A new item is worth $0, and the person types over nothing.
      let text = property == .value ? "" : property.text(in: item)
      guard let changes = await change(of: property, from: text, asking: person) else {
        return false
      }
      for change in changes { change(item) }
    }
    return true
  }

  // MARK: Editing

  /// Offers a property for editing if the words are only a property, or a number and a property; nil
  /// otherwise.
  private func set(
    _ words: [String], asking person: Conversation
  ) async throws(CommandError) -> String? {
    let numbers = Array(words.dropLast())
    guard let property = words.last.flatMap(Self.property), numbers.allSatisfy({ Int($0) != nil }),
      numbers.count < 2
    else { return nil }
    let usage = "set N \(property.rawValue)"
    let index = try numbers.isEmpty ? selected(usage) : item(numbers, usage)
    let item = SelectedItem(index, in: store.items)
    let text = property.text(in: store.items[index])
    guard let edited = await person.edited(text, prompt: "\(property.rawValue)> ") else {
      return "unchanged"
    }
    return try set(property, of: present(item), to: edited.trimmed)
  }

  /// Offers each property of an item for editing. The changes are undone together.
  private func edit(
    _ words: [String], asking person: Conversation
  ) async throws(CommandError) -> String {
    let index = try words.isEmpty ? selected("edit N") : item(words, "edit N")
    let (item, original) = (SelectedItem(index, in: store.items), store.items[index])
    var changes: [(BNRItem) -> Void] = []
    for property in ItemProperty.allCases {
      let text = property.text(in: original).shown.trimmed
      guard let change = await change(of: property, from: text, asking: person) else {
        return "unchanged"
      }
      changes += change
    }
    if changes.isEmpty { return "unchanged" }
    let now = try present(item)
    store.change(now, as: "editing") { item in for change in changes { change(item) } }
    return "edited \(line(now))"
  }

  /// Asks for a property until it is valid: the change, or none if the property stays the same; nil
  /// if the person leaves.
  private func change(
    of property: ItemProperty, from text: String, asking person: Conversation
  ) async -> [(BNRItem) -> Void]? {
    var offered = text
    while let answer = await person.answer("\(property.rawValue)> ", offering: offered) {
      if answer == text { return [] }
      do throws(CommandError) { return [try property.change(to: answer)] } catch {
        person.say("error: \(error.sentence)")
      }
      offered = answer
    }
    return nil
  }

  /// The present index of an item, which another instance may have moved in the meantime.
  private func present(_ item: SelectedItem) throws(CommandError) -> Int {
    guard let index = item.index(in: store.items) else {
      throw CommandError("another instance of Homepwner has deleted the item")
    }
    return index
  }
}
