// What Homepwner does with a person at a terminal: lists have columns, `set N name` without a text
// offers the present one for editing, and `add` and `edit` ask for each property.

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
    case "add" where words.isEmpty: return await create(asking: person)
    case "edit": return [try await edit(words, asking: person)]
    case "set": return try await set(words, asking: person).map { [$0] }
    default: return nil
    }
  }

  /// Creates an item from the answers of a person.
  private func create(asking person: Conversation) async -> [String] {
    guard let name = await person.answer("name> "),
      let serial = await person.answer("serial> ")
    else { return ["no item created"] }
    while let value = await person.answer("value> ") {
      do throws(CommandError) {
        let dollars = value.isEmpty ? 0 : try BNRItem.dollars(value)
        return create(BNRItem(itemName: name, serialNumber: serial, valueInDollars: dollars))
      } catch {
        person.say("error: \(error.sentence)")
      }
    }
    return ["no item created"]
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
