// Reads binary property lists. One linear pass over the object table makes one node for each
// object, under the object's number, which preserves sharing, order, orphans and widths.
// GraphValidation.swift then proves that there is no cycle.

/// A reader of one binary property list. Its functions that are not inlined are mutating so that the
/// compiler does not copy the reader for each object.
struct BinaryReader: ~Copyable {
  let view: ByteView
  let options: PlistReadingOptions
  let trailer: BinaryTrailer
  var nodes: LinearBuffer<Node>
  var offsets: LinearBuffer<UInt32>
  var references: LinearBuffer<UInt32>
  /// The remaining budget for the contents of objects, in bytes. Bytes count each time an object
  /// claims them, so only overlapping objects exceed the budget.
  private var byteBudget: Int
  /// The number of the object that is being read, for errors.
  private var current = 0
  /// The numbers of the containers.
  private var containers: BitSet
  /// The number of bytes or code units of the longest text or data.
  private var longestScalar = 0

  private init(_ view: ByteView, trailer: BinaryTrailer, options: PlistReadingOptions) {
    self.view = view
    self.options = options
    self.trailer = trailer
    nodes = .unallocated
    offsets = LinearBuffer(minimumCapacity: trailer.objectCount)
    let area = trailer.offsetTableOffset - BinaryTrailer.headerSize
    // A small file usually has up to three times as many references as objects, fewer than bytes.
    let most = area / trailer.referenceWidth
    references = LinearBuffer(
      minimumCapacity: most < 1 << 14 ? min(most, trailer.objectCount * 3) : most)
    byteBudget = area * 4 + 4096
    containers = BitSet(count: trailer.objectCount)
  }

  static func read(_ source: SourceBytes, options: PlistReadingOptions) throws(PlistError)
    -> DocumentStorage
  {
    let trailer = try BinaryTrailer(source.view)
    if trailer.objectCount > min(options.maximumObjectCount, Int(UInt32.max) - 1) {
      throw PlistError(
        .objectLimit,
        message: "the file has \(trailer.objectCount.counting("object")), more than the limit "
          + "allows")
    }
    var reader = BinaryReader(source.view, trailer: trailer, options: options)
    try reader.readObjects()
    var containers = BitSet.unallocated
    swap(&containers, &reader.containers)
    var graph = GraphValidation(
      options, view: source.view, objectCount: reader.nodes.count, containers: containers,
      longestScalar: reader.longestScalar)
    try graph.validate(
      &reader.nodes, references: &reader.references, offsets: reader.offsets,
      root: reader.trailer.topObject)
    return reader.finish(source, graph: graph)
  }

  private consuming func finish(_ source: SourceBytes, graph: borrowing GraphValidation)
    -> DocumentStorage
  {
    references.shrink()
    var origin = DocumentOrigin(
      BinaryFormat.self,
      details: BinaryWidths(offset: trailer.offsetWidth, reference: trailer.referenceWidth))
    origin.input = source
    return DocumentStorage(
      DocumentStorage.NodeTableStorage(
        text: source, nodes: nodes, offsets: offsets, references: references,
        root: trailer.topObject, origin: origin, hasSharedContainers: graph.hasSharedContainers,
        expandedBytes: graph.expandedBytes, depth: graph.depth,
        hasOtherKeys: graph.keys.hasOtherKeys, droppedPairs: graph.keys.dropped))
  }

  /// Reads all objects. The common scalars are read in the loop, whose buffer and budget are local
  /// variables and so stay in registers.
  private mutating func readObjects() throws(PlistError) {
    try readOffsets()
    let (view, end) = (view, trailer.offsetTableOffset)
    var nodes = LinearBuffer<Node>(minimumCapacity: trailer.objectCount)
    var longestString = 0
    for number in 0..<trailer.objectCount {
      let offset = Int(offsets[number])
      guard offset >= BinaryTrailer.headerSize, offset < end else {
        throw invalidOffset(of: number)
      }
      if let scalar = view.commonScalar(at: offset, before: end), scalar.cost <= byteBudget {
        byteBudget &-= scalar.cost
        longestString = max(longestString, scalar.cost)
        nodes.append(scalar.node)
      } else {
        current = number
        let node = try readObject(at: offset)
        if !node.kind.isContainer { longestScalar = max(longestScalar, node.count) }
        nodes.append(node)
      }
    }
    longestScalar = max(longestScalar, longestString)
    self.nodes = nodes
  }

