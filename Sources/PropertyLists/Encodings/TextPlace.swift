// From a byte of a document's text to a line, a column and a byte of the input: by walking along,
// or from the nearest of the places that an index keeps.

/// A byte of the text, and where it stands for people.
struct TextPlace: BitwiseCopyable {
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
  private var beginning: TextPlace {
    TextPlace(offset: textStart, inputOffset: markLength)
  }

  /// The place of a byte of the text. Linear in the offset.
  func place(of offset: Int, in view: ByteView) -> TextPlace {
    var place = beginning
    advance(&place, to: offset, in: view)
    return place
  }

  /// Goes on to a byte. A line ends with LF, CR or CR LF; columns are Unicode scalars.
  fileprivate func advance(_ place: inout TextPlace, to offset: Int, in view: ByteView) {
    let end = min(offset, view.count)
    while place.offset < end {
      let byte = view[place.offset]
      place.offset += 1
      if byte & 0xC0 == 0x80 { continue }
      place.inputOffset += encoding.width(ofLeadByte: byte)
      place.column += 1
      if byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r") && view.byte(orZeroAt: place.offset) != UInt8(ascii: "\n")
      {
        place.line += 1
        place.column = 1
      }
    }
    if encoding == .utf8 { place.inputOffset = place.offset }
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
struct TextPlaceIndex {
  /// The bytes between two places.
  static let stride = 4096
  private let origin: TextOrigin
  private var places: [TextPlace]

  init(_ origin: TextOrigin, _ view: ByteView) {
    self.origin = origin
    var place = origin.place(of: 0, in: view)
    places = [place]
    while place.offset + Self.stride < view.count {
      origin.advance(&place, to: place.offset + Self.stride, in: view)
      places.append(place)
    }
  }

  /// The place of a byte of the text.
  func place(of offset: Int, in view: ByteView) -> TextPlace {
    let first = places[0].offset
    let number = min(max(0, offset - first) / Self.stride, places.count - 1)
    var place = places[number]
    origin.advance(&place, to: offset, in: view)
    return place
  }
}
