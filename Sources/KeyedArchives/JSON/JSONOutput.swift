// JSON under construction: punctuation, line breaks, strings and numbers.
internal import PropertyLists

/// The text of a JSON value.
struct JSONOutput {
  private(set) var bytes: [UInt8] = []

  /// The maximum level of indentation; it is limited so that a deep value takes linear space.
  private static let maximumIndentation = 32

  mutating func append(_ text: StaticString) { append("\(text)") }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Truncates the output to its first bytes.
  mutating func truncate(to count: Int) { bytes.removeLast(max(0, bytes.count - count)) }

  mutating func breakLine(_ level: Int) {
    bytes.append(UInt8(ascii: "\n"))
    let count = 2 * min(level, Self.maximumIndentation)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }

  // MARK: Strings

  /// Appends a quoted string of the document, with a prefix.
  mutating func append(quoted node: PlistNode, prefix: String = "") {
    bytes.append(UInt8(ascii: "\""))
    append(prefix)
    if let units = node.unpairedText {
      append(escaped: units)
    } else {
      append(escaped: node.stringValue ?? "")
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped text: String) {
    // These bytes of UTF-8 never need an escape, regardless of the bytes that follow.
    let isPlain = text.allBytes { byte in
      byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F
        && byte != 0xC2
    }
    if isPlain { return append(text) }
    for scalar in text.unicodeScalars { append(escaped: scalar) }
  }

  private mutating func append(escaped scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    // JSON allows the control characters above ASCII, but a terminal would interpret them.
    case "\0"..<" ", "\u{7F}"..<"\u{A0}": append(unit: UInt16(truncatingIfNeeded: scalar.value))
    case "\0"..<"\u{80}": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Appends UTF-16 that may contain unpaired surrogates.
  private mutating func append(escaped units: [UInt16]) {
    var index = 0
    while index < units.count {
      let unit = units[index]
      index += 1
      if let scalar = Unicode.Scalar(unit) {
        append(escaped: scalar)
      } else if unit < 0xDC00, index < units.count, units[index] & 0xFC00 == 0xDC00 {
        append(unit: unit)
        append(unit: units[index])
        index += 1
      } else {
        append(unit: unit)
      }
    }
  }

  private mutating func append(unit: UInt16) {
    let digits = String(unit, radix: 16)
    append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
  }

  /// Appends a value that is neither a container nor a reference.
  mutating func append(scalar node: PlistNode) {
    switch node.kind {
    case .bool: append(node.boolValue == true ? "true" : "false")
    case .integer: append("\(node.integerValue ?? 0)")
    case .real: append(real: node.realValue ?? 0)
    case .string: append(quoted: node)
    case .data: append("{\"$data\": \"\((node.dataValue ?? Data()).base64EncodedString())\"}")
    case .date:
      append("{\"$date\": ")
      append(real: node.dateValue?.timeIntervalSinceReferenceDate ?? 0)
      append("}")
    default: append("null")
    }
  }

  /// Appends a real number, always with a decimal point or an exponent.
  mutating func append(real value: Double) {
    if value.isFinite {
      append(value.description)
    } else {
      append("{\"$real\": \"\(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")\"}")
    }
  }
}
