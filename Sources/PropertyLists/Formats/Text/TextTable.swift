// The node table of a text that is read in one pass and without recursion, whatever its grammar:
// open containers stand on a stack of frames; their children wait in `pending` until the container
// is closed and its references are written in one run.

/// A node table that grows while a text is read.
struct TextTable: ~Copyable {
  let view: ByteView
  let options: PlistReadingOptions
  let origin: TextOrigin
  var nodes: LinearBuffer<Node>
  var offsets: LinearBuffer<UInt32>
  var references: LinearBuffer<UInt32>
  /// Children of the open containers: node indices; in dictionaries key numbers and node indices in
  /// turn.
  var pending = LinearBuffer<UInt32>(minimumCapacity: 256)
  var frames = LinearBuffer<Frame>(minimumCapacity: 32)
  var keys = KeyTable()
  private var maximumDepth = 0
  /// How many of the open containers are provisional.
  private var provisional = 0
  /// Warnings: repeated keys and what was forgiven.
  var warnings: [TextWarning] = []
  /// How many bytes were passed over to find repeated keys.
  var lookingBack = 0
  /// Where repeated keys are noted.
  let repeatedKeys: RepeatedKeyPlace
  /// Whether faults of values are noted among the warnings, for a check that goes on.
  var collectsFaults = false
  /// Whether some dictionary has a key that is not a string.
  var hasOtherKeys = false
  /// The comments of a strings file.
  var comments: [SourceComment] = []

  /// An open container.
  struct Frame: BitwiseCopyable {
    var kind: PlistKind
    /// Whether the dictionary has keys with escapes, or keys that are not strings: they are compared
    /// the slow way.
    var hasEscapedKey = false
    var node: UInt32
    /// Where the container's children begin in `pending`.
    var firstPending: Int
    /// Where the container begins in the text.
    var opening: Int
    /// For a dictionary that probably stands for a value: the levels that were seen before it.
    var levelsBefore = -1

    /// Whether the container's own level is not counted, because it probably stands for a value.
    var isProvisional: Bool { levelsBefore >= 0 }
  }

  /// Where repeated keys are noted.
  enum RepeatedKeyPlace: BitwiseCopyable {
    /// At the key, which is found again in a text of brackets.
    case key
    /// At the value.
    case value
  }

  /// - Parameter shortestValue: The fewest bytes that a value takes in this format.
  init(
    _ view: ByteView, _ origin: TextOrigin, _ options: PlistReadingOptions, shortestValue: Int,
    repeatedKeys: RepeatedKeyPlace = .key
  ) {
    self.view = view
    self.options = options
    self.origin = origin
    self.repeatedKeys = repeatedKeys
    // Memory that is not touched costs nothing.
    let capacity = view.count / shortestValue + 8
    nodes = LinearBuffer(minimumCapacity: capacity)
    offsets = LinearBuffer(minimumCapacity: capacity)
    references = LinearBuffer(minimumCapacity: capacity)
  }

  /// The storage, once the root is complete.
  consuming func finish(_ text: SourceBytes, _ origin: DocumentOrigin, root: Int = 0)
    -> DocumentStorage
  {
    nodes.shrink()
    offsets.shrink()
    references.shrink()
    return DocumentStorage(
      DocumentStorage.Parts(
        text: text, nodes: nodes, offsets: offsets, references: references, root: root,
        origin: origin, warnings: warnings, comments: comments, depth: maximumDepth,
        hasOtherKeys: hasOtherKeys))
  }

  // MARK: Adding values

  /// How many containers are open.
  @inline(__always)
  var depth: Int { frames.count }

  /// The innermost open container.
  @inline(__always)
  var top: Frame? { frames.count > 0 ? frames[frames.count &- 1] : nil }

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
  mutating func append(_ node: Node, _ start: Int) throws(PlistError) {
    let index = nodes.count
    if index >= options.maximumObjectCount { throw tooManyObjects(start) }
    if frames.count > 0 { pending.append(UInt32(truncatingIfNeeded: index)) }
    nodes.append(node)
    offsets.append(UInt32(truncatingIfNeeded: start))
  }

