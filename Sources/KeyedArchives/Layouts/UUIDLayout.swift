// NSUUID: sixteen bytes. swift-corelibs-foundation and GNUstep use another key.
internal import PropertyLists

/// The layout of UUIDs.
package enum UUIDLayout {
  private static let bytes = "NS.uuidbytes"
  private static let generated = "uuid"

  /// The UUID.
  static func uuid(_ fields: inout StoredFields) throws(LayoutFault) -> UUID {
    let key = fields.position(of: bytes) == nil ? generated : bytes
    let position = fields.position(of: key)
    // Sixteen bytes never take more than this in any format.
    if let position, fields.table.storedLength(fields.value(at: position)) <= 1024,
      let uuid = fields.table.data(fields.value(at: position)).flatMap(UUID.init(bytes:))
    {
      fields.take(position)
      return uuid
    }
    throw LayoutFault(
      .typeMismatch, message: "expected 16 bytes for \(bytes) of the UUID", pair: position ?? -1)
  }

  /// Writes a UUID.
  package static func write(_ uuid: UUID, to sink: ObjectSink) { sink.add(uuid.bytes, key: bytes) }
}
