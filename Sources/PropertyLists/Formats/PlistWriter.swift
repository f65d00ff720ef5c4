// What all writers share: the walk over a document with a stack of its own, the order of keys, the limits, and the path
// of an error.

/// A walk over the containers of a document, for a format that writes values where they stand.
struct WritingWalk: ~Copyable {
  let storage: DocumentStorage
  let options: PlistWritingOptions
  private(set) var frames = LinearBuffer<Frame>(minimumCapacity: 32)
  private var order: KeyOrdering
  /// Visits that are left before the walk is held for endless.
  private var visits: Int

  /// A container on the way down.
  struct Frame: BitwiseCopyable {
    var node: Node
    /// The place of the next child.
    var next: Int
    /// Where the order of the keys stands, when they are sorted.
    var orderStart: Int

    @inline(__always)
    var isDictionary: Bool { node.kind == .dictionary }
  }

  init(_ storage: DocumentStorage, _ options: PlistWritingOptions) {
    self.storage = storage
    self.options = options
    order = KeyOrdering()
    visits = storage.references.count + storage.nodes.count + max(0, options.maximumExpansion)
  }

  var depth: Int { frames.count }

  /// Enters a container.
  @inline(__always)
  mutating func enter(_ node: Node) throws(PlistError) {
    if frames.count >= options.maximumDepth { throw failure(.depthLimit, "containers are nested more than \(options.maximumDepth) deep") }
    visits &-= node.count
    if visits < 0 { throw failure(.expansionLimit, "containers are shared so often that writing them out would never end") }
    let isSorted = options.keyOrder == .sorted && node.kind == .dictionary
    let start = isSorted ? order.push(node, storage) : -1
    frames.append(Frame(node: node, next: 0, orderStart: start))
  }

  @inline(__always)
  mutating func leave() {
    let frame = frames.removeLast()
    if frame.orderStart >= 0 { order.pop(to: frame.orderStart) }
  }

  /// The place of the next child of the innermost container, or nil at its end.
  @inline(__always)
  mutating func nextPlace() -> Int? {
    let top = frames.count &- 1
    let frame = frames[top]
    if frame.next == frame.node.count { return nil }
    frames[top].next = frame.next &+ 1
    return frame.orderStart < 0 ? frame.next : order.place(frame.orderStart &+ frame.next)
  }

  /// The place of the key that comes at a position of the sorted order, in the innermost container.
  func place(ofSorted position: Int) -> Int { order.place(frames[frames.count - 1].orderStart + position) }

  /// The child at a place of the innermost container.
  @inline(__always)
  func child(at place: Int) -> Int {
    let node = frames[frames.count &- 1].node
    return node.kind == .dictionary ? storage.value(place, of: node) : storage.child(place, of: node)
  }

  /// The key at a place of the innermost container, a dictionary.
  @inline(__always)
  func key(at place: Int) -> Int { storage.key(place, of: frames[frames.count &- 1].node) }

  /// An error at the child that was taken last.
  func failure(_ code: PlistError.Code, _ message: String) -> PlistError {
    var steps: [PlistPath.Step] = []
    for level in 0..<frames.count {
      let frame = frames[level]
      guard frame.next > 0 else { continue }
      let place = frame.orderStart < 0 ? frame.next - 1 : order.place(frame.orderStart + frame.next - 1)
      if frame.isDictionary {
        let key = storage.nodes[storage.key(place, of: frame.node)]
        steps.append(.key(key.text(in: storage.view)))
      } else {
        steps.append(.index(place))
      }
    }
    return PlistError(code, message, path: PlistPath(steps))
  }
}

/// The orders of the keys of the dictionaries on the way down, sorted by UTF-16 code units.
struct KeyOrdering: ~Copyable {
  private var places = LinearBuffer<UInt32>(minimumCapacity: 64)
  /// The references of the dictionary sorted last, and its order: most have the same keys as the one before.
  private var lastStart = -1
  private var lastCount = 0
  private var lastOrder = LinearBuffer<UInt32>(minimumCapacity: 64)

  @inline(__always)
  func place(_ index: Int) -> Int { Int(places[index]) }

  mutating func pop(to start: Int) { places.truncate(to: start) }

  /// Sorts a dictionary's keys; where the order begins.
  mutating func push(_ node: Node, _ storage: DocumentStorage) -> Int {
    let start = places.count
    if !hasLastKeys(node, storage) { sort(node, storage) }
    for index in 0..<node.count { places.append(lastOrder[index]) }
    return start
  }

  private func hasLastKeys(_ node: Node, _ storage: DocumentStorage) -> Bool {
    guard lastStart >= 0, node.count == lastCount else { return false }
    for position in 0..<node.count
    where storage.references[node.start &+ position] != storage.references[lastStart &+ position] { return false }
    return true
  }

  private mutating func sort(_ node: Node, _ storage: DocumentStorage) {
    lastStart = node.start
    lastCount = node.count
    lastOrder.truncate(to: 0)
    for place in KeyOrdering.sortedPlaces(node, storage) { lastOrder.append(place) }
  }

  private static func sortedPlaces(_ node: Node, _ storage: DocumentStorage) -> [UInt32] {
    let keys = (0..<node.count).map { storage.nodes[storage.key($0, of: node)] }
    let view = storage.view
    if keys.allSatisfy({ $0.form <= NodeForm.utf8 }) {
      return (0..<UInt32(node.count)).sorted {
        let (left, right) = (keys[Int($0)], keys[Int($1)])
        return view.precedesInUTF16(left.start, left.count, right.start, right.count)
      }
    }
    let units = keys.map { Array($0.text(in: view).utf16) }
    return (0..<UInt32(node.count)).sorted { units[Int($0)].lexicographicallyPrecedes(units[Int($1)]) }
  }
}

extension ByteView {
  /// Whether one run of UTF-8 comes before another when both are compared by UTF-16 code units: surrogates, which stand
  /// for U+10000 and above, come before U+E000 … U+FFFF.
  func precedesInUTF16(_ left: Int, _ leftCount: Int, _ right: Int, _ rightCount: Int) -> Bool {
    for offset in 0..<min(leftCount, rightCount) {
      let (a, b) = (self[left &+ offset], self[right &+ offset])
      if a != b { return a.rankInUTF16 < b.rankInUTF16 }
    }
    return leftCount < rightCount
  }
}

extension UInt8 {
  /// The rank of a first byte that differs: F0…F4 (surrogates) before EE and EF.
  fileprivate var rankInUTF16: UInt8 {
    if self < 0xEE { return self }
    return self < 0xF0 ? self &+ 0x10 : self &- 2
  }
}
