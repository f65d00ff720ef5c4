// Reads XML property lists into the node table in one pass and without recursion: open containers
// stand on a stack of frames; their children wait in `pending` until the container is closed and
// its references are written in one run.

/// A reader of one XML property list.
struct XMLReader: ~Copyable {
  let view: ByteView
  let options: PlistReadingOptions
  var origin: XMLOrigin
  var position: Int
  var nodes: LinearBuffer<Node>
  var offsets: LinearBuffer<UInt32>
  var references: LinearBuffer<UInt32>
  /// Children of the open containers: node indices; in dictionaries key numbers and node indices in
  /// turn.
  var pending = LinearBuffer<UInt32>(minimumCapacity: 256)
  var frames = LinearBuffer<Frame>(minimumCapacity: 32)
  var keys = KeyTable()
  var depth = 0
  var maximumDepthSeen = 0
  /// Warnings and stepped-over faults, when they are collected.
  var collected: [PlistDiagnostic]?

  /// An open container.
  struct Frame: BitwiseCopyable {
    var element: XMLElement
    /// Whether keys with references or CDATA stand in the dictionary: they are compared the slow
    /// way.
    var hasEscapedKey = false
    var node: UInt32
    /// Where the container's children begin in `pending`.
    var firstPending: Int
    /// Where the opening tag stands.
    var opening: Int
  }

  init(_ text: SourceBytes, _ origin: XMLOrigin, _ options: PlistReadingOptions) {
    view = text.view
    self.options = options
    self.origin = origin
    position = origin.text.textStart
    // The shortest element, `<key/>`, has 6 bytes; memory that is not touched costs nothing.
    let capacity = view.count / 6 + 8
    nodes = LinearBuffer(minimumCapacity: capacity)
    offsets = LinearBuffer(minimumCapacity: capacity)
    references = LinearBuffer(minimumCapacity: capacity)
  }

  static func read(
    _ text: SourceBytes, _ origin: TextOrigin, _ options: PlistReadingOptions
  ) throws(PlistError) -> DocumentStorage {
    var reader = XMLReader(text, XMLOrigin(text: origin), options)
    try reader.readDocument()
    return reader.finish(text)
  }

  mutating func readDocument() throws(PlistError) {
    try readProlog()
    try readElements()
    guard nodes.count > 0 else {
      throw failure(.unexpectedEnd, "the property list holds no value", at: view.count)
    }
  }

  consuming func finish(_ text: SourceBytes) -> DocumentStorage {
    nodes.shrink()
    offsets.shrink()
    references.shrink()
    return DocumentStorage(
      DocumentStorage.Parts(
        text: text, nodes: nodes, offsets: offsets, references: references, root: 0,
        origin: .xml(origin),
        depth: maximumDepthSeen))
  }

  /// Reads elements until the root is complete.
  ///
  /// Long because it is the loop in which all time is spent: one dispatch over the tags, kept in
  /// one place.
  private mutating func readElements() throws(PlistError) {
    repeat {
      position = view.skipSpace(from: position)
      guard position < view.count else { throw unexpectedEnd() }
      guard view[position] == 0x3C else { throw strayText() }
      let start = position
      guard let tag = view.plainTag(at: start) else {
        try readGeneralTag()
        continue
      }
      position = tag.end
      switch tag.element {
      case .key: try readKey(start)
      case .string: try readString(.string, start)
      case .integer: try readInteger(start)
      case .real: try readReal(start)
      case .date: try readDate(start)
      case .data: try readData(start)
      case .true: try append(Node(.bool, payload: 1), start)
      case .false: try append(Node(.bool, payload: 0), start)
      case .dict, .array, .plist:
        if tag.isClosing { try close(tag.element, start) } else { try open(tag.element, start) }
      }
    } while frames.count > 0
  }

