// Text encodings of property lists. A byte-order mark or a declaration determines the encoding, and
// the text is converted to UTF-8 once, so that readers handle only one encoding. Offsets are
// converted back when an error needs them.

/// An encoding of a textual property list.
enum TextEncoding: Sendable, Hashable {
  case utf8, utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian
  /// A single-byte encoding.
  case singleByte(SingleByteEncoding)

  /// The size of a code unit in bytes.
  var unitWidth: Int {
    switch self {
    case .utf8, .singleByte: 1
    case .utf16BigEndian, .utf16LittleEndian: 2
    case .utf32BigEndian, .utf32LittleEndian: 4
    }
  }
}

/// The encoding of an input, and where its text begins.
struct DetectedEncoding {
  var encoding: TextEncoding
  var markLength = 0

  /// Detects the encoding from the first bytes: a byte-order mark, zero bytes next to the first
  /// character, or a declaration.
  ///
  /// - Parameter chosen: The encoding that overrides UTF-8 and a declaration.
  static func detect(_ view: ByteView, chosen: SingleByteEncoding?) throws(PlistError)
    -> DetectedEncoding
  {
    if view.matches("\u{FEFF}", at: 0) { return DetectedEncoding(encoding: .utf8, markLength: 3) }
    let word = view.word(at: 0)
    if view.count >= 4, let wide = utf32(UInt32(truncatingIfNeeded: word)) { return wide }
    if view.count >= 2, let wide = utf16(UInt16(truncatingIfNeeded: word)) { return wide }
    if let chosen { return DetectedEncoding(encoding: .singleByte(chosen)) }
    if view.matches("<?xml", at: 0) { return DetectedEncoding(encoding: try declared(view)) }
    return DetectedEncoding(encoding: .utf8)
  }

  private static func utf32(_ word: UInt32) -> DetectedEncoding? {
    switch word {
    case 0xFFFE_0000: DetectedEncoding(encoding: .utf32BigEndian, markLength: 4)
    case 0x0000_FEFF: DetectedEncoding(encoding: .utf32LittleEndian, markLength: 4)
    // Without a mark, the zero bytes next to the first character, which is ASCII, determine the
    // encoding.
    case 1..<0x80: DetectedEncoding(encoding: .utf32LittleEndian)
    default:
      word.byteSwapped < 0x80 && word != 0 ? DetectedEncoding(encoding: .utf32BigEndian) : nil
    }
  }

  private static func utf16(_ unit: UInt16) -> DetectedEncoding? {
    switch unit {
    case 0xFFFE: DetectedEncoding(encoding: .utf16BigEndian, markLength: 2)
    case 0xFEFF: DetectedEncoding(encoding: .utf16LittleEndian, markLength: 2)
    case 1..<0x80: DetectedEncoding(encoding: .utf16LittleEndian)
    default:
      unit.byteSwapped < 0x80 && unit != 0 ? DetectedEncoding(encoding: .utf16BigEndian) : nil
    }
  }

  /// The declaration of nearly all XML files.
  static var xmlDeclaration: StaticString { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" }

  /// Returns the encoding that an XML declaration names.
  private static func declared(_ view: ByteView) throws(PlistError) -> TextEncoding {
    if view.matches(xmlDeclaration, at: 0) { return .utf8 }
    let end = view.firstIndex(of: UInt8(ascii: ">"), from: 5)
    guard let label = view.firstRange(of: "encoding", from: 5), label.upperBound < end else {
      return .utf8
    }
    var position = view.skipSpace(from: label.upperBound)
    guard view.byte(orZeroAt: position) == UInt8(ascii: "=") else { return .utf8 }
    position = view.skipSpace(from: position + 1)
    let quote = view.byte(orZeroAt: position)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return .utf8 }
    let close = view.firstIndex(of: quote, from: position + 1)
    guard close < end else { return .utf8 }
    let name = view.string(at: position + 1, count: close - position - 1)
    if let encoding = named(name.uppercased()) { return encoding }
    throw PlistError(
      .unknownEncoding, message: "unknown text encoding \(PlistError.quoted(name))",
      suggestion: "convert the text to UTF-8, for example with iconv, and change its declaration",
      position: SourcePosition(offset: position + 1, line: 1, column: position + 2))
  }