  /// Opens an array, set or dictionary.
  @inline(__always)
  mutating func open(_ kind: PlistKind, _ start: Int) throws(PlistError) {
    let level = frames.count &- provisional
    if level >= options.maximumDepth { throw tooDeep(start) }
    let node = UInt32(truncatingIfNeeded: nodes.count)
    try append(Node(kind), start)
    frames.append(Frame(kind: kind, node: node, firstPending: pending.count, opening: start))
    if level >= maximumDepth { maximumDepth = level &+ 1 }
  }

  /// Opens a container that probably stands for one of its own or for a pair, as those of a typed set
  /// or dictionary of JSON do: its level counts only if it turns out not to.
  mutating func openProvisional(_ kind: PlistKind, _ start: Int) throws(PlistError) {
    let node = UInt32(truncatingIfNeeded: nodes.count)
    try append(Node(kind), start)
    frames.append(
      Frame(
        kind: kind, node: node, firstPending: pending.count, opening: start,
        levelsBefore: maximumDepth))
    provisional += 1
    maximumDepth = frames.count - provisional
  }

  /// Whether any of the open containers is provisional.
  @inline(__always)
  var hasProvisional: Bool { provisional > 0 }

  /// Before a provisional container is closed: counts its level, when it is one indeed. The level that
  /// was reached in it.
  ///
  /// - Parameters:
  ///   - levels: 1 for a container, 0 for what stands for another value.
  ///   - least: A level that was reached in it and was not counted then.
  @discardableResult
  mutating func settleProvisional(
    countingLevels levels: Int, atLeast least: Int = 0
  ) throws(PlistError) -> Int {
    let frame = frames[frames.count - 1]
    let reached = max(maximumDepth, frames.count - provisional, least) + levels
    if reached > options.maximumDepth { throw tooDeep(frame.opening) }
    provisional -= 1
    maximumDepth = max(frame.levelsBefore, reached)
    frames[frames.count - 1].levelsBefore = -1
    return reached
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

  // MARK: Pairs as arrays

  /// Whether the array that is open is one of a key and a value.
  var isPair: Bool {
    frames.count > 0 && waiting == 2
      && !nodes[Int(pending[pending.count - 2])].kind.isContainer
  }

  /// Whether the value of the only pair of the dictionary that is open is an array of arrays, each of a
  /// key and a value.
  var holdsPairs: Bool {
    guard waiting == 2 else { return false }
    let list = nodes[Int(pending[pending.count - 1])]
    return list.kind == .array
      && (0..<list.count).allSatisfy { position in
        let pair = nodes[child(position, of: list)]
        return pair.kind == .array && pair.count == 2 && !nodes[child(0, of: pair)].kind.isContainer
      }
  }

  /// Closes the dictionary that was filled, whose only value is an array of pairs, and makes it the
  /// dictionary of those. The arrays stay in the table, unreachable.
  ///
  /// - Parameter readable: A key, and what its text or bytes are in.
  mutating func closeFilledAsPairs(_ readable: (Node) -> (key: Node, view: ByteView)) {
    guard let list = onlyPair?.value else { return closeFilled() }
    let pairs = (0..<list.count).map { nodes[child($0, of: list)] }
    let kept = LastValues(count: pairs.count) { position in
      let (key, view) = readable(nodes[child(0, of: pairs[position])])
      return view.identity(of: key)
    }
    for position in kept.repeated {
      let index = child(0, of: pairs[position])
      let (key, view) = readable(nodes[index])
      warn(ofRepeated: key.text(in: view), at: Int(offsets[index]))
    }
    let keys = kept.kept.map { child(0, of: pairs[$0.key]) }
    let values = kept.kept.map { child(1, of: pairs[$0.value]) }
    references.truncate(to: list.start)
    for index in keys + values { references.append(UInt32(truncatingIfNeeded: index)) }
    let node = Node(.dictionary, count: keys.count, payload: UInt64(list.start))
    let isUnusual = keys.contains { nodes[$0].kind != .string }
    hasOtherKeys = hasOtherKeys || isUnusual
    let frame = frames.removeLast()
    nodes[Int(frame.node)] = isUnusual ? node.withOtherKeys : node
  }

  /// A child of a container whose references are written.
  func child(_ position: Int, of node: Node) -> Int { Int(references[node.start + position]) }
}