  /// Reads the offset table. Offsets that are too large become invalid ones.
  private mutating func readOffsets() throws(PlistError) {
    let (start, count) = (trailer.offsetTableOffset, trailer.objectCount)
    guard trailer.offsetWidth > 4 else {
      _ = offsets.append(bigEndianNumbers: count, width: trailer.offsetWidth, in: view, at: start)
      return
    }
    for number in 0..<count {
      let offset = view.wideNumber(
        at: start &+ number &* trailer.offsetWidth, width: trailer.offsetWidth)
      offsets.append(offset.flatMap { UInt32(exactly: $0) } ?? 0)
    }
  }

  private func invalidOffset(of number: Int) -> PlistError {
    failure(
      .invalidOffset, message: "the offset of object \(number) points outside the objects",
      at: trailer.offsetTableOffset &+ number &* trailer.offsetWidth)
  }

  @inline(never)
  private mutating func readObject(at offset: Int) throws(PlistError) -> Node {
    let marker = view[offset]
    switch marker &>> 4 {
    case BinaryMarker.asciiString: return try readASCII(at: offset, marker)
    case BinaryMarker.integer: return try readInteger(at: offset, marker)
    case BinaryMarker.dictionary: return try readContainer(.dictionary, at: offset, marker: marker)
    case BinaryMarker.array: return try readContainer(.array, at: offset, marker: marker)
    case BinaryMarker.utf16String: return try readUTF16(at: offset, marker)
    case BinaryMarker.real: return try readReal(at: offset, marker)
    case BinaryMarker.data: return try readData(at: offset, marker)
    default: return try readRareObject(at: offset, marker)
    }
  }

  private mutating func readRareObject(at offset: Int, _ marker: UInt8) throws(PlistError) -> Node {
    switch (marker &>> 4, marker) {
    case (_, BinaryMarker.null): return Node(.null)
    case (_, BinaryMarker.false): return Node(.bool, payload: 0)
    case (_, BinaryMarker.true): return Node(.bool, payload: 1)
    case (_, BinaryMarker.date64): return Node(.date, payload: try scalarBits(at: offset, width: 8))
    case (BinaryMarker.uid, _): return try readUID(at: offset, marker)
    case (BinaryMarker.set, _): return try readContainer(.set, at: offset, marker: marker)
    default: throw unknownMarker(offset, marker: marker)
    }
  }

  // MARK: Scalars

  @inline(__always)
  private mutating func scalarBits(at offset: Int, width: Int) throws(PlistError) -> UInt64 {
    guard trailer.offsetTableOffset &- offset > width else { throw tooLong(offset) }
    return view.bigEndian(at: offset &+ 1, width: width)
  }

  @inline(__always)
  private mutating func readInteger(at offset: Int, _ marker: UInt8) throws(PlistError) -> Node {
    let power = marker & 0x0F
    if power < 4 {
      return Node(
        .integer, form: power, payload: try scalarBits(at: offset, width: 1 << Int(power)))
    }
    guard power == 4 else { throw unknownMarker(offset, marker: marker) }
    let high = try scalarBits(at: offset, width: 8)
    let low = try scalarBits(at: offset &+ 8, width: 8)
    if high == 0 {
      return Node(.integer, form: low &>> 63 == 1 ? 4 | NodeForm.unsigned : 4, payload: low)
    }
    return Node(.integer, form: 4 | NodeForm.wide, payload: UInt64(offset + 1))
  }

