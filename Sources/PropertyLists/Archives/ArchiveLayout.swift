// Lays out a keyed archive byte for byte as Apple's archiver and CoreFoundation do. Objects are
// assigned slots when they are first referred to; an object comes before its contents, and its
// class after them. Keys appear in the order of CoreFoundation's hash table. What is laid out is the
// objects of the binary file, one for one, including those that nothing refers to: as nodes of
// a document, or as the bytes of a file.

/// The objects of an archive that have been laid out.
protocol ArchiveObjects: ~Copyable {
  /// The number of objects.
  var count: Int { get }

  /// The distance between the positions of two references.
  var referenceWidth: Int { get }

  /// Adds a scalar of the archive under construction.
  mutating func append(_ scalar: Node, of table: borrowing NodeTableBuilder)

  /// Adds a reference to a slot, of one, two or four bytes.
  mutating func append(slot: Int, width: Int)

  /// Adds a container, and returns the position of its first reference.
  mutating func open(_ kind: PlistKind, count: Int) -> Int

  /// Sets the reference at a position to the number of an object.
  mutating func setReference(_ number: UInt32, at position: Int)

  /// Copies references from another position.
  mutating func copyReferences(_ count: Int, from start: Int, to position: Int)
}

/// A container that encloses the current value.
struct LayoutFrame: BitwiseCopyable {
  /// The range of `pending` that is still to be laid out.
  var next: UInt32
  var end: UInt32
  /// The end of the keys in this range; `ofObjects` for the array of all objects.
  var keyEnd: UInt32
  var start: UInt32
  /// The position of the container's first reference.
  var references: Int

  /// Marks the array of all objects, whose elements are in `order`.
  static let ofObjects = UInt32.max
}

/// The conversion of an archive under construction to objects in their final order.
struct ArchiveLayout<Objects: ArchiveObjects & ~Copyable>: ~Copyable {
  var source: ArchiveBuilder.ArchiveBuilderState
  /// The slot of each object while the objects are numbered; `.max` for none.
  var slots: LinearBuffer<UInt32>
  /// The node in each slot. While the objects are numbered, `.max` marks a slot that only
  /// conditional references have requested so far.
  var order = LinearBuffer<UInt32>(minimumCapacity: 64)
  var objects: Objects
  var frames = LinearBuffer<LayoutFrame>(minimumCapacity: 32)
  /// The key numbers and nodes of the open containers that are still to be laid out.
  var pending = LinearBuffer<UInt32>(minimumCapacity: 256)
  /// The node of each key, slot reference, shared name and number that was laid out.
  var keyNodes: LinearBuffer<UInt32>
  var referenceNodes = LinearBuffer<UInt32>(minimumCapacity: 4)
  var nameNodes: [UInt32]
  /// The distinct numbers, and their objects.
  var scalarNumbers = ScalarNumbers()
  var scalars = LinearBuffer<Node>(minimumCapacity: 4)
  var scalarObjects = LinearBuffer<UInt32>(minimumCapacity: 4)
  var booleans: [UInt32] = [.max, .max]
  var keyOrder = RecordKeyOrder()
  /// The position of references to the last keys of `keyOrder`, in their order; nil if no dictionary
  /// without containers has had these keys yet.
  var lastReferences: Int?
  var depth = 0
  var hasSharedContainers = false
  let frame: ArchiveFrame
  /// The new node of each object of a file that was read.
  var identityNodes = LinearBuffer<UInt32>(minimumCapacity: 4)

  /// Creates the layout of an archive.
  ///
  /// - Parameter objects: The objects, of which there are none yet.
  init(
    _ source: consuming ArchiveBuilder.ArchiveBuilderState, frame: ArchiveFrame,
    objects: consuming Objects
  ) throws(PlistError) {
    guard source.table.nodes.count < Int(UInt32.max) / 4, source.table.text.count <= Int(UInt32.max)
    else {
      throw PlistError(
        .objectLimit, message: "the archive exceeds 2^30 values or 2^32 bytes of text")
    }
    self.frame = frame
    self.objects = objects
    let (objectCount, keys) = (source.objects.count, source.table.keys.entries.count)
    slots = LinearBuffer(minimumCapacity: objectCount)
    keyNodes = LinearBuffer(minimumCapacity: keys + 8)
    keyNodes.append(repeating: .max, count: keys + 8)
    nameNodes = Array(repeating: .max, count: source.sharedNames.count)
    source.compareTexts()
    // The index of equal strings is no longer needed.
    source.texts = DistinctTexts()
    source.table.shrink()
    self.source = source
  }

  /// Lays out all objects.
  mutating func layOut() {
    numberObjects(from: frame.top)
    referenceNodes = LinearBuffer(minimumCapacity: order.count)
    referenceNodes.append(repeating: .max, count: order.count)
    writeRoot()
  }

