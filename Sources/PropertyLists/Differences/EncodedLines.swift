// The lines of a text in its encoding, so that texts are compared and joined without a conversion.

/// The lines of a text in an encoding, with their line breaks.
struct EncodedLines {
  private(set) var lines: [ArraySlice<UInt8>] = []
  private let encoding: TextEncoding

  init(_ data: Data, _ encoding: TextEncoding) {
    self.encoding = encoding
    let bytes = [UInt8](data)
    let width = encoding.unitWidth
    // Line breaks of old Macs count only in a text that has no others.
    let hasLineFeeds = stride(from: 0, to: bytes.count, by: width).contains {
      Self.unit(bytes[$0...], encoding) == UInt8(ascii: "\n")
    }
    let end = hasLineFeeds ? UInt8(ascii: "\n") : UInt8(ascii: "\r")
    var start = 0
    for index in stride(from: 0, to: bytes.count, by: width)
    where Self.unit(bytes[index...], encoding) == end {
      let next = min(index + width, bytes.count)
      lines.append(bytes[start..<next])
      start = next
    }
    if start < bytes.count { lines.append(bytes[start...]) }
  }

  /// Returns the encoding of a text with a byte-order mark; UTF-8 for any other text.
  static func encoding(of data: Data) -> TextEncoding {
    let mark = [UInt8](data.prefix(2))
    if mark == [0xFF, 0xFE] { return .utf16LittleEndian }
    return mark == [0xFE, 0xFF] ? .utf16BigEndian : .utf8
  }

  /// Returns the ASCII character at the beginning of some bytes; nil if there is another character.
  private static func unit(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) -> UInt8? {
    let unit = bytes.prefix(encoding.unitWidth)
    guard unit.count == encoding.unitWidth else { return nil }
    switch encoding {
    case .utf8, .singleByte: return unit.first
    case .utf16LittleEndian, .utf32LittleEndian:
      return unit.dropFirst().allSatisfy { $0 == 0 } ? unit.first : nil
    case .utf16BigEndian, .utf32BigEndian:
      return unit.dropLast().allSatisfy { $0 == 0 } ? unit.last : nil
    }
  }

  /// Returns the characters of the line break at the end of a line; nil if there is none.
  func lineEnd(of line: ArraySlice<UInt8>) -> [UInt8]? {
    let width = encoding.unitWidth
    let last = Self.unit(line.suffix(width), encoding)
    if last == UInt8(ascii: "\r") { return [UInt8(ascii: "\r")] }
    if last != UInt8(ascii: "\n") { return nil }
    let isPair = Self.unit(line.dropLast(width).suffix(width), encoding) == UInt8(ascii: "\r")
    return isPair ? [UInt8(ascii: "\r"), UInt8(ascii: "\n")] : [UInt8(ascii: "\n")]
  }

  /// The characters of the first line break.
  var lineBreak: [UInt8]? { lines.first.flatMap { lineEnd(of: $0) } }

  /// The first character of a marker of seven or more characters at the beginning of a line; nil if
  /// there is none.
  static func marker(of line: ArraySlice<UInt8>) -> UInt8? {
    // A byte-order mark can precede the first line.
    let text = line.filter { $0 != 0 }.drop { $0 >= 0x80 }
    guard let first = text.first, "<|=>".utf8.contains(first),
      text.count >= 7, text.prefix(7).allSatisfy({ $0 == first })
    else { return nil }
    return first
  }

  /// Returns a line without its line break.
  static func contents(of line: ArraySlice<UInt8>) -> [UInt8] {
    line.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") && $0 != 0 }
  }
}