  /// A tag that is not one of the plain ones, a comment or a processing instruction.
  @inline(never)
  private mutating func readGeneralTag() throws(PlistError) {
    let start = position
    if try skipMiscellany() { return }
    let tag = try generalTag(at: start)
    position = tag.end
    if tag.isClosing { return try close(tag.element, start) }
    switch tag.element {
    case .plist, .array, .dict:
      try open(tag.element, start)
      if tag.isEmpty { try close(tag.element, start) }
    case .true, .false:
      if !tag.isEmpty { try expectClosingTag(tag.element, start) }
      try append(Node(.bool, payload: tag.element == .true ? 1 : 0), start)
    case .key, .string:
      if tag.isEmpty { return try appendEmptyText(tag.element, start) }
      if tag.element == .key { try readKey(start) } else { try readString(.string, start) }
    case .data, .date, .real, .integer:
      if tag.isEmpty {
        throw failure(.emptyElement, "<\(tag.element.name)/> holds no value", at: start)
      }
      try readScalar(tag.element, start)
    }
  }

  private mutating func readScalar(_ element: XMLElement, _ start: Int) throws(PlistError) {
    switch element {
    case .data: try readData(start)
    case .date: try readDate(start)
    case .real: try readReal(start)
    default: try readInteger(start)
    }
  }

  private mutating func appendEmptyText(_ element: XMLElement, _ start: Int) throws(PlistError) {
    if element == .key, expectsKey {
      try appendKey(from: position, to: position, hasHighBytes: false, isEscaped: false, start)
    } else {
      try append(Node(.string, payload: UInt64(position)), start)
    }
  }

  // MARK: Adding values

  /// Adds a value to the container that is open.
  @inline(__always)
  mutating func append(_ node: Node, _ start: Int) throws(PlistError) {
    let index = nodes.count
    if index >= options.maximumObjectCount { throw tooManyObjects(start) }
    if frames.count > 0 {
      let frame = frames[frames.count &- 1]
      let waiting = pending.count &- frame.firstPending
      if frame.element == .dict {
        if waiting & 1 == 0 { throw missingKey(start) }
      } else if frame.element == .plist, waiting > 0 {
        throw secondValue(start)
      }
      pending.append(UInt32(truncatingIfNeeded: index))
    }
    nodes.append(node)
    offsets.append(UInt32(truncatingIfNeeded: start))
  }

  /// Whether a dictionary is open that waits for a key.
  var expectsKey: Bool {
    guard frames.count > 0 else { return false }
    let frame = frames[frames.count &- 1]
    return frame.element == .dict && (pending.count &- frame.firstPending) & 1 == 0
  }

  private mutating func open(_ element: XMLElement, _ start: Int) throws(PlistError) {
    let node = UInt32(truncatingIfNeeded: nodes.count)
    if element == .plist {
      // `<plist>` makes no node: its frame hands the one value on.
      if expectsKey { throw missingKey(start) }
      if frames.count > 0, frames[frames.count - 1].element != .plist {
        throw failure(.unexpectedCharacter, "<plist> stands only at the top", at: start)
      }
      if pending.count > 0 { throw secondValue(start) }
      if frames.count > options.maximumDepth { throw tooDeep(start) }
    } else {
      depth &+= 1
      if depth > options.maximumDepth { throw tooDeep(start) }
      if depth > maximumDepthSeen { maximumDepthSeen = depth }
      try append(Node(element == .dict ? .dictionary : .array), start)
    }
    frames.append(Frame(element: element, node: node, firstPending: pending.count, opening: start))
  }

  @inline(__always)
  private mutating func close(_ element: XMLElement, _ start: Int) throws(PlistError) {
    guard frames.count > 0, frames[frames.count &- 1].element == element else {
      throw mismatchedTag(element, start)
    }
    // Errors are told with the path of the container that closes: it goes last.
    let frame = frames[frames.count &- 1]
    switch element {
    case .dict: try closeDictionary(frame, start)
    case .array: closeArray(frame)
    default: try closePlist(frame, start)
    }
    frames.truncate(to: frames.count &- 1)
  }

  private mutating func closePlist(_ frame: Frame, _ start: Int) throws(PlistError) {
    guard pending.count > frame.firstPending else {
      throw failure(.emptyElement, "<plist> holds no value", at: start)
    }
    // The value stays in `pending`: it is the one child of a `<plist>` around this one too.
  }

  private mutating func closeArray(_ frame: Frame) {
    depth &-= 1
    let first = references.count
    let count = pending.count &- frame.firstPending
    references.reserve(count)
    for index in frame.firstPending..<pending.count { references.append(pending[index]) }
    pending.truncate(to: frame.firstPending)
    nodes[Int(frame.node)] = Node(.array, count: count, payload: UInt64(first))
  }
}
