// Scalars as text.

internal import PropertyLists

extension PlistNode {
  /// The value alone, without quotes or type: text as it is, data as base64. Nil for containers.
  var scalarText: String? {
    switch kind {
    case .null: "null"
    case .bool: boolValue.map { "\($0)" }
    case .integer: integerValue.map { "\($0)" }
    case .real: realValue.map { "\($0)" }
    case .date: dateValue.map(text(of:))
    case .data: dataValue.map { $0.base64EncodedString() }
    case .string: stringValue
    case .uid: uidValue.map { "\($0.value)" }
    case .array, .set, .dictionary: nil
    }
  }

  /// A date as JSON has it; one too far away for a calendar, as seconds.
  private func text(of date: Date) -> String {
    guard let data = try? Plist.date(date).encoded(as: .json) else {
      return "\(date.timeIntervalSinceReferenceDate) seconds since 2001-01-01T00:00:00Z"
    }
    return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast(2))
  }
}
