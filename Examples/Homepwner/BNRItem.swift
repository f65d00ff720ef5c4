// BNRItem: a possession.

import ExampleTerminal
import Foundation
import KeyedArchives

final class BNRItem: KeyedCoding {
  var itemName: String?
  var serialNumber: String?
  var valueInDollars: Int
  var dateCreated: Date?
  /// Identifies the item, whatever its index is. Items of other programs may have none.
  let itemKey: String?
  /// The room that it is in, or any remark. Nil in the archives of other programs.
  var note: String?

  init(
    itemName: String? = "", serialNumber: String? = "", valueInDollars: Int = 0,
    dateCreated: Date? = Date(), itemKey: String? = UUID().uuidString, note: String? = nil
  ) {
    self.itemName = itemName
    self.serialNumber = serialNumber
    self.valueInDollars = valueInDollars
    self.dateCreated = dateCreated
    self.itemKey = itemKey
    self.note = note
  }

  init(coder: UnarchivingCoder) throws {
    itemName = try coder.decode(String.self, forKey: "itemName")
    serialNumber = try coder.decode(String.self, forKey: "serialNumber")
    valueInDollars = try coder.decodeInteger(forKey: "valueInDollars")
    dateCreated = try coder.decode(Date.self, forKey: "dateCreated")
    itemKey = try coder.decode(String.self, forKey: "itemKey")
    note = try coder.decode(String.self, forKey: "note")
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(itemName, forKey: "itemName")
    try coder.encode(serialNumber, forKey: "serialNumber")
    try coder.encode(valueInDollars, forKey: "valueInDollars")
    try coder.encode(dateCreated, forKey: "dateCreated")
    try coder.encode(itemKey, forKey: "itemKey")
    if let note { try coder.encode(note, forKey: "note") }
  }
}

extension BNRItem: ListedObject {
  /// Another item with the same contents.
  convenience init(copying item: BNRItem) {
    self.init(
      itemName: item.itemName, serialNumber: item.serialNumber,
      valueInDollars: item.valueInDollars, dateCreated: item.dateCreated, itemKey: item.itemKey,
      note: item.note)
  }

  static func == (one: BNRItem, other: BNRItem) -> Bool {
    (one.itemName, one.serialNumber, one.valueInDollars, one.dateCreated, one.itemKey, one.note)
      == (
        other.itemName, other.serialNumber, other.valueInDollars, other.dateCreated, other.itemKey,
        other.note
      )
  }
}

extension BNRItem: CustomStringConvertible {
  /// The name in a sentence.
  var title: String {
    itemName?.isEmpty == false ? "“\(itemName.shown)”" : "an item without a name"
  }

  /// The item on one line.
  var description: String {
    let (name, serialNumber) = (itemName ?? "", serialNumber ?? "")
    let serial = serialNumber.isEmpty ? "no serial number" : "serial \(serialNumber)"
    let remark = note.map { $0.isEmpty ? "" : " (\($0))" } ?? ""
    return
      "\(name.isEmpty ? "(no name)" : name), \(serial), $\(valueInDollars), \(day ?? "no date")\(remark)"
      .shown
  }

  /// The day in UTC. Dates beyond the calendar, which an archive may have, are not shown as one.
  var day: String? {
    guard let dateCreated, abs(dateCreated.timeIntervalSinceReferenceDate) < 1e11 else {
      return nil
    }
    return dateCreated.formatted(Self.dayStyle)
  }

  static let dayStyle = Date.ISO8601FormatStyle.iso8601.year().month().day()

  /// The change that gives another item the same contents.
  var copy: (BNRItem) -> Void {
    { [itemName, serialNumber, valueInDollars, dateCreated, note] item in
      (item.itemName, item.serialNumber, item.valueInDollars) = (
        itemName, serialNumber, valueInDollars
      )
      (item.dateCreated, item.note) = (dateCreated, note)
    }
  }

  /// Whether another item has the same name, serial number and value, whatever the capitals and
  /// accents.
  func isLike(_ item: BNRItem) -> Bool {
    (item.itemName?.folded, item.serialNumber?.folded, item.valueInDollars)
      == (itemName?.folded, serialNumber?.folded, valueInDollars)
  }

  /// Whether the name, the serial number, the date and the note contain all words of a text.
  func containsWords(of text: String) -> Bool {
    [itemName, serialNumber, day, note].compactMap { $0?.shown }.containWords(of: text)
  }
}
