// Builds a node table in memory. Callers add values to any open container in any order. The values
// are in linked lists until sealing makes the references of each container contiguous.

/// A node table under construction.
struct NodeTableBuilder: ~Copyable, Sendable {
  /// The destination of a value: a dictionary key, the end of an array, the root or a reserved node.
  struct NodePosition: BitwiseCopyable, Equatable {
    var container: UInt32
    var key: UInt32

    static var root: NodePosition { NodePosition(container: .max, key: .max) }
    /// A node without a container, which is found again by its index.
    static var loose: NodePosition { NodePosition(container: .max - 1, key: .max) }
    /// A node that already has a position. The new value replaces its contents.
    static func reserved(_ node: UInt32) -> NodePosition {
      NodePosition(container: .max - 2, key: node)
    }

    /// The reserved node; nil for other positions.
    var reservedNode: UInt32? { container == .max - 2 ? key : nil }
  }

  /// The links between the children of a container that is still open.
  struct ChildLink: BitwiseCopyable {
    /// The next child of the same container, or `.max`.
    var next: UInt32
    /// The number of the node's key.
    var key: UInt32
  }

  private(set) var text = ByteWriter(minimumCapacity: 1024)
  private(set) var nodes = LinearBuffer<Node>(minimumCapacity: 64)
  private(set) var links = LinearBuffer<ChildLink>(minimumCapacity: 64)
  private(set) var keys = KeyTable()
  var sequences = KeySequences()
  private(set) var blobs: [SourceBytes] = []
  /// The nodes of keys that have more consecutive combining marks than a `String` key may have.
  private(set) var markedKeys: Set<Int> = []
  /// Whether a string was added that is long enough to exceed the limit on combining marks.
  private(set) var hasLongText = false
  private var childCount = 0
  /// The indexed values of the dictionaries that were searched.
  private var knownValues: [UInt32: KnownValues] = [:]
  private(set) var root: Int?
  /// The number of keys that remained when the values were removed. They are the first nodes.
  private(set) var keptKeys = 0
  /// The deepest level of containers so far.
  var depth = 0

  /// Dictionaries with more values than this are indexed when they are searched.
  private static let smallestIndex = 16

  /// The values of one dictionary by key, up to the last value that was inspected.
  private struct KnownValues {
    var lastChild: UInt32?
    var byKey: [UInt32: UInt32] = [:]
  }

  /// The minimum size, in bytes, of data that is retained instead of being copied into the text.
  private static let smallestBlob = 4096

  /// Marks a container whose children are the nodes that follow it.
  static let runForm: UInt8 = 1
  /// Marks a dictionary that is the placeholder of a later value.
  static let placeholderForm: UInt8 = 2

  /// An empty dictionary that is the placeholder of a later value.
  static var placeholder: Node { Node(.dictionary, form: placeholderForm) }

  @inline(__always)
  mutating func key(_ key: String) -> UInt32 {
    if let number = keys.expected, isKey(number, key: key) {
      keys.meetExpected(number)
      return UInt32(truncatingIfNeeded: number)
    }
    let start = text.count
    return lookUp(appended: start, length: text.append(key))
  }

  @inline(__always)
  private func isKey(_ number: Int, key: String) -> Bool {
    let entry = keys.entries[number]
    return text.view.isEqual(at: Int(entry.start), count: Int(entry.count), to: key)
  }

  /// Returns the number of the key that is part of a text.
  @inline(__always)
  mutating func key(_ view: ByteView, at index: Int, count: Int) -> UInt32 {
    if let number = keys.expected, Int(keys.entries[number].count) == count,
      text.view.isEqual(at: Int(keys.entries[number].start), count: count, to: view, at: index)
    {
      keys.meetExpected(number)
      return UInt32(truncatingIfNeeded: number)
    }
    let start = text.count
    text.append(view, at: index, count: count)
    return lookUp(appended: start, length: count)
  }