  @inline(__always)
  private mutating func readReal(at offset: Int, _ marker: UInt8) throws(PlistError) -> Node {
    switch marker & 0x0F {
    case 3: return Node(.real, payload: try scalarBits(at: offset, width: 8))
    case 2: return Node(.real, form: NodeForm.single, payload: try scalarBits(at: offset, width: 4))
    default: throw unknownMarker(offset, marker: marker)
    }
  }

  private mutating func readUID(at offset: Int, _ marker: UInt8) throws(PlistError) -> Node {
    let width = Int(marker & 0x0F) + 1
    guard trailer.offsetTableOffset - offset > width else { throw tooLong(offset) }
    guard let value = view.wideNumber(at: offset + 1, width: width), value <= Int(UInt32.max) else {
      throw failure(.invalidUID, message: "the UID is larger than 4294967295", at: offset)
    }
    return Node(.uid, form: UInt8(width - 1), payload: UInt64(value))
  }

  // MARK: Counted objects

  /// Returns the count of an object, and the offset of its contents.
  @inline(__always)
  private mutating func count(at offset: Int, _ marker: UInt8) throws(PlistError) -> (
    count: Int, start: Int
  ) {
    let low = marker & 0x0F
    if low < BinaryMarker.extendedCount { return (Int(low), offset &+ 1) }
    // Most counts take one byte. The trailer follows, so that these bytes exist.
    if view[offset &+ 1] == BinaryMarker.integer &<< 4, trailer.offsetTableOffset &- offset > 2 {
      return (Int(view[offset &+ 2]), offset &+ 3)
    }
    return try extendedCount(at: offset)
  }

  private mutating func extendedCount(at offset: Int) throws(PlistError) -> (count: Int, start: Int)
  {
    guard trailer.offsetTableOffset - offset > 2 else { throw tooLong(offset) }
    let marker = view[offset + 1]
    guard marker &>> 4 == BinaryMarker.integer, marker & 0x0F <= 3 else {
      throw failure(
        .unknownMarker,
        message:
          "expected a count as an integer of 1, 2, 4 or 8 bytes, found 0x\(Self.hex(marker))",
        at: offset + 1)
    }
    let width = 1 << Int(marker & 0x0F)
    let value = try scalarBits(at: offset + 1, width: width)
    guard value <= UInt64(view.count) else { throw tooLong(offset) }
    return (Int(value), offset + 2 + width)
  }

  /// Checks that `length` bytes from `start` end before the offset table, and charges them to the
  /// budget.
  @inline(__always)
  private mutating func claim(_ length: Int, from start: Int, at offset: Int) throws(PlistError) {
    guard start <= trailer.offsetTableOffset, length <= trailer.offsetTableOffset &- start else {
      throw tooLong(offset)
    }
    byteBudget &-= length
    if byteBudget < 0 {
      throw failure(
        .overlappingObjects,
        message: "overlapping objects add up to many times the size of the file", at: offset)
    }
  }

  @inline(__always)
  private mutating func readASCII(at offset: Int, _ marker: UInt8) throws(PlistError) -> Node {
    let (count, start) = try count(at: offset, marker)
    try claim(count, from: start, at: offset)
    let form = view.isASCII(at: start, count: count) ? NodeForm.plain : NodeForm.latin1
    return Node(.string, form: form, count: count, payload: UInt64(truncatingIfNeeded: start))
  }

  /// Not inlined: the loop over objects was a third slower with this function inlined.
  @inline(never)
  private mutating func readUTF16(at offset: Int, _ marker: UInt8) throws(PlistError) -> Node {
    let (units, start) = try count(at: offset, marker)
    try claim(units * 2, from: start, at: offset)
    return Node(.string, form: NodeForm.utf16, count: units, payload: UInt64(start))
  }

  private mutating func readData(at offset: Int, _ marker: UInt8) throws(PlistError) -> Node {
    let (count, start) = try count(at: offset, marker)
    try claim(count, from: start, at: offset)
    return Node(.data, count: count, payload: UInt64(start))
  }

