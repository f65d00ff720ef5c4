// Releases the nodes of array elements that were decoded. At the end of a decoding, the values and
// the nodes that they were made of would both take memory. In text, the nodes of an element are next
// to each other, so that a part of the table belongs to elements that were decoded, and to nothing
// but keys.

/// The elements of large arrays that one decoding has passed.
final class PassedElements {
  private let storage: DocumentStorage
  private let state: UncheckedState<PassedState>

  private struct PassedState: ~Copyable {
    /// Whether the memory of each block of nodes was released.
    var isReleased: LinearBuffer<Bool>
    /// The first block that was not passed.
    var next = 1
    /// The start of the large array, and the index of the element, that were requested last.
    var last = (array: -1, index: 0)
    var hasReleased = false
    var wasRefused = false
  }

  /// The number of nodes of a block, which takes 256 KiB. The first block is always kept: the root
  /// and most keys are there.
  static let blockSize = (1 << 18) / MemoryLayout<Node>.stride
  /// The smallest number of blocks for which releasing them pays.
  private static let fewestBlocks = 4
  /// The number of elements after which nodes are released, a power of two.
  private static let interval = 256

  /// Returns nil for documents whose nodes are not released.
  ///
  /// - Parameter storage: A document that only the decoding uses.
  init?(_ storage: DocumentStorage) {
    guard !storage.keyBlocks.isEmpty, LinearBuffer<Node>.canDiscard else { return nil }
    self.storage = storage
    var isReleased = LinearBuffer<Bool>(minimumCapacity: storage.keyBlocks.count)
    isReleased.append(repeating: false, count: storage.keyBlocks.count)
    state = UncheckedState(PassedState(isReleased: isReleased))
  }

  /// Whether any node was released.
  var hasReleased: Bool { state.state.hasReleased }
  /// Whether a released node was requested.
  var wasRefused: Bool { state.state.wasRefused }

  /// Records that a node was requested that may have been released.
  func refuse() { state.state.wasRefused = true }

  /// Returns a node that was passed; if it was released, a node that no type accepts.
  @inline(never)
  func node(_ index: Int) -> Node {
    if !state.state.isReleased[index / Self.blockSize] { return storage.nodes[index] }
    refuse()
    return Node(.dictionary, form: NodeForm.otherKeys)
  }

  /// Releases nodes of the elements of an array before an index, if its elements seem to be requested
  /// one after another: one request of each interval is examined. Returns the first node that was not
  /// passed.
  @inline(__always)
  func pass(_ array: Node, before index: Int, firstKept: Int) -> Int {
    index & (Self.interval &- 1) == Self.interval &- 1
      ? passInterval(array, before: index) : firstKept
  }

  @inline(never)
  private func passInterval(_ array: Node, before index: Int) -> Int {
    let firstKept = state.state.next > 1 ? state.state.next * Self.blockSize : 0
    guard index < array.count else { return firstKept }
    let first = storage.child(0, of: array)
    // A smaller array inside a large one does not interrupt it.
    let isLarge = storage.child(array.count - 1, of: array) - first >= Self.blockSize
    if isLarge, isNext(index, of: array) {
      let end = storage.child(index, of: array) / Self.blockSize
      let start = max(state.state.next, first / Self.blockSize + 1)
      if start < end {
        for block in start..<end where !storage.keyBlocks[block] { release(block) }
        state.state.next = end
        return end * Self.blockSize
      }
    }
    return firstKept
  }

  /// Returns whether the last request of an interval was for the same array, one interval earlier.
  private func isNext(_ index: Int, of array: Node) -> Bool {
    let last = state.state.last
    state.state.last = (array.start, index)
    return last.array == array.start
      ? index == last.index + Self.interval : index == Self.interval - 1
  }

  /// Returns whether no node of a value was released. In text, the last node of a value is that of
  /// its last child, or of the last child's last child.
  func isWhole(_ value: Int) -> Bool {
    var last = value
    while !state.state.isReleased[last / Self.blockSize] {
      let node = storage.nodes[last]
      guard node.kind.isContainer, node.count > 0 else {
        let blocks = value / Self.blockSize...last / Self.blockSize
        return blocks.allSatisfy { !state.state.isReleased[$0] }
      }
      let first = node.kind == .dictionary ? node.count : 0
      let child = (first..<node.referenceCount).reduce(0) { max($0, storage.child($1, of: node)) }
      guard child > last else { return false }
      last = child
    }
    return false
  }

  private func release(_ block: Int) {
    let nodes = block * Self.blockSize..<(block + 1) * Self.blockSize
    storage.nodes.discard(nodes)
    storage.offsets.discard(nodes)
    state.state.isReleased[block] = true
    state.state.hasReleased = true
  }

  /// Returns for each block of a large table whether it has a key, which can occur again anywhere;
  /// nothing for a small table.
  static func keyBlocks(_ keys: borrowing KeyTable, nodeCount: Int) -> [Bool] {
    let count = nodeCount / blockSize
    if count < fewestBlocks { return [] }
    var blocks = Array(repeating: false, count: count + 1)
    for number in 0..<keys.entries.count {
      let block = Int(keys.entries[number].node) / blockSize
      if block < blocks.count { blocks[block] = true }
    }
    return blocks
  }
}
