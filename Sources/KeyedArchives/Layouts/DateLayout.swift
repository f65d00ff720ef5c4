// NSDate: seconds since 2001-01-01T00:00:00Z.
internal import PropertyLists

/// The layout of dates.
package enum DateLayout {
  private static let time = "NS.time"

  /// The node of the number of seconds.
  static func seconds(_ fields: inout StoredFields) throws(LayoutFault) -> Int {
    if let seconds = fields.value(time, kinds: [.real, .integer]) { return seconds }
    throw LayoutFault(.typeMismatch, message: "expected a number for \(time) of the date")
  }

  /// The date of a node with a number of seconds.
  static func date(_ node: Int, in table: ArchiveTable) -> Date {
    let seconds = table.real(node) ?? table.integer(node).map { Double($0.int128) } ?? 0
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// Writes a date.
  package static func write(_ date: Date, to sink: ObjectSink) {
    sink.add(date.timeIntervalSinceReferenceDate, key: time)
  }
}
