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
  var memory = MarkupMemory(isActive: true, notation: XMLElement.plist)
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
      if let number = memory.match(after: element, in: view, at: reader.position),
        canSkip(number)
      {
        let run = memory.runs[number]
        memory.follow(number)
        reader.position &+= Int(run.length)
        search.skip(run, in: nesting)
        nesting.apply(run)
        followsReferenceKey = run.endsAfterReferenceKey
        next = run.after
      } else {
        next = try readMarkup(after: element)
      }
    }
  }

  /// Returns whether a known run of markup is valid here and does not concern the search.
  @inline(__always)
  private mutating func canSkip(_ number: Int) -> Bool {
    let run = memory.runs[number]
    return nesting.innermost(Int(run.closed) &+ 1) == run.closedKinds
      && nesting.depth &- Int(run.closed) &+ Int(run.peak) <= deepestLevel
      && search.allows(run, in: nesting)
  }

  /// Validates the contents of a scalar and advances to their end.
  @inline(__always)
  private mutating func skipContents(of element: XMLElement) throws {
    guard let (node, end) = view.contents(of: element, from: reader.position) else {
      throw WholeInputNeeded()
    }
    if followsReferenceKey, !node.canBeReference { throw WholeInputNeeded() }
    reader.position = end
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
    memory.beginValue()
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
    memory.open(isDictionary: element == .dict)
    expectsKey = element == .dict
  }

  mutating func close(_ element: XMLElement) throws {
    guard nesting.depth > 0, nesting.isInDictionary == (element == .dict),
      !nesting.isInDictionary || expectsKey
    else { throw WholeInputNeeded() }
    try search.close(at: nesting.depth)
    nesting.close()
    memory.close(isDictionary: element == .dict)
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

  /// Returns whether the container with some open containers in it is a dictionary; nil if there is
  /// none.
  func isDictionary(around count: Int) -> Bool? {
    depth > count ? kinds >> UInt64(count) & 1 == 1 : nil
  }

  /// Closes and opens the containers that a run of markup closes and opens.
  @inline(__always)
  mutating func apply(_ run: MarkupMemory<XMLElement>.MarkupRun) {
    kinds = (kinds >> UInt64(run.closed)) << UInt64(run.opened) | run.openedKinds
    depth = depth &- Int(run.closed) &+ Int(run.opened)
  }
}

extension Node {
  /// Whether a dictionary whose only key is `CF$UID` is valid with this value.
  fileprivate var canBeReference: Bool {
    switch kind {
    case .integer: form & NodeForm.unsigned == 0 && payload <= UInt64(UInt32.max)
    // The reader decides on a number that is not whole.
    case .real: false
    default: true
    }
  }
}
