// Conversion of an offset in a document's text to a line, a column and an offset in the input, by a
// scan from the beginning or from the nearest indexed location.

/// A byte of the text, and its line and column.
struct TextLocation: BitwiseCopyable {
  /// The byte offset in the text, which is UTF-8.
  var offset: Int
  /// The byte offset in the input, in its original encoding.
  var inputOffset: Int
  var line = 1
  var column = 1

  var position: SourcePosition { SourcePosition(offset: inputOffset, line: line, column: column) }
}

extension TextOrigin {
  /// The location of the beginning of the text. A byte-order mark does not count as a column.
  private var beginning: TextLocation { TextLocation(offset: textStart, inputOffset: markLength) }

  /// Returns the location of a byte of the text. Takes time linear in the offset.
  func location(of offset: Int, in view: ByteView) -> TextLocation {
    var location = beginning
    advance(&location, to: offset, in: view)
    return location
  }

  /// Advances a location to a byte. A line ends with LF, CR or CR LF; columns count Unicode
  /// scalars.
  fileprivate func advance(_ location: inout TextLocation, to offset: Int, in view: ByteView) {
    let end = min(offset, view.count)
    while location.offset < end {
      let byte = view[location.offset]
      location.offset += 1
      if byte & 0xC0 == 0x80 { continue }
      location.inputOffset += encoding.width(ofLeadByte: byte)
      location.column += 1
      if byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r") && view.byte(orZeroAt: location.offset) != UInt8(ascii: "\n")
      {
        location.line += 1
        location.column = 1
      }
    }
    if encoding == .utf8 { location.inputOffset = location.offset }
  }
}

extension TextEncoding {
  /// Returns how many bytes a scalar takes in this encoding, given its first byte in UTF-8.
  fileprivate func width(ofLeadByte byte: UInt8) -> Int {
    switch self {
    case .utf8: byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    case .utf16BigEndian, .utf16LittleEndian: byte < 0xF0 ? 2 : 4
    case .utf32BigEndian, .utf32LittleEndian: 4
    case .singleByte: 1
    }
  }
}

/// Locations at regular intervals in the text, so that each lookup scans no more than a stride.
final class TextLocationIndex: Sendable {
  /// The distance between two indexed locations in bytes.
  static let stride = 4096
  private let origin: TextOrigin
  private let locations: [TextLocation]

  init(_ origin: TextOrigin, view: ByteView) {
    self.origin = origin
    var location = origin.location(of: 0, in: view)
    var locations = [location]
    while location.offset + Self.stride < view.count {
      origin.advance(&location, to: location.offset + Self.stride, in: view)
      locations.append(location)
    }
    self.locations = locations
  }

  func location(of offset: Int, in view: ByteView) -> TextLocation {
    let first = locations[0].offset
    let number = min(max(0, offset - first) / Self.stride, locations.count - 1)
    var location = locations[number]
    origin.advance(&location, to: offset, in: view)
    return location
  }
}
