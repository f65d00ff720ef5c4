// The objects of a binary file as nodes, which are decoded from the bytes each time that one is
// requested, without a table of all objects.

/// The objects of a binary property list by number, except those of rare kinds: nulls, sets, integers
/// of 16 bytes, and UIDs of more than 4 bytes. A string is assumed to be ASCII if its marker says so.
/// The view is valid as long as its source is retained.
struct BinaryNodes: NodeLookup, BitwiseCopyable {
  let view: ByteView
  let trailer: BinaryTrailer
  /// The right shifts that extract the offset, or the reference, at the start of a word of 8 bytes.
  private let offsetShift: UInt64
  private let referenceShift: UInt64

  /// An object, and the number of bytes of its contents: of a scalar or of the references.
  typealias SizedNode = (node: Node, size: Int)

  private init(_ view: ByteView, trailer: BinaryTrailer) {
    self.view = view
    self.trailer = trailer
    offsetShift = UInt64(64 - 8 * trailer.offsetWidth)
    referenceShift = UInt64(64 - 8 * trailer.referenceWidth)
  }

  /// Creates the objects of a file within the limits of size; returns nil if `BinaryReader` should read
  /// it.
  init?(_ view: ByteView, options: PlistReadingOptions) {
    guard view.byte(orZeroAt: 0) == UInt8(ascii: "b"), view.matches("bplist00", at: 0),
      view.count <= options.largestInput,
      let trailer = try? BinaryTrailer(view), trailer.offsetWidth <= 8,
      trailer.referenceWidth <= 4, trailer.objectCount <= options.maximumObjectCount
    else { return nil }
    self.init(view, trailer: trailer)
  }

  /// The number of bytes between the header and the offset table, which all objects share.
  var area: Int { trailer.offsetTableOffset - BinaryTrailer.headerSize }

  @inline(__always)
  func reference(_ position: Int, from start: Int) -> UInt32 {
    let word = view.bigEndianWord(orZeroAt: start &+ position &* trailer.referenceWidth)
    return UInt32(truncatingIfNeeded: word &>> referenceShift)
  }

  @inline(__always)
  func hasSameReferences(_ count: Int, from start: Int, and other: Int) -> Bool {
    let size = count &* trailer.referenceWidth
    return view.isEqual(at: start, count: size, to: view, at: other)
  }

  /// Returns the offset of an object; −1 if there is none.
  @inline(__always)
  func offset(of index: Int) -> Int {
    let entry = trailer.offsetTableOffset &+ index &* trailer.offsetWidth
    guard index < trailer.objectCount else { return -1 }
    let position = view.bigEndianWord(orZeroAt: entry) &>> offsetShift
    guard position >= UInt64(BinaryTrailer.headerSize), position < UInt64(trailer.offsetTableOffset)
    else { return -1 }
    return Int(truncatingIfNeeded: position)
  }

  /// Returns an object; null if there is none, or if it is of a rare kind.
  @inline(__always)
  func node(_ index: Int) -> Node {
    let offset = offset(of: index)
    return offset < 0 ? Node(.null) : object(at: offset)?.node ?? Node(.null)
  }

  /// Returns the object at an offset. The start of a container is the offset of its first reference.
  @inline(__always)
  func object(at offset: Int) -> SizedNode? {
    let marker = view.byte(orZeroAt: offset)
    switch marker &>> 4 {
    case BinaryMarker.asciiString, BinaryMarker.utf16String, BinaryMarker.data, BinaryMarker.array,
      BinaryMarker.dictionary:
      return countedObject(at: offset, marker: marker)
    case BinaryMarker.integer where marker & 0x0F < 4:
      return scalar(.integer, form: marker & 0x0F, at: offset, width: 1 << Int(marker & 0x0F))
    case BinaryMarker.real where marker == BinaryMarker.real64:
      return scalar(.real, at: offset, width: 8)
    default: return rareObject(at: offset, marker: marker)
    }
  }

