// The code that all writers share: the traversal of a document with an explicit stack, the order of
// keys, the limits, and the paths of errors.

/// A traversal of the containers of a document, for formats that write each value at every use.
struct WritingWalk: ~Copyable {
  let storage: DocumentStorage
  let options: PlistWritingOptions
  private(set) var frames = LinearBuffer<WritingFrame>(minimumCapacity: 32)
  private var order: KeyOrdering
  /// The budget for expanding shared values; nil if the whole document is within it.
  private var budget: ExpansionBudget?

  /// The traversal state of a container that encloses the current value.
  struct WritingFrame: BitwiseCopyable {
    var node: Node
    /// The number of the next child.
    var next: Int
    /// The position of the container's key order in `order` if its keys are sorted.
    var orderStart: Int

    var isDictionary: Bool { node.kind == .dictionary }
  }

  init(_ storage: DocumentStorage, options: PlistWritingOptions) {
    self.storage = storage
    self.options = options
    order = KeyOrdering()
    if storage.expandedBytes > 0 {
      let budget = ExpansionBudget(
        allowance: options.maximumExpansion, sourceBytes: storage.byteCount)
      if !budget.admits(storage.expandedBytes) { self.budget = budget }
    }
  }

  var depth: Int { frames.count }

  /// The node that is written as the root.
  var root: Int { options.root ?? storage.root }

  /// Enters a container.
  @inline(__always)
  mutating func enter(_ node: Node) throws(PlistError) {
    try admit(node)
    let isSorted = options.keyOrder == .sorted && node.kind == .dictionary
    let start = isSorted ? order.push(node, storage: storage) : -1
    frames.append(WritingFrame(node: node, next: 0, orderStart: start))
  }

  /// Enters a container whose children have an order that the format determines.
  mutating func enter(_ node: Node, inOrder indexes: [UInt32]) throws(PlistError) {
    try admit(node)
    frames.append(WritingFrame(node: node, next: 0, orderStart: order.push(indexes)))
  }

  @inline(__always)
  private mutating func admit(_ node: Node) throws(PlistError) {
    if frames.count >= options.maximumDepth {
      throw failure(
        .depthLimit,
        message: "containers are nested more than \(options.maximumDepth.counting("level")) deep")
    }
    if budget != nil { try spend(on: node) }
  }

  /// Charges the values in a container to the budget.
  private mutating func spend(on node: Node) throws(PlistError) {
    guard var budget else { return }
    for position in 0..<node.referenceCount {
      let child = storage.nodes[Int(storage.references[node.start &+ position])]
      guard budget.spend(child.visitCost) else {
        throw failure(
          .expansionLimit, message: "expanding shared values exceeds the limit: \(budget.excess)")
      }
    }
    self.budget = budget
  }

  mutating func leave() {
    let frame = frames.removeLast()
    if frame.orderStart >= 0 { order.pop(to: frame.orderStart) }
  }

  /// Returns the index of the next child of the innermost container, or nil at its end.
  @inline(__always)
  mutating func nextIndex() -> Int? {
    let top = frames.count &- 1
    let frame = frames[top]
    if frame.next == frame.node.count { return nil }
    frames[top].next = frame.next &+ 1
    if frame.orderStart < 0 { return frame.next }
    if frame.node.count > Self.cachedCount { prefetchUpcoming(frame) }
    return order.index(frame.orderStart &+ frame.next)
  }

  /// The size above which the reads of a sorted dictionary are scattered over memory.
  private static let cachedCount = 256

  /// Prefetches the data of upcoming pairs in steps: references, nodes, text.
  private func prefetchUpcoming(_ frame: WritingFrame) {
    let node = frame.node
    let last = node.count &- 1
    let references = order.index(frame.orderStart &+ min(frame.next &+ 24, last))
    storage.references.prefetch(node.start &+ references)
    storage.references.prefetch(node.start &+ node.count &+ references)
    let nodes = order.index(frame.orderStart &+ min(frame.next &+ 16, last))
    storage.nodes.prefetch(storage.key(nodes, of: node))
    storage.nodes.prefetch(storage.value(nodes, of: node))
    let text = order.index(frame.orderStart &+ min(frame.next &+ 8, last))
    storage.view.prefetch(storage.nodes[storage.key(text, of: node)].start)
    storage.view.prefetch(storage.nodes[storage.value(text, of: node)].start)
  }

