// Creates strings of up to 15 ASCII bytes, which are most strings of most property lists. `String`
// stores their bytes in its own 16 bytes, without an object. The functions of the standard library
// validate and copy them byte by byte, which takes ten times as long as decoding the value.

/// The representation of short strings. It is part of the binary interface of Swift on Apple
/// platforms, and checked once in each process: if it is another one, the standard library creates
/// the strings.
@safe
enum ShortText {
  /// The maximum number of bytes.
  static let mostBytes = 15

  /// Whether short strings have the representation that this file creates.
  static let isSupported: Bool = {
    guard MemoryLayout<String>.size == 16 else { return false }
    var text = ByteWriter()
    text.append("ABCDEFGHIJKLMNO" as StaticString)
    // No bytes, one word, two words, and the most bytes. This is at the start of many programs, so that
    // it must not take longer than reading a small file.
    return isExpected(text, count: 0) && isExpected(text, count: 7) && isExpected(text, count: 9)
      && isExpected(text, count: mostBytes)
  }()

  private static func isExpected(_ text: borrowing ByteWriter, count: Int) -> Bool {
    let string = text.view.string(at: 0, count: count)
    let words = mark(text.memory.shortText(at: 0, count: count), count: count)
    return unsafe unsafeBitCast(string, to: Words.self) == words
  }

  /// The bytes of a string, the first one lowest.
  struct Words: BitwiseCopyable, Equatable {
    var first: UInt64 = 0
    var second: UInt64 = 0

    @inline(__always)
    var isASCII: Bool { (first | second) & 0x8080_8080_8080_8080 == 0 }
  }

  /// Returns the string of ASCII bytes, of which those after `count` are zero. Call this only if it
  /// is supported.
  @inline(__always)
  static func string(_ words: Words, count: Int) -> String {
    unsafe unsafeBitCast(mark(words, count: count), to: String.self)
  }

  /// Adds the highest byte, which marks a short string of ASCII and contains the count.
  @inline(__always)
  private static func mark(_ words: Words, count: Int) -> Words {
    let mark = UInt64(truncatingIfNeeded: 0xE0 | count) &<< 56
    return Words(first: words.first, second: words.second | mark)
  }
}

extension ByteView {
  /// Returns the words of at most 15 bytes.
  @inline(__always)
  func shortText(at index: Int, count length: Int) -> ShortText.Words {
    let mask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: (length & 7) &* 8) &- 1
    let first = word(at: index)
    if length < 8 { return .init(first: first & mask, second: 0) }
    return .init(first: first, second: word(at: index &+ 8) & mask)
  }
}
