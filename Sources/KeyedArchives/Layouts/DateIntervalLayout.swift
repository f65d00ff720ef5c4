// NSDateInterval: two dates and the seconds between them.
internal import PropertyLists

/// The time between two dates.
package struct DateIntervalLayout: ObjectLayout {
  package static let classNames = ["NSDateInterval"]
  private static let (start, end, duration) = ("NS.startDate", "NS.endDate", "NS.duration")

  package var start: Date
  /// The seconds between the dates.
  package var duration: Double

  package init(start: Date, duration: Double) { (self.start, self.duration) = (start, duration) }

  package init(_ source: ObjectSource) throws {
    let start = try source.date(Self.start) ?? Date(timeIntervalSinceReferenceDate: 0)
    self.start = start
    duration =
      try source.real(Self.duration)
      ?? source.date(Self.end).map { $0.timeIntervalSince(start) } ?? 0
  }

  package func write(to sink: ObjectSink) throws {
    try sink.add(.value(start), key: .name(Self.start))
    try sink.add(.value(start.addingTimeInterval(duration)), key: .name(Self.end))
    sink.add(duration, key: Self.duration)
  }
}
