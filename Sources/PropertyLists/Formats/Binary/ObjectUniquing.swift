// Which node becomes which object of a binary file: by identity for documents read from one, else
// by value and type in Apple's pre-order: a container, its keys, then its values with all below
// them.

/// Numbers objects.
struct ObjectUniquing: ~Copyable {
  /// Which node stands for each object, and which object for each node.
  struct Numbering: ~Copyable {
    var objects: LinearBuffer<UInt32>
    var numbers: LinearBuffer<UInt32>
  }

  private let storage: DocumentStorage
  private let view: ByteView
  private let seed = processHashSeed
  private var objects: LinearBuffer<UInt32>
  private var numbers: LinearBuffer<UInt32>
  private var table: LinearBuffer<Slot>
  private var scalars = 0
  private var walk: WritingWalk

  /// A distinct scalar; object plus one, or zero for a free slot.
  struct Slot: BitwiseCopyable {
    var hash: UInt32
    var object: UInt32
  }

  /// Every node is the object of its own number.
  static func identity(_ storage: DocumentStorage) -> Numbering {
    var numbers = LinearBuffer<UInt32>(minimumCapacity: storage.nodes.count)
    var objects = LinearBuffer<UInt32>(minimumCapacity: storage.nodes.count)
    for index in 0..<storage.nodes.count {
      numbers.append(UInt32(truncatingIfNeeded: index))
      objects.append(UInt32(truncatingIfNeeded: index))
    }
    return Numbering(objects: objects, numbers: numbers)
  }

  /// Every distinct scalar is one object; containers are objects of their own.
  static func numbering(_ storage: DocumentStorage, _ options: PlistWritingOptions)
    throws(PlistError) -> Numbering
  {
    var uniquing = ObjectUniquing(storage, options)
    try uniquing.number()
    return uniquing.finish()
  }

  private init(_ storage: DocumentStorage, _ options: PlistWritingOptions) {
    self.storage = storage
    view = storage.view
    walk = WritingWalk(storage, options)
    objects = LinearBuffer(minimumCapacity: storage.nodes.count)
    numbers = LinearBuffer(minimumCapacity: storage.nodes.count)
    numbers.append(repeating: .max, count: storage.nodes.count)
    // Large enough that it need not grow; what is not touched costs nothing.
    var size = 64
    while size < storage.nodes.count * 2, size < 1 << 26 { size *= 2 }
    table = LinearBuffer(minimumCapacity: size)
    table.append(repeating: Slot(hash: 0, object: 0), count: size)
  }

  private consuming func finish() -> Numbering { Numbering(objects: objects, numbers: numbers) }

  private mutating func number() throws(PlistError) {
    try visit(storage.root)
    while walk.depth > 0 {
      if let place = walk.nextPlace() {
        lookAhead()
        try visit(walk.child(at: place))
      } else {
        walk.leave()
      }
    }
  }

  /// Asks for the slot of a value that stands some places ahead in the same array.
  @inline(__always)
  private func lookAhead() {
    let frame = walk.frames[walk.depth &- 1]
    let ahead = frame.next &+ 12
    if frame.node.kind != .dictionary, ahead < frame.node.count {
      prefetch(storage.child(ahead, of: frame.node))
    }
  }

  /// Asks for the slots of a dictionary's values, which are visited soon.
  @inline(__always)
  private func prefetchValues(_ node: Node) {
    for position in 0..<min(node.count, 32) { prefetch(storage.value(position, of: node)) }
  }

  /// Asks for the slot of a scalar whose hash is quickly made.
  @inline(__always)
  private func prefetch(_ index: Int) {
    let node = storage.nodes[index]
    guard !node.kind.isContainer, node.count <= 64, !isSlow(node) else { return }
    table.prefetch(Int(hash(of: node)) & (table.count &- 1))
  }

  @inline(__always)
  private func isSlow(_ node: Node) -> Bool {
    (node.kind == .string || node.kind == .data) && !hasBytes(node) || isWide(node)
  }

  @inline(__always)
  private mutating func visit(_ index: Int) throws(PlistError) {
    if numbers[index] != .max { return }
    let node = storage.nodes[index]
    if node.kind.isContainer {
      assign(index)
      try walk.enter(node)
      if node.kind == .dictionary {
        prefetchValues(node)
        visitKeys(node)
      }
    } else {
      visitScalar(index, node)
    }
  }

  @inline(__always)
  private mutating func visitKeys(_ node: Node) {
    if walk.options.keyOrder == .sorted { return visitSortedKeys(node) }
    for position in 0..<node.count {
      let key = storage.key(position, of: node)
      if numbers[key] == .max { visitScalar(key, storage.nodes[key]) }
    }
  }

