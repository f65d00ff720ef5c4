// The time between two dates.

/// The time between two dates (`NSDateInterval`).
public final class ArchivedDateInterval: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSDateInterval" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSDateInterval", "NSObject") }
  /// The first date.
  public var start: Date
  /// How many seconds lie between the dates.
  public var duration: Double

  /// The time behind a date.
  public init(start: Date, duration: Double) {
    self.start = start
    self.duration = duration
  }

  /// The interval of Foundation's own type.
  public convenience init(_ interval: DateInterval) {
    self.init(start: interval.start, duration: interval.duration)
  }

  /// The interval as Foundation's own type; nil where it would end before it begins.
  public var dateInterval: DateInterval? {
    duration >= 0 ? DateInterval(start: start, duration: duration) : nil
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    start =
      try coder.decode(Date.self, forKey: "NS.startDate") ?? Date(timeIntervalSinceReferenceDate: 0)
    let end = try coder.decode(Date.self, forKey: "NS.endDate")
    duration =
      try coder.optionalDouble(forKey: "NS.duration") ?? end.map { [start] in
        $0.timeIntervalSince(start)
      } ?? 0
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(start, forKey: "NS.startDate")
    try coder.encode(start.addingTimeInterval(duration), forKey: "NS.endDate")
    try coder.encode(duration, forKey: "NS.duration")
  }
}
