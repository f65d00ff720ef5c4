// The node table of a text that is read in one pass and without recursion, for the formats whose
// containers are brackets: open containers stand on a stack of frames; their children wait in
// `pending` until the container is closed and its references are written in one run.

/// A node table that grows while a text is read.
struct TextTable: ~Copyable {
  let view: ByteView
  let options: PlistReadingOptions
  let origin: TextOrigin
  var nodes: LinearBuffer<Node>
  private var offsets: LinearBuffer<UInt32>
  private var references: LinearBuffer<UInt32>
  /// Children of the open containers: node indices; in dictionaries key numbers and node indices in
  /// turn.
  private var pending = LinearBuffer<UInt32>(minimumCapacity: 256)
  private var frames = LinearBuffer<Frame>(minimumCapacity: 32)
  private var keys = KeyTable()
  private var maximumDepth = 0
  /// How many of the open containers are provisional.
  private var provisional = 0
  /// Warnings: repeated keys and what was forgiven.
  private(set) var warnings: [TextWarning] = []
  /// How many bytes were passed over to find repeated keys.
  private var lookingBack = 0
  /// Whether faults of values are noted among the warnings, for a check that goes on.
  var collectsFaults = false
  /// The comments of a strings file.
  var comments: [SourceComment] = []

  /// An open container.
  struct Frame: BitwiseCopyable {
    var kind: PlistKind
    /// Whether keys with escapes stand in the dictionary: they are compared the slow way.
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