  /// Returns the number of the key whose text was appended. Removes the text of a known key.
  @inline(never)
  private mutating func lookUp(appended start: Int, length: Int) -> UInt32 {
    let number = keys.entry(text.view, at: start, count: length)
    let isNew = keys.entries[number].node == .max
    if isNew { addKey(number, start: start, length: length) } else { text.truncate(to: start) }
    keys.meet(number)
    return UInt32(truncatingIfNeeded: number)
  }

  private mutating func addKey(_ number: Int, start: Int, length: Int) {
    keys.entries[number].node = UInt32(truncatingIfNeeded: nodes.count)
    let form = text.memory.isASCII(at: start, count: length) ? NodeForm.plain : NodeForm.utf8
    nodes.append(Node(.string, form: form, count: length, payload: UInt64(start)))
    links.append(ChildLink(next: .max, key: .max))
    if length > CombiningMarks.limit { noteIfMarked(nodes.count - 1) }
  }

  /// Records a key that could not be read back as a `String`.
  @inline(never)
  private mutating func noteIfMarked(_ key: Int) {
    if nodes[key].exceedsCombiningMarks(in: NodeSource(text.view)) { markedKeys.insert(key) }
  }

  /// Adds a node and returns its index.
  @inline(__always)
  @discardableResult
  mutating func append(_ node: Node, at slot: NodePosition) -> UInt32 {
    let index = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(node)
    links.append(ChildLink(next: .max, key: slot.key))
    return attach(index, to: slot)
  }

  /// Adds a node to its container; returns the index of the node, or that of the reserved node that
  /// it replaced.
  @inline(__always)
  private mutating func attach(_ index: UInt32, to slot: NodePosition) -> UInt32 {
    guard Int(slot.container) < nodes.count else {
      return slot.container == NodePosition.loose.container
        ? index : attachElsewhere(index, to: slot)
    }
    // The payload of an open container: first child in the low half, last child in the high half.
    var container = nodes[Int(slot.container)]
    if container.count == 0 {
      container.payload = UInt64(index) | UInt64(index) &<< 32
    } else {
      links[Int(container.payload &>> 32)].next = index
      container.payload = container.payload & 0xFFFF_FFFF | UInt64(index) &<< 32
    }
    container.head &+= 1 << 16
    nodes[Int(slot.container)] = container
    childCount &+= container.kind == .dictionary ? 2 : 1
    return index
  }

  @inline(never)
  private mutating func attachElsewhere(_ index: UInt32, to slot: NodePosition) -> UInt32 {
    if slot.container == .max { root = Int(index) }
    guard let reserved = slot.reservedNode, reserved < index else { return index }
    nodes[Int(reserved)] = nodes[Int(index)]
    knownValues[reserved] = nil
    nodes.truncate(to: Int(index))
    links.truncate(to: Int(index))
    return reserved
  }

  @inline(__always)
  mutating func append(string: String, at slot: NodePosition) {
    let start = text.count
    let length = text.append(string)
    if length > CombiningMarks.limit { hasLongText = true }
    append(
      Node(.string, form: NodeForm.utf8, count: length, payload: UInt64(truncatingIfNeeded: start)),
      at: slot)
  }

  mutating func append(data: Data, at slot: NodePosition) {
    if data.count >= Self.smallestBlob {
      blobs.append(SourceBytes(data))
      append(
        Node(.data, form: NodeForm.blob, count: data.count, payload: UInt64(blobs.count - 1)),
        at: slot)
      return
    }
    let start = text.count
    text.append(data)
    append(Node(.data, count: data.count, payload: UInt64(start)), at: slot)
  }

  mutating func append(integer: PlistInteger, at slot: NodePosition) {
    if integer.fits64Bits {
      append(Node(integer: integer), at: slot)
    } else {
      let start = text.count
      text.append(bigEndian: UInt64(bitPattern: integer.high), width: 8)
      text.append(bigEndian: integer.low, width: 8)
      append(Node(.integer, form: NodeForm.wide | 4, payload: UInt64(start)), at: slot)
    }
  }

