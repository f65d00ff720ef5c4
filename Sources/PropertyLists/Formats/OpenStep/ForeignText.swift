// The texts that values of foreign kinds become where a format that has no form for them is told to
// write them all the same: see `PlistWritingOptions.ForeignValues`.

extension Node {
  /// The text of a boolean, date, UID or null; nil for other kinds and for a date that is too far
  /// away or no number.
  var foreignText: String? {
    switch kind {
    case .bool: payload != 0 ? "1" : "0"
    case .date: dateText
    case .uid: payload.description
    case .null: "NULL"
    default: nil
    }
  }

  private var dateText: String? {
    var text = ByteWriter(minimumCapacity: 32)
    guard text.append(dateSeconds: Double(bitPattern: payload)) else { return nil }
    return text.view.string(at: 0, count: text.count)
  }
}

extension PlistKind {
  /// What values of a kind are called in a sentence.
  var plural: String {
    switch self {
    case .null: "nulls"
    case .bool: "booleans"
    case .integer: "integers"
    case .real: "reals"
    case .date: "dates"
    case .data: "data"
    case .string: "strings"
    case .uid: "UIDs"
    case .array: "arrays"
    case .set: "sets"
    case .dictionary: "dictionaries"
    }
  }
}
