// Reads one value of an XML property list without its document. The whole text is scanned and
// judged as `XMLReader` judges it, but only the value becomes nodes. Every irregularity ends the
// extraction, so that errors have one origin, the reader.

/// An extraction of the value at a path.
struct XMLExtraction: ~Copyable {
  let view: ByteView
  /// The reader of the markup that is not plain, and finally of the value.
  var reader: XMLReader
  var nesting = XMLNesting()
  /// Whether the innermost container is a dictionary that expects a key.
  var expectsKey = false
  var hasRoot = false
  var isInPlist = false
  /// Whether the property list is complete.
  var isFinished = false
  /// Whether the last key was `CF$UID`, whose dictionary may represent a reference.
  var followsReferenceKey = false
  /// The markup that was read between the contents of scalars.
  var memory = XMLMarkupMemory()
  var search: XMLPathSearch
  private let deepestLevel: Int

  /// Reads the value at a path, which must not be empty. Each step of the path is one step in the
  /// file: joined keys are not tried.
  static func read(_ path: PlistPath, in input: FormatInput, options: PlistReadingOptions) throws
    -> DocumentStorage
  {
    // Offsets are those of the input, and there are fewer values than bytes.
    guard input.encoding.encoding == .utf8, options.maximumObjectCount >= input.text.count else {
      throw WholeInputNeeded()
    }
    var extraction = XMLExtraction(try XMLPathSearch(path), in: input, options: options)
    try extraction.reader.readProlog()
    try extraction.scan()
    return try extraction.finish(input)
  }

  private init(_ search: XMLPathSearch, in input: FormatInput, options: PlistReadingOptions) {
    view = input.text.view
    reader = XMLReader(input, options: options)
    self.search = search
    deepestLevel = min(options.maximumDepth, XMLNesting.deepestLevel)
  }

  private consuming func finish(_ input: FormatInput) throws -> DocumentStorage {
    guard let start = search.valueStart else { throw WholeInputNeeded() }
    reader.position = start
    try reader.readElements()
    return reader.finish(input)
  }

  // MARK: Scanning

  /// Scans the text from the first element to the end of the property list.
  private mutating func scan() throws {
    var next = try readMarkup(after: nil)
    while let element = next {
      try skipContents(of: element)
      if let run = memory.match(
        after: element, in: view, at: reader.position, nesting: nesting, limit: deepestLevel,
        search: search)
      {
        reader.position &+= Int(run.length)
        search.skip(run, in: nesting)
        nesting.apply(run)
        followsReferenceKey = run.endsAfterReferenceKey
        next = run.next
      } else {
        next = try readMarkup(after: element)
      }
    }
  }

  /// Validates the contents of a scalar and advances to their end.
  @inline(__always)
  private mutating func skipContents(of element: XMLElement) throws {
    let start = reader.position
    switch element {
    case .string:
      let run = view.textRun(from: start)
      reader.position = run.end
      guard view.byte(orZeroAt: run.end &+ 1) == UInt8(ascii: "/"),
        view.byte(orZeroAt: run.end) == UInt8(ascii: "<")
      else { return try skipUnusualText(from: start) }
      if run.hasHighBytes { try reader.checkUTF8(start..<run.end) }
    case .integer:
      reader.position = view.firstIndex(of: UInt8(ascii: "<"), from: start)
      guard case .success(let value) = view.integer(at: start, end: reader.position),
        !followsReferenceKey || value.high == 0 && value.low <= UInt64(UInt32.max)
      else { throw WholeInputNeeded() }
    case .real:
      reader.position = view.textRun(from: start).end
      guard !followsReferenceKey, view.real(at: start, end: reader.position) != nil else {
        throw WholeInputNeeded()
      }
    case .date:
      reader.position = view.firstIndex(of: UInt8(ascii: "<"), from: start)
      guard view.dateSeconds(at: start, end: reader.position) != nil else {
        throw WholeInputNeeded()
      }
    case .data:
      reader.position = view.firstIndex(of: UInt8(ascii: "<"), from: start)
      guard view.firstNonBase64(in: start..<reader.position) == nil else {
        throw WholeInputNeeded()
      }
    case .plist, .array, .dict, .key, .true, .false: throw WholeInputNeeded()
    }
  }

  /// Validates text with references or CDATA sections and advances to its end.
  @inline(never)
  mutating func skipUnusualText(from start: Int) throws {
    let end = try reader.endOfText(from: start)
    try reader.checkUTF8(start..<end)
    reader.position = end
  }

  // MARK: Containers

  /// Begins a value whose tag begins at `start`.
  mutating func beginValue(_ element: XMLElement, at start: Int) throws {
    if nesting.depth == 0 {
      guard !hasRoot else { throw WholeInputNeeded() }
      hasRoot = true
    } else if nesting.isInDictionary {
      guard !expectsKey else { throw WholeInputNeeded() }
    }
    memory.beginValue(at: nesting.depth)
    try search.beginValue(element, at: start, depth: nesting.depth)
  }

  /// Ends a value.
  mutating func endValue() {
    expectsKey = nesting.isInDictionary
    if nesting.depth == 0, !isInPlist { isFinished = true }
  }

  mutating func open(_ element: XMLElement) throws {
    guard nesting.depth < deepestLevel else { throw WholeInputNeeded() }
    nesting.open(isDictionary: element == .dict)
    memory.open(at: nesting.depth)
    expectsKey = element == .dict
  }

  mutating func close(_ element: XMLElement) throws {
    guard nesting.depth > 0, nesting.isInDictionary == (element == .dict),
      !nesting.isInDictionary || expectsKey
    else { throw WholeInputNeeded() }
    try search.close(at: nesting.depth)
    nesting.close()
    memory.close(to: nesting.depth)
    endValue()
  }
}

/// The kinds of the open containers.
struct XMLNesting: BitwiseCopyable {
  /// The maximum number of open containers.
  static let deepestLevel = 60

  /// One bit for each open container, set for dictionaries; the innermost is the lowest.
  private(set) var kinds: UInt64 = 0
  private(set) var depth = 0

  @inline(__always)
  var isInDictionary: Bool { kinds & 1 == 1 && depth > 0 }

  mutating func open(isDictionary: Bool) {
    kinds = kinds << 1 | (isDictionary ? 1 : 0)
    depth += 1
  }

  mutating func close() {
    kinds >>= 1
    depth -= 1
  }

  /// Returns the kinds of the innermost containers.
  @inline(__always)
  func innermost(_ count: Int) -> UInt64 { kinds & ((1 << UInt64(count)) &- 1) }

  /// Closes and opens the containers that a run of markup closes and opens.
  @inline(__always)
  mutating func apply(_ run: XMLMarkupMemory.MarkupRun) {
    kinds = (kinds >> UInt64(run.closed)) << UInt64(run.opened) | run.openedKinds
    depth = depth &- Int(run.closed) &+ Int(run.opened)
  }
}
