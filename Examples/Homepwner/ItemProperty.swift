// The properties of an item that can be set, as texts.

import ExampleTerminal

/// A property, by the word that names it.
enum ItemProperty: String, CaseIterable {
  case name, serial, value, date, note

  /// What is typed for a value of the property.
  var argument: String {
    switch self {
    case .name, .serial, .note: "TEXT"
    case .value: "WHOLE-DOLLARS"
    case .date: "DAY"
    }
  }

  /// What a person should know who is asked for the property of a new item.
  var hint: String {
    switch self {
    case .value: " (whole dollars)"
    case .date: " (today)"
    case .name, .serial, .note: ""
    }
  }

  /// How the property of an item is set.
  var usage: String { "set N \(rawValue) \(argument)" }

  /// The property of an item as a text that can be edited.
  func text(in item: BNRItem) -> String {
    switch self {
    case .name: item.itemName ?? ""
    case .serial: item.serialNumber ?? ""
    case .value: "\(item.valueInDollars)"
    case .date: item.day ?? ""
    case .note: item.note ?? ""
    }
  }

  /// The change that sets the property of an item.
  func change(to text: String) throws(CommandError) -> (BNRItem) -> Void {
    switch self {
    case .name: return { $0.itemName = text }
    case .serial: return { $0.serialNumber = text }
    case .value:
      let dollars = try BNRItem.dollars(text)
      return { $0.valueInDollars = dollars }
    case .date:
      let date = try BNRItem.date(text)
      return { $0.dateCreated = date }
    case .note: return { $0.note = text.isEmpty ? nil : text }
    }
  }
}