  /// - Parameter shortestValue: The fewest bytes that a value takes in this format.
  init(
    _ view: ByteView, _ origin: TextOrigin, _ options: PlistReadingOptions, shortestValue: Int
  ) {
    self.view = view
    self.options = options
    self.origin = origin
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
        origin: origin, warnings: warnings, comments: comments, depth: maximumDepth))
  }

  // MARK: Adding values

  /// How many containers are open.
  @inline(__always)
  var depth: Int { frames.count }

  /// The innermost open container.
  @inline(__always)
  var top: Frame? { frames.count > 0 ? frames[frames.count &- 1] : nil }

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

  /// Opens a dictionary that probably stands for a container of its own, as a typed set of JSON
  /// does: its level counts only if it turns out not to.
  mutating func openProvisional(_ start: Int) throws(PlistError) {
    let node = UInt32(truncatingIfNeeded: nodes.count)
    try append(Node(.dictionary), start)
    frames.append(
      Frame(
        kind: .dictionary, node: node, firstPending: pending.count, opening: start,
        levelsBefore: maximumDepth))
    provisional += 1
    maximumDepth = frames.count - provisional
  }

  /// Whether any of the open containers is provisional.
  @inline(__always)
  var hasProvisional: Bool { provisional > 0 }

  /// Before a provisional dictionary is closed: counts its level, when it is a dictionary indeed.
  ///
  /// - Parameter levels: 1 for a dictionary, 0 for what stands for another value.
  mutating func settleProvisional(countingLevels levels: Int) throws(PlistError) {
    let frame = frames[frames.count - 1]
    let reached = max(maximumDepth, frames.count - provisional) + levels
    if reached > options.maximumDepth { throw tooDeep(frame.opening) }
    provisional -= 1
    maximumDepth = max(frame.levelsBefore, reached)
    frames[frames.count - 1].levelsBefore = -1
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
    frames.truncate(to: frames.count &- 1)
  }

  /// Puts one value in the place of a container that is closed and all that is in it: how JSON's
  /// typed forms become what they stand for. What was in it stays in the table, unreachable.
  mutating func replace(_ index: Int, by node: Node) { nodes[index] = node }

  /// A child of a closed container.
  func child(_ position: Int, of node: Node) -> Int { Int(references[node.start + position]) }

  /// The index of the value that was added last to the container that is open.
  var lastValue: Int { Int(pending[pending.count - 1]) }

  // MARK: Keys

  /// The number of the key that came after the last one before, when it stands here again.
  @inline(__always)
  func expectedKey(at start: Int) -> (number: Int, count: Int)? {
    guard let number = keys.expected else { return nil }
    let entry = keys.entries[number]
    let count = Int(entry.count)
    guard start &+ count <= view.count,
      view.isEqual(at: start, count: count, to: view, at: Int(entry.start)),
      nodes[Int(entry.node)].form <= NodeForm.utf8
    else { return nil }
    return (number, count)
  }

  /// Adds the key that was expected.
  @inline(__always)
  mutating func appendExpectedKey(_ number: Int) {
    keys.meetExpected(number)
    pending.append(UInt32(truncatingIfNeeded: number))
  }

  /// Adds a key, whose text was checked.
  ///
  /// - Parameter form: A form of strings.
  @inline(__always)
  mutating func appendKey(_ range: Range<Int>, form: UInt8, _ start: Int) throws(PlistError) {
    let number = keys.entry(view, at: range.lowerBound, count: range.count)
    if keys.entries[number].node == .max { try addKeyNode(number, range, form, start) }
    keys.meet(number)
    if form > NodeForm.utf8 { frames[frames.count &- 1].hasEscapedKey = true }
    pending.append(UInt32(truncatingIfNeeded: number))
  }

  @inline(never)
  private mutating func addKeyNode(
    _ number: Int, _ range: Range<Int>, _ form: UInt8, _ start: Int
  ) throws(PlistError) {
    if nodes.count >= options.maximumObjectCount { throw tooManyObjects(start) }
    keys.entries[number].node = UInt32(truncatingIfNeeded: nodes.count)
    nodes.append(
      Node(.string, form: form, count: range.count, payload: UInt64(range.lowerBound)))
    offsets.append(UInt32(truncatingIfNeeded: start))
  }

  /// The key that waits for its value, as a string node; nil when none does.
  var waitingKey: Node? {
    guard let top, top.kind == .dictionary, waiting & 1 == 1 else { return nil }
    return nodes[Int(keys.entries[Int(pending[pending.count - 1])].node)]
  }

  /// Keeps the last value of each key, at the place of the first; keys are compared by their
  /// resolved bytes.
  @inline(never)
  private mutating func resolveRepeatedKeys(_ frame: Frame) {
    let node = nodes[Int(frame.node)]
    var places: [[UInt8]: Int] = [:]
    var kept: [(key: UInt32, value: UInt32)] = []
    for position in 0..<node.count {
      let key = references[node.start + position]
      let value = references[node.start + node.count + position]
      let text = Array(nodes[Int(key)].text(in: view).utf8)
      if let place = places[text] {
        let before = Int(references[node.start + node.count + position - 1])
        noteRepeatedKey(text, after: Int(offsets[before]), value: Int(offsets[Int(value)]))
        kept[place].value = value
      } else {
        places[text] = kept.count
        kept.append((key, value))
      }
    }
    references.truncate(to: node.start)
    for pair in kept { references.append(pair.key) }
    for pair in kept { references.append(pair.value) }
    nodes[Int(frame.node)] = Node(.dictionary, count: kept.count, payload: UInt64(node.start))
  }

  private mutating func noteRepeatedKey(_ text: [UInt8], after previous: Int, value: Int) {
    guard warnings.count < Self.mostWarnings else { return }
    let key = PlistError.quoted(String(decoding: text, as: UTF8.self))
    // The key is found again behind the value before it, while that is not too far in all.
    lookingBack += value - previous
    let place = lookingBack <= view.count ? view.bracketKey(after: previous, before: value) : nil
    warn(
      .duplicateKey, "the key \(key) stands twice; the last value counts",
      at: place?.lowerBound ?? value)
  }

  // MARK: Errors

  /// So many warnings are kept.
  private static var mostWarnings: Int { 100 }

  /// Notes what is read all the same.
  mutating func warn(_ code: PlistError.Code, _ message: String, at offset: Int) {
    guard warnings.count < Self.mostWarnings else { return }
    warnings.append(
      TextWarning(
        severity: .warning, code: code, message: message, path: shortPath, offset: offset))
  }

  /// Forgets what was noticed, for a text that is read anew.
  mutating func forgetWarnings() { warnings = [] }

  /// Throws a fault of a value, or notes it when faults that can be stepped over are collected.
  mutating func report(
    _ code: PlistError.Code, _ message: String, at offset: Int
  ) throws(PlistError) {
    guard collectsFaults, warnings.count < Self.mostWarnings else {
      throw failure(code, message, at: offset)
    }
    warnings.append(
      TextWarning(
        severity: .error, code: code, message: message, path: shortPath, offset: offset))
  }

  /// An error at a byte of the text.
  func failure(_ code: PlistError.Code, _ message: String, at offset: Int) -> PlistError {
    let position = origin.place(of: offset, in: view).position
    return PlistError(code, message, position: position, path: path)
  }

  /// The line of a byte of the text, from 1.
  func line(of offset: Int) -> Int { origin.place(of: offset, in: view).line }

  /// The character at a byte of the text as it may stand in a message.
  func shownCharacter(at offset: Int) -> String {
    let text = view.string(at: offset, count: min(4, view.count - offset))
    return PlistError.quoted(text.unicodeScalars.first.map { String($0) } ?? "")
  }

  /// The path, unless its keys are so long that keeping it for each warning would fill the memory.
  private var shortPath: PlistPath {
    var length = 0
    for level in 0..<frames.count where frames[level].kind == .dictionary {
      let end = level + 1 < frames.count ? frames[level + 1].firstPending : pending.count
      let children = end - frames[level].firstPending
      guard children > 0 else { continue }
      let number = Int(pending[frames[level].firstPending + (children - 1) / 2 * 2])
      length += Int(keys.entries[number].count)
    }
    return length > Self.longestPath ? PlistPath() : path
  }

  /// The longest path of a warning: bytes of its keys.
  private static var longestPath: Int { 1 << 14 }

  /// The keys and indices that lead to where the reader is.
  private var path: PlistPath {
    var steps: [PlistPath.Step] = []
    for level in 0..<frames.count where !frames[level].isProvisional {
      let isTop = level == frames.count - 1
      let end = isTop ? pending.count : frames[level + 1].firstPending
      let children = end - frames[level].firstPending
      if let step = step(frames[level], children, isTop) { steps.append(step) }
    }
    return PlistPath(steps)
  }

  private func step(_ frame: Frame, _ children: Int, _ isTop: Bool) -> PlistPath.Step? {
    if frame.kind != .dictionary { return .index(isTop ? children : children - 1) }
    if isTop, children & 1 == 0 { return nil }
    let number = Int(pending[frame.firstPending + (children - 1) / 2 * 2])
    return .key(nodes[Int(keys.entries[number].node)].text(in: view))
  }

  private func tooDeep(_ start: Int) -> PlistError {
    failure(.depthLimit, "containers are nested more than \(options.maximumDepth) deep", at: start)
  }

  private func tooManyObjects(_ start: Int) -> PlistError {
    failure(.objectLimit, "there are more than \(options.maximumObjectCount) values", at: start)
  }

  /// Checks that a range is UTF-8.
  func checkUTF8(_ range: Range<Int>) throws(PlistError) {
    if let offset = view.firstInvalidUTF8(in: range) {
      throw failure(.invalidText, "bytes that are no UTF-8", at: offset)
    }
  }
}