  private mutating func readContainer(_ kind: PlistKind, at offset: Int, marker: UInt8)
    throws(PlistError) -> Node
  {
    let (count, start) = try count(at: offset, marker)
    let (total, width) = (kind == .dictionary ? count &* 2 : count, trailer.referenceWidth)
    guard total <= view.count, width <= view.count else { throw tooLong(offset) }
    try claim(total &* width, from: start, at: offset)
    containers.insert(current)
    let first = references.count
    if width > 4 {
      try readWideReferences(total, from: start)
    } else if references.append(bigEndianNumbers: total, width: width, in: view, at: start)
      >= UInt32(truncatingIfNeeded: trailer.objectCount)
    {
      for position in 0..<total
      where Int(references[first &+ position]) >= trailer.objectCount {
        throw invalidReference(at: start &+ position &* width)
      }
    }
    return Node(kind, count: count, payload: UInt64(truncatingIfNeeded: first))
  }

  private mutating func readWideReferences(_ total: Int, from start: Int) throws(PlistError) {
    references.reserve(total)
    for index in 0..<total {
      let position = start &+ index &* trailer.referenceWidth
      guard let reference = view.wideNumber(at: position, width: trailer.referenceWidth),
        reference < trailer.objectCount
      else { throw invalidReference(at: position) }
      references.append(UInt32(truncatingIfNeeded: reference))
    }
  }

  // MARK: Errors

  private func failure(_ code: PlistError.Code, message: String, at offset: Int) -> PlistError {
    PlistError(code, message: message, position: SourcePosition(offset: offset))
  }

  private func invalidReference(at offset: Int) -> PlistError {
    failure(
      .invalidObjectReference,
      message: "object \(current) contains a reference past the last object; the file has "
        + trailer.objectCount.counting("object"), at: offset)
  }

  private func tooLong(_ offset: Int) -> PlistError {
    failure(
      .objectTooLong, message: "object \(current) does not end before the offset table",
      at: offset)
  }

  private func unknownMarker(_ offset: Int, marker: UInt8) -> PlistError {
    failure(
      .unknownMarker,
      message:
        "object \(current) begins with 0x\(Self.hex(marker)), which is not a known marker",
      at: offset)
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

extension ByteView {
  /// Returns a common scalar that ends before `end`, which is at least 32 bytes before the end of the
  /// file: an integer, a real of 8 bytes, or an ASCII string. Its cost is the number of bytes that it
  /// takes from the reader's budget. Returns nil for everything else.
  @inline(__always)
  fileprivate func commonScalar(at offset: Int, before end: Int) -> (node: Node, cost: Int)? {
    let marker = self[offset]
    let size = Int(marker & 0x0F)
    switch marker &>> 4 {
    case BinaryMarker.asciiString:
      var (count, start) = (size, offset &+ 1)
      if marker & 0x0F == BinaryMarker.extendedCount {
        guard self[start] == BinaryMarker.integer &<< 4, end &- offset > 2 else { return nil }
        (count, start) = (Int(self[start &+ 1]), offset &+ 3)
      }
      guard start &+ count <= end, isASCII(at: start, count: count) else { return nil }
      return (
        Node(.string, count: count, payload: UInt64(truncatingIfNeeded: start)), count
      )
    case BinaryMarker.integer:
      guard size < 4, end &- offset > 1 << size else { return nil }
      let excess = 64 &- 8 &<< size
      let bits = bigEndian(at: offset &+ 1, width: 8) &>> UInt64(truncatingIfNeeded: excess)
      return (Node(.integer, form: UInt8(truncatingIfNeeded: size), payload: bits), 0)
    case BinaryMarker.real:
      guard size == 3, end &- offset > 8 else { return nil }
      return (Node(.real, payload: bigEndian(at: offset &+ 1, width: 8)), 0)
    case BinaryMarker.uid:
      guard size < 4, end &- offset > size &+ 1 else { return nil }
      let excess = 56 &- 8 &* size
      let bits = bigEndian(at: offset &+ 1, width: 8) &>> UInt64(truncatingIfNeeded: excess)
      return (Node(.uid, form: UInt8(truncatingIfNeeded: size), payload: bits), 0)
    default: return nil
    }
  }
}
