// Scalars as text: whole for a script, cut to what a line holds for people.

internal import PropertyLists

extension PlistNode {
  /// The value alone, without quotes or type: text as it is, data as base64. Nil for containers.
  var scalarText: String? {
    switch kind {
    case .null: "null"
    case .bool: boolValue.map { "\($0)" }
    case .integer: integerValue.map { "\($0)" }
    case .real: realValue.map { "\($0)" }
    case .date: dateValue.map(\.calendarText)
    case .data: dataValue.map { $0.base64EncodedString() }
    case .string: stringValue
    case .uid: uidValue.map { "\($0.value)" }
    case .array, .set, .dictionary: nil
    }
  }
}

extension Date {
  /// The date as JSON has it; one too far away for a calendar, as seconds.
  var calendarText: String {
    guard let data = try? Plist.date(self).encoded(as: .json) else {
      return "\(timeIntervalSinceReferenceDate) seconds since 2001-01-01T00:00:00Z"
    }
    return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast(2))
  }
}

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
