// The bytes that a document was read from. They stay alive at a fixed address as long as the
// document lives, without a copy if the caller's storage allows it. `ByteView` is a view of them in
// which every access is checked.
internal import CKernels

/// Bytes that stay at a fixed address while this object lives.
@safe
final class SourceBytes: @unchecked Sendable {
  private let owner: Owner
  private let base: UnsafeRawPointer
  let count: Int

  /// Retains an array and shares its storage without a copy.
  init(_ bytes: [UInt8]) {
    owner = .array(bytes)
    count = bytes.count
    unsafe base = bytes.withUnsafeBytes { unsafe $0.baseAddress ?? Self.nothing }
  }

  /// Retains the data's storage. Copies data that is small enough to be stored inline.
  convenience init(_ data: Data) {
    if data.count <= 64 { self.init([UInt8](data)) } else { self.init(stable: data) }
  }

  private init(stable data: Data) {
    owner = .data(data)
    count = data.count
    unsafe base = data.withUnsafeBytes { unsafe $0.baseAddress ?? Self.nothing }
  }

  /// Adopts text that was assembled in memory.
  init(_ text: consuming ByteWriter) {
    count = text.count
    let block = text.takeBlock()
    unsafe base = UnsafeRawPointer(block.base)
    owner = .block(block)
  }

  /// What keeps the bytes alive. Storing an array in an existential requires type metadata, which would
  /// be created in each process.
  private enum Owner {
    case array([UInt8])
    case data(Data)
    case block(ByteBlock)
  }

  @inline(__always)
  var view: ByteView { unsafe ByteView(base: base, count: count) }

  @unsafe
  private static var nothing: UnsafeRawPointer {
    unsafe UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
  }
}

/// A checked view of bytes that another object keeps alive, such as a `SourceBytes` or a
/// `ByteWriter`.
@safe
struct ByteView {
  private let base: UnsafeRawPointer
  let count: Int

