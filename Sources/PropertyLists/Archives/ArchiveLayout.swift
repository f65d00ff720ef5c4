// Lays out a keyed archive byte for byte as Apple's archiver and CoreFoundation do. Objects are
// assigned slots when they are first referred to; an object comes before its contents, and its
// class after them. Keys appear in the order of CoreFoundation's hash table. The nodes are the
// objects of the binary file, one for one, including those that nothing refers to.

/// The conversion of an archive under construction to a node table.
struct ArchiveLayout: ~Copyable {
  var source: ArchiveBuilder.ArchiveBuilderState
  /// The slot of each object while the objects are numbered; `.max` for none.
  var slots: LinearBuffer<UInt32>
  /// The node in each slot. While the objects are numbered, `.max` marks a slot that only
  /// conditional references have requested so far.
  var order = LinearBuffer<UInt32>(minimumCapacity: 64)
  var nodes: LinearBuffer<Node>
  var references: LinearBuffer<UInt32>
  var frames = LinearBuffer<LayoutFrame>(minimumCapacity: 32)
  /// The key numbers and nodes of the open containers that are still to be laid out.
  var pending = LinearBuffer<UInt32>(minimumCapacity: 256)
  /// The node of each key, slot reference, shared name and number that was laid out.
  var keyNodes: LinearBuffer<UInt32>
  var referenceNodes = LinearBuffer<UInt32>(minimumCapacity: 4)
  var nameNodes: [UInt32]
  var scalarNodes = ScalarNumbers()
  var booleans: [UInt32] = [.max, .max]
  var keyOrder = RecordKeyOrder()
  var depth = 0
  var hasSharedContainers = false
  let frame: ArchiveFrame
  /// The new node of each object of a file that was read.
  var identityNodes = LinearBuffer<UInt32>(minimumCapacity: 4)

  /// A container that encloses the current value.
  struct LayoutFrame: BitwiseCopyable {
    /// The range of `pending` that is still to be laid out.
    var next: UInt32
    var end: UInt32
    /// The end of the keys in this range; `ofObjects` for the array of all objects.
    var keyEnd: UInt32
    var start: UInt32
    /// The index of the container's first reference.
    var references: UInt32

    /// Marks the array of all objects, whose elements are in `order`.
    static let ofObjects = UInt32.max
  }

  /// Returns the node table of an archive.
  static func storage(
    of source: consuming ArchiveBuilder.ArchiveBuilderState, _ frame: ArchiveFrame
  ) throws(PlistError) -> DocumentStorage {
    guard source.table.nodes.count < Int(UInt32.max) / 4, source.table.text.count <= Int(UInt32.max)
    else {
      throw PlistError(
        .objectLimit, message: "the archive exceeds 2^30 values or 2^32 bytes of text")
    }
    var layout = ArchiveLayout(source, frame: frame)
    layout.numberObjects(from: frame.top)
    layout.referenceNodes = LinearBuffer(minimumCapacity: layout.order.count)
    layout.referenceNodes.append(repeating: .max, count: layout.order.count)
    layout.writeRoot()
    return layout.finish()
  }

  private init(_ source: consuming ArchiveBuilder.ArchiveBuilderState, frame: ArchiveFrame) {
    self.frame = frame
    let (objects, keys) = (source.objects.count, source.table.keys.entries.count)
    nodes = LinearBuffer(minimumCapacity: source.table.nodes.count + 64)
    references = LinearBuffer(minimumCapacity: source.table.nodes.count * 2 + 64)
    slots = LinearBuffer(minimumCapacity: objects)
    keyNodes = LinearBuffer(minimumCapacity: keys + 8)
    keyNodes.append(repeating: .max, count: keys + 8)
    nameNodes = Array(repeating: .max, count: source.sharedNames.count)
    source.compareTexts()
    // The index of equal strings is no longer needed.
    source.texts = DistinctTexts()
    source.table.shrink()
    self.source = source
  }

