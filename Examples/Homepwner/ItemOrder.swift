// The orders in which items can be sorted.

import Foundation

/// A property by which items can be sorted.
enum ItemOrder: String, CaseIterable {
  case name, serial, value, date

  /// The items in this order, from small to large; equal ones keep their order.
  func sorted(_ items: [BNRItem]) -> [BNRItem] {
    switch self {
    case .name: sorted(items) { $0.itemName?.lowercased() ?? "" }
    case .serial: sorted(items) { $0.serialNumber?.lowercased() ?? "" }
    case .value: sorted(items) { $0.valueInDollars }
    case .date: sorted(items) { $0.dateCreated ?? .distantPast }
    }
  }

  private func sorted(_ items: [BNRItem], by key: (BNRItem) -> some Comparable) -> [BNRItem] {
    items.map { (key: key($0), item: $0) }.enumerated()
      .sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
      .map(\.element.item)
  }
}
