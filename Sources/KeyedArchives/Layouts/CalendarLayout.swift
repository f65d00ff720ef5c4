// NSCalendar: the kind of calendar and the user's settings.
internal import PropertyLists

/// A calendar.
package struct CalendarLayout: ObjectLayout {
  package static let classNames = ["NSCalendar", "_NSCopyOnWriteCalendarWrapper"]
  private static let locale = "NS.locale"
  /// The key of the time zone; date components use it too.
  static let timeZone = "NS.timezone"
  private static let firstWeekday = "NS.firstwkdy"
  private static let minimumDays = "NS.mindays"
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
