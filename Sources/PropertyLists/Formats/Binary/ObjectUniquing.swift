// Which node becomes which object of a binary file: by identity for documents read from one, else
// by value and type in Apple's pre-order: a container, its keys, then its values with all below
// them.

/// Numbers objects.
struct ObjectUniquing: ~Copyable {
  /// Which node stands for each object, and which object for each node.
  struct Numbering: ~Copyable {
    var objects: LinearBuffer<UInt32>
    var numbers: LinearBuffer<UInt32>

    /// Every node is the object of its own number: nothing is written down.
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
  /// The first large data of each outline.
  private var outlines: [UInt64: LargeData] = [:]
  private var walk: WritingWalk

  /// Large data; whether it is in the table, which asks for a hash of all its bytes.
  private struct LargeData {
    var node: Int
    var isHashed: Bool
  }

  /// Every distinct scalar is one object; containers are objects of their own.
  static func numbering(_ storage: DocumentStorage, options: PlistWritingOptions)
    throws(PlistError) -> Numbering
  {
    var uniquing = ObjectUniquing(storage, options: options)
    try uniquing.number()
    return uniquing.finish()
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

  private consuming func finish() -> Numbering { Numbering(objects: objects, numbers: numbers) }

  private mutating func number() throws(PlistError) {
    try visit(walk.root)
    while walk.depth > 0 {
      if let index = walk.nextIndex() {
        lookAhead()
        try visit(walk.child(at: index))
      } else {
        walk.leave()
      }
    }
  }

  /// What a later visit to a scalar will read, each step at the place that the step before found.
  private enum Ahead {
    case slot, node, text
  }

  /// Asks for what the visits of children that stand some places ahead will need.
  @inline(__always)
  private mutating func lookAhead() {
    let frame = walk.frames[walk.depth &- 1]
    ask(for: .slot, scalarDistance: 24, containerDistance: 2, frame)
    ask(for: .node, scalarDistance: 16, containerDistance: 1, frame)
    ask(for: .text, scalarDistance: 8, containerDistance: 0, frame)
  }

  /// Looks at the child at one distance when it is a scalar, at another when it is a container.
  @inline(__always)
  private mutating func ask(
    for ahead: Ahead, scalarDistance: Int, containerDistance: Int, _ frame: WritingWalk.WritingFrame
  ) {
    let start = frame.node.start &+ (frame.isDictionary ? frame.node.count : 0)
    let last = frame.node.count &- 1
    let near = frame.next &- 1 &+ containerDistance
    if near <= last {
      let node = storage.nodes[Int(storage.references[start &+ near])]
      if node.kind.isContainer { ask(for: ahead, below: node, levels: 2) }
    }
    let far = frame.next &- 1 &+ scalarDistance
    if far <= last { ask(for: ahead, Int(storage.references[start &+ far])) }
  }

  /// Looks at the first scalars of a container, and of those in it.
  private mutating func ask(for ahead: Ahead, below node: Node, levels: Int) {
    let start = node.start &+ (node.kind == .dictionary ? node.count : 0)
    for position in start..<start &+ min(node.count, 16) {
      let child = Int(storage.references[position])
      let next = storage.nodes[child]
      if !next.kind.isContainer {
        ask(for: ahead, child)
      } else if levels > 1 {
        ask(for: ahead, below: next, levels: levels &- 1)
      }
    }
  }

  /// Asks for one step's memory, where the hash is quickly made.
  @inline(__always)
  private mutating func ask(for ahead: Ahead, _ index: Int) {
    let node = storage.nodes[index]
    guard !node.kind.isContainer, node.count <= 64, !values.isSlow(node) else { return }
    let hash = values.hash(of: node)
    if ahead == .slot { return scalars.prefetch(hash) }
    guard let other = scalars.candidate(hash) else { return }
    if ahead == .text { return values.prefetch(storage.nodes[other]) }
    storage.nodes.prefetch(other)
    numbers.prefetch(other)
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
    if walk.options.keyOrder == .sorted { return visitSortedKeys(node) }
    for position in 0..<node.count {
      let key = storage.key(position, of: node)
      if numbers[key] == .max { visitScalar(key, node: storage.nodes[key]) }
    }
  }

  private mutating func visitSortedKeys(_ node: Node) {
    for position in 0..<node.count {
      let key = walk.key(at: walk.index(ofSorted: position))
      if numbers[key] == .max { visitScalar(key, node: storage.nodes[key]) }
    }
  }

  @inline(__always)
  private mutating func assign(_ index: Int) {
    numbers[index] = UInt32(truncatingIfNeeded: objects.count)
    objects.append(UInt32(truncatingIfNeeded: index))
  }

  /// Gives a scalar the object of an equal one, or a new object.
  @inline(__always)
  private mutating func visitScalar(_ index: Int, node: Node) {
    if node.isBlob { return visitLargeData(index, node: node) }
    unite(index, node: node)
  }

  /// Large data is hashed only when its outline has been met before: most is read but once, to be
  /// written. No outline has more than one entry, so that equal outlines cost no more than a hash.
  private mutating func visitLargeData(_ index: Int, node: Node) {
    let outline = values.outline(of: node)
    guard let first = outlines[outline] else {
      outlines[outline] = LargeData(node: index, isHashed: false)
      return assign(index)
    }
    if !first.isHashed {
      outlines[outline] = LargeData(node: first.node, isHashed: true)
      let node = storage.nodes[first.node]
      let hash = values.hash(of: node)
      scalars.insert(first.node, hash: hash, at: find(node, hash: hash))
    }
    unite(index, node: node)
  }

  @inline(__always)
  private mutating func unite(_ index: Int, node: Node) {
    let hash = values.hash(of: node)
    let found = find(node, hash: hash)
    if found.number >= 0 {
      numbers[index] = numbers[found.number]
    } else {
      assign(index)
      scalars.insert(index, hash: hash, at: found)
    }
  }

  /// The node of the table that equals a scalar.
  @inline(__always)
  private func find(_ node: Node, hash: UInt32) -> HashIndex.Lookup {
    scalars.find(hash) { values.isEqual(node, storage.nodes[$0]) }
  }
}
