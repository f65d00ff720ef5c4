// An element of the node table, 16 bytes in size. The meaning of the payload depends on the kind
// and, for text and data, on the form: see NodeTable.swift.

/// The form of the text, bytes or number of a node in the source.
enum NodeForm {
  /// UTF-8 text without escapes, or raw bytes. `plain` text is ASCII; `utf8` text can contain any
  /// character.
  static let plain: UInt8 = 0
  static let utf8: UInt8 = 1
  /// Text with escapes, which the document's format resolves.
  static let escaped: UInt8 = 2
  /// Big-endian UTF-16; the count is in code units.
  static let utf16: UInt8 = 3
  /// One byte per character, U+0000 … U+00FF.
  static let latin1: UInt8 = 4
  /// Data as base64 text.
  static let base64: UInt8 = 5
  /// Data outside the text, in the document's blobs: the payload is the index of the blob.
  static let blob: UInt8 = 6
  /// Text with escapes of the document's format, one of which is an unpaired surrogate.
  static let escapedUnpaired: UInt8 = 7
  /// Data as hexadecimal digits, with white space between them.
  static let hexadecimal: UInt8 = 8

  /// For dictionaries: a key is not a string. All other dictionaries have the form 0.
  static let otherKeys: UInt8 = 3

  /// For integers: the low bits are the base-2 logarithm of the width, in bytes, that the file used
  /// (0 … 4).
  static let widthMask: UInt8 = 0x07
  /// The payload is an unsigned number (above Int64.max).
  static let unsigned: UInt8 = 0x08
  /// The payload is the index in the source of a 16-byte big-endian number.
  static let wide: UInt8 = 0x10

  /// For reals: the file used four bytes, and the payload contains the bits of a `Float`.
  static let single: UInt8 = 1
  /// For reals: the source contains the number's original text. The count is the index of the text
  /// (upper 32 bits) and its length (lower 16).
  static let literal: UInt8 = 2
  /// For reals: an integer of JSON above 2^127−1, whose digits are in the source as with `literal`.
  /// Only the coders' own documents have this form.
  static let wideDigits: UInt8 = 3
}

/// One value of a document.
struct Node: BitwiseCopyable {
  /// Kind (8 bits), form (8 bits), count (48 bits).
  var head: UInt64
  /// The scalar's bits, or an index into the source or the references.
  var payload: UInt64

  init(_ kind: PlistKind, form: UInt8 = 0, count: Int = 0, payload: UInt64 = 0) {
    head = UInt64(kind.rawValue) | UInt64(form) &<< 8 | UInt64(truncatingIfNeeded: count) &<< 16
    self.payload = payload
  }

  /// Creates an integer that fits in 64 bits. Its width in a binary property list is the smallest
  /// that fits, or 16 bytes above Int64.max.
  init(integer value: PlistInteger) {
    let isUnsigned = value.high == 0 && value.low &>> 63 == 1
    self.init(.integer, form: isUnsigned ? NodeForm.unsigned | 4 : 0, payload: value.low)
  }

  /// Creates a real with the text from which it was read, if the text is short.
  init(real value: Double, literal: Range<Int>) {
    let isShort = literal.count <= 0xFFFF
    self.init(
      .real, form: isShort ? NodeForm.literal : 0,
      count: isShort ? literal.lowerBound &<< 16 | literal.count : 0, payload: value.bitPattern)
  }

  /// Creates an integer above 2^127−1, with its digits.
  init(wideInteger value: UInt128, digits: Range<Int>) {
    self.init(
      .real, form: NodeForm.wideDigits, count: digits.lowerBound &<< 16 | digits.count,
      payload: Double(value).bitPattern)
  }

  var kind: PlistKind { knownCase(UInt8(truncatingIfNeeded: head), of: PlistKind.self) }

  var form: UInt8 { UInt8(truncatingIfNeeded: head &>> 8) }

  /// Whether the node is a string that is stored in UTF-8 without escapes.
  var isPlainText: Bool {
    // One comparison checks both kind and form: the forms 0 and 1 differ in one bit.
    head & 0xFEFF == UInt64(PlistKind.string.rawValue)
  }

  /// Whether the node is a dictionary with only string keys.
  var hasStringKeys: Bool { head & 0xFFFF == UInt64(PlistKind.dictionary.rawValue) }

  @inline(__always)
  var isList: Bool { kind == .array || kind == .set }

  /// Whether the node is a dictionary with a key that is not a string.
  var hasOtherKeys: Bool {
    head & 0xFFFF == UInt64(PlistKind.dictionary.rawValue) | UInt64(NodeForm.otherKeys) &<< 8
  }

  /// The same dictionary, marked as having a key that is not a string.
  var withOtherKeys: Node {
    Node(.dictionary, form: NodeForm.otherKeys, count: count, payload: payload)
  }

  /// The number of bytes or code units of text, bytes of data, elements of an array or set, or
  /// pairs of a dictionary.
  var count: Int { Int(truncatingIfNeeded: head &>> 16) }

  var start: Int { Int(truncatingIfNeeded: payload) }

  /// Whether the node is data that is stored as base64 or hexadecimal digits.
  var isEncodedData: Bool {
    (form == NodeForm.base64 || form == NodeForm.hexadecimal) && kind == .data
  }

  /// Whether the node is data outside the text.
  var isBlob: Bool { form == NodeForm.blob && kind == .data }

  /// The number of references of the node: two for each pair of a dictionary.
  var referenceCount: Int {
    switch kind {
    case .dictionary: count &* 2
    case .array, .set: count
    default: 0
    }
  }
}
