// Validation of the dictionary keys of a binary file. Keys must be scalars; nearly all are short
// ASCII strings, whose bytes show that they are distinct. The keys of other dictionaries are
// numbered. If a key is repeated, the first value counts, as in Apple's parser, and the other pairs
// are dropped.

/// A checker of the keys of all dictionaries, one after another.
struct DistinctKeys: ~Copyable {
  private let view: ByteView
  private let objectCount: Int
  /// The keys of the last dictionaries that had only distinct string keys, by the number of keys
  /// modulo `recentCount`. Most dictionaries have the same keys as an earlier one.
  private var recent = LinearBuffer<CheckedKeys>(minimumCapacity: recentCount)
  /// The numbers of the pairs of a small dictionary, plus one, by the hashes of their keys.
  private var slots = LinearBuffer<UInt8>.unallocated
  private let seed = processHashSeed
  /// The numbers of keys, which only unusual dictionaries need.
  private var numbering: KeyNumbering?
  /// Whether the current dictionary has a key that is not a string.
  private var currentHasOtherKey = false
  /// Whether any dictionary has a key that is not a string.
  private(set) var hasOtherKeys = false
  /// The pairs that were dropped, up to the maximum number of warnings.
  private(set) var dropped: [DroppedPair] = []

  /// A run of references to distinct strings.
  struct CheckedKeys: BitwiseCopyable {
    var start = 0
    var count = 0
  }

  private static let recentCount = 8
  /// The maximum number of keys of a small dictionary.
  private static let mostSmall = 64
  /// The maximum number of bytes that are inspected for each use of a key.
  private static let longestKey = 128
  /// The number of keys whose slots are prefetched; a power of two.
  private static let lookahead = 16

  /// Creates a checker of the keys of a file.
  init(_ view: ByteView, objectCount: Int) {
    self.view = view
    self.objectCount = objectCount
    recent.append(repeating: CheckedKeys(), count: Self.recentCount)
  }

  mutating func check(
    _ index: Int, nodes: inout LinearBuffer<Node>, references: inout LinearBuffer<UInt32>,
    offsets: borrowing LinearBuffer<UInt32>
  ) throws(PlistError) {
    let node = nodes[index]
    if areShort(node, in: TableNodes(nodes.view, references: references.view)) { return }
    if try isOrdinary(index, nodes: nodes, references: references, offsets: offsets) {
      note(node)
    } else {
      resolve(index, nodes: &nodes, references: &references)
    }
  }

  private mutating func note(_ node: Node) {
    recent[node.count % Self.recentCount] = CheckedKeys(start: node.start, count: node.count)
  }

  /// Returns whether the keys of a dictionary are distinct and short ASCII strings, or the same as
  /// those of a recent dictionary.
  @inline(__always)
  mutating func areShort<Nodes: NodeLookup>(_ node: Node, in nodes: Nodes) -> Bool {
    node.count == 0 || hasRecentKeys(node, in: nodes) || areNewShort(node, in: nodes)
  }

  @inline(never)
  private mutating func areNewShort<Nodes: NodeLookup>(_ node: Node, in nodes: Nodes) -> Bool {
    let areDistinct =
      node.count <= Self.mostSmall
      ? hasDistinctShortKeys(node, in: nodes) : hasDistinctManyKeys(node, in: nodes)
    if areDistinct { note(node) }
    return areDistinct
  }

  /// Returns whether the keys are those of a recent dictionary.
  @inline(__always)
  private func hasRecentKeys<Nodes: NodeLookup>(_ node: Node, in nodes: Nodes) -> Bool {
    let checked = recent[node.count % Self.recentCount]
    return checked.count == node.count
      && nodes.hasSameReferences(node.count, from: node.start, and: checked.start)
  }

  // MARK: Short ASCII keys

  /// Returns the key of a pair if it is a short ASCII string.
  @inline(__always)
  private func shortKey<Nodes: NodeLookup>(_ position: Int, of node: Node, in nodes: Nodes) -> Node?
  {
    let key = nodes.node(Int(nodes.reference(position, from: node.start)))
    return key.isASCIIText && key.count <= Self.longestKey ? key : nil
  }

  /// Returns whether the keys of a small dictionary are short, ASCII and distinct.
  private mutating func hasDistinctShortKeys<Nodes: NodeLookup>(_ node: Node, in nodes: Nodes)
    -> Bool
  {
    let mask = (node.count <= 8 ? 16 : node.count <= 32 ? 64 : 128) &- 1
    slots.truncate(to: 0)
    slots.append(repeating: 0, count: mask &+ 1)
    for position in 0..<node.count {
      guard let key = shortKey(position, of: node, in: nodes) else { return false }
      var slot = Int(view.hash(at: key.start, count: key.count, seed: seed)) & mask
      while slots[slot] != 0 {
        if isSameText(key, asKey: Int(slots[slot]) &- 1, of: node, in: nodes) { return false }
        slot = (slot &+ 1) & mask
      }
      slots[slot] = UInt8(truncatingIfNeeded: position &+ 1)
    }
    return true
  }

