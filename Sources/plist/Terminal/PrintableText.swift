// Text that is safe for a terminal: it cannot move the cursor, change colors, change the direction
// of writing, or be invisible. Also the number of columns that text occupies.

internal import PropertyLists

extension Unicode.Scalar {
  /// Whether a terminal displays the scalar without any other effect. Joiners are included, because
  /// emoji and some scripts need them.
  var isPrintable: Bool {
    if value < 0x7F { return value >= 0x20 }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    case .format: return value == 0x200C || value == 0x200D
    default: return true
    }
  }

  /// The scalar that represents this one on a line: itself, or the symbol for a control character.
  var printable: Unicode.Scalar {
    if isPrintable { return self }
    if self == "\t" { return " " }
    if value < 0x20 { return Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}" }
    return value == 0x7F ? "\u{2421}" : "\u{FFFD}"
  }

  /// The number of terminal columns: 2 for wide scalars, 0 for scalars that combine with others.
  var columnCount: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    // East Asian wide and full-width forms.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF,
      0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      return 2
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// The escape sequence for the scalar in quoted text.
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
  /// The text as one word of a shell's command line, in quotes.
  var shellQuoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }

  /// The text with symbols instead of control characters, for messages.
  var withoutControls: String { String(String.UnicodeScalarView(unicodeScalars.map(\.printable))) }

  /// The key as a step of a path, with control characters escaped.
  var asLabel: String {
    let isPrintable = unicodeScalars.prefix(100).allSatisfy(\.isPrintable)
    if isPrintable { return PlistPath([.key(self)]).description }
    let start = String(String.UnicodeScalarView(unicodeScalars.prefix(100)))
    return "\"" + start.escaped(and: ["\"", "\\"]) + (unicodeScalars.count > 100 ? "…\"" : "\"")
  }

  /// Returns the text with control characters escaped, and a backslash before the given characters.
  func escaped(and others: Set<Unicode.Scalar> = []) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if others.contains(scalar) { text += "\\" }
      if scalar.isPrintable { text.unicodeScalars.append(scalar) } else { text += scalar.escape }
    }
    return text
  }
}
