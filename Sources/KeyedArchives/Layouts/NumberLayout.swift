// NSNumber as an object with a field, as coders other than Apple's write it.
internal import PropertyLists

/// The layout of numbers that are objects with a field.
package enum NumberLayout {
  private static let (bool, real, integer) = ("NS.boolval", "NS.dblval", "NS.intval")

  /// The number.
  package static func number(_ source: ObjectSource) throws -> SinkValue {
    if let value = try source.bool(bool) { return .bool(value) }
    if let value = try source.real(real) { return .real(value) }
    if let value = try source.integer(integer) { return .integer(PlistInteger(value)) }
    throw source.error(.valueNotFound, message: "the number has no \(integer)")
  }
}