  private consuming func finish() -> DocumentStorage {
    nodes.shrink()
    references.shrink()
    return DocumentStorage(
      DocumentStorage.NodeTableStorage(
        text: SourceBytes(source.table.takeText()), nodes: nodes,
        offsets: LinearBuffer(minimumCapacity: 4), references: references,
        blobs: source.table.blobs, root: 0, origin: frame.origin,
        hasSharedContainers: hasSharedContainers, expandedBytes: hasSharedContainers ? .max : 0,
        depth: depth))
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
  private mutating func writeNext(_ objects: UInt32) {
    let top = frames.count - 1
    let frame = frames[top]
    let isOfObjects = frame.keyEnd == LayoutFrame.ofObjects
    if frame.next == frame.end {
      if !isOfObjects { pending.truncate(to: Int(frame.start)) }
      return frames.truncate(to: top)
    }
    frames[top].next = frame.next + 1
    let item = isOfObjects ? order[Int(frame.next)] : pending[Int(frame.next)]
    let position = Int(frame.references + frame.next - frame.start)
    if !isOfObjects, frame.next < frame.keyEnd {
      let value = pending[Int(frame.next + (frame.keyEnd - frame.start))]
      references[position] = keyNode(item, of: value)
    } else {
      references[position] = UInt32(truncatingIfNeeded: nodes.count)
      if item == objects {
        openFrame(.array, pairs: order.count, from: 0)
        frames[frames.count - 1].keyEnd = LayoutFrame.ofObjects
      } else {
        write(item, at: position)
      }
    }
  }

  /// Opens a container whose items are in `pending`.
  private mutating func openFrame(_ kind: PlistKind, pairs count: Int, from start: Int) {
    let items = kind == .dictionary ? count * 2 : count
    nodes.append(Node(kind, count: count, payload: UInt64(references.count)))
    frames.append(
      LayoutFrame(
        next: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: start + items),
        keyEnd: UInt32(truncatingIfNeeded: start + items - count * (kind == .dictionary ? 1 : 0)),
        start: UInt32(truncatingIfNeeded: start),
        references: UInt32(truncatingIfNeeded: references.count)))
    if kind != .dictionary { frames[frames.count - 1].keyEnd = 0 }
    references.append(repeating: 0, count: items)
    depth = max(depth, frames.count)
  }

  // MARK: Values

  /// Lays out one value, whose reference is at a position. A scalar that was laid out before is
  /// reused.
  private mutating func write(_ index: UInt32, at position: Int) {
    let node = source.table.nodes[Int(index)]
    let identity = source.origin(of: index).identity
    if identity != ArchiveBuilder.noIdentity {
      if let known = known(identity) {
        references[position] = known
        if node.kind.isContainer { hasSharedContainers = true }
        return
      }
      if !node.kind.isContainer {
        // New numbers that are equal to it share its object.
        let number = nodes.count
        nodes.append(node)
        if node.kind == .integer || node.kind == .real, node.form & NodeForm.wide == 0 {
          _ = scalarNodes.number(of: node, orNew: number) { nodes[$0] }
        }
        return
      }
    }
    writeValue(node, at: position)
  }