  // MARK: The frame

  private mutating func writeRoot() {
    if let parts = frame.parts {
      openDictionary(source.table.nodes[Int(parts.root)])
      while frames.count > 0 { writeNext(parts.objects) }
      return
    }
    let version = source.table.append(Node(archived: Int64(frame.version)), at: .loose)
    source.table.append(string: frame.archiver, at: .loose)
    let archiver = version + 1
    let objects = source.table.append(Node(.array), at: .loose)
    let parts: [(String, UInt32)] =
      switch frame.order {
      case .current:
        [
          ("$version", version), ("$archiver", archiver), ("$top", frame.top),
          ("$objects", objects),
        ]
      case .classic:
        [
          ("$version", version), ("$objects", objects), ("$archiver", archiver),
          ("$top", frame.top),
        ]
      }
    for (name, _) in parts { pending.append(source.table.key(name)) }
    for (_, node) in parts { pending.append(node) }
    keyNodes.append(repeating: .max, count: 4)
    openFrame(.dictionary, pairs: 4, from: 0)
    while frames.count > 0 { writeNext(objects) }
  }

  /// Lays out the next item of the innermost container, or closes the container.
  private mutating func writeNext(_ array: UInt32) {
    let top = frames.count - 1
    let frame = frames[top]
    let isOfObjects = frame.keyEnd == LayoutFrame.ofObjects
    if frame.next == frame.end {
      if !isOfObjects { pending.truncate(to: Int(frame.start)) }
      return frames.truncate(to: top)
    }
    frames[top].next = frame.next + 1
    let item = isOfObjects ? order[Int(frame.next)] : pending[Int(frame.next)]
    let position =
      frame.references &+ Int(frame.next &- frame.start) &* objects.referenceWidth
    if !isOfObjects, frame.next < frame.keyEnd {
      let number = keyNode(item, of: pending[Int(frame.next + (frame.keyEnd - frame.start))])
      return objects.setReference(number, at: position)
    }
    var number = nextNumber
    if item == array {
      openFrame(.array, pairs: order.count, from: 0)
      frames[frames.count - 1].keyEnd = LayoutFrame.ofObjects
    } else {
      number = write(item)
    }
    objects.setReference(number, at: position)
  }