  @inline(__always)
  private func isSameText<Nodes: NodeLookup>(
    _ key: Node, asKey position: Int, of node: Node, in nodes: Nodes
  ) -> Bool {
    let other = nodes.node(Int(nodes.reference(position, from: node.start)))
    return key.count == other.count
      && view.isEqual(at: key.start, count: key.count, to: view, at: other.start)
  }

  /// Returns whether the keys of a large dictionary are short, ASCII and distinct, which their hashes
  /// nearly always show.
  @inline(never)
  private func hasDistinctManyKeys<Nodes: NodeLookup>(_ node: Node, in nodes: Nodes) -> Bool {
    var hashes = LinearBuffer<UInt64>(zeros: Self.lookahead)
    var tags = HashTags(count: node.count)
    for position in 0..<node.count &+ Self.lookahead {
      let turn = position & (Self.lookahead &- 1)
      if position >= Self.lookahead, !tags.insert(hashes[turn]) {
        return hasDistinctTexts(node, in: nodes)
      }
      guard position < node.count else { continue }
      guard let key = shortKey(position, of: node, in: nodes) else { return false }
      hashes[turn] = view.longHash(at: key.start, count: key.count, seed: seed)
      tags.prefetch(hashes[turn])
    }
    return true
  }

  /// Returns whether the keys of a large dictionary, which are short and ASCII, are distinct.
  @inline(never)
  private func hasDistinctTexts<Nodes: NodeLookup>(_ node: Node, in nodes: Nodes) -> Bool {
    var index = HashIndex(minimumCapacity: node.count)
    for position in 0..<node.count {
      guard let key = shortKey(position, of: node, in: nodes) else { return false }
      let hash = view.hash(at: key.start, count: key.count, seed: seed)
      var found = index.first(hash)
      while found.number >= 0 {
        if isSameText(key, asKey: found.number, of: node, in: nodes) { return false }
        found = index.next(after: found, hash: hash)
      }
      index.insert(position, hash: hash, at: found)
    }
    return true
  }

  // MARK: Other keys

  /// Returns whether all keys are distinct strings.
  @inline(never)
  private mutating func isOrdinary(
    _ index: Int, nodes: borrowing LinearBuffer<Node>, references: borrowing LinearBuffer<UInt32>,
    offsets: borrowing LinearBuffer<UInt32>
  ) throws(PlistError) -> Bool {
    if numbering == nil { numbering = KeyNumbering(view, objectCount: objectCount) }
    let node = nodes[index]
    numbering?.beginDictionary()
    var isOrdinary = true
    for position in 0..<node.count {
      let key = Int(references[node.start + position])
      if nodes[key].kind != .string {
        try admitOtherKey(key, node: nodes[key], index: index, offsets: offsets)
        isOrdinary = false
      }
      if numbering?.isRepeated(key, node: nodes[key]) == true { isOrdinary = false }
    }
    return isOrdinary
  }

  /// Accepts a key that is not a string, as Apple's parser does for every scalar.
  @inline(never)
  private mutating func admitOtherKey(
    _ key: Int, node: Node, index: Int, offsets: borrowing LinearBuffer<UInt32>
  ) throws(PlistError) {
    guard !node.kind.isContainer else {
      throw PlistError(
        .keyNotString,
        message: "expected a scalar as a key of object \(index), found \(node.kind.phrase)",
        position: SourcePosition(offset: Int(offsets[index])))
    }
    currentHasOtherKey = true
  }

  /// Keeps the first pair of each key, and marks dictionaries with keys that are not strings.
  private mutating func resolve(
    _ index: Int, nodes: inout LinearBuffer<Node>, references: inout LinearBuffer<UInt32>
  ) {
    let node = nodes[index]
    var seen: Set<Int?> = []
    var kept: [(key: UInt32, value: UInt32)] = []
    for position in 0..<node.count {
      let key = references[node.start + position]
      guard seen.insert(numbering?.number(of: Int(key), nodes[Int(key)])).inserted else {
        if dropped.count < DroppedPair.mostKept {
          dropped.append(DroppedPair(dictionary: UInt32(truncatingIfNeeded: index), key: key))
        }
        continue
      }
      kept.append((key, references[node.start + node.count + position]))
    }
    for (position, pair) in kept.enumerated() {
      references[node.start + position] = pair.key
      references[node.start + kept.count + position] = pair.value
    }
    nodes[index] = Node(.dictionary, count: kept.count, payload: UInt64(node.start))
    if currentHasOtherKey { nodes[index] = nodes[index].withOtherKeys }
    hasOtherKeys = hasOtherKeys || currentHasOtherKey
    currentHasOtherKey = false
  }
}
