// The mapping of nodes to the objects of a binary file. Nodes of a document that was read from a
// binary file map one to one. Other nodes are uniqued by value and type in Apple's pre-order: a
// container, its keys, then its values with all their contents.

/// An assignment of object numbers to nodes.
struct ObjectUniquing: ~Copyable {
  /// The node of each object, and the object of each node.
  struct Numbering: ~Copyable {
    var objects: LinearBuffer<UInt32>
    var numbers: LinearBuffer<UInt32>

    /// The identity mapping, in which the number of every node is the number of its object. The
    /// buffers are empty.
    static var identity: Numbering {
      Numbering(
        objects: LinearBuffer(minimumCapacity: 1), numbers: LinearBuffer(minimumCapacity: 1))
    }
  }

  private let storage: DocumentStorage
  private let values: ScalarValues
  private var objects: LinearBuffer<UInt32>
  private var numbers: LinearBuffer<UInt32>
  /// The nodes of the distinct scalars.
  private var scalars: HashIndex
  /// The first large data value for each fingerprint.
  private var fingerprints: [UInt64: LargeData] = [:]
  /// The hash of each scalar, by node; empty if the document is small or
  /// only a part of it is written. Nodes are visited about in
  /// the order of their numbers, so that the numbers tell which slots and nodes to prefetch.
  private var hashes = LinearBuffer<UInt32>(minimumCapacity: 4)
  private var walk: WritingWalk

  /// The number of nodes from which on the table does not fit in the cache of a processor.
  private static let smallestPrefetched = 4096
  /// How many nodes before a visit its slot, the node in the slot, and the text of that node are
  /// prefetched. Each step depends on the result of the step before.
  private static let prefetchDistance = (slot: 32, node: 16, text: 8)

  /// A large data value, and whether it is in the table, which requires a hash of all its bytes.
  private struct LargeData {
    var node: Int
    var isHashed: Bool
  }

  /// Numbers the objects. Every distinct scalar is one object; every container is a separate
  /// object.
  static func numbering(_ storage: DocumentStorage, options: PlistWritingOptions) throws(PlistError)
    -> Numbering
  {
    var uniquing = ObjectUniquing(storage, options: options)
    try uniquing.number()
    return Numbering(objects: uniquing.objects, numbers: uniquing.numbers)
  }

  private init(_ storage: DocumentStorage, options: PlistWritingOptions) {
    self.storage = storage
    values = ScalarValues(storage)
    walk = WritingWalk(storage, options: options)
    objects = LinearBuffer(minimumCapacity: storage.nodes.count)
    numbers = LinearBuffer(minimumCapacity: storage.nodes.count)
    numbers.append(repeating: .max, count: storage.nodes.count)
    // Large enough that it rarely grows; memory that is not touched costs nothing.
    scalars = HashIndex(minimumCapacity: storage.nodes.count)
  }

  private mutating func number() throws(PlistError) {
    let isWhole = walk.root == storage.root
    if isWhole, storage.nodes.count >= Self.smallestPrefetched { hashScalars() }
    try visit(walk.root)
    while walk.depth > 0 {
      if let index = walk.nextIndex() { try visit(walk.child(at: index)) } else { walk.leave() }
    }
  }

  /// Hashes all scalars but large data, and reserves hashes for the nodes that are prefetched beyond
  /// the last one.
  private mutating func hashScalars() {
    hashes.reserve(storage.nodes.count + Self.prefetchDistance.slot)
    for index in 0..<storage.nodes.count {
      let node = storage.nodes[index]
      hashes.append(node.kind.isContainer || node.isBlob ? 0 : values.hash(of: node))
    }
    hashes.append(repeating: 0, count: Self.prefetchDistance.slot)
  }

  /// Prefetches memory for visits to the nodes after an index.
  @inline(__always)
  private func prefetch(after index: Int) {
    scalars.prefetch(hashes[index &+ Self.prefetchDistance.slot])
    if let other = scalars.candidate(hashes[index &+ Self.prefetchDistance.node]) {
      storage.nodes.prefetch(other)
      numbers.prefetch(other)
    }
    if let other = scalars.candidate(hashes[index &+ Self.prefetchDistance.text]) {
      values.prefetch(storage.nodes[other])
    }
  }

  @inline(__always)
  private mutating func visit(_ index: Int) throws(PlistError) {
    if numbers[index] != .max { return }
    let node = storage.nodes[index]
    if node.kind.isContainer {
      assign(index)
      try walk.enter(node)
      if node.kind == .dictionary { visitKeys(node) }
    } else {
      visitScalar(index, node: node)
    }
  }

  @inline(__always)
  private mutating func visitKeys(_ node: Node) {
    let isSorted = walk.options.keyOrder == .sorted
    for position in 0..<node.count {
      let key = storage.key(isSorted ? walk.index(ofSorted: position) : position, of: node)
      if numbers[key] == .max { visitScalar(key, node: storage.nodes[key]) }
    }
  }

  @inline(__always)
  private mutating func assign(_ index: Int) {
    numbers[index] = UInt32(truncatingIfNeeded: objects.count)
    objects.append(UInt32(truncatingIfNeeded: index))
  }

  /// Assigns the object of an equal scalar, or a new object.
  @inline(__always)
  private mutating func visitScalar(_ index: Int, node: Node) {
    if node.isBlob { return visitLargeData(index, node: node) }
    guard hashes.count > 0 else { return unite(index, node: node, hash: values.hash(of: node)) }
    prefetch(after: index)
    unite(index, node: node, hash: hashes[index])
  }

  /// Hashes large data only if its fingerprint was seen before, since most large data is read only
  /// once, to be written. No fingerprint has more than one entry, so data with equal fingerprints
  /// costs no more than a hash.
  private mutating func visitLargeData(_ index: Int, node: Node) {
    let fingerprint = values.fingerprint(of: node)
    guard let first = fingerprints[fingerprint] else {
      fingerprints[fingerprint] = LargeData(node: index, isHashed: false)
      return assign(index)
    }
    if !first.isHashed {
      fingerprints[fingerprint] = LargeData(node: first.node, isHashed: true)
      let node = storage.nodes[first.node]
      let hash = values.hash(of: node)
      scalars.insert(first.node, hash: hash, at: find(node, hash: hash))
    }
    unite(index, node: node, hash: values.hash(of: node))
  }

  @inline(__always)
  private mutating func unite(_ index: Int, node: Node, hash: UInt32) {
    let found = find(node, hash: hash)
    if found.number >= 0 {
      numbers[index] = numbers[found.number]
    } else {
      assign(index)
      scalars.insert(index, hash: hash, at: found)
    }
  }

  /// Returns the node in the table that equals a scalar.
  @inline(__always)
  private func find(_ node: Node, hash: UInt32) -> HashIndex.Lookup {
    scalars.find(hash) { values.isEqual(node, storage.nodes[$0]) }
  }
}