  /// Opens a container whose items are in `pending`.
  private mutating func openFrame(_ kind: PlistKind, pairs count: Int, from start: Int) {
    let items = kind == .dictionary ? count * 2 : count
    let references = objects.open(kind, count: count)
    frames.append(
      LayoutFrame(
        next: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: start + items),
        keyEnd: UInt32(truncatingIfNeeded: start + items - count * (kind == .dictionary ? 1 : 0)),
        start: UInt32(truncatingIfNeeded: start),
        references: references))
    if kind != .dictionary { frames[frames.count - 1].keyEnd = 0 }
    depth = max(depth, frames.count)
  }

  /// The number of the next object.
  private var nextNumber: UInt32 { UInt32(truncatingIfNeeded: objects.count) }

  private mutating func append(_ scalar: Node) { objects.append(scalar, of: source.table) }

  // MARK: Values

  /// Lays out one value, and returns the number of its object. A scalar that was laid out before is
  /// reused.
  private mutating func write(_ index: UInt32) -> UInt32 {
    let node = source.table.nodes[Int(index)]
    let identity = source.origin(of: index).identity
    if identity == ArchiveBuilder.noIdentity { return writeValue(node) }
    if let known = known(identity) {
      if node.kind.isContainer { hasSharedContainers = true }
      return known
    }
    if node.kind.isContainer { return writeValue(node) }
    // New numbers that are equal to it share its object.
    let number = nextNumber
    append(node)
    if node.kind == .integer || node.kind == .real, node.form & NodeForm.wide == 0 {
      _ = object(of: node, orNew: number)
    }
    return number
  }

  private mutating func writeValue(_ node: Node) -> UInt32 {
    let number = nextNumber
    switch node.kind {
    case .dictionary: openDictionary(node)
    case .array, .set:
      let start = pending.count
      var child = UInt32(truncatingIfNeeded: node.payload)
      for _ in 0..<node.count {
        pending.append(child)
        child = source.table.links[Int(child)].next
      }
      openFrame(node.kind, pairs: node.count, from: start)
    case .uid: return writeReference(node)
    case .bool:
      let value = node.payload != 0 ? 1 : 0
      let isNew = booleans[value] == .max
      if isNew { booleans[value] = number }
      if isNew || frame.repeats == .written { append(node) }
      return booleans[value]
    case .integer, .real: return writeNumber(node)
    case .string where node.form == ArchiveBuilder.sharedNameForm:
      return writeSharedName(node.start)
    default: append(node)
    }
    return number
  }

  /// Returns the node of an object of a file that was read; nil if the caller must add it as the
  /// next node.
  private mutating func known(_ identity: UInt32) -> UInt32? {
    let missing = Int(identity) + 1 - identityNodes.count
    if missing > 0 { identityNodes.append(repeating: .max, count: missing) }
    if identityNodes[Int(identity)] != .max { return identityNodes[Int(identity)] }
    identityNodes[Int(identity)] = nextNumber
    return nil
  }

  private mutating func keyNode(_ key: UInt32, of value: UInt32) -> UInt32 {
    let identity = source.origin(of: value).keyIdentity
    if identity == ArchiveBuilder.noIdentity { return keyNode(key) }
    if let known = known(identity) { return known }
    let number = nextNumber
    append(source.table.nodes[Int(source.table.keys.entries[Int(key)].node)])
    return number
  }

  private mutating func keyNode(_ key: UInt32) -> UInt32 {
    if keyNodes[Int(key)] != .max { return keyNodes[Int(key)] }
    keyNodes[Int(key)] = nextNumber
    append(source.table.nodes[Int(source.table.keys.entries[Int(key)].node)])
    return keyNodes[Int(key)]
  }

  /// Lays out a reference. All references to a slot are one object; CoreFoundation writes it again
  /// each time, but refers only to the first copy.
  @inline(__always)
  private mutating func writeReference(_ node: Node) -> UInt32 {
    let slot = Int(truncatingIfNeeded: node.payload)
    let next = nextNumber
    // Unreachable objects may refer to slots that do not exist.
    guard slot < referenceNodes.count else {
      append(node)
      return next
    }
    let known = referenceNodes[slot]
    if known == .max { referenceNodes[slot] = next }
    if known == .max || frame.repeats == .written {
      objects.append(slot: slot, width: slot <= 0xFF ? 1 : slot <= 0xFFFF ? 2 : 4)
    }
    return known == .max ? next : known
  }

  private mutating func writeNumber(_ node: Node) -> UInt32 {
    let new = nextNumber
    let isWide = node.kind == .integer && node.form & NodeForm.wide != 0
    let number = isWide ? new : object(of: node, orNew: new)
    if number == new { append(node) }
    return number
  }

  /// Returns the object of an equal number, or the new one after recording it.
  private mutating func object(of scalar: Node, orNew number: UInt32) -> UInt32 {
    let index = scalarNumbers.number(of: scalar, orNew: scalars.count) { scalars[$0] }
    if index < scalars.count { return scalarObjects[index] }
    scalars.append(scalar)
    scalarObjects.append(number)
    return number
  }

  private mutating func writeSharedName(_ number: Int) -> UInt32 {
    if nameNodes[number] != .max { return nameNodes[number] }
    let name = source.sharedNames[number]
    nameNodes[number] = nextNumber
    append(Node(.string, form: NodeForm.utf8, count: name.count, payload: UInt64(name.start)))
    return nameNodes[number]
  }

  // MARK: Containers

  private mutating func openDictionary(_ node: Node) {
    let start = pending.count
    var count = node.count
    let isRanked = node.form == ArchiveBuilder.rankedForm
    if isRanked {
      count = source.table.appendPairs(of: node, to: &pending)
      arrangeByRank(from: start, count: count)
    } else if !keyOrder.append(node, to: &pending, table: source.table) {
      count = source.table.appendPairs(of: node, to: &pending)
      if keyOrder.arrange(&pending, from: start, count: count, table: source.table) {
        lastReferences = nil
      }
    }
    if source.origins.count == 0, !hasContainers(from: start + count, count: count) {
      // A dictionary with fewer pairs has no order, and leaves the last one as it is.
      writeDictionary(from: start, count: count, isOrdered: !isRanked && count >= 2)
      return pending.truncate(to: start)
    }
    openFrame(.dictionary, pairs: count, from: start)
  }

  @inline(__always)
  private func hasContainers(from start: Int, count: Int) -> Bool {
    for position in start..<start &+ count
    where source.table.nodes[Int(pending[position])].kind.isContainer {
      return true
    }
    return false
  }

  /// Lays out a dictionary whose values, in `pending`, are not containers, without a frame.
  private mutating func writeDictionary(from start: Int, count: Int, isOrdered: Bool) {
    var position = objects.open(.dictionary, count: count)
    depth = max(depth, frames.count &+ 1)
    if isOrdered, let lastReferences {
      objects.copyReferences(count, from: lastReferences, to: position)
    } else {
      for index in 0..<count {
        let number = keyNode(pending[start &+ index])
        objects.setReference(number, at: position &+ index &* objects.referenceWidth)
      }
      if isOrdered { lastReferences = position }
    }
    position &+= count &* objects.referenceWidth
    for index in count..<count &* 2 {
      let number = writeValue(source.table.nodes[Int(pending[start &+ index])])
      objects.setReference(number, at: position)
      position &+= objects.referenceWidth
    }
  }
}
