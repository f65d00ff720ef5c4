// Releases the nodes of array elements that were decoded. At the end of a decoding, the values and
// the nodes that they were made of would both take memory. In text, the nodes of an element are next
// to each other, so that a part of the table belongs to elements that were decoded, and to nothing
// else but keys.

/// The elements of large arrays that one decoding has passed.
final class PassedElements {
  private let storage: DocumentStorage
  private let state: UncheckedState<PassedState>

  private struct PassedState: ~Copyable {
    /// What each block of nodes is for.
    var blocks: LinearBuffer<BlockUse>
    /// The first block that was not passed.
    var next = 1
    var wasRefused = false
  }

  /// What a block of nodes is for.
  private enum BlockUse: UInt8, BitwiseCopyable {
    /// It has no keys that occur for the first time in elements that were passed.
    case values
    /// It has such a key, which can occur again.
    case keys
    /// Nothing: its memory was released.
    case nothing
  }

  /// The number of nodes of a block; their memory takes a large page. The first block is always
  /// kept: the containers around an array and most keys are there.
  static let blockSize = largePageSize / MemoryLayout<Node>.stride
  /// The number of blocks from which on releasing them pays.
  private static let fewestBlocks = 4
  /// The maximum number of blocks of an element that are searched again for keys.
  private static let mostBlocks = 4

  /// Returns nil for documents whose nodes are not released.
  ///
  /// - Parameter storage: A document that only the decoding uses.
  init?(_ storage: DocumentStorage) {
    let count = storage.nodes.count / Self.blockSize
    guard count >= Self.fewestBlocks, storage.origin.format != .binary else { return nil }
    self.storage = storage
    var blocks = LinearBuffer<BlockUse>(minimumCapacity: count + 1)
    blocks.append(repeating: .values, count: count + 1)
    state = UncheckedState(PassedState(blocks: blocks))
  }

  /// Whether any element was passed, and nodes may have been released.
  var hasPassed: Bool { state.state.next > 1 }
  /// Whether a released node was requested from `node`.
  var wasRefused: Bool { state.state.wasRefused }

  /// Returns a node that may have been released; in that case, a value that no type accepts.
  @inline(never)
  func node(_ index: Int) -> Node {
    if state.state.blocks[index / Self.blockSize] != .nothing { return storage.nodes[index] }
    state.state.wasRefused = true
    return Node(.null)
  }

  /// Releases what belongs to the elements of an array before an index, and nothing if they are not
  /// a whole block. Returns the first node that was not passed.
  @inline(never)
  func pass(_ array: Node, before index: Int) -> Int {
    guard index < array.count else { return state.state.next * Self.blockSize }
    let first = storage.child(0, of: array)
    let end = storage.child(index, of: array) / Self.blockSize
    let start = max(state.state.next, first / Self.blockSize + 1)
    if start < end {
      let element = lastElement(of: array, upTo: start * Self.blockSize)
      // Elements of many blocks, one inside another, would be searched for keys again and again.
      if start - element / Self.blockSize <= Self.mostBlocks {
        noteKeys(from: element, in: start..<end)
        for block in start..<end where state.state.blocks[block] == .values { release(block) }
      }
      state.state.next = end
    }
    return state.state.next * Self.blockSize
  }

  private func release(_ block: Int) {
    let nodes = block * Self.blockSize..<(block + 1) * Self.blockSize
    storage.nodes.discard(nodes)
    storage.offsets.discard(nodes)
    state.state.blocks[block] = .nothing
  }

  /// Notes which of some blocks have keys that occur for the first time. Such a key belongs to a
  /// dictionary in the same element.
  ///
  /// - Parameter element: The node of the element in which the blocks begin.
  private func noteKeys(from element: Int, in blocks: Range<Int>) {
    let start = blocks.lowerBound * Self.blockSize
    for index in element..<blocks.upperBound * Self.blockSize {
      let node = storage.nodes[index]
      guard node.kind == .dictionary else { continue }
      for position in 0..<node.count {
        let key = storage.key(position, of: node)
        if key >= start { state.state.blocks[key / Self.blockSize] = .keys }
      }
    }
  }

  /// Returns the last element of an array whose node is not after another node.
  private func lastElement(of array: Node, upTo node: Int) -> Int {
    var (low, high) = (0, array.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if storage.child(middle, of: array) <= node { low = middle } else { high = middle - 1 }
    }
    return storage.child(low, of: array)
  }
}
