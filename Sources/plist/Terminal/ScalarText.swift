// Scalars as readable text, shortened to fit a line. The library provides the full text for
// scripts.

internal import PropertyLists

// MARK: - In an outline

extension TextStyle {
  /// Returns a scalar for display after its type. Long text and data are shortened.
  func scalar(_ node: PlistNode) -> String {
    switch node.kind {
    case .string: string(node.stringValue ?? "")
    case .data: data(node.dataValue ?? Data())
    case .null: ""
    default: " " + self(node.scalarText ?? "", as: .number)
    }
  }

  /// Returns text in quotation marks. Text of more than 80 characters is shortened and preceded by
  /// its length.
  func string(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(80)
    let isWhole = start.endIndex == text.unicodeScalars.endIndex
    let count = isWhole ? "" : " (\(text.unicodeScalars.count) characters)"
    let shown = String(start).escaped(and: ["\"", "\\"])
    return "\(count) " + self("\"\(shown)\(isWhole ? "" : "…")\"", as: .text)
  }

  /// Returns the number of bytes, and the first 16 bytes in hexadecimal digits.
  func data(_ data: Data) -> String {
    let count = " (\(data.count) byte\(data.count == 1 ? "" : "s"))"
    if data.isEmpty { return count }
    var digits = ""
    for (index, byte) in data.prefix(16).enumerated() {
      if index > 0, index.isMultiple(of: 4) { digits += " " }
      digits += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\(count) " + self(digits + (data.count > 16 ? "…" : ""), as: .number)
  }
}
