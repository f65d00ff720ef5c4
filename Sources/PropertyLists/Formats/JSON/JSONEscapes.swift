// The escapes in the strings of JSON (RFC 8259, section 7), for all code that writes it: the writer
// of JSON, archives as JSON, and the tool.

extension String {
  /// The control characters that are escaped in a JSON string.
  package enum JSONControls {
    /// U+0000 … U+001F, which JSON does not allow otherwise.
    case ascii
    /// All control characters, because a terminal would interpret U+007F … U+009F.
    case all
  }

  /// Returns the text as it is written between the quotes of a JSON string.
  package func jsonEscaped(_ controls: JSONControls) -> String {
    let isPlain = allBytes { byte in
      // 0xC2 is the first byte of U+0080 … U+009F, and of some others.
      byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        && (controls == .ascii || byte != 0x7F && byte != 0xC2)
    }
    if isPlain { return self }
    var text = ""
    for scalar in unicodeScalars { text += scalar.jsonEscaped(controls) }
    return text
  }
}

extension [UInt16] {
  /// Returns the text as it is written between the quotes of a JSON string; unpaired surrogates
  /// are escaped.
  package func jsonEscaped(_ controls: String.JSONControls) -> String {
    var text = ""
    forEachPiece { piece in
      switch piece {
      case .scalar(let scalar): text += scalar.jsonEscaped(controls)
      case .unpaired(let unit): text += unit.jsonEscape
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// The escape of a character that a JSON string can also contain unescaped.
  package var jsonEscape: String { utf16.map(\.jsonEscape).joined() }

  fileprivate func jsonEscaped(_ controls: String.JSONControls) -> String {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0"..<" ": jsonEscape
    case "\u{7F}"..<"\u{A0}" where controls == .all: jsonEscape
    default: String(self)
    }
  }
}

extension UInt16 {
  /// The code unit as a backslash, `u` and four digits.
  fileprivate var jsonEscape: String {
    let digits = String(self, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
