// Strings and numbers as the formats of the OpenStep family write them. The reader accepts more
// unquoted strings than the writers write.

/// The strings that are written without quotes.
enum OpenStepBareText {
  /// None.
  case never
  /// `A–Z a–z 0–9 _ $ / : .`, without `//`.
  case openStep
  /// Letters and digits.
  case gnuStep
  /// `A–Z a–z 0–9 . _`, and `/` except as the first character.
  case glyphsKey
  /// The same, unless the string looks like a number.
  case glyphsValue
  /// `A–Z a–z 0–9 _ $ / .`, without `//` and `___`.
  case project
}

/// The escaping of characters between quotes.
enum OpenStepEscaping {
  /// Control characters by name or as `\U000x`; all others are unescaped.
  case openStep
  /// Tabs, line feeds and carriage returns are unescaped; other control characters are octal, and
  /// non-ASCII characters `\Uxxxx`.
  case gnuStep
  /// Control characters in octal; all others are unescaped.
  case glyphs2
  /// The same, but line feeds and tabs are unescaped.
  case glyphs3
  /// The same, but line feeds by name: for strings that are structured text.
  case glyphs2Nodes
  /// Control characters by name or as `\U000x`; all others and DEL are unescaped.
  case project

  /// Returns whether a byte needs no escape.
  fileprivate func keeps(_ byte: UInt8) -> Bool {
    if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte < 0x7F {
      return true
    }
    return keepsUnusual(byte)
  }

  private func keepsUnusual(_ byte: UInt8) -> Bool {
    switch (self, byte) {
    case (_, UInt8(ascii: "\"")), (_, UInt8(ascii: "\\")): false
    case (.gnuStep, UInt8(ascii: "\t")), (.gnuStep, UInt8(ascii: "\n")),
      (.gnuStep, UInt8(ascii: "\r")):
      true
    case (.glyphs3, UInt8(ascii: "\t")), (.glyphs3, UInt8(ascii: "\n")): true
    case (.glyphs2, UInt8(ascii: "\t")), (.glyphs2Nodes, UInt8(ascii: "\t")): true
    case (.gnuStep, _): false
    case (.project, 0x7F): true
    default: byte >= 0x80
    }
  }
}

extension ByteView {
  /// Returns whether a string may be written without quotes.
  func isBare(_ range: Range<Int>, bareText: OpenStepBareText) -> Bool {
    guard !range.isEmpty else { return false }
    switch bareText {
    case .never: return false
    case .openStep: return range.allSatisfy { self[$0].isBareInOpenStep } && !hasComment(range)
    // Xcode reads `//` as a comment, and `___` as the placeholder of a template.
    case .project:
      return range.allSatisfy { self[$0].isBareInOpenStep && self[$0] != UInt8(ascii: ":") }
        && !hasComment(range) && !range.dropLast(2).contains { matches("___", at: $0) }
    case .gnuStep: return range.allSatisfy { self[$0].isLetterOrDigit }
    case .glyphsKey: return isBareInGlyphs(range)
    case .glyphsValue:
      guard isBareInGlyphs(range) else { return false }
      if typedNumber(at: range.lowerBound, count: range.count) != nil { return false }
      return !range.allSatisfy { self[$0].isDigit || self[$0] == UInt8(ascii: ".") }
        || !range.contains { self[$0] == UInt8(ascii: ".") }
    }
  }

  private func isBareInGlyphs(_ range: Range<Int>) -> Bool {
    self[range.lowerBound] != UInt8(ascii: "/") && !hasComment(range)
      && range.allSatisfy { self[$0].isBareInGlyphs }
  }

  private func hasComment(_ range: Range<Int>) -> Bool {
    range.dropLast().contains { self[$0] == UInt8(ascii: "/") && self[$0 + 1] == UInt8(ascii: "/") }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 }

  fileprivate var isBareInOpenStep: Bool { isUnquoted && self != UInt8(ascii: "-") }

  fileprivate var isBareInGlyphs: Bool {
    isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: ".")
      || self == UInt8(ascii: "/")
  }
}

extension ByteWriter {
  /// Appends a string, in quotes if necessary.
  mutating func append(
    openStep node: Node, in source: NodeSource, bare: OpenStepBareText, _ escaping: OpenStepEscaping
  ) {
    if node.isPlainText {
      return append(
        openStep: source.view, node.start..<node.start + node.count, bare: bare, escaping: escaping)
    }
    if let units = node.unpairedUnits(in: source) { return append(openStep: units, escaping) }
    append(openStep: node.text(in: source), bare: bare, escaping)
  }

