// The orders of keys that were sorted last, in the whole process: a program writes the same types
// again and again, and comparing the keys with known ones takes less time than sorting them.
internal import Synchronization

/// The orders of the keys of small dictionaries.
enum KeyOrderMemory {
  private static let memory = Mutex<[KeyOrder?]>(Array(repeating: nil, count: 16))

  /// The sizes of the dictionaries whose order is kept, and the limit for the text of their keys.
  private static let sizes = 3...64
  private static let longestText = 4096

  /// Returns the order of a dictionary's keys.
  static func order(of node: Node, storage: DocumentStorage) -> [UInt32] {
    guard sizes.contains(node.count) else { return KeySorting.order(of: node, storage: storage) }
    let slot = node.count & 15
    let known = memory.withLock { $0[slot] }
    if let known, known.isOrder(of: node, storage: storage) { return known.indexes }
    let indexes = KeySorting.order(of: node, storage: storage)
    if let new = KeyOrder(of: node, storage: storage, indexes: indexes, limit: longestText) {
      memory.withLock { $0[slot] = new }
    }
    return indexes
  }
}

/// The keys of a dictionary, and their order.
private final class KeyOrder: Sendable {
  let indexes: [UInt32]
  private let lengths: [UInt32]
  private let text: SourceBytes

  /// Creates the order of a dictionary; nil if its keys take too much memory or are not plain text.
  init?(of node: Node, storage: DocumentStorage, indexes: [UInt32], limit: Int) {
    var lengths: [UInt32] = []
    var text = ByteWriter(minimumCapacity: 512)
    for position in 0..<node.count {
      let key = storage.nodes[storage.key(position, of: node)]
      guard key.isPlainText, text.count + key.count <= limit else { return nil }
      text.append(storage.view, at: key.start, count: key.count)
      lengths.append(UInt32(truncatingIfNeeded: key.count))
    }
    self.indexes = indexes
    self.lengths = lengths
    self.text = SourceBytes(text)
  }

  /// Returns whether a dictionary has these keys, in the same order.
  func isOrder(of node: Node, storage: DocumentStorage) -> Bool {
    guard node.count == indexes.count else { return false }
    let (view, known) = (storage.view, text.view)
    var start = 0
    for position in 0..<node.count {
      let key = storage.nodes[storage.key(position, of: node)]
      guard key.isPlainText, key.count == Int(lengths[position]),
        view.isEqual(at: key.start, count: key.count, to: known, at: start)
      else { return false }
      start &+= key.count
    }
    return true
  }
}
