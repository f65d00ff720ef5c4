// The hashes of the next nodes of a large table, which show what memory will be needed: the slot of
// a hash, the offset of the object in the slot, and the bytes of that object.

/// The hashes of the nodes around the current one, in a ring. Nodes are visited approximately in the
/// order of their numbers.
struct UpcomingHashes: ~Copyable {
  private var ring: LinearBuffer<UInt32>
  /// The range of the nodes that were hashed.
  private var start = 0
  private(set) var end = 0

  private static let size = 64
  /// The number of nodes of the smallest table whose hash table does not fit in a processor's cache.
  private static let smallestPrefetched = 4096
  /// How many nodes before a visit each step is taken. Each depends on the result of the step before.
  static let distance = (slot: 32, object: 16, bytes: 8)

  init(nodeCount: Int) {
    ring = .unallocated
    if nodeCount >= Self.smallestPrefetched { ring.append(repeating: 0, count: Self.size) }
  }

  var isUsed: Bool { ring.count > 0 }

  mutating func append(_ hash: UInt32) {
    ring[end & (Self.size &- 1)] = hash
    end &+= 1
  }

  /// Continues with the hashes of other nodes.
  mutating func restart(at node: Int) { (start, end) = (node, node) }

  func contains(_ node: Int) -> Bool { node < end && node >= max(start, end &- Self.size) }

  /// The hash of a node in the ring; that of another node otherwise.
  subscript(node: Int) -> UInt32 { ring[node & (Self.size &- 1)] }
}