  /// Adds text that does not belong to a node yet.
  mutating func append(text string: String) -> Range<Int> {
    let start = text.count
    return start..<start + text.append(string)
  }

  /// Removes text that does not belong to a node.
  mutating func removeText(from start: Int) { text.truncate(to: start) }

  /// Adds a node outside any container, for text that was added; returns the index of the node.
  mutating func appendLoose(textAt range: Range<Int>) -> UInt32 {
    append(
      Node(.string, form: NodeForm.utf8, count: range.count, payload: UInt64(range.lowerBound)),
      at: .loose)
  }

  /// Adds an array whose elements are all scalars; `element` creates each of them.
  @inline(__always)
  mutating func append(run count: Int, at slot: NodePosition, _ element: (Int) -> Node) {
    let container = append(Node(.array), at: slot)
    let first = UInt64(nodes.count)
    nodes.reserve(count)
    links.reserve(count)
    for index in 0..<count {
      nodes.append(element(index))
      links.append(ChildLink(next: .max, key: .max))
    }
    nodes[Int(container)] = Node(.array, form: Self.runForm, count: count, payload: first)
    childCount += count
  }

  /// Adds a dictionary of strings with distinct keys. The nodes of the pairs follow it, keys and
  /// values alternating.
  mutating func append(pairs: [String: String], at slot: NodePosition) {
    let container = append(Node(.dictionary), at: slot)
    let first = UInt64(nodes.count)
    nodes.reserve(pairs.count * 2)
    links.reserve(pairs.count * 2)
    for (key, value) in pairs {
      append(loose: key)
      if key.utf8.count > CombiningMarks.limit { noteIfMarked(nodes.count - 1) }
      append(loose: value)
    }
    nodes[Int(container)] = Node(
      .dictionary, form: Self.runForm, count: pairs.count, payload: first)
    childCount += pairs.count * 2
  }

  /// Adds text that is not in a container.
  @inline(__always)
  private mutating func append(loose string: String) {
    let start = text.count
    let length = text.append(string)
    nodes.append(
      Node(.string, form: NodeForm.utf8, count: length, payload: UInt64(truncatingIfNeeded: start)))
    links.append(ChildLink(next: .max, key: .max))
  }

  /// Replaces a scalar with another one.
  mutating func replace(_ index: UInt32, with node: Node) { nodes[Int(index)] = node }

  /// Turns a placeholder into an ordinary dictionary. Returns false for other nodes.
  mutating func claimPlaceholder(_ node: UInt32) -> Bool {
    guard isNode(node), nodes[Int(node)].kind == .dictionary,
      nodes[Int(node)].form == Self.placeholderForm
    else { return false }
    nodes[Int(node)] = Node(.dictionary)
    return true
  }

  /// Removes everything that was added to a container since `openContainer` returned its state.
  mutating func restore(_ container: Node?, slot: NodePosition) {
    guard let container else {
      root = nil
      return
    }
    nodes[Int(slot.reservedNode ?? slot.container)] = container
    knownValues[slot.reservedNode ?? slot.container] = nil
    let hasLinks = container.kind.isContainer && container.form != Self.runForm
    if hasLinks, container.count > 0 { links[Int(container.payload &>> 32)].next = .max }
  }

  /// Links the children of a container that was added as one run, so that more can be added.
  mutating func makeGrowable(_ container: UInt32) {
    let node = nodes[Int(container)]
    guard node.kind.isContainer, node.form == Self.runForm else { return }
    nodes[Int(container)] = Node(node.kind)
    childCount -= node.kind == .dictionary ? node.count * 2 : node.count
    for position in 0..<node.count {
      var child = node.start &+ position
      var key = UInt32.max
      if node.kind == .dictionary {
        let text = nodes[node.start &+ 2 &* position]
        key = self.key(self.text.view.string(at: text.start, count: text.count))
        child = node.start &+ 2 &* position &+ 1
      }
      links[child].key = key
      _ = attach(
        UInt32(truncatingIfNeeded: child), to: NodePosition(container: container, key: key))
    }
  }

