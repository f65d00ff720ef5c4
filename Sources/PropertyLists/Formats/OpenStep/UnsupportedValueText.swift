// Values of kinds that a format of the OpenStep family has no form for: refused with a sentence, or
// written as text where that is asked for. See `PlistWritingOptions.UnsupportedValues`.

extension WritingWalk {
  /// The text that stands for a boolean, date, UID or null in a format that has none of these.
  ///
  /// - Throws: `PlistError` with `notRepresentable` when such values are refused.
  func textOfUnsupported(_ node: Node, in format: PlistFormat) throws(PlistError) -> String {
    try admitUnsupported(node.kind.plural, in: format)
    switch node.kind {
    case .bool: return node.payload != 0 ? "1" : "0"
    case .uid: return node.payload.description
    case .date:
      guard let text = node.dateText else { throw noDateText() }
      return text
    default: return "NULL"
    }
  }

  /// Passes when values that a format has no form for may become text or arrays.
  func admitUnsupported(_ values: String, in format: PlistFormat) throws(PlistError) {
    guard options.unsupportedValues == .asText else {
      throw failure(.notRepresentable, message: "\(format.codec.plural) have no form for \(values)")
    }
  }
}

extension Node {
  /// The text of a date, `2001-01-01T00:00:00Z`; nil for one that is too far away or no number.
  var dateText: String? {
    var text = ByteWriter(minimumCapacity: 48)
    guard text.append(dateSeconds: Double(bitPattern: payload)) else { return nil }
    return text.view.string(at: 0, count: text.count)
  }
}

extension PlistKind {
  /// What values of a kind that formats may lack are called in a sentence.
  fileprivate var plural: String {
    switch self {
    case .bool: "booleans"
    case .date: "dates"
    case .uid: "UIDs"
    default: "null"
    }
  }
}
