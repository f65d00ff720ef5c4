// NSDateComponents: the components that are set; an archive may store any number for the others.
internal import PropertyLists

/// The components of a date.
package struct DateComponentsLayout: ObjectLayout {
  package static let classNames = ["NSDateComponents"]
  private static let calendar = "NS.calendar"
  private static let isLeapMonth = "NS.isLeapMonth"
  /// The number that Apple's software stores for components that are not set.
  private static let undefined = Int.max

  private static var parts: [(String, WritableKeyPath<DateComponents, Int?>)] {
    [
      ("NS.era", \.era), ("NS.year", \.year), ("NS.quarter", \.quarter), ("NS.month", \.month),
      ("NS.day", \.day), ("NS.hour", \.hour), ("NS.minute", \.minute), ("NS.second", \.second),
      ("NS.nanosec", \.nanosecond), ("NS.weekOfYear", \.weekOfYear),
      ("NS.weekOfMonth", \.weekOfMonth), ("NS.yearForWOY", \.yearForWeekOfYear),
      ("NS.weekday", \.weekday), ("NS.weekdayOrdinal", \.weekdayOrdinal),
    ]
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
    components = DateComponents()
    for (key, part) in Self.parts {
      let value = try source.integer(key)
      components[keyPath: part] = value == Self.undefined ? nil : value
    }
    components.isLeapMonth = try source.bool(Self.isLeapMonth)
    calendar = try source.layout(CalendarLayout.self, key: Self.calendar)
    timeZone = try source.layout(TimeZoneLayout.self, key: CalendarLayout.timeZone)
  }

  package func write(to sink: ObjectSink) throws {
    for (key, part) in Self.parts {
      if let value = components[keyPath: part] { sink.add(value, key: key) }
    }
    if let isLeapMonth = components.isLeapMonth { sink.add(isLeapMonth, key: Self.isLeapMonth) }
    try sink.add(layout: calendar, Self.calendar)
    try sink.add(layout: timeZone, CalendarLayout.timeZone)
  }
}
