// Parts of dates: those that are not set are nil, whatever number an archive has for that.

/// Parts of a date (`NSDateComponents`).
public final class ArchivedDateComponents: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSDateComponents" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSDateComponents", "NSObject") }
  /// The parts that are set.
  public var values: [Unit: Int]
  /// Whether the month is a leap month; nil where that is not set.
  public var isLeapMonth: Bool?
  /// The calendar.
  public var calendar: ArchivedCalendar?
  /// The time zone.
  public var timeZone: ArchivedTimeZone?

  /// A part of a date, by its key in archives.
  public enum Unit: String, CaseIterable, Sendable {
    /// The era.
    case era = "NS.era"
    /// The year.
    case year = "NS.year"
    /// The quarter.
    case quarter = "NS.quarter"
    /// The month.
    case month = "NS.month"
    /// The day.
    case day = "NS.day"
    /// The hour.
    case hour = "NS.hour"
    /// The minute.
    case minute = "NS.minute"
    /// The second.
    case second = "NS.second"
    /// The nanosecond.
    case nanosecond = "NS.nanosec"
    /// The week of year.
    case weekOfYear = "NS.weekOfYear"
    /// The week of month.
    case weekOfMonth = "NS.weekOfMonth"
    /// The year for week of year.
    case yearForWeekOfYear = "NS.yearForWOY"
    /// The weekday.
    case weekday = "NS.weekday"
    /// The weekday ordinal.
    case weekdayOrdinal = "NS.weekdayOrdinal"
  }

  /// Some parts of a date.
  public init(_ values: [Unit: Int] = [:], isLeapMonth: Bool? = nil) {
    self.values = values
    self.isLeapMonth = isLeapMonth
  }

  /// A part; nil where it is not set.
  public subscript(unit: Unit) -> Int? {
    get { values[unit] }
    set { values[unit] = newValue }
  }

  /// Apple's software has this number for parts that are not set.
  private static let undefined = Int.max

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    values = [:]
    for unit in Unit.allCases {
      let value = try coder.optionalInteger(forKey: unit.rawValue)
      if value != Self.undefined { values[unit] = value }
    }
    isLeapMonth =
      coder.containsValue(forKey: "NS.isLeapMonth")
      ? try coder.decodeBool(forKey: "NS.isLeapMonth") : nil
    calendar = try coder.decode(ArchivedCalendar.self, forKey: "NS.calendar")
    timeZone = try coder.decode(ArchivedTimeZone.self, forKey: "NS.timezone")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    for unit in Unit.allCases { coder.encodeIfPresent(values[unit], forKey: unit.rawValue) }
    if let isLeapMonth { try coder.encode(isLeapMonth, forKey: "NS.isLeapMonth") }
    try coder.encode(calendar, forKey: "NS.calendar")
    try coder.encode(timeZone, forKey: "NS.timezone")
  }
}

extension ArchivedDateComponents {
  private static var parts: [(Unit, WritableKeyPath<DateComponents, Int?>)] {
    [
      (.era, \.era), (.year, \.year), (.quarter, \.quarter), (.month, \.month), (.day, \.day),
      (.hour, \.hour), (.minute, \.minute), (.second, \.second), (.nanosecond, \.nanosecond),
      (.weekOfYear, \.weekOfYear), (.weekOfMonth, \.weekOfMonth),
      (.yearForWeekOfYear, \.yearForWeekOfYear), (.weekday, \.weekday),
      (.weekdayOrdinal, \.weekdayOrdinal),
    ]
  }

  /// The parts of Foundation's own type, without a calendar.
  public convenience init(_ components: DateComponents) {
    self.init([:], isLeapMonth: components.isLeapMonth)
    for (unit, path) in Self.parts { values[unit] = components[keyPath: path] }
    timeZone = components.timeZone.map { ArchivedTimeZone($0) }
  }

  /// The parts as Foundation's own type, without a calendar.
  public var dateComponents: DateComponents {
    var components = DateComponents()
    for (unit, path) in Self.parts { components[keyPath: path] = values[unit] }
    components.isLeapMonth = isLeapMonth
    components.timeZone = timeZone?.timeZone
    return components
  }
}
