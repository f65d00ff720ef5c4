// Text of a file as it may reach a terminal: nothing in it can move the cursor, change colours,
// turn the direction of writing or hide; and how many columns it takes there.

internal import PropertyLists

extension Unicode.Scalar {
  /// Whether a terminal shows this and does nothing else. Joiners are, as emoji and some scripts
  /// need them.
  var isPrintable: Bool {
    if value < 0x7F { return value >= 0x20 }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    case .format: return value == 0x200C || value == 0x200D
    default: return true
    }
  }

  /// What stands for this in a line: itself, or a picture of the control character.
  var printable: Unicode.Scalar {
    if isPrintable { return self }
    if self == "\t" { return " " }
    if value < 0x20 { return Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}" }
    return value == 0x7F ? "\u{2421}" : "\u{FFFD}"
  }

  /// The columns that a terminal gives this: 2 for wide ones, 0 for those that join others.
  var columnCount: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide ? 2 : 1
    }
  }

  /// East Asian wide and full-width forms, and emoji.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF,
      0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }

  /// The escape that stands for this in quoted text.
  fileprivate var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}

extension String {
  /// The text with pictures in the place of control characters, for messages.
  var withoutControls: String {
    String(String.UnicodeScalarView(unicodeScalars.map(\.printable)))
  }

  /// A key as a step of a path, with escapes in the place of control characters.
  var asLabel: String {
    let isPrintable = unicodeScalars.prefix(100).allSatisfy(\.isPrintable)
    if isPrintable { return PlistPath([.key(self)]).description }
    let start = String(String.UnicodeScalarView(unicodeScalars.prefix(100)))
    return "\"" + start.escaped(and: ["\"", "\\"])
      + (unicodeScalars.count > 100 ? "…\"" : "\"")
  }

  /// The text with escapes in the place of control characters, and before the characters given.
  func escaped(and others: Set<Unicode.Scalar> = []) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if others.contains(scalar) { text += "\\" }
      if scalar.isPrintable { text.unicodeScalars.append(scalar) } else { text += scalar.escape }
    }
    return text
  }
}
