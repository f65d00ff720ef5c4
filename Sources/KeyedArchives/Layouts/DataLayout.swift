// NSData and NSMutableData as objects with a field; other data is stored directly in a slot.
internal import PropertyLists

/// The layout of data stored with a class. Time zones store their rules under the same key.
package enum DataLayout {
  /// The key of the bytes.
  package static let data = "NS.data"
  /// The key in GNUstep's archives.
  private static let bytes = "NS.bytes"

  /// The node of the bytes.
  static func bytes(_ fields: inout StoredFields) throws(LayoutFault) -> Int {
    if let bytes = fields.value(data, kind: .data) ?? fields.value(bytes, kind: .data) {
      return bytes
    }
    throw LayoutFault(.typeMismatch, message: "expected data for \(data)")
  }

  /// Writes data.
  package static func write(_ bytes: Data, to sink: ObjectSink) { sink.add(bytes, key: data) }
}
