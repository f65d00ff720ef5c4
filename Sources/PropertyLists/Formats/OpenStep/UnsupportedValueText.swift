// Values of kinds that a format of the OpenStep family cannot represent. They are errors or, if the
// options allow it, written as text. See `PlistWritingOptions.UnsupportedValues`.

extension WritingWalk {
  /// Returns the text for a Boolean, date, UID or null in a format without that kind.
  ///
  /// - Throws: `PlistError` with `notRepresentable` if the options reject such values.
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

  /// Throws unless the options allow values that a format cannot represent to become text or
  /// arrays.
  func admitUnsupported(_ values: String, in format: PlistFormat) throws(PlistError) {
    guard options.unsupportedValues == .asText else {
      throw failure(.notRepresentable, message: "\(format.codec.plural) cannot represent \(values)")
    }
  }
}

extension Node {
  /// The text of a date, `2001-01-01T00:00:00Z`; nil if the date is too distant or not finite.
  var dateText: String? {
    var text = ByteWriter(minimumCapacity: 48)
    guard text.append(dateSeconds: Double(bitPattern: payload)) else { return nil }
    return text.view.string(at: 0, count: text.count)
  }
}

extension PlistKind {
  /// The name of a kind in the plural, for messages about formats without that kind.
  fileprivate var plural: String {
    switch self {
    case .bool: "Booleans"
    case .date: "dates"
    case .uid: "UIDs"
    default: "null"
    }
  }
}