  /// Returns the encoding with a name from the IANA registry. A UTF-16 or UTF-32 declaration in
  /// text with one byte per character is read as UTF-8.
  private static func named(_ name: String) -> TextEncoding? {
    switch name {
    case "UTF-8", "UTF8", "UTF-16", "UTF-32", "UTF-16LE", "UTF-16BE", "UNICODE-1-1-UTF-8": .utf8
    default: SingleByteEncoding.named(name).map { .singleByte($0) }
    }
  }
}

extension DetectedEncoding {
  /// Returns the whole input as UTF-8 without its mark. Unpaired surrogates become U+FFFD.
  ///
  /// - Parameter loneSurrogate: Set to the offset of the first unpaired surrogate in the UTF-8.
  func transcoded(_ view: ByteView, loneSurrogate: inout Int?) throws(PlistError) -> SourceBytes {
    var output = ByteWriter(minimumCapacity: view.count + view.count / 2 + 16)
    var position = markLength
    while position < view.count {
      if let (scalar, length) = scalar(view, at: position) {
        output.append(scalar)
        position += length
      } else if encoding.unitWidth == 2, view.count - position >= 2 {
        if loneSurrogate == nil { loneSurrogate = output.count }
        output.append("\u{FFFD}" as Unicode.Scalar)
        position += 2
      } else {
        throw invalidText(at: position, after: output.view)
      }
    }
    return SourceBytes(output)
  }

  /// - Parameter text: The text that was read so far, in UTF-8.
  private func invalidText(at offset: Int, after text: ByteView) -> PlistError {
    let location = TextOrigin().location(of: text.count, in: text)
    return PlistError(
      .invalidText, message: "these bytes are invalid in the encoding of the file",
      position: SourcePosition(offset: offset, line: location.line, column: location.column))
  }

  /// Returns the scalar at a byte offset, and its length in bytes.
  private func scalar(_ view: ByteView, at position: Int) -> (Unicode.Scalar, Int)? {
    let width = encoding.unitWidth
    guard view.count - position >= width else { return nil }
    switch encoding {
    case .utf8: return nil
    case .singleByte(let encoding): return encoding.scalar(view[position]).map { ($0, 1) }
    case .utf32BigEndian:
      return wide(UInt32(truncatingIfNeeded: view.bigEndian(at: position, width: 4)))
    case .utf32LittleEndian:
      return wide(UInt32(truncatingIfNeeded: view.bigEndian(at: position, width: 4)).byteSwapped)
    case .utf16BigEndian, .utf16LittleEndian: return pair(view, at: position)
    }
  }

  private func wide(_ value: UInt32) -> (Unicode.Scalar, Int)? {
    Unicode.Scalar(value).map { ($0, 4) }
  }

  private func pair(_ view: ByteView, at position: Int) -> (Unicode.Scalar, Int)? {
    let unit = unit(view, at: position)
    if let scalar = Unicode.Scalar(unit) { return (scalar, 2) }
    guard unit < 0xDC00, view.count - position >= 4 else { return nil }
    let low = self.unit(view, at: position + 2)
    guard (0xDC00...0xDFFF).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(unit) & 0x3FF) &<< 10 + UInt32(low) & 0x3FF).map {
      ($0, 4)
    }
  }

  private func unit(_ view: ByteView, at position: Int) -> UInt16 {
    let value = UInt16(truncatingIfNeeded: view.bigEndian(at: position, width: 2))
    return encoding == .utf16BigEndian ? value : value.byteSwapped
  }
}

// MARK: - Encoding

extension TextEncoding {
  /// Returns UTF-8 text in this encoding.
  ///
  /// - Parameter escape: Returns the ASCII text for a character that the encoding does not have.
  func bytes<Failure: Error>(
    of text: [UInt8], escape: (Unicode.Scalar) throws(Failure) -> String
  ) throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count * unitWidth)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch self {
      case .utf8: output += Array(String(scalar).utf8)
      case .utf16BigEndian, .utf16LittleEndian:
        for unit in scalar.utf16 {
          let bytes = [UInt8(unit &>> 8), UInt8(truncatingIfNeeded: unit)]
          output += self == .utf16BigEndian ? bytes : bytes.reversed()
        }
      case .utf32BigEndian, .utf32LittleEndian:
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (24 - 8 * $0)) }
        output += self == .utf32BigEndian ? bytes : bytes.reversed()
      case .singleByte(let encoding):
        if let byte = encoding.byte(scalar) {
          output.append(byte)
        } else {
          output += Array(try escape(scalar).utf8)
        }
      }
    }
    return output
  }
}
