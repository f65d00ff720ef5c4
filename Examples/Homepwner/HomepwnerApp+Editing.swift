// What Homepwner does with a person at a terminal: `set N name` without a text offers the present
// one for editing.

import ExampleTerminal

extension HomepwnerApp {
  func answer(
    _ command: String, _ rest: String, asking person: Conversation
  ) async throws(CommandError) -> [String]? {
    let words = rest.split { $0.isWhitespace }.map(String.init)
    guard command == "set", words.count == 2 else { return nil }
    let (index, property) = (try item([words[0]]), words[1])
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

  private func text(of property: String, in item: BNRItem) -> String? {
    switch property {
    case "name": item.itemName ?? ""
    case "serial": item.serialNumber ?? ""
    case "value": "\(item.valueInDollars)"
    default: nil
    }
  }
}