  @unsafe
  @inline(__always)
  init(base: UnsafeRawPointer, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "byte out of range")
    return unsafe base.load(fromByteOffset: index, as: UInt8.self)
  }

  /// Returns the byte at an index, or zero past the end.
  @inline(__always)
  func byte(orZeroAt index: Int) -> UInt8 {
    UInt(bitPattern: index) < UInt(bitPattern: count)
      ? unsafe base.load(fromByteOffset: index, as: UInt8.self) : 0
  }

  /// Prefetches bytes that will be needed soon.
  @inline(__always)
  func prefetch(_ index: Int) { unsafe plinth_prefetch(base + min(max(index, 0), count)) }

  /// Returns eight bytes in little-endian order. Bytes past the end read as zero.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    precondition(index >= 0, "byte out of range")
    if index &+ 8 <= count {
      return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
    return partialWord(at: index)
  }

  /// Calls a function with the address of 16 bytes; returns nil near the end.
  @inline(__always)
  func block<Result>(at index: Int, _ body: (UnsafeRawPointer) -> Result) -> Result? {
    precondition(index >= 0, "byte out of range")
    return index &+ 16 <= count ? unsafe body(base + index) : nil
  }

  /// Calls a function with the address of a byte that has at least `before` bytes before it and
  /// `after` bytes from it on; returns nil near the beginning and the end.
  @inline(__always)
  func surroundings<Result>(
    of index: Int, before: Int, after: Int, _ body: (UnsafeRawPointer) -> Result
  ) -> Result? {
    index >= before && after <= count &- index ? unsafe body(base + index) : nil
  }

  /// Returns eight bytes as a big-endian number; zero if they are not all in the view.
  @inline(__always)
  func bigEndianWord(orZeroAt index: Int) -> UInt64 {
    guard index >= 0, index <= count &- 8 else { return 0 }
    return unsafe UInt64(bigEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  @inline(never)
  private func partialWord(at index: Int) -> UInt64 {
    var word: UInt64 = 0
    var next = count
    while next > index {
      next &-= 1
      word = word &<< 8 | UInt64(self[next])
    }
    return word
  }

  /// Returns a big-endian unsigned number of 1 to 8 bytes.
  @inline(__always)
  func bigEndian(at index: Int, width: Int) -> UInt64 {
    precondition(
      index >= 0 && width >= 0 && width <= count && index <= count &- width, "bytes out of range")
    if width == 1 { return UInt64(unsafe base.load(fromByteOffset: index, as: UInt8.self)) }
    if width == 2 {
      return UInt64(
        UInt16(bigEndian: unsafe base.loadUnaligned(fromByteOffset: index, as: UInt16.self)))
    }
    if width == 4 {
      return UInt64(
        UInt32(bigEndian: unsafe base.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
    }
    if width == 8 {
      return UInt64(bigEndian: unsafe base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
    return oddBigEndian(at: index, width: width)
  }

  @inline(__always)
  private func oddBigEndian(at index: Int, width: Int) -> UInt64 {
    var value: UInt64 = 0
    for offset in 0..<width { value = value &<< 8 | UInt64(self[index &+ offset]) }
    return value
  }

  func slice(_ range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes out of range")
    return unsafe ByteView(base: base + range.lowerBound, count: range.count)
  }

  /// Returns whether the bytes at `index` equal a string, within the view.
  @inline(__always)
  func matches(_ text: StaticString, at index: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard index >= 0, length <= count &- index else { return false }
    return unsafe equalBytes(base + index, UnsafeRawPointer(text.utf8Start), count: length)
  }

  @inline(__always)
  func isEqual(at index: Int, count length: Int, to other: ByteView, at otherIndex: Int) -> Bool {
    precondition(index >= 0 && otherIndex >= 0 && length >= 0, "bytes out of range")
    precondition(
      length <= count &- index && length <= other.count &- otherIndex, "bytes out of range")
    return unsafe equalBytes(base + index, other.base + otherIndex, count: length)
  }

  /// Returns whether a part is the UTF-8 of a string, byte for byte.
  @inline(__always)
  func isEqual(at index: Int, count length: Int, to text: String) -> Bool {
    precondition(index >= 0 && length >= 0 && length <= count &- index, "bytes out of range")
    var text = text
    return text.withUTF8 { utf8 in
      guard utf8.count == length, let start = utf8.baseAddress else { return utf8.count == length }
      return unsafe equalBytes(base + index, UnsafeRawPointer(start), count: length)
    }
  }

  /// Returns the text of a part as UTF-8. Invalid bytes become U+FFFD.
  @inline(__always)
  func string(at index: Int, count length: Int) -> String {
    unsafe String(decoding: buffer(at: index, count: length), as: UTF8.self)
  }

  /// Returns the text of a part that was validated as UTF-8 when it was read.
  @inline(__always)
  func knownString(at index: Int, count length: Int, isASCII: Bool) -> String {
    if length > 15, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      let bytes = unsafe buffer(at: index, count: length)
      let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
      return unsafe String(copying: UTF8Span(unchecked: span, isKnownASCII: isASCII))
    }
    precondition(index >= 0 && length >= 0 && length <= count &- index, "bytes out of range")
    if isASCII, length <= ShortText.mostBytes, ShortText.isSupported {
      let text = shortText(at: index, count: length)
      // Data that the program mapped from a file can have changed since it was validated.
      if text.isASCII { return ShortText.string(text, count: length) }
    }
    return string(at: index, count: length)
  }

  func data(at index: Int, count length: Int) -> Data {
    if length >= largePageSize {
      // A writer has large pages.
      var copy = ByteWriter(minimumCapacity: length)
      copy.append(self, at: index, count: length)
      return copy.data()
    }
    return unsafe Data(buffer(at: index, count: length))
  }

  func bytes(in range: Range<Int>) -> [UInt8] {
    unsafe [UInt8](buffer(at: range.lowerBound, count: range.count))
  }

  /// Calls a function with all bytes.
  func withBytes<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    let bytes = unsafe buffer(at: 0, count: count)
    return try body(unsafe RawSpan(_unsafeBytes: bytes))
  }

  /// Returns the bytes of a part as a buffer, for the other files of this folder.
  @unsafe
  @inline(__always)
  func buffer(at index: Int, count length: Int) -> UnsafeRawBufferPointer {
    precondition(index >= 0 && length >= 0 && length <= count &- index, "bytes out of range")
    return unsafe UnsafeRawBufferPointer(start: base + index, count: length)
  }
}

/// Compares 16 bytes at a time. The last block may overlap the one before it.
@unsafe
@inline(__always)
func equalBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
  if count < 16 { return unsafe equalShortBytes(left, right, count: count) }
  var offset = 0
  while offset &+ 16 < count {
    if unsafe plinth_equal_blocks(left + offset, right + offset) == 0 { return false }
    offset &+= 16
  }
  return unsafe plinth_equal_blocks(left + (count &- 16), right + (count &- 16)) != 0
}

@unsafe
@inline(__always)
private func equalShortBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int)
  -> Bool
{
  if count >= 8 {
    return unsafe left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self)
      && left.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        == right.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
  }
  if count >= 4 {
    return unsafe left.loadUnaligned(as: UInt32.self) == right.loadUnaligned(as: UInt32.self)
      && left.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
        == right.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
  }
  for offset in 0..<count {
    if unsafe left.load(fromByteOffset: offset, as: UInt8.self)
      != right.load(fromByteOffset: offset, as: UInt8.self)
    {
      return false
    }
  }
  return true
}

extension Data {
  /// Calls a function with a view of the bytes, which is valid during the call.
  func withByteView<Result>(_ body: (ByteView) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return try body(SourceBytes([]).view) }
      return try body(unsafe ByteView(base: base, count: bytes.count))
    }
  }
}
