// The node table of text that is read in one pass without recursion, whatever its grammar. Open
// containers are on a stack of frames. Their children are collected in `pending` until the
// container is closed and its references are written in one run.

/// A node table under construction while text is read.
struct TextTable: ~Copyable {
  let view: ByteView
  let options: PlistReadingOptions
  let origin: TextOrigin
  /// The format of the text, which resolves its escapes.
  let codec: any FormatCodec.Type
  var nodes: LinearBuffer<Node>
  var offsets: LinearBuffer<UInt32>
  var references: LinearBuffer<UInt32>
  /// The children of the open containers: node indexes or, in dictionaries, key numbers and node
  /// indexes in turn.
  var pending = LinearBuffer<UInt32>(minimumCapacity: 256)
  var frames = LinearBuffer<OpenContainer>(minimumCapacity: 32)
  var keys = KeyTable()
  /// The deepest level so far.
  var deepestLevel = 0
  /// The number of open containers that are transparent.
  private(set) var transparentCount = 0
  /// Warnings about repeated keys and forms that were accepted leniently.
  var warnings = TextWarnings()
  /// The number of bytes that were searched for repeated keys.
  var searchedByteCount = 0
  /// The location at which repeated keys are reported.
  let repeatedKeys: RepeatedKeyLocation
  /// Whether faults of values are recorded among the warnings, for a check that continues after
  /// them.
  var collectsFaults = false
  /// Whether any dictionary has a key that is not a string.
  var hasOtherKeys = false

  /// An open container.
  struct OpenContainer: BitwiseCopyable {
    var kind: PlistKind
    /// Whether the dictionary has keys with escapes, or keys that are not strings. Comparing them
    /// takes the slow path.
    var hasEscapedKey = false
    var node: UInt32
    /// The index of the container's first child in `pending`.
    var firstPending: Int
    /// The offset of the container in the text.
    var opening: Int
    /// Whether the container is part of the notation of another value, and is neither a level nor a
    /// step of a path.
    var isTransparent = false
  }

  /// The location at which repeated keys are reported.
  enum RepeatedKeyLocation: BitwiseCopyable {
    /// At the key, which is searched for again in text with brackets.
    case key
    /// At the value.
    case value
  }

  /// - Parameter shortestValue: The minimum number of bytes of a value in this format.
  init(
    _ input: FormatInput, codec: any FormatCodec.Type, options: PlistReadingOptions,
    shortestValue: Int, repeatedKeys: RepeatedKeyLocation = .key
  ) {
    view = input.text.view
    origin = input.encoding
    self.codec = codec
    self.options = options
    self.repeatedKeys = repeatedKeys
    // Memory that is not touched costs nothing.
    let capacity = view.count / shortestValue + 8
    nodes = LinearBuffer(minimumCapacity: capacity)
    offsets = LinearBuffer(minimumCapacity: capacity)
    references = LinearBuffer(minimumCapacity: capacity)
  }

  /// Returns the storage after the root is complete.
  ///
  /// - Parameter text: The text that the nodes refer to, if it is not the input's text.
  consuming func finish(_ input: FormatInput, origin: DocumentOrigin, text: SourceBytes? = nil)
    -> DocumentStorage
  {
    nodes.shrink()
    offsets.shrink()
    references.shrink()
    let keyBlocks = PassedElements.keyBlocks(keys, nodeCount: nodes.count)
    var origin = origin
    origin.input = input.bytes
    return DocumentStorage(
      DocumentStorage.NodeTableStorage(
        text: text ?? input.text, nodes: nodes, offsets: offsets, references: references,
        origin: origin, warnings: warnings, depth: deepestLevel, hasOtherKeys: hasOtherKeys,
        keyBlocks: keyBlocks))
  }

  /// The text that the nodes refer to.
  var source: NodeSource { NodeSource(view, codec: codec) }

  // MARK: Adding values

  /// The number of open containers.
  var depth: Int { frames.count }

  /// The innermost open container.
  var top: OpenContainer? { frames.count > 0 ? frames[frames.count &- 1] : nil }

  /// Whether the innermost container is a dictionary that expects a key.
  @inline(__always)
  var expectsKey: Bool { isInDictionary && pendingCount & 1 == 0 }

  /// Whether a value is allowed here: after a key, in an array, or as the root.
  @inline(__always)
  var takesValue: Bool {
    guard frames.count > 0 else { return nodes.count == 0 }
    return frames[frames.count &- 1].kind != .dictionary || pendingCount & 1 == 1
  }

  /// Whether the innermost open container is a dictionary.
  var isInDictionary: Bool { frames.count > 0 && frames[frames.count &- 1].kind == .dictionary }

  /// Returns whether the container with some open containers in it is a dictionary; nil if there is
  /// none.
  func isDictionary(around count: Int) -> Bool? {
    frames.count > count ? frames[frames.count &- 1 &- count].kind == .dictionary : nil
  }

