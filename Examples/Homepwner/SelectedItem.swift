// The user's position among the items: stored in a separate file, by the key of the item.

/// The selected item.
struct SelectedItem: Codable, Sendable, Hashable {
  /// Its index; nil when there is none.
  var item: Int?
  /// Its key, in case its index changes.
  var itemKey: String?
}

extension SelectedItem {
  /// The position of an item.
  init(_ index: Int, in items: [BNRItem]) {
    item = index
    itemKey = items[index].itemKey
  }

  /// The present index of the item; nil when it was deleted.
  func index(in items: [BNRItem]) -> Int? {
    guard let item else { return nil }
    if items.indices.contains(item), items[item].itemKey == itemKey { return item }
    return itemKey.flatMap { key in items.firstIndex { $0.itemKey == key } }
  }
}
