// Locales, time zones with their rules, calendars, date components and date intervals.
internal import PropertyLists

/// A locale.
package struct LocaleLayout: ObjectLayout {
  package static let classNames = ["NSLocale"]
  /// The key of the identifier, and the one that GNUstep's archiver generates.
  static let (identifier, generated) = ("NS.identifier", "$0")

  /// The identifier, such as `de_DE`; empty for the root locale.
  package var identifier: String

  package init(identifier: String) { self.identifier = identifier }

  package init(_ source: ObjectSource) throws {
    identifier = try source.string(Self.identifier) ?? source.string(Self.generated) ?? ""
  }

  package func write(to sink: ObjectSink) throws { try sink.add(identifier, key: Self.identifier) }
}

/// A time zone.
package struct TimeZoneLayout: ObjectLayout {
  package static let classNames = ["NSTimeZone", "NSLocalTimeZone", "NSConcreteTimeZone"]
  /// The key of the name, and the one that GNUstep's archiver generates.
  private static let (name, generated) = (QueryItemLayout.name, "$0")

  /// The name, such as `Europe/Berlin` or `GMT+0100`.
  package var name: String

  package init(name: String) { self.name = name }

  package init(_ source: ObjectSource) throws {
    name = try source.string(Self.name) ?? source.string(Self.generated) ?? ""
  }

  /// Writes the name without the rules, because Foundation reads time zones by name.
  package func write(to sink: ObjectSink) throws {
    try sink.add(name, key: Self.name)
    try sink.add(.null, key: .name(DataLayout.data))
  }
}

/// A calendar.
package struct CalendarLayout: ObjectLayout {
  package static let classNames = ["NSCalendar", "_NSCopyOnWriteCalendarWrapper"]
  private static let locale = "NS.locale"
  /// The key of the time zone; date components use it too.
  static let timeZone = "NS.timezone"
  private static let (firstWeekday, minimumDays) = ("NS.firstwkdy", "NS.mindays")
  private static let gregorianStart = "NS.gstartdate"
  /// The keys that GNUstep's archiver generates: the kind, the locale as text, the time zone.
  private static let generated = ["$0", "$1", "$2"]

  /// The kind of calendar, such as `gregorian`.
  package var identifier: String
  package var locale: LocaleLayout?
  package var timeZone: TimeZoneLayout?
  /// The first day of the week: 1 for Sunday.
  package var firstWeekday: Int?
  /// The minimum number of days in the first week of a year.
  package var minimumDays: Int?

  package init(
    identifier: String, locale: String?, timeZone: String?, firstWeekday: Int?, minimumDays: Int?
  ) {
    self.identifier = identifier
    self.locale = locale.map { LocaleLayout(identifier: $0) }
    self.timeZone = timeZone.map { TimeZoneLayout(name: $0) }
    self.firstWeekday = firstWeekday
    self.minimumDays = minimumDays
  }

  package init(_ source: ObjectSource) throws {
    if source.hasValue(Self.generated[0]) {
      identifier = try source.string(Self.generated[0]) ?? ""
      locale = try source.string(Self.generated[1]).map { LocaleLayout(identifier: $0) }
      timeZone = try source.layout(TimeZoneLayout.self, key: Self.generated[2])
    } else {
      identifier = try source.string(LocaleLayout.identifier) ?? ""
      locale = try source.layout(LocaleLayout.self, key: Self.locale)
      timeZone = try source.layout(TimeZoneLayout.self, key: Self.timeZone)
    }
    firstWeekday = try source.integer(Self.firstWeekday)
    minimumDays = try source.integer(Self.minimumDays)
  }

  package func write(to sink: ObjectSink) throws {
    try sink.add(identifier, key: LocaleLayout.identifier)
    try sink.add(layout: locale, Self.locale)
    try sink.add(layout: timeZone, Self.timeZone)
    if let firstWeekday { sink.add(firstWeekday, key: Self.firstWeekday) }
    if let minimumDays { sink.add(minimumDays, key: Self.minimumDays) }
    try sink.add(.null, key: .name(Self.gregorianStart))
  }
}