  /// Returns the index of the key at a position of the sorted order in the innermost container.
  func index(ofSorted position: Int) -> Int {
    order.index(frames[frames.count - 1].orderStart + position)
  }

  /// Returns the child at an index of the innermost container.
  @inline(__always)
  func child(at index: Int) -> Int {
    let node = frames[frames.count &- 1].node
    return node.kind == .dictionary
      ? storage.value(index, of: node) : storage.child(index, of: node)
  }

  /// Returns the key at an index of the innermost container, a dictionary.
  func key(at index: Int) -> Int { storage.key(index, of: frames[frames.count &- 1].node) }

  /// Returns the error for a date that text formats cannot represent.
  func noDateText() -> PlistError {
    failure(
      .notRepresentable,
      message: "a date that is not finite, or is too distant, cannot be written as text")
  }

  /// Returns an error at the current child.
  func failure(_ code: PlistError.Code, message: String) -> PlistError {
    var steps: [PlistPath.Step] = []
    for level in 0..<frames.count {
      let frame = frames[level]
      guard frame.next > 0 else { continue }
      let index =
        frame.orderStart < 0 ? frame.next - 1 : order.index(frame.orderStart + frame.next - 1)
      if frame.isDictionary {
        let key = storage.nodes[storage.key(index, of: frame.node)]
        steps.append(.key(key.text(in: storage.source)))
      } else {
        steps.append(.index(index))
      }
    }
    return PlistError(code, message: message, path: PlistPath(steps))
  }
}

/// The key orders of the dictionaries that enclose the current value, sorted by UTF-16 code units.
struct KeyOrdering: ~Copyable {
  private var indexes = LinearBuffer<UInt32>(minimumCapacity: 64)
  /// The dictionaries that were sorted last. Most dictionaries have the same keys as one of them.
  private var recent = LinearBuffer<Sorted>.unallocated
  private var orders = LinearBuffer<UInt32>.unallocated

  /// A sorted dictionary, by its references.
  struct Sorted: BitwiseCopyable {
    var start = -1
    var count = 0
  }

  /// The number of dictionaries that were looked for among those of earlier documents.
  private var inquiries = 0

  /// Small documents have few dictionaries. Those of large ones are found by their references.
  private static let mostInquiries = 8
  /// The size of the largest dictionary in the cache. The slot in the cache is the size modulo
  /// `kept`.
  private static let largestKept = 32
  private static let kept = 16

  func index(_ index: Int) -> Int { Int(indexes[index]) }

  mutating func pop(to start: Int) { indexes.truncate(to: start) }

  /// Copies an order. Returns its position.
  mutating func push(_ order: [UInt32]) -> Int {
    let start = indexes.count
    for index in order { indexes.append(index) }
    return start
  }

  /// Sorts a dictionary's keys. Returns the position of the order.
  @inline(__always)
  mutating func push(_ node: Node, storage: DocumentStorage) -> Int {
    let start = indexes.count
    let slot = node.count & (Self.kept &- 1)
    guard recent.count > 0, hasKeys(of: recent[slot], node, storage: storage) else {
      return sort(node, storage: storage, slot: slot)
    }
    indexes.reserve(node.count)
    let first = slot &* Self.largestKept
    for index in 0..<node.count { indexes.append(orders[first &+ index]) }
    return start
  }

  @inline(__always)
  private func hasKeys(of sorted: Sorted, _ node: Node, storage: DocumentStorage) -> Bool {
    guard sorted.start >= 0, node.count == sorted.count else { return false }
    for position in 0..<node.count
    where storage.references[node.start &+ position] != storage.references[sorted.start &+ position]
    { return false }
    return true
  }

  private mutating func sort(_ node: Node, storage: DocumentStorage, slot: Int) -> Int {
    if inquiries < Self.mostInquiries {
      inquiries &+= 1
      return push(KeyOrderMemory.order(of: node, storage: storage))
    }
    let start = push(KeySorting.order(of: node, storage: storage))
    if node.count <= Self.largestKept { keep(node, slot: slot, start: start) }
    return start
  }

  /// Keeps an order for the next dictionary of the same keys.
  private mutating func keep(_ node: Node, slot: Int, start: Int) {
    if recent.count == 0 {
      recent.append(repeating: Sorted(), count: Self.kept)
      orders.append(repeating: 0, count: Self.kept * Self.largestKept)
    }
    recent[slot] = Sorted(start: node.start, count: node.count)
    for number in 0..<node.count {
      orders[slot * Self.largestKept + number] = indexes[start + number]
    }
  }
}
