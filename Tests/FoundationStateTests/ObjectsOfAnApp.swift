// Classes of an app that was written for NSCoding, as its developer would have them: mutable, and
// not Sendable.

import FoundationBridge

/// A possession in a box that refers to it.
final class Item: NSObject, NSCoding {
  var name: String
  var value: Int32
  weak var box: Box?

  init(_ name: String, value: Int32 = 0) {
    self.name = name
    self.value = value
  }

  required init?(coder: NSCoder) {
    name = coder.decodeObject(forKey: "itemName") as? String ?? ""
    value = coder.decodeCInt(forKey: "valueInDollars")
    super.init()
    coder.resolve("box") { [weak self] in self?.box = $0 as? Box }
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "itemName")
    coder.encodeCInt(value, forKey: "valueInDollars")
    coder.encodeConditionalObject(box, forKey: "box")
  }
}

/// A box of items, each of which refers to its box.
final class Box: NSObject, NSCoding {
  let items: NSMutableArray
  var best: Item?

  override init() { items = NSMutableArray() }

  required init?(coder: NSCoder) {
    items =
      coder.decodeObject(of: [NSMutableArray.self, Item.self], forKey: "items") as? NSMutableArray
      ?? NSMutableArray()
    best = coder.decodeObject(of: Item.self, forKey: "best")
  }

  func encode(with coder: NSCoder) {
    coder.encode(items, forKey: "items")
    coder.encode(best, forKey: "best")
  }

  func add(_ item: Item) {
    items.add(item)
    item.box = self
  }

  /// The items themselves, not copies.
  var all: [Item] { (0..<items.count).compactMap { items.plistObject(at: $0) as? Item } }
}