/// The components of a date.
package struct DateComponentsLayout: ObjectLayout {
  package static let classNames = ["NSDateComponents"]
  private static let calendar = "NS.calendar"
  private static let isLeapMonth = "NS.isLeapMonth"
  /// The number that Apple's software stores for components that are not set.
  private static let undefined = Int.max

  /// The keys of the components that are numbers.
  private enum ComponentKey: String {
    case era = "NS.era"
    case year = "NS.year"
    case quarter = "NS.quarter"
    case month = "NS.month"
    case day = "NS.day"
    case hour = "NS.hour"
    case minute = "NS.minute"
    case second = "NS.second"
    case nanosecond = "NS.nanosec"
    case weekOfYear = "NS.weekOfYear"
    case weekOfMonth = "NS.weekOfMonth"
    case yearForWeekOfYear = "NS.yearForWOY"
    case weekday = "NS.weekday"
    case weekdayOrdinal = "NS.weekdayOrdinal"
  }

  /// The components, without calendar and time zone.
  package var components: DateComponents
  package var calendar: CalendarLayout?
  package var timeZone: TimeZoneLayout?

  package init(_ components: DateComponents, calendar: CalendarLayout?) {
    self.components = components
    self.calendar = calendar
    timeZone = components.timeZone.map { TimeZoneLayout(name: $0.identifier) }
  }

  package init(_ source: ObjectSource) throws {
    func number(_ key: ComponentKey) throws -> Int? {
      let value = try source.integer(key.rawValue)
      return value == Self.undefined ? nil : value
    }
    components = DateComponents()
    components.era = try number(.era)
    components.year = try number(.year)
    components.quarter = try number(.quarter)
    components.month = try number(.month)
    components.day = try number(.day)
    components.hour = try number(.hour)
    components.minute = try number(.minute)
    components.second = try number(.second)
    components.nanosecond = try number(.nanosecond)
    components.weekOfYear = try number(.weekOfYear)
    components.weekOfMonth = try number(.weekOfMonth)
    components.yearForWeekOfYear = try number(.yearForWeekOfYear)
    components.weekday = try number(.weekday)
    components.weekdayOrdinal = try number(.weekdayOrdinal)
    components.isLeapMonth = try source.bool(Self.isLeapMonth)
    calendar = try source.layout(CalendarLayout.self, key: Self.calendar)
    timeZone = try source.layout(TimeZoneLayout.self, key: CalendarLayout.timeZone)
  }

  package func write(to sink: ObjectSink) throws {
    // Not key paths, whose symbols are looked up in every program that links this module.
    let numbers: [(ComponentKey, Int?)] = [
      (.era, components.era), (.year, components.year), (.quarter, components.quarter),
      (.month, components.month), (.day, components.day), (.hour, components.hour),
      (.minute, components.minute), (.second, components.second),
      (.nanosecond, components.nanosecond), (.weekOfYear, components.weekOfYear),
      (.weekOfMonth, components.weekOfMonth),
      (.yearForWeekOfYear, components.yearForWeekOfYear), (.weekday, components.weekday),
      (.weekdayOrdinal, components.weekdayOrdinal),
    ]
    for case (let key, let value?) in numbers { sink.add(value, key: key.rawValue) }
    if let isLeapMonth = components.isLeapMonth { sink.add(isLeapMonth, key: Self.isLeapMonth) }
    try sink.add(layout: calendar, Self.calendar)
    try sink.add(layout: timeZone, CalendarLayout.timeZone)
  }
}

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
      try source.real(Self.duration) ?? source.date(Self.end).map { $0.timeIntervalSince(start) }
      ?? 0
  }

  package func write(to sink: ObjectSink) throws {
    try sink.add(.value(start), key: .name(Self.start))
    try sink.add(.value(start.addingTimeInterval(duration)), key: .name(Self.end))
    sink.add(duration, key: Self.duration)
  }
}