  /// Returns the kinds of the innermost open containers: one bit for each, set for dictionaries; the
  /// innermost is the lowest.
  @inline(__always)
  func innermostKinds(_ count: Int) -> UInt64 {
    var kinds: UInt64 = 0
    for level in 0..<count where frames[frames.count &- 1 &- level].kind == .dictionary {
      kinds |= 1 << UInt64(level)
    }
    return kinds
  }

  /// The number of keys and values in the innermost container so far. In a dictionary, an odd
  /// number means that the last key has no value yet.
  var pendingCount: Int {
    frames.count > 0 ? pending.count &- frames[frames.count &- 1].firstPending : 0
  }

  /// Adds a value to the open container. In a dictionary, its key was added before.
  @inline(__always)
  mutating func append(_ node: Node, start: Int) throws(PlistError) {
    let index = nodes.count
    if index >= options.maximumObjectCount { throw tooManyObjects(start) }
    if frames.count > 0 { pending.append(UInt32(truncatingIfNeeded: index)) }
    nodes.append(node)
    offsets.append(UInt32(truncatingIfNeeded: start))
  }

  /// Opens an array, set or dictionary.
  @inline(__always)
  mutating func open(_ kind: PlistKind, start: Int) throws(PlistError) {
    let level = frames.count &- transparentCount
    if level >= options.maximumDepth { throw tooDeep(start) }
    let node = UInt32(truncatingIfNeeded: nodes.count)
    try append(Node(kind), start: start)
    frames.append(
      OpenContainer(kind: kind, node: node, firstPending: pending.count, opening: start))
    if level >= deepestLevel { deepestLevel = level &+ 1 }
  }

  /// Opens a container that is neither a level nor a step of a path.
  mutating func openTransparent(_ kind: PlistKind, start: Int) throws(PlistError) {
    let node = UInt32(truncatingIfNeeded: nodes.count)
    try append(Node(kind), start: start)
    frames.append(
      OpenContainer(
        kind: kind, node: node, firstPending: pending.count, opening: start, isTransparent: true))
    transparentCount += 1
  }

  /// Makes the innermost container, which is transparent, a step of paths like any other. The
  /// caller must count its level.
  mutating func makeOpaque() {
    transparentCount -= 1
    frames[frames.count - 1].isTransparent = false
  }

  /// Closes the open array or set.
  @inline(__always)
  mutating func closeArray() {
    let frame = frames.removeLast()
    let count = pending.count &- frame.firstPending
    let first = references.count
    references.append(pending, from: frame.firstPending)
    pending.truncate(to: frame.firstPending)
    nodes[Int(frame.node)] = Node(frame.kind, count: count, payload: UInt64(first))
  }

  /// Closes the open dictionary, in which every key has a value.
  @inline(__always)
  mutating func closeDictionary() {
    fillDictionary()
    closeFilled()
  }

  /// Writes the references of the open dictionary, and leaves it open for inspection, so that
  /// errors have the path of the closing container.
  @inline(__always)
  mutating func fillDictionary() {
    let frame = frames[frames.count &- 1]
    let pendingCount = pending.count &- frame.firstPending
    let first = references.count
    references.reserve(pendingCount)
    keys.beginDictionary()
    var isRepeated = false
    var index = frame.firstPending
    while index < pending.count {
      let number = Int(pending[index])
      if keys.isRepeated(number) { isRepeated = true }
      references.append(keys.entries[number].node)
      index &+= 2
    }
    index = frame.firstPending &+ 1
    while index < pending.count {
      references.append(pending[index])
      index &+= 2
    }
    pending.truncate(to: frame.firstPending)
    nodes[Int(frame.node)] = Node(.dictionary, count: pendingCount / 2, payload: UInt64(first))
    if isRepeated || frame.hasEscapedKey { resolveRepeatedKeys(frame) }
  }

  /// Closes the filled dictionary.
  mutating func closeFilled() { frames.truncate(to: frames.count &- 1) }

  /// The pair of the filled dictionary, if it has only one.
  @inline(__always)
  var onlyPair: (key: Node, value: Node)? {
    let node = nodes[Int(frames[frames.count &- 1].node)]
    guard node.count == 1 else { return nil }
    return (nodes[child(0, of: node)], nodes[child(1, of: node)])
  }

  /// Closes the filled dictionary and replaces it with the value that it represents. Its key and
  /// other contents stay in the table, unreachable.
  mutating func closeFilled(as node: Node) {
    let frame = frames.removeLast()
    references.truncate(to: nodes[Int(frame.node)].start)
    nodes[Int(frame.node)] = node
  }

  /// Returns the index of a child of a container whose references are written.
  func child(_ position: Int, of node: Node) -> Int { Int(references[node.start + position]) }
}
