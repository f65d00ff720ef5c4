// One entry of the node table: 16 bytes. What the payload means depends on the kind, and for text
// and data on the form: see NodeTable.swift.

/// How the text, bytes or number of a node stands in the source.
enum NodeForm {
  /// Text in UTF-8 as it is, or raw bytes. `hasHighBytes` says that not all of it is ASCII.
  static let plain: UInt8 = 0
  static let utf8: UInt8 = 1
  /// Text with the escapes of the document's format, which resolves them.
  static let escaped: UInt8 = 2
  /// Big-endian UTF-16; the count is in code units.
  static let utf16: UInt8 = 3
  /// One byte a character, U+0000 … U+00FF.
  static let latin1: UInt8 = 4
  /// Data as base64 text.
  static let base64: UInt8 = 5
  /// Data outside the text, among the document's blobs: the payload is its number there.
  static let blob: UInt8 = 6
  /// Text with the escapes of the document's format, of which one is an unpaired surrogate.
  static let escapedUnpaired: UInt8 = 7
  /// Data as hexadecimal digits, with white space between them.
  static let hexadecimal: UInt8 = 8

  /// Dictionaries: a key is not a string. All others have the form 0.
  static let otherKeys: UInt8 = 3

  /// Integers: the low bits are the logarithm of the width in bytes that the file used (0 … 4).
  static let widthMask: UInt8 = 0x07
  /// The payload is an unsigned number (above Int64.max).
  static let unsigned: UInt8 = 0x08
  /// The payload is the index in the source of a 16-byte big-endian number.
  static let wide: UInt8 = 0x10

  /// Reals: the file used four bytes; the payload is a Float's bits.
  static let single: UInt8 = 1
  /// Reals: the source has the number's own text; the count is its place (upper 32 bits) and length
  /// (lower 16).
  static let literal: UInt8 = 2
  /// Reals: an integer of JSON above 2^127−1, of which the source has the digits as with `literal`. Only
  /// the coders' own documents have it.
  static let wideDigits: UInt8 = 3
}

/// One value of a document.
struct Node: BitwiseCopyable {
  /// Kind (8 bits), form (8 bits), count (48 bits).
  var head: UInt64
  /// The scalar's bits, or an index into the source or the references.
  var payload: UInt64

  @inline(__always)
  init(_ kind: PlistKind, form: UInt8 = 0, count: Int = 0, payload: UInt64 = 0) {
    head = UInt64(kind.rawValue) | UInt64(form) << 8 | UInt64(truncatingIfNeeded: count) << 16
    self.payload = payload
  }

  /// A real with the text that it was read from, when that is short.
  @inline(__always)
  init(real value: Double, literal: Range<Int>) {
    let isShort = literal.count <= 0xFFFF
    self.init(
      .real, form: isShort ? NodeForm.literal : 0,
      count: isShort ? literal.lowerBound << 16 | literal.count : 0,
      payload: value.bitPattern)
  }

  /// An integer above 2^127−1, with its digits.
  init(wideInteger value: UInt128, digits: Range<Int>) {
    self.init(
      .real, form: NodeForm.wideDigits, count: digits.lowerBound << 16 | digits.count,
      payload: Double(value).bitPattern)
  }

  @inline(__always)
  var kind: PlistKind { PlistKind(trusted: UInt8(truncatingIfNeeded: head)) }

  @inline(__always)
  var form: UInt8 { UInt8(truncatingIfNeeded: head >> 8) }

  /// Whether the node is a string whose UTF-8 is in the text as it is.
  @inline(__always)
  var isPlainText: Bool {
    // One comparison for kind and form: the forms 0 and 1 differ in one bit.
    head & 0xFEFF == UInt64(PlistKind.string.rawValue)
  }

  /// Whether the node is a dictionary all of whose keys are strings.
  @inline(__always)
  var hasStringKeys: Bool { head & 0xFFFF == UInt64(PlistKind.dictionary.rawValue) }

  /// Whether the node is an array or a set.
  @inline(__always)
  var isList: Bool { kind == .array || kind == .set }

  /// Whether the node is a dictionary with a key that is not a string.
  @inline(__always)
  var hasOtherKeys: Bool {
    head & 0xFFFF
      == UInt64(PlistKind.dictionary.rawValue) | UInt64(NodeForm.otherKeys) << 8
  }

  /// The same dictionary, marked as one with a key that is not a string.
  var withOtherKeys: Node {
    Node(.dictionary, form: NodeForm.otherKeys, count: count, payload: payload)
  }

  /// Bytes or code units of text, bytes of data, elements of an array or set, pairs of a
  /// dictionary.
  @inline(__always)
  var count: Int { Int(truncatingIfNeeded: head >> 16) }

  /// The payload as an index.
  @inline(__always)
  var start: Int { Int(truncatingIfNeeded: payload) }

  /// Whether the node is data that stands in the text as digits, base64 or hexadecimal.
  @inline(__always)
  var isEncodedData: Bool {
    (form == NodeForm.base64 || form == NodeForm.hexadecimal) && kind == .data
  }

  /// Whether the node is data outside the text.
  @inline(__always)
  var isBlob: Bool { form == NodeForm.blob && kind == .data }

  /// How many references the node has: two for each pair of a dictionary.
  @inline(__always)
  var referenceCount: Int {
    switch kind {
    case .dictionary: count &* 2
    case .array, .set: count
    default: 0
    }
  }
}
