// Where the user was among the items: kept in a file of its own, by the key of the item.

/// The item selected.
struct Place: Codable, Sendable, Hashable {
  /// Its index; nil when none is.
  var item: Int?
  /// Its key, in case its index changes.
  var itemKey: String?
}

extension Place {
  /// The place of an item.
  init(_ index: Int, in items: [BNRItem]) {
    item = index
    itemKey = items[index].itemKey
  }

  /// The index of that item now; nil when it is gone.
  func index(in items: [BNRItem]) -> Int? {
    guard let item else { return nil }
    if items.indices.contains(item), items[item].itemKey == itemKey { return item }
    return itemKey.flatMap { key in items.firstIndex { $0.itemKey == key } }
  }
}
