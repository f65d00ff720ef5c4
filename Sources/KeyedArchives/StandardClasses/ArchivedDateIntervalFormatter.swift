// A formatter of the time between two dates.

/// A formatter of the time between two dates (`NSDateIntervalFormatter`).
public final class ArchivedDateIntervalFormatter: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSDateIntervalFormatter" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The template of its user.
  public var dateTemplate: ArchivedText?
  /// The template of the styles.
  public var styleTemplate: ArchivedText?
  /// Whether the user's template counts.
  public var usesTemplate: Bool
  /// Whether it was changed since it was used last.
  public var isModified: Bool
  /// The locale.
  public var locale: ArchivedLocale?
  /// The calendar.
  public var calendar: ArchivedCalendar?
  /// The time zone.
  public var timeZone: ArchivedTimeZone?
  /// The style of dates, by its number.
  public var dateStyle: Int
  /// The style of times, by its number.
  public var timeStyle: Int

  /// An object with its fields.
  public init(
    dateTemplate: ArchivedText? = nil, styleTemplate: ArchivedText? = nil,
    locale: ArchivedLocale? = nil,
    calendar: ArchivedCalendar? = nil, timeZone: ArchivedTimeZone? = nil, dateStyle: Int = 0,
    timeStyle: Int = 0
  ) {
    self.dateTemplate = dateTemplate
    self.styleTemplate = styleTemplate
    usesTemplate = false
    isModified = false
    self.locale = locale
    self.calendar = calendar
    self.timeZone = timeZone
    self.dateStyle = dateStyle
    self.timeStyle = timeStyle
    archivedClass = ArchivedClass("NSDateIntervalFormatter", "NSFormatter", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    dateTemplate = try coder.text(forAnyOf: "NS.dateTemplate")
    styleTemplate = try coder.text(forAnyOf: "NS.dateTemplateFromStyles")
    usesTemplate = try coder.decodeBool(forKey: "NS.useTemplate")
    isModified = try coder.decodeBool(forKey: "NS.modified")
    locale = try coder.decode(ArchivedLocale.self, forKey: "NS.locale")
    calendar = try coder.decode(ArchivedCalendar.self, forKey: "NS.calendar")
    timeZone = try coder.decode(ArchivedTimeZone.self, forKey: "NS.timeZone")
    dateStyle = try coder.decodeInteger(forKey: "NS.dateStyle")
    timeStyle = try coder.decodeInteger(forKey: "NS.timeStyle")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(dateTemplate, forKey: "NS.dateTemplate")
    try coder.encode(styleTemplate, forKey: "NS.dateTemplateFromStyles")
    try coder.encode(usesTemplate, forKey: "NS.useTemplate")
    try coder.encode(isModified, forKey: "NS.modified")
    try coder.encode(locale, forKey: "NS.locale")
    try coder.encode(calendar, forKey: "NS.calendar")
    try coder.encode(timeZone, forKey: "NS.timeZone")
    try coder.encode(dateStyle, forKey: "NS.dateStyle")
    try coder.encode(timeStyle, forKey: "NS.timeStyle")
  }
}
