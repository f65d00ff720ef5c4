// What all writers share: the walk over a document with a stack of its own, the order of keys, the
// limits, and the path of an error.

/// A walk over the containers of a document, for a format that writes values where they stand.
struct WritingWalk: ~Copyable {
  let storage: DocumentStorage
  let options: PlistWritingOptions
  private(set) var frames = LinearBuffer<WritingFrame>(minimumCapacity: 32)
  private var order: KeyOrdering
  /// What shared values may cost; nil where the whole document is within it.
  private var budget: ExpansionBudget?

  /// A container on the way down.
  struct WritingFrame: BitwiseCopyable {
    var node: Node
    /// The place of the next child.
    var next: Int
    /// Where the order of the keys stands, when they are sorted.
    var orderStart: Int

    @inline(__always)
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

  /// Enters a container whose children come in an order that the format has.
  mutating func enter(_ node: Node, inOrder indexes: [UInt32]) throws(PlistError) {
    try admit(node)
    frames.append(WritingFrame(node: node, next: 0, orderStart: order.push(indexes)))
  }

  @inline(__always)
  private mutating func admit(_ node: Node) throws(PlistError) {
    if frames.count >= options.maximumDepth {
      throw failure(
        .depthLimit, message: "containers are nested more than \(options.maximumDepth) deep")
    }
    if budget != nil { try spend(on: node) }
  }

  /// Pays for the values in a container.
  @inline(never)
  private mutating func spend(on node: Node) throws(PlistError) {
    guard var budget else { return }
    for position in 0..<node.referenceCount {
      let child = storage.nodes[Int(storage.references[node.start &+ position])]
      guard budget.spend(child.visitCost) else {
        throw failure(
          .expansionLimit,
          message: "values are shared so often that writing them out never ends: \(budget.excess)")
      }
    }
    self.budget = budget
  }

  @inline(__always)
  mutating func leave() {
    let frame = frames.removeLast()
    if frame.orderStart >= 0 { order.pop(to: frame.orderStart) }
  }

  /// The place of the next child of the innermost container, or nil at its end.
  @inline(__always)
  mutating func nextIndex() -> Int? {
    let top = frames.count &- 1
    let frame = frames[top]
    if frame.next == frame.node.count { return nil }
    frames[top].next = frame.next &+ 1
    if frame.orderStart < 0 { return frame.next }
    if frame.node.count > Self.cachedCount { lookAhead(frame) }
    return order.index(frame.orderStart &+ frame.next)
  }

  /// Sorted dictionaries above this size are read all over the memory.
  private static let cachedCount = 256

  /// Asks for what the pairs ahead will need, each a step later: references, nodes, text.
  @inline(never)
  private func lookAhead(_ frame: WritingFrame) {
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

  /// The place of the key that comes at a position of the sorted order, in the innermost container.
  func index(ofSorted position: Int) -> Int {
    order.index(frames[frames.count - 1].orderStart + position)
  }

  /// The child at a place of the innermost container.
  @inline(__always)
  func child(at index: Int) -> Int {
    let node = frames[frames.count &- 1].node
    return node.kind == .dictionary
      ? storage.value(index, of: node) : storage.child(index, of: node)
  }

  /// The key at a place of the innermost container, a dictionary.
  @inline(__always)
  func key(at index: Int) -> Int { storage.key(index, of: frames[frames.count &- 1].node) }

  /// The error of a date that no text format can hold.
  func noDateText() -> PlistError {
    failure(.notRepresentable, message: "a date so far away, or no number, has no text form")
  }

  /// An error at the child that was taken last.
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

/// The orders of the keys of the dictionaries on the way down, sorted by UTF-16 code units.
struct KeyOrdering: ~Copyable {
  private var indexes = LinearBuffer<UInt32>(minimumCapacity: 64)
  /// The dictionaries that were sorted last: most have the same keys as one of them.
  private var recent = LinearBuffer<Sorted>(minimumCapacity: 16)
  private var orders = LinearBuffer<UInt32>(minimumCapacity: 512)

  /// A dictionary that was sorted: its references, and where its order stands among the orders
  /// kept.
  struct Sorted: BitwiseCopyable {
    var start = -1
    var count = 0
  }

  /// Dictionaries up to this size are kept, by their size modulo the number of those that are.
  private static let largestKept = 32
  private static let kept = 16

  init() {
    recent.append(repeating: Sorted(), count: Self.kept)
    orders.append(repeating: 0, count: Self.kept * Self.largestKept)
  }

  @inline(__always)
  func index(_ index: Int) -> Int { Int(indexes[index]) }

  mutating func pop(to start: Int) { indexes.truncate(to: start) }

  /// Takes over an order; where it begins.
  mutating func push(_ order: [UInt32]) -> Int {
    let start = indexes.count
    for index in order { indexes.append(index) }
    return start
  }

  /// Sorts a dictionary's keys; where the order begins.
  @inline(__always)
  mutating func push(_ node: Node, storage: DocumentStorage) -> Int {
    let start = indexes.count
    let slot = node.count & (Self.kept &- 1)
    guard hasKeys(of: recent[slot], node, storage: storage) else {
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

  @inline(never)
  private mutating func sort(_ node: Node, storage: DocumentStorage, slot: Int) -> Int {
    let start = indexes.count
    let order = KeySorting.indexes(node, storage: storage)
    for index in order { indexes.append(index) }
    if node.count <= Self.largestKept {
      recent[slot] = Sorted(start: node.start, count: node.count)
      for (number, index) in order.enumerated() { orders[slot * Self.largestKept + number] = index }
    }
    return start
  }
}
