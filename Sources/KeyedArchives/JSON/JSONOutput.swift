// JSON under construction: punctuation, line breaks, strings and numbers.
internal import PropertyLists

/// The text of a JSON value.
struct JSONOutput {
  private(set) var bytes: [UInt8] = []

  /// The deepest indentation; it is limited so that a deep value takes linear space.
  private static let indentation = [UInt8](repeating: UInt8(ascii: " "), count: 64)

  mutating func append(_ text: StaticString) { append("\(text)") }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Truncates the output to its first bytes.
  mutating func truncate(to count: Int) { bytes.removeLast(max(0, bytes.count - count)) }

  mutating func breakLine(_ level: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes += Self.indentation.prefix(2 * level)
  }

  /// Appends a quoted string of the document, with a prefix.
  mutating func append(quoted node: PlistNode, prefix: String = "") {
    // JSON allows the control characters above ASCII, but a terminal would interpret them.
    let text = node.unpairedText?.jsonEscaped(.all) ?? (node.stringValue ?? "").jsonEscaped(.all)
    bytes.append(UInt8(ascii: "\""))
    append(prefix)
    append(text)
    bytes.append(UInt8(ascii: "\""))
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