  private mutating func writeValue(_ node: Node, at position: Int) {
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
    case .uid: writeReference(node, at: position)
    case .bool:
      let value = node.payload != 0 ? 1 : 0
      let isNew = booleans[value] == .max
      if isNew { booleans[value] = UInt32(truncatingIfNeeded: nodes.count) }
      if isNew || frame.repeats == .written { nodes.append(node) }
      references[position] = booleans[value]
    case .integer, .real: references[position] = writeNumber(node)
    case .string where node.form == ArchiveBuilder.sharedNameForm:
      references[position] = writeSharedName(node.start)
    default: nodes.append(node)
    }
  }

  /// Returns the node of an object of a file that was read; nil if the caller must add it as the
  /// next node.
  private mutating func known(_ identity: UInt32) -> UInt32? {
    let missing = Int(identity) + 1 - identityNodes.count
    if missing > 0 { identityNodes.append(repeating: .max, count: missing) }
    if identityNodes[Int(identity)] != .max { return identityNodes[Int(identity)] }
    identityNodes[Int(identity)] = UInt32(truncatingIfNeeded: nodes.count)
    return nil
  }

  private mutating func keyNode(_ key: UInt32, of value: UInt32) -> UInt32 {
    let identity = source.origin(of: value).keyIdentity
    if identity == ArchiveBuilder.noIdentity { return keyNode(key) }
    if let known = known(identity) { return known }
    nodes.append(source.table.nodes[Int(source.table.keys.entries[Int(key)].node)])
    return UInt32(truncatingIfNeeded: nodes.count - 1)
  }

  private mutating func keyNode(_ key: UInt32) -> UInt32 {
    if keyNodes[Int(key)] != .max { return keyNodes[Int(key)] }
    keyNodes[Int(key)] = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(source.table.nodes[Int(source.table.keys.entries[Int(key)].node)])
    return keyNodes[Int(key)]
  }

  /// Lays out a reference. All references to a slot are one object; CoreFoundation writes it again
  /// each time, but refers only to the first copy.
  private mutating func writeReference(_ node: Node, at position: Int) {
    let slot = Int(truncatingIfNeeded: node.payload)
    // Unreachable objects may refer to slots that do not exist.
    guard slot < referenceNodes.count else { return nodes.append(node) }
    if referenceNodes[slot] == .max {
      referenceNodes[slot] = UInt32(truncatingIfNeeded: nodes.count)
    }
    references[position] = referenceNodes[slot]
    if frame.repeats == .leftOut, referenceNodes[slot] != nodes.count { return }
    let width: UInt8 = slot <= 0xFF ? 0 : slot <= 0xFFFF ? 1 : 3
    nodes.append(Node(.uid, form: width, payload: node.payload))
  }

  private mutating func writeNumber(_ node: Node) -> UInt32 {
    let new = nodes.count
    if node.kind == .integer, node.form & NodeForm.wide != 0 {
      nodes.append(node)
      return UInt32(truncatingIfNeeded: new)
    }
    let number = scalarNodes.number(of: node, orNew: new) { nodes[$0] }
    if number == new { nodes.append(node) }
    return UInt32(truncatingIfNeeded: number)
  }

  private mutating func writeSharedName(_ number: Int) -> UInt32 {
    if nameNodes[number] != .max { return nameNodes[number] }
    let name = source.sharedNames[number]
    nameNodes[number] = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(Node(.string, form: NodeForm.utf8, count: name.count, payload: UInt64(name.start)))
    return nameNodes[number]
  }

  // MARK: Containers

  private mutating func openDictionary(_ node: Node) {
    let start = pending.count
    var count = node.count
    if node.form == ArchiveBuilder.rankedForm {
      count = source.table.appendPairs(of: node, to: &pending)
      arrangeByRank(from: start, count: count)
    } else if !keyOrder.append(node, to: &pending, table: source.table) {
      count = source.table.appendPairs(of: node, to: &pending)
      keyOrder.arrange(&pending, from: start, count: count, table: source.table)
    }
    if source.origins.count == 0, !hasContainers(from: start + count, count: count) {
      writeDictionary(from: start, count: count)
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
  private mutating func writeDictionary(from start: Int, count: Int) {
    let first = references.count
    nodes.append(Node(.dictionary, count: count, payload: UInt64(first)))
    references.append(repeating: 0, count: count &* 2)
    depth = max(depth, frames.count &+ 1)
    for position in 0..<count {
      references[first &+ position] = keyNode(pending[start &+ position])
    }
    for position in count..<count &* 2 {
      references[first &+ position] = UInt32(truncatingIfNeeded: nodes.count)
      writeValue(
        source.table.nodes[Int(pending[start &+ position])], at: first &+ position)
    }
  }
}
