// Releases the memory of a large table while it is being written.

/// The number of nodes that were visited in each part of a table. Each node is visited once. If all
/// nodes of a part were visited, nothing refers to the part anymore, and its memory is released.
struct VisitedBlocks: ~Copyable {
  private var counts = LinearBuffer<UInt32>.unallocated
  private(set) var haveReleased = false

  /// The number of nodes of a part; their memory takes a large page.
  private static let size = largePageSize / MemoryLayout<Node>.stride

  init(nodeCount: Int) {
    let count = nodeCount / Self.size
    if count > 1 { counts.append(repeating: 0, count: count) }
  }

  @inline(__always)
  mutating func visit(_ node: Int, of table: inout NodeTableBuilder) {
    let block = node / Self.size
    guard block < counts.count else { return }
    counts[block] &+= 1
    if counts[block] == Self.size { release(block, of: &table) }
  }

  @inline(never)
  private mutating func release(_ block: Int, of table: inout NodeTableBuilder) {
    haveReleased = true
    table.releaseNodes(block * Self.size..<(block + 1) * Self.size)
  }
}
