// The orders in which items can be sorted.

import ExampleTerminal
import Foundation

/// A property by which items can be sorted.
enum ItemOrder: String, CaseIterable {
  case name, serial, value, date

  /// The items in this order, from small to large unless it is descending; equal ones keep their
  /// order.
  func sorted(_ items: [BNRItem], descending: Bool = false) -> [BNRItem] {
    switch self {
    case .name: sorted(items, descending) { $0.itemName?.folded ?? "" }
    case .serial: sorted(items, descending) { $0.serialNumber?.folded ?? "" }
    case .value: sorted(items, descending) { $0.valueInDollars }
    case .date: sorted(items, descending) { $0.dateCreated ?? .distantPast }
    }
  }

  private func sorted(
    _ items: [BNRItem], _ descending: Bool, by key: (BNRItem) -> some Comparable
  ) -> [BNRItem] {
    items.map { (key: key($0), item: $0) }.enumerated()
      .sorted { one, other in
        if one.element.key == other.element.key { return one.offset < other.offset }
        return (one.element.key < other.element.key) != descending
      }
      .map(\.element.item)
  }
}
