// What Homepwner does with a person at a terminal: lists have columns, a new item is selected, what
// was undone is shown, `set N name` without a text offers the current one for editing, `add` and
// `edit` ask for each property, and `export` asks before it replaces a file.

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
    case "add" where words.isEmpty: return await createSeveral(asking: person)
    case "new", "add": return selectingNew(try create(rest))
    case "undo": return report(try store.undo(), columns: person.columns)
    case "redo": return report(try store.redo(), columns: person.columns)
    case "export" where TabbedText.exists(rest):
      guard await person.mayReplace(rest) else { return ["unchanged"] }
      return [try exportItems(rest, replacing: true)]
    case "edit": return [try await edit(words, asking: person)]
    case "set": return try await set(words, asking: person).map { [$0] }
    default: return nil
    }
  }

  /// What was undone or redone, and the items that were restored.
  private func report(_ change: RestoredChange, columns: Int) -> [String] {
    let count = change.indices.count
    if count == 1 { return [change.sentence] + lines(change.indices) }
    // All numbers have changed after sorting.
    let isShown = 2...5 ~= count || change.isReplacement
    return [change.sentence] + (isShown ? table(change.indices, columns: columns) : [])
  }

  /// Selects the item that was created last, so that commands without a number are about it.
  private func selectingNew(_ answer: [String]) -> [String] {
    store.select(store.items.count - 1)
    return answer
  }

  // MARK: Asking

  /// Creates items from the answers of a person until a name is empty.
  private func createSeveral(asking person: Conversation) async -> [String] {
    person.say("an empty name ends; Escape goes back, and Control-C leaves")
    let texts = ItemProperty.allCases.map { _ in "" }
    while let changes = await ask(ItemProperty.allCases, offering: texts, isNew: true, person) {
      let item = BNRItem(itemName: "")
      for change in changes { change(item) }
      selectingNew(create(item)).forEach(person.say)
    }
    return []
  }

  /// Offers a property for editing if the words are only a property, or an item and a property; nil
  /// otherwise.
  private func set(
    _ words: [String], asking person: Conversation
  ) async throws(CommandError) -> String? {
    let numbers = Array(words.dropLast())
    guard let property = words.last.flatMap(Self.property),
      numbers.allSatisfy({ Self.property($0) == nil })
    else { return nil }
    let index = try numbers.isEmpty ? selected(property.usage) : item(numbers, property.usage)
    let answer = try await change(
      [property], of: index, as: "setting the \(property.rawValue) of", asking: person)
    return answer.map { "set \($0)" } ?? "unchanged"
  }

  /// Offers each property of an item for editing. The changes are undone together.
  private func edit(
    _ words: [String], asking person: Conversation
  ) async throws(CommandError) -> String {
    let index = try words.isEmpty ? selected("edit N") : item(words, "edit N")
    let answer = try await change(
      ItemProperty.allCases, of: index, as: "editing", asking: person)
    return answer.map { "edited \($0)" } ?? "unchanged"
  }

  /// Offers properties of an item for editing, and makes one change. Returns the item on one line;
  /// nil if nothing was changed.
  private func change(
    _ properties: [ItemProperty], of index: Int, as verb: String, asking person: Conversation
  ) async throws(CommandError) -> String? {
    let (item, original) = (SelectedItem(index, in: store.items), store.items[index])
    let texts = properties.map { $0.text(in: original).shown.trimmed }
    guard let changes = await ask(properties, offering: texts, person), !changes.isEmpty else {
      return nil
    }
    let now = try present(item)
    store.change(now, as: verb) { item in for change in changes { change(item) } }
    return line(now)
  }

  /// Asks for properties one after another, each until it is valid. Escape goes back to the one
  /// before, whose text is kept, and Control-C leaves.
  ///
  /// - Returns: The changes to the texts that were offered; nil if the person leaves.
  private func ask(
    _ properties: [ItemProperty], offering texts: [String], isNew: Bool = false,
    _ person: Conversation
  ) async -> [(BNRItem) -> Void]? {
    var (offered, changes) = (texts, [Int: (BNRItem) -> Void]())
    var number = 0
    while number < properties.count {
      let property = properties[number]
      let hint = isNew ? property.hint : ""
      let prompt = "\(property.rawValue)\(hint)> "
      let answer: String
      switch await person.reply(prompt, offering: offered[number]) {
      case .text(let text): answer = text.trimmed
      case .back(let text) where number > 0:
        offered[number] = text
        number -= 1
        continue
      case .back(let text) where isNew && offered != texts:
        offered[number] = text
        person.say("this is the first part; Control-C leaves without creating the item")
        continue
      case .back: return nil
      case .interrupted:
        if isNew, number > 0 { person.say("no item created") }
        return nil
      }
      if isNew, property == .name {
        if answer.isEmpty { return nil }
        // A whole item on one line, as after `new`.
        if let item = try? BNRItem(line: answer), item.itemName != answer { return [item.copy] }
      }
      offered[number] = answer
      do throws(CommandError) {
        changes[number] = answer == texts[number] ? nil : try property.change(to: answer)
        number += 1
      } catch {
        person.say("error: \(error.sentence)")
      }
    }
    return changes.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The present index of an item, which another instance may have moved in the meantime.
  private func present(_ item: SelectedItem) throws(CommandError) -> Int {
    guard let index = item.index(in: store.items) else {
      throw CommandError("another instance of Homepwner has deleted the item")
    }
    return index
  }
}