  /// Returns the number in a UID of at most four bytes; −1 for other objects.
  @inline(__always)
  func uid(at offset: Int) -> Int {
    let marker = view.byte(orZeroAt: offset)
    let width = Int(marker & 3) &+ 1
    guard marker & 0xFC == BinaryMarker.uid &<< 4, trailer.offsetTableOffset &- offset > width
    else {
      return -1
    }
    return Int(truncatingIfNeeded: number(at: offset &+ 1, width: width))
  }

  /// Returns false for a string that is marked as ASCII but has other bytes.
  @inline(__always)
  func isAccurate(_ node: Node) -> Bool {
    !node.isASCIIText || view.isASCII(at: node.start, count: node.count)
  }

  @inline(__always)
  private func scalar(_ kind: PlistKind, form: UInt8 = 0, at offset: Int, width: Int) -> SizedNode?
  {
    guard trailer.offsetTableOffset &- offset > width else { return nil }
    return (Node(kind, form: form, payload: number(at: offset &+ 1, width: width)), width)
  }

  /// Returns a number of at most eight bytes. The trailer follows all objects, so that eight bytes can
  /// be loaded.
  @inline(__always)
  private func number(at offset: Int, width: Int) -> UInt64 {
    view.bigEndianWord(orZeroAt: offset) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* width)
  }

  private func rareObject(at offset: Int, marker: UInt8) -> SizedNode? {
    switch marker {
    case BinaryMarker.uid &<< 4..<BinaryMarker.uid &<< 4 | 4:
      scalar(.uid, form: marker & 0x0F, at: offset, width: Int(marker & 0x0F) + 1)
    case BinaryMarker.true, BinaryMarker.false:
      (Node(.bool, payload: marker == BinaryMarker.true ? 1 : 0), 0)
    case BinaryMarker.real32: scalar(.real, form: NodeForm.single, at: offset, width: 4)
    case BinaryMarker.date64: scalar(.date, at: offset, width: 8)
    default: nil
    }
  }

  /// Returns an object that begins with a count.
  @inline(__always)
  private func countedObject(at offset: Int, marker: UInt8) -> SizedNode? {
    var count = Int(marker & 0x0F)
    var start = offset &+ 1
    if count == BinaryMarker.extendedCount {
      // Most counts take one byte. The trailer follows, so that these bytes exist.
      let isShort = view.byte(orZeroAt: offset &+ 1) == BinaryMarker.integer &<< 4
      if isShort, trailer.offsetTableOffset &- offset > 2 {
        (count, start) = (Int(view.byte(orZeroAt: offset &+ 2)), offset &+ 3)
      } else if let (extended, end) = extendedCount(at: offset) {
        (count, start) = (extended, end)
      } else {
        return nil
      }
    }
    let room = trailer.offsetTableOffset &- start
    let kind = marker &>> 4
    guard count <= room else { return nil }
    let payload = UInt64(truncatingIfNeeded: start)
    if kind >= BinaryMarker.array {
      let references = kind == BinaryMarker.dictionary ? count &* 2 : count
      let size = references &* trailer.referenceWidth
      guard size <= room else { return nil }
      return (
        Node(
          kind == BinaryMarker.dictionary ? .dictionary : .array, count: count, payload: payload),
        size
      )
    }
    if kind == BinaryMarker.data { return (Node(.data, count: count, payload: payload), count) }
    if kind == BinaryMarker.utf16String {
      guard count &* 2 <= room else { return nil }
      return (Node(.string, form: NodeForm.utf16, count: count, payload: payload), count &* 2)
    }
    return (Node(.string, form: NodeForm.plain, count: count, payload: payload), count)
  }

  private func extendedCount(at offset: Int) -> (count: Int, start: Int)? {
    guard trailer.offsetTableOffset - offset > 2 else { return nil }
    let marker = view.byte(orZeroAt: offset + 1)
    let width = 1 << Int(marker & 0x0F)
    guard marker &>> 4 == BinaryMarker.integer, marker & 0x0F <= 3,
      trailer.offsetTableOffset - offset - 1 > width
    else { return nil }
    let value = number(at: offset + 2, width: width)
    return value <= UInt64(view.count) ? (Int(value), offset + 2 + width) : nil
  }
}
