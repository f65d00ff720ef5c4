// The node table of a text that is read in one pass and without recursion, whatever its grammar:
// open containers stand on a stack of frames; their children wait in `pending` until the container
// is closed and its references are written in one run.

/// A node table that grows while a text is read.
struct TextTable: ~Copyable {
  let view: ByteView
  let options: PlistReadingOptions
  let origin: TextOrigin
  /// The format of the text, which resolves its escapes.
  let codec: any FormatCodec.Type
  var nodes: LinearBuffer<Node>
  var offsets: LinearBuffer<UInt32>
  var references: LinearBuffer<UInt32>
  /// Children of the open containers: node indices; in dictionaries key numbers and node indices in
  /// turn.
  var pending = LinearBuffer<UInt32>(minimumCapacity: 256)
  var frames = LinearBuffer<OpenContainer>(minimumCapacity: 32)
  var keys = KeyTable()
  /// The deepest level that was reached.
  var deepestLevel = 0
  /// How many of the open containers are transparent.
  private(set) var transparentCount = 0
  /// Warnings: repeated keys and what was forgiven.
  var warnings: [TextWarning] = []
  /// How many bytes were passed over to find repeated keys.
  var lookingBack = 0
  /// Where repeated keys are noted.
  let repeatedKeys: RepeatedKeyLocation
  /// Whether faults of values are noted among the warnings, for a check that goes on.
  var collectsFaults = false
  /// Whether some dictionary has a key that is not a string.
  var hasOtherKeys = false

  /// An open container.
  struct OpenContainer: BitwiseCopyable {
    var kind: PlistKind
    /// Whether the dictionary has keys with escapes, or keys that are not strings: they are compared
    /// the slow way.
    var hasEscapedKey = false
    var node: UInt32
    /// Where the container's children begin in `pending`.
    var firstPending: Int
    /// Where the container begins in the text.
    var opening: Int
    /// Whether the container is no level and no step of a path, since it is how another value is
    /// written.
    var isTransparent = false
  }

  /// Where repeated keys are noted.
  enum RepeatedKeyLocation: BitwiseCopyable {
    /// At the key, which is found again in a text of brackets.
    case key
    /// At the value.
    case value
  }

  /// - Parameter shortestValue: The fewest bytes that a value takes in this format.
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

  /// The storage, once the root is complete.
  ///
  /// - Parameter text: What the nodes point into, where it is not the input's text.
  consuming func finish(
    _ input: FormatInput, origin: DocumentOrigin, text: SourceBytes? = nil
  ) -> DocumentStorage {
    nodes.shrink()
    offsets.shrink()
    references.shrink()
    var origin = origin
    origin.input = input.bytes
    return DocumentStorage(
      DocumentStorage.NodeTableStorage(
        text: text ?? input.text, nodes: nodes, offsets: offsets, references: references,
        origin: origin, warnings: warnings, depth: deepestLevel,
        hasOtherKeys: hasOtherKeys))
  }

  /// What the nodes point into.
  @inline(__always)
  var source: NodeSource { NodeSource(view, codec: codec) }

  // MARK: Adding values

  /// How many containers are open.
  @inline(__always)
  var depth: Int { frames.count }

  /// The innermost open container.
  @inline(__always)
  var top: OpenContainer? { frames.count > 0 ? frames[frames.count &- 1] : nil }

  /// Whether a dictionary is open that waits for a key.
  @inline(__always)
  var expectsKey: Bool { isInDictionary && waiting & 1 == 0 }

  /// Whether a value may stand here: behind a key, in an array, or as the root.
  @inline(__always)
  var takesValue: Bool {
    guard frames.count > 0 else { return nodes.count == 0 }
    return frames[frames.count &- 1].kind != .dictionary || waiting & 1 == 1
  }

  /// Whether the innermost open container is a dictionary.
  @inline(__always)
  var isInDictionary: Bool { frames.count > 0 && frames[frames.count &- 1].kind == .dictionary }

  /// How many keys and values the innermost container has so far; in a dictionary an odd number
  /// says that a key waits for its value.
  @inline(__always)
  var waiting: Int {
    frames.count > 0 ? pending.count &- frames[frames.count &- 1].firstPending : 0
  }

  /// Adds a value to the container that is open; in a dictionary its key was added before.
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

  /// Opens a container that is no level and no step of a path.
  mutating func openTransparent(_ kind: PlistKind, start: Int) throws(PlistError) {
    let node = UInt32(truncatingIfNeeded: nodes.count)
    try append(Node(kind), start: start)
    frames.append(
      OpenContainer(
        kind: kind, node: node, firstPending: pending.count, opening: start, isTransparent: true))
    transparentCount += 1
  }

  /// Makes the innermost container, a transparent one, a step of paths like any other. Its level is the
  /// caller's to count.
  mutating func makeOpaque() {
    transparentCount -= 1
    frames[frames.count - 1].isTransparent = false
  }

  /// Closes the array or set that is open.
  @inline(__always)
  mutating func closeArray() {
    let frame = frames.removeLast()
    let count = pending.count &- frame.firstPending
    references.reserve(count)
    let first = references.count
    for index in frame.firstPending..<pending.count { references.append(pending[index]) }
    pending.truncate(to: frame.firstPending)
    nodes[Int(frame.node)] = Node(frame.kind, count: count, payload: UInt64(first))
  }

  /// Closes the dictionary that is open; every key has its value.
  @inline(__always)
  mutating func closeDictionary() {
    fillDictionary()
    closeFilled()
  }

  /// Writes the references of the dictionary that is open, and leaves it open for a look at it:
  /// errors are told with the path of the container that closes.
  @inline(__always)
  mutating func fillDictionary() {
    let frame = frames[frames.count &- 1]
    let waiting = pending.count &- frame.firstPending
    let first = references.count
    references.reserve(waiting)
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
    nodes[Int(frame.node)] = Node(.dictionary, count: waiting / 2, payload: UInt64(first))
    if isRepeated || frame.hasEscapedKey { resolveRepeatedKeys(frame) }
  }

  /// Closes the dictionary that was filled.
  @inline(__always)
  mutating func closeFilled() { frames.truncate(to: frames.count &- 1) }

  /// The pair of the dictionary that was filled, when it has but one.
  @inline(__always)
  var onlyPair: (key: Node, value: Node)? {
    let node = nodes[Int(frames[frames.count &- 1].node)]
    guard node.count == 1 else { return nil }
    return (nodes[child(0, of: node)], nodes[child(1, of: node)])
  }

  /// Closes the dictionary that was filled, and puts what it stands for in its place. Its key and
  /// what else was in it stay in the table, unreachable.
  mutating func closeFilled(as node: Node) {
    let frame = frames.removeLast()
    references.truncate(to: nodes[Int(frame.node)].start)
    nodes[Int(frame.node)] = node
  }

  /// A child of a container whose references are written.
  func child(_ position: Int, of node: Node) -> Int { Int(references[node.start + position]) }
}
