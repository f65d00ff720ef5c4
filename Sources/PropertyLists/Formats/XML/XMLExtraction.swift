// Scans XML property lists part by part, for one value. The text is judged as `XMLReader` judges it,
// but nothing becomes nodes. Every irregularity ends the scan, so that errors have one origin, the
// reader.

/// What the scan of one part of a text leaves for the next.
struct XMLScanState: Equatable {
  /// The offset of the part in the file.
  var base = 0
  /// The element of the scalar whose contents the part begins with; nil at the beginning of the
  /// file.
  var next: XMLElement?
  /// The number of bytes of markup before that element's contents.
  var markupLength = 0
  var documentType = XMLDocumentType.apple
  var nesting = XMLNesting()
  /// Whether the innermost container is a dictionary that expects a key.
  var expectsKey = false
  var hasRoot = false
  var isInPlist = false
  /// Whether the property list is complete.
  var isFinished = false
  /// Whether the last key was `CF$UID`, whose dictionary may represent a reference.
  var followsReferenceKey = false
  var search: XMLPathSearch

  init(search: XMLPathSearch) { self.search = search }

  /// Returns the state at a later offset, under the assumption that the same containers are open as
  /// here: only elements of the innermost container on the path are between.
  func repeated(at offset: Int) -> XMLScanState {
    var state = self
    state.base = offset
    state.search = search.repeated
    return state
  }

  /// Returns the state after a stretch of the text that was scanned from an assumed state; nil if
  /// that is not this state, or if the stretch contains the element that the path continues in.
  func after(_ end: XMLScanState, scannedFrom assumed: XMLScanState) -> XMLScanState? {
    guard repeated(at: base) == assumed, let search = search.after(end.search) else { return nil }
    var state = end
    state.search = search
    return state
  }
}

/// The scan of one part of a text.
struct XMLExtraction: ~Copyable {
  let view: ByteView
  /// The reader of the markup that is not plain.
  var reader: XMLReader
  /// The markup that was read between the contents of scalars.
  var memory = MarkupMemory(isActive: true, notation: XMLElement.plist)
  var state: XMLScanState
  private let deepestLevel: Int

  /// Scans a part of a text up to a limit, which the contents of one scalar may exceed. Returns the
  /// state after it.
  static func scan(
    _ input: FormatInput, from state: XMLScanState, to limit: Int, options: PlistReadingOptions
  ) throws -> XMLScanState {
    var extraction = XMLExtraction(state, in: input, options: options)
    try extraction.scan(to: limit)
    return extraction.state
  }

  private init(_ state: XMLScanState, in input: FormatInput, options: PlistReadingOptions) {
    view = input.text.view
    reader = XMLReader(markupOf: input, options: options)
    self.state = state
    deepestLevel = min(options.maximumDepth, XMLNesting.deepestLevel)
  }

  // MARK: Scanning

  /// Scans the text to the end of the property list, or to the contents of the first scalar at or
  /// after a limit.
  private mutating func scan(to limit: Int) throws {
    var next = state.next
    var start = 0
    if next == nil {
      try reader.readProlog()
      state.documentType = reader.documentType
      next = try readMarkup(after: nil)
    }
    while let element = next, reader.position < limit {
      try skipContents(of: element)
      start = reader.position
      if let number = memory.match(after: element, in: view, at: reader.position),
        canSkip(number)
      {
        let run = memory.runs[number]
        memory.follow(number)
        reader.position &+= Int(run.length)
        state.search.skip(run, in: state.nesting)
        state.nesting.apply(run)
        state.followsReferenceKey = run.endsAfterReferenceKey
        next = run.after
      } else {
        next = try readMarkup(after: element)
      }
    }
    if reader.position > 0 { state.markupLength = reader.position &- start }
    state.next = next
    state.base &+= reader.position
  }

  /// Returns whether a known run of markup is valid here and does not concern the search.
  @inline(__always)
  private mutating func canSkip(_ number: Int) -> Bool {
    let run = memory.runs[number]
    return state.nesting.innermost(Int(run.closed) &+ 1) == run.closedKinds
      && state.nesting.depth &- Int(run.closed) &+ Int(run.peak) <= deepestLevel
      && state.search.allows(run, in: state.nesting)
  }

  /// Validates the contents of a scalar and advances to their end.
  @inline(__always)
  private mutating func skipContents(of element: XMLElement) throws {
    guard let (node, end) = view.contents(of: element, from: reader.position) else {
      throw WholeInputNeeded()
    }
    if state.followsReferenceKey, !node.canBeReference { throw WholeInputNeeded() }
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
    if state.nesting.depth == 0 {
      guard !state.hasRoot else { throw WholeInputNeeded() }
      state.hasRoot = true
    } else if state.nesting.isInDictionary {
      guard !state.expectsKey else { throw WholeInputNeeded() }
    }
    memory.beginValue()
    try state.search.beginValue(element, at: state.base &+ start, depth: state.nesting.depth)
  }

  /// Ends a value.
  mutating func endValue() {
    state.expectsKey = state.nesting.isInDictionary
    if state.nesting.depth == 0, !state.isInPlist { state.isFinished = true }
  }

  mutating func open(_ element: XMLElement) throws {
    guard state.nesting.depth < deepestLevel else { throw WholeInputNeeded(isCertain: true) }
    state.nesting.open(isDictionary: element == .dict)
    memory.open(isDictionary: element == .dict)
    state.expectsKey = element == .dict
  }

  mutating func close(_ element: XMLElement) throws {
    guard state.nesting.depth > 0, state.nesting.isInDictionary == (element == .dict),
      !state.nesting.isInDictionary || state.expectsKey
    else { throw WholeInputNeeded() }
    try state.search.close(at: state.nesting.depth)
    state.nesting.close()
    memory.close(isDictionary: element == .dict)
    endValue()
  }
}

/// The kinds of the open containers.
struct XMLNesting: BitwiseCopyable, Equatable {
  /// The maximum number of open containers.
  static let deepestLevel = 60

  /// One bit for each open container, set for dictionaries; the innermost is the lowest.
  private(set) var kinds: UInt64 = 0
  private(set) var depth = 0

  @inline(__always)
  var isInDictionary: Bool { kinds & 1 == 1 && depth > 0 }

  mutating func open(isDictionary: Bool) {
    kinds = kinds &<< 1 | (isDictionary ? 1 : 0)
    depth += 1
  }

  mutating func close() {
    kinds &>>= 1
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