  /// Returns the value that was added last under a key of an open dictionary. Repeated calls
  /// inspect each value only once.
  mutating func value(of key: UInt32, in dictionary: UInt32) -> UInt32? {
    guard Int(dictionary) < nodes.count, nodes[Int(dictionary)].kind == .dictionary else {
      return nil
    }
    let node = nodes[Int(dictionary)]
    guard node.count > Self.smallestIndex else {
      var (found, next): (UInt32?, UInt32) = (nil, UInt32(truncatingIfNeeded: node.payload))
      for _ in 0..<node.count {
        if links[Int(next)].key == key { found = next }
        next = links[Int(next)].next
      }
      return found
    }
    var known = knownValues.removeValue(forKey: dictionary) ?? KnownValues()
    var next =
      known.lastChild.map { links[Int($0)].next } ?? UInt32(truncatingIfNeeded: node.payload)
    while next != .max {
      known.byKey[links[Int(next)].key] = next
      known.lastChild = next
      next = links[Int(next)].next
    }
    defer { knownValues[dictionary] = known }
    return known.byKey[key]
  }

  /// Appends the key numbers of a dictionary to a buffer, followed by its values. For a repeated
  /// key, appends the last value, at the position of the first. Returns the number of pairs.
  mutating func appendPairs(of node: Node, to pairs: inout LinearBuffer<UInt32>) -> Int {
    let start = pairs.count
    keys.beginDictionary()
    var isRepeated = false
    var child = UInt32(truncatingIfNeeded: node.payload)
    for _ in 0..<node.count {
      let link = links[Int(child)]
      if keys.isRepeated(Int(link.key)) { isRepeated = true }
      pairs.append(link.key)
      child = link.next
    }
    child = UInt32(truncatingIfNeeded: node.payload)
    for _ in 0..<node.count {
      pairs.append(child)
      child = links[Int(child)].next
    }
    return isRepeated ? removeRepeatedKeys(&pairs, from: start, count: node.count) : node.count
  }

  private func removeRepeatedKeys(_ pairs: inout LinearBuffer<UInt32>, from start: Int, count: Int)
    -> Int
  {
    let kept = LastValues(count: count) { pairs[start + $0] }.kept
    let items = kept.map { pairs[start + $0.key] } + kept.map { pairs[start + count + $0.value] }
    pairs.truncate(to: start)
    for item in items { pairs.append(item) }
    return kept.count
  }

  /// Takes the text of all nodes for the finished table.
  mutating func takeText() -> ByteWriter {
    var taken = ByteWriter(minimumCapacity: 1)
    swap(&taken, &text)
    return taken
  }

  /// Releases unused capacity after the last node was added.
  mutating func shrink() {
    text.shrink()
    nodes.shrink()
    links.shrink()
  }

  /// The most keys, and bytes of their text, that a table keeps, and the most nodes and bytes that
  /// its memory may have room for.
  private static let mostKept = (keys: 128, text: 2048, nodes: 4096, bytes: 1 << 16)

  /// Removes everything but the keys, which are probably those of the next table too. Returns false,
  /// and leaves the table as it is, if they take too much memory.
  mutating func keepOnlyKeys() -> Bool {
    let count = keys.entries.count
    guard count <= Self.mostKept.keys, nodes.capacity <= Self.mostKept.nodes, markedKeys.isEmpty,
      text.count + text.room <= Self.mostKept.bytes
    else { return false }
    let size =
      count > keptKeys
      ? (0..<count).reduce(0) { $0 + Int(keys.entries[$1].count) } : endOfText(of: count)
    guard size <= Self.mostKept.text else { return false }
    removeValues()
    (hasLongText, depth) = (false, 0)
    return true
  }

