// The last 32 bytes of a binary property list: the widths of offsets and references, the number of
// objects, the number of the root object, and the offset of the offset table.

/// The trailer of a `bplist00` file.
struct BinaryTrailer {
  static let size = 32
  static let headerSize = 8

  var offsetWidth: Int
  var referenceWidth: Int
  var objectCount: Int
  var topObject: Int
  var offsetTableOffset: Int

  /// The minimum size of a file: one object of one byte and its offset.
  static let smallestFile = headerSize + 1 + size

  /// Reads and checks the trailer against the length of the file.
  init(_ view: ByteView) throws(PlistError) {
    guard view.count >= Self.smallestFile else {
      throw Self.failure(
        "expected at least \(Self.smallestFile) bytes in a binary property list, found \(view.count)",
        at: 0, code: .unexpectedEnd)
    }
    try self.init(
      header: view.slice(0..<Self.headerSize),
      trailer: view.slice(view.count - Self.size..<view.count), byteCount: view.count)
  }

  /// Reads and checks the trailer of a file with at least the minimum size.
  init(header: ByteView, trailer: ByteView, byteCount: Int) throws(PlistError) {
    guard header.matches("bplist0", at: 0) else {
      throw Self.failure(
        "unsupported version of the binary property list format", at: 6, code: .unknownFormat)
    }
    let start = byteCount - Self.size
    offsetWidth = Int(trailer[6])
    referenceWidth = Int(trailer[7])
    objectCount = try Self.number(trailer, at: 8, after: start, what: "number of objects")
    topObject = try Self.number(trailer, at: 16, after: start, what: "index of the root object")
    offsetTableOffset = try Self.number(
      trailer, at: 24, after: start, what: "offset table's offset")
    try check(start)
  }

  /// - Parameter start: The offset of the trailer in the file.
  private static func number(_ trailer: ByteView, at offset: Int, after start: Int, what: String)
    throws(PlistError) -> Int
  {
    let value = trailer.bigEndian(at: offset, width: 8)
    guard value <= UInt64(Int64.max) else {
      throw failure("the \(what), \(value), is too large", at: start + offset)
    }
    return Int(value)
  }

  private func check(_ start: Int) throws(PlistError) {
    guard offsetWidth > 0, referenceWidth > 0 else {
      throw Self.failure(
        "the width of \(offsetWidth > 0 ? "references" : "offsets") is zero",
        at: start + (offsetWidth > 0 ? 7 : 6))
    }
    guard objectCount > 0 else { throw Self.failure("the file has no objects", at: start + 8) }
    guard topObject < objectCount else {
      throw Self.failure(
        "the root is object \(topObject), but the file has only \(objectCount.counting("object"))",
        at: start + 16)
    }
    guard offsetTableOffset > Self.headerSize, offsetTableOffset < start else {
      throw Self.failure(
        "the offset table's offset, \(offsetTableOffset), is outside the file", at: start + 24)
    }
    let (size, overflow) = objectCount.multipliedReportingOverflow(by: offsetWidth)
    guard !overflow, size == start - offsetTableOffset else {
      throw Self.failure(
        "the number of offsets, \(objectCount), and their width, \(offsetWidth), do not match the "
          + "size of the offset table, \(start - offsetTableOffset)", at: start + 8)
    }
    if referenceWidth < 8, objectCount > 1 << (8 * referenceWidth) {
      throw Self.failure(
        "\(referenceWidth)-byte references cannot address \(objectCount) objects", at: start + 7)
    }
  }

  private static func failure(
    _ message: String, at offset: Int, code: PlistError.Code = .invalidTrailer
  ) -> PlistError {
    PlistError(
      code, message: code == .invalidTrailer ? "invalid trailer: \(message)" : message,
      position: SourcePosition(offset: offset))
  }
}

extension ByteView {
  /// Returns a big-endian number of any width; nil if it does not fit in 63 bits.
  @inline(__always)
  func wideNumber(at index: Int, width: Int) -> Int? {
    if width <= 8 {
      let value = bigEndian(at: index, width: width)
      return value <= UInt64(Int64.max) ? Int(truncatingIfNeeded: value) : nil
    }
    for offset in index..<(index + width - 8) where self[offset] != 0 { return nil }
    let value = bigEndian(at: index + width - 8, width: 8)
    return value <= UInt64(Int64.max) ? Int(truncatingIfNeeded: value) : nil
  }
}