  private mutating func visitSortedKeys(_ node: Node) {
    for position in 0..<node.count {
      let key = walk.key(at: walk.place(ofSorted: position))
      if numbers[key] == .max { visitScalar(key, storage.nodes[key]) }
    }
  }

  @inline(__always)
  private mutating func assign(_ index: Int) {
    numbers[index] = UInt32(truncatingIfNeeded: objects.count)
    objects.append(UInt32(truncatingIfNeeded: index))
  }

  /// Gives a scalar the object of an equal one, or a new object.
  @inline(__always)
  private mutating func visitScalar(_ index: Int, _ node: Node) {
    let hash = hash(of: node)
    let mask = table.count &- 1
    var slot = Int(hash) & mask
    while true {
      let stored = table[slot]
      if stored.object == 0 { break }
      if stored.hash == hash {
        let other = objects[Int(stored.object) &- 1]
        if isEqual(node, storage.nodes[Int(other)]) {
          numbers[index] = stored.object &- 1
          return
        }
      }
      slot = (slot &+ 1) & mask
    }
    assign(index)
    table[slot] = Slot(hash: hash, object: UInt32(truncatingIfNeeded: objects.count))
    scalars &+= 1
    if scalars &* 2 > table.count { grow() }
  }

  @inline(never)
  private mutating func grow() {
    let size = table.count * 4
    var larger = LinearBuffer<Slot>(minimumCapacity: size)
    larger.append(repeating: Slot(hash: 0, object: 0), count: size)
    for index in 0..<table.count where table[index].object != 0 {
      var slot = Int(table[index].hash) & (size - 1)
      while larger[slot].object != 0 { slot = (slot + 1) & (size - 1) }
      larger[slot] = table[index]
    }
    table = larger
  }

  /// Whether the contents are bytes of the text, comparable as they are.
  @inline(__always)
  private func hasBytes(_ node: Node) -> Bool {
    node.kind == .string && node.form <= NodeForm.utf8
      || node.kind == .data && node.form < NodeForm.base64
  }

  @inline(__always)
  private func hash(of node: Node) -> UInt32 {
    if hasBytes(node) { return view.hash(at: node.start, count: node.count, seed: seed) }
    if node.kind == .string || node.kind == .data || isWide(node) { return slowHash(of: node) }
    let state = mixed(seed ^ UInt64(node.kind.rawValue), node.payload)
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }

  @inline(__always)
  private func isWide(_ node: Node) -> Bool {
    node.kind == .integer && node.form & NodeForm.wide != 0
  }

  /// Text in another form is hashed as UTF-8, so that it meets its equals.
  @inline(never)
  private func slowHash(of node: Node) -> UInt32 {
    if node.form == NodeForm.blob, node.kind == .data {
      let blob = storage.blobs[node.start].view
      return blob.wideHash(seed: seed)
    }
    let bytes = bytes(of: node)
    return bytes.view.hash(at: 0, count: bytes.count, seed: seed)
  }

  private func bytes(of node: Node) -> ByteWriter {
    var bytes = ByteWriter(minimumCapacity: node.count + 16)
    switch node.kind {
    case .string: bytes.append(node.text(in: view))
    case .data: bytes.append(storage.data(of: node))
    default: bytes.append(node.integer(in: view).description)
    }
    return bytes
  }

  @inline(__always)
  private func isEqual(_ left: Node, _ right: Node) -> Bool {
    if left.kind != right.kind { return false }
    if hasBytes(left), hasBytes(right) {
      return left.count == right.count
        && view.isEqual(at: left.start, count: left.count, to: view, at: right.start)
    }
    if left.kind == .string || left.kind == .data || isWide(left) || isWide(right) {
      return isSlowlyEqual(left, right)
    }
    if left.kind == .real {
      return left.payload == right.payload
        && (left.form == NodeForm.single) == (right.form == NodeForm.single)
    }
    let unsigned = NodeForm.unsigned
    return left.payload == right.payload
      && (left.kind != .integer || left.form & unsigned == right.form & unsigned)
  }

  @inline(never)
  private func isSlowlyEqual(_ left: Node, _ right: Node) -> Bool {
    if left.kind == .integer { return left.integer(in: view) == right.integer(in: view) }
    if left.form == NodeForm.blob, right.form == NodeForm.blob {
      let (a, b) = (storage.blobs[left.start].view, storage.blobs[right.start].view)
      return a.count == b.count && a.isEqual(at: 0, count: a.count, to: b, at: 0)
    }
    let a = bytes(of: left)
    let b = bytes(of: right)
    return a.count == b.count && a.view.isEqual(at: 0, count: a.count, to: b.view, at: 0)
  }
}
