// NSURL: its text and its base URL.
internal import PropertyLists

/// The layout of URLs.
package enum URLLayout {
  private static let relative = "NS.relative"
  private static let base = "NS.base"

  /// The nodes of the references to the text and the base; the base is nil if none is stored.
  struct URLReferences {
    var relative: Int
    var base: Int?
  }

  /// The parts of a URL.
  static func parts(_ fields: inout StoredFields) throws(LayoutFault) -> URLReferences {
    let table = fields.table
    guard let position = fields.position(of: relative),
      table.reference(fields.value(at: position)) != nil
    else {
      throw LayoutFault(
        .typeMismatch, message: "expected a reference to text for \(relative) of the URL",
        pair: fields.position(of: relative) ?? -1)
    }
    guard let basePosition = fields.position(of: base) else {
      fields.take(position)
      return URLReferences(relative: fields.value(at: position), base: nil)
    }
    guard table.reference(fields.value(at: basePosition)) != nil else {
      throw LayoutFault(
        .typeMismatch, message: "expected a reference for \(base) of the URL", pair: basePosition)
    }
    fields.take(position)
    fields.take(basePosition)
    return URLReferences(
      relative: fields.value(at: position), base: fields.value(at: basePosition))
  }

  /// Writes a URL.
  package static func write(_ relative: SinkValue, base: SinkValue, to sink: ObjectSink) throws {
    try sink.add(base, key: .name(Self.base))
    try sink.add(relative, key: .name(Self.relative))
  }
}
