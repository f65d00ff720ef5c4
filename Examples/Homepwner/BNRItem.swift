// BNRItem: a thing that one owns. It never changes, so that a save on another thread never sees half
// a change; setting something makes a new one with the same key.

import ExampleTerminal
import Foundation
import KeyedArchives

final class BNRItem: KeyedCoding, Sendable {
  let itemName: String
  let serialNumber: String
  let valueInDollars: Int
  let dateCreated: Date
  /// What tells the item from all others, wherever it stands.
  let itemKey: String

  init(
    itemName: String = "", serialNumber: String = "", valueInDollars: Int = 0,
    dateCreated: Date = Date(), itemKey: String = UUID().uuidString
  ) {
    self.itemName = itemName
    self.serialNumber = serialNumber
    self.valueInDollars = valueInDollars
    self.dateCreated = dateCreated
    self.itemKey = itemKey
  }

  init(coder: UnarchivingCoder) throws {
    itemName = try coder.decode(String.self, forKey: "itemName") ?? ""
    serialNumber = try coder.decode(String.self, forKey: "serialNumber") ?? ""
    valueInDollars = try coder.decodeInteger(forKey: "valueInDollars")
    dateCreated =
      try coder.decode(Date.self, forKey: "dateCreated") ?? Date(timeIntervalSinceReferenceDate: 0)
    // Items of other programs may have no key; here the selection goes by it.
    let key = try coder.decode(String.self, forKey: "itemKey") ?? ""
    itemKey = key.isEmpty ? UUID().uuidString : key
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(itemName, forKey: "itemName")
    try coder.encode(serialNumber, forKey: "serialNumber")
    try coder.encode(valueInDollars, forKey: "valueInDollars")
    try coder.encode(dateCreated, forKey: "dateCreated")
    try coder.encode(itemKey, forKey: "itemKey")
  }
}

extension BNRItem {
  /// What can be set.
  enum Property {
    case name(String)
    case serial(String)
    case value(Int)
  }

  /// The item with something set.
  func setting(_ property: Property) -> BNRItem {
    var (name, serial, value) = (itemName, serialNumber, valueInDollars)
    switch property {
    case .name(let new): name = new
    case .serial(let new): serial = new
    case .value(let new): value = new
    }
    return BNRItem(
      itemName: name, serialNumber: serial, valueInDollars: value, dateCreated: dateCreated,
      itemKey: itemKey)
  }
}

extension BNRItem: CustomStringConvertible {
  /// The item on one line.
  var description: String {
    let name = itemName.isEmpty ? "(no name)" : itemName
    let serial = serialNumber.isEmpty ? "no serial number" : "serial \(serialNumber)"
    return "\(name), \(serial), $\(valueInDollars), \(day)".shown
  }

  /// The day in Greenwich. Dates beyond the calendar, which an archive may have, are not shown as one.
  private var day: String {
    let seconds = dateCreated.timeIntervalSinceReferenceDate
    guard abs(seconds) < 1e11 else { return "no date" }
    return dateCreated.formatted(.iso8601.year().month().day())
  }
}