  /// Appends a string that does not belong to a document, in quotes if necessary.
  mutating func append(openStep text: String, bare: OpenStepBareText, _ escaping: OpenStepEscaping)
  {
    var bytes = ByteWriter(minimumCapacity: text.utf8.count)
    bytes.append(text)
    append(openStep: bytes.view, 0..<bytes.count, bare: bare, escaping: escaping)
  }

  /// Appends part of a view as a string, in quotes if necessary.
  mutating func append(
    openStep view: ByteView, _ range: Range<Int>, bare: OpenStepBareText, escaping: OpenStepEscaping
  ) {
    if view.isBare(range, bareText: bare) {
      return append(view, at: range.lowerBound, count: range.count)
    }
    append(UInt8(ascii: "\""))
    append(escaped: view, range, escaping: escaping)
    append(UInt8(ascii: "\""))
  }

  /// Appends text with an unpaired surrogate, which can only be written as an escape.
  private mutating func append(openStep units: [UInt16], _ escaping: OpenStepEscaping) {
    append(UInt8(ascii: "\""))
    units.forEachPiece { piece in
      switch piece {
      case .scalar(let scalar):
        var bytes = ByteWriter(minimumCapacity: 4)
        bytes.append(scalar)
        append(escaped: bytes.view, 0..<bytes.count, escaping: escaping)
      case .unpaired(let unit):
        append("\\U")
        append(hexadecimal: unit, escaping == .project ? .lower : .upper)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends part of a view as the contents of a quoted string.
  private mutating func append(
    escaped view: ByteView, _ range: Range<Int>, escaping: OpenStepEscaping
  ) {
    var copied = range.lowerBound
    var position = range.lowerBound
    while position < range.upperBound {
      if escaping.keeps(view[position]) {
        position += 1
      } else {
        append(view, at: copied, count: position - copied)
        position = appendEscape(view, at: position, escaping: escaping)
        copied = position
      }
    }
    append(view, at: copied, count: range.upperBound - copied)
  }

  /// Appends one character as an escape. Returns the position after the character.
  private mutating func appendEscape(_ view: ByteView, at position: Int, escaping: OpenStepEscaping)
    -> Int
  {
    let byte = view[position]
    if byte >= 0x80 {
      // A character of several bytes is written as UTF-16 code units.
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let end = min(position + length, view.count)
      let text = view.string(at: position, count: end - position)
      for unit in (text.unicodeScalars.first ?? "\u{FFFD}").utf16 {
        append("\\U")
        append(hexadecimal: unit, .upper)
      }
      return end
    }
    append(UInt8(ascii: "\\"))
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      append(byte)
    } else if let name = escaping.name(byte) {
      append(name)
    } else if escaping == .openStep || escaping == .project {
      append("U00")
      append(hexadecimal: byte, escaping == .project ? .lower : .upper)
    } else {
      append(UInt8(ascii: "0") + byte &>> 6)
      append(UInt8(ascii: "0") + byte &>> 3 & 7)
      append(UInt8(ascii: "0") + byte & 7)
    }
    return position + 1
  }
}

extension OpenStepEscaping {
  /// Returns the letter that denotes a control character after a backslash.
  fileprivate func name(_ byte: UInt8) -> UInt8? {
    switch (self, byte) {
    case (.openStep, UInt8(ascii: "\t")), (.project, UInt8(ascii: "\t")): UInt8(ascii: "t")
    case (.openStep, UInt8(ascii: "\n")), (.project, UInt8(ascii: "\n")),
      (.glyphs2Nodes, UInt8(ascii: "\n")):
      UInt8(ascii: "n")
    case (.openStep, UInt8(ascii: "\r")), (.project, UInt8(ascii: "\r")): UInt8(ascii: "r")
    case (.gnuStep, 0x07), (.project, 0x07): UInt8(ascii: "a")
    case (.gnuStep, 0x08), (.project, 0x08): UInt8(ascii: "b")
    case (.gnuStep, 0x0B), (.project, 0x0B): UInt8(ascii: "v")
    case (.gnuStep, 0x0C), (.project, 0x0C): UInt8(ascii: "f")
    default: nil
    }
  }
}

extension Double {
  /// The shortest digits that represent the number, without a decimal point for integers.
  var shortestText: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
