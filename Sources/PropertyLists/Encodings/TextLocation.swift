// From a byte of a document's text to a line, a column and a byte of the input: by walking along,
// or from the nearest of the places that an index keeps.

/// A byte of the text, and where it stands for people.
struct TextLocation: BitwiseCopyable {
  /// The byte of the text, which is UTF-8.
  var offset: Int
  /// The byte of the input, in its own encoding.
  var inputOffset: Int
  var line = 1
  var column = 1

  var position: SourcePosition { SourcePosition(offset: inputOffset, line: line, column: column) }
}

extension TextOrigin {
  /// Where the text begins: a byte-order mark is no column.
  private var beginning: TextLocation {
    TextLocation(offset: textStart, inputOffset: markLength)
  }

  /// The place of a byte of the text. Linear in the offset.
  func location(of offset: Int, in view: ByteView) -> TextLocation {
    var location = beginning
    advance(&location, to: offset, in: view)
    return location
  }

  /// Goes on to a byte. A line ends with LF, CR or CR LF; columns are Unicode scalars.
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
  /// Bytes that a scalar takes in this encoding, by its first byte in UTF-8.
  fileprivate func width(ofLeadByte byte: UInt8) -> Int {
    switch self {
    case .utf8: byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    case .utf16BigEndian, .utf16LittleEndian: byte < 0xF0 ? 2 : 4
    case .utf32BigEndian, .utf32LittleEndian: 4
    case .singleByte: 1
    }
  }
}

/// Places all along a text, made when somebody first asks for one: each further look walks no more
/// than a stride.
struct TextLocationIndex {
  /// The bytes between two places.
  static let stride = 4096
  private let origin: TextOrigin
  private var locations: [TextLocation]

  init(_ origin: TextOrigin, view: ByteView) {
    self.origin = origin
    var location = origin.location(of: 0, in: view)
    locations = [location]
    while location.offset + Self.stride < view.count {
      origin.advance(&location, to: location.offset + Self.stride, in: view)
      locations.append(location)
    }
  }

  /// The place of a byte of the text.
  func location(of offset: Int, in view: ByteView) -> TextLocation {
    let first = locations[0].offset
    let number = min(max(0, offset - first) / Self.stride, locations.count - 1)
    var location = locations[number]
    origin.advance(&location, to: offset, in: view)
    return location
  }
}