  /// Removes the elements of the outermost array, and everything else but the keys. The array gets
  /// another index.
  mutating func removeElements() {
    removeValues()
    append(Node(.array), at: .root)
  }

  private mutating func removeValues() {
    moveKeysToStart()
    keptKeys = keys.entries.count
    text.truncate(to: endOfText(of: keptKeys))
    nodes.truncate(to: keptKeys)
    links.truncate(to: keptKeys)
    (blobs, knownValues, root, childCount) = ([], [:], nil, 0)
  }

  /// Moves the keys and their text to the start of the table, in the order in which they were added.
  private mutating func moveKeysToStart() {
    var end = endOfText(of: keptKeys)
    for number in keptKeys..<keys.entries.count {
      let entry = keys.entries[number]
      let node = nodes[Int(entry.node)]
      text.copy(node.count, from: node.start, to: end)
      nodes[number] = Node(.string, form: node.form, count: node.count, payload: UInt64(end))
      links[number] = ChildLink(next: .max, key: .max)
      keys.entries[number].start = UInt32(truncatingIfNeeded: end)
      keys.entries[number].node = UInt32(truncatingIfNeeded: number)
      end += node.count
    }
  }

  /// Releases the memory of nodes that are not needed anymore.
  mutating func releaseNodes(_ range: Range<Int>) {
    nodes.discard(range)
    links.discard(range)
  }

  // MARK: Sealing

  /// Returns the finished table. The root must have been set.
  ///
  /// - Throws: `PlistError` with `combiningLimit` for a key that no decoder would accept as a
  ///   `String`.
  consuming func seal() throws(PlistError) -> DocumentStorage {
    guard nodes.count < Int(UInt32.max), text.count <= Int(UInt32.max) else {
      throw PlistError(
        .objectLimit, message: "the document exceeds 2^32 values or 2^32 bytes of text")
    }
    var references = LinearBuffer<UInt32>(minimumCapacity: childCount + 4)
    for index in 0..<nodes.count where nodes[index].kind.isContainer {
      nodes[index] = sealed(nodes[index], references: &references)
    }
    let marked = markedKeys.isEmpty ? nil : markedKeys
    let storage = DocumentStorage(
      DocumentStorage.NodeTableStorage(
        text: SourceBytes(text), nodes: nodes, offsets: LinearBuffer(minimumCapacity: 4),
        references: references, blobs: blobs, root: root ?? 0, origin: .memory, depth: depth))
    if let marked, let error = storage.combiningLimit(amongKeys: marked) { throw error }
    return storage
  }

  @inline(__always)
  private mutating func sealed(_ node: Node, references: inout LinearBuffer<UInt32>) -> Node {
    let first = references.count
    if node.kind == .dictionary {
      return node.form == Self.runForm
        ? sealedPairs(node, references: &references)
        : sealedDictionary(node, references: &references)
    }
    if node.form == Self.runForm {
      for child in 0..<node.count {
        references.append(UInt32(truncatingIfNeeded: node.start &+ child))
      }
    } else {
      appendChildren(of: node, &references)
    }
    return Node(node.kind, count: node.count, payload: UInt64(truncatingIfNeeded: first))
  }

  @inline(__always)
  private mutating func sealedDictionary(_ node: Node, references: inout LinearBuffer<UInt32>)
    -> Node
  {
    let first = references.count
    keys.beginDictionary()
    var isRepeated = false
    var child = UInt32(truncatingIfNeeded: node.payload)
    for _ in 0..<node.count {
      let link = links[Int(child)]
      if keys.isRepeated(Int(link.key)) { isRepeated = true }
      references.append(keys.entries[Int(link.key)].node)
      child = link.next
    }
    appendChildren(of: node, &references)
    let sealed = Node(.dictionary, count: node.count, payload: UInt64(truncatingIfNeeded: first))
    return isRepeated ? withoutRepeatedKeys(sealed, references: &references) : sealed
  }
}
