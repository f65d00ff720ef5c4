// Scalars as text for people, cut to what a line holds. Whole, for scripts, the library has them.

internal import PropertyLists

// MARK: - In an outline

extension TextStyle {
  /// A scalar behind its type: long text and data are cut.
  func scalar(_ node: PlistNode) -> String {
    switch node.kind {
    case .string: string(node.stringValue ?? "")
    case .data: data(node.dataValue ?? Data())
    case .null: ""
    default: " " + self(node.scalarText ?? "", .number)
    }
  }

  /// Text in quotes; after 80 characters cut, with their number before it.
  func string(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(80)
    let isWhole = start.endIndex == text.unicodeScalars.endIndex
    let count = isWhole ? "" : " (\(text.unicodeScalars.count) characters)"
    let shown = String(start).escaped(and: ["\"", "\\"])
    return "\(count) " + self("\"\(shown)\(isWhole ? "" : "…")\"", .text)
  }

  /// The number of bytes, and the first 16 in hexadecimal digits.
  func data(_ data: Data) -> String {
    let count = " (\(data.count) byte\(data.count == 1 ? "" : "s"))"
    if data.isEmpty { return count }
    var digits = ""
    for (place, byte) in data.prefix(16).enumerated() {
      if place > 0, place.isMultiple(of: 4) { digits += " " }
      digits += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\(count) " + self(digits + (data.count > 16 ? "…" : ""), .number)
  }
}
