// Releases the nodes of array elements that were decoded. At the end of a decoding, the values and
// the nodes that they were made of would both take memory. In text, the nodes of an element are next
// to each other, so that a part of the table belongs to elements that were decoded, and to nothing
// else but keys.

/// The elements of large arrays that one decoding has passed.
final class PassedElements {
  private let storage: DocumentStorage
  private let state: UncheckedState<PassedState>

  private struct PassedState: ~Copyable {
    /// Whether the memory of each block of nodes was released.
    var isReleased: LinearBuffer<Bool>
    /// The first block that was not passed.
    var next = 1
    /// The start of the array, and the index of the element, that were passed last.
    var last = (array: -1, index: 0)
    var hasReleased = false
    var wasRefused = false
  }

  /// The number of nodes of a block; their memory takes a large page. The first block is always
  /// kept: the root and most keys are there.
  static let blockSize = largePageSize / MemoryLayout<Node>.stride
  /// The number of blocks from which on releasing them pays.
  private static let fewestBlocks = 4
  /// The number of elements after which nodes are released, a power of two.
  private static let interval = 256

  /// Returns nil for documents whose nodes are not released.
  ///
  /// - Parameter storage: A document that only the decoding uses.
  init?(_ storage: DocumentStorage) {
    guard storage.keyBlocks.count > Self.fewestBlocks, LinearBuffer<Node>.canDiscard else {
      return nil
    }
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

  /// Releases nodes of the elements of an array before an index, if its elements are requested one
  /// after another. Returns the first node that was not passed.
  @inline(__always)
  func pass(_ array: Node, before index: Int, firstKept: Int) -> Int {
    index & (Self.interval &- 1) == Self.interval &- 1
      ? passInterval(array, before: index) : firstKept
  }

  @inline(never)
  private func passInterval(_ array: Node, before index: Int) -> Int {
    let last = state.state.last
    state.state.last = (array.start, index)
    let isNext = last == (array.start, index - Self.interval) || index == Self.interval - 1
    if isNext, index < array.count {
      let first = storage.child(0, of: array)
      let end = storage.child(index, of: array) / Self.blockSize
      let start = max(state.state.next, first / Self.blockSize + 1)
      if start < end {
        for block in start..<end where !storage.keyBlocks[block] { release(block) }
        state.state.next = end
      }
    }
    return state.state.next > 1 ? state.state.next * Self.blockSize : 0
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
