// A calendar with the choices of its user.

/// A calendar (`NSCalendar`).
public final class ArchivedCalendar: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSCalendar" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { ["_NSCopyOnWriteCalendarWrapper"] }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSCalendar", "NSObject") }
  /// The kind of calendar: `gregorian`.
  public var identifier: ArchivedText
  /// The locale.
  public var locale: ArchivedLocale?
  /// The time zone.
  public var timeZone: ArchivedTimeZone?
  /// The first day of the week: 1 for Sunday.
  public var firstWeekday: Int?
  /// How many days the first week of a year has at least.
  public var minimumDaysInFirstWeek: Int?
  /// The first day of the Gregorian calendar.
  public var gregorianStart: ArchivedDate?

  /// A calendar of a kind.
  public init(
    _ identifier: ArchivedText, locale: ArchivedLocale? = nil, timeZone: ArchivedTimeZone? = nil,
    firstWeekday: Int? = nil, minimumDaysInFirstWeek: Int? = nil,
    gregorianStart: ArchivedDate? = nil
  ) {
    self.identifier = identifier
    self.locale = locale
    self.timeZone = timeZone
    self.firstWeekday = firstWeekday
    self.minimumDaysInFirstWeek = minimumDaysInFirstWeek
    self.gregorianStart = gregorianStart
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    identifier = try coder.text(forKey: "NS.identifier", orGenerated: "$0")
    // GNUstep has the locale as text, and the time zone behind it.
    locale =
      coder.containsGenerated("$1")
      ? ArchivedLocale(try coder.generatedText("$1"))
      : try coder.decode(ArchivedLocale.self, forKey: "NS.locale")
    timeZone =
      try coder.decode(ArchivedTimeZone.self, forKey: "NS.timezone")
      ?? coder.generated("$2").object(as: ArchivedTimeZone.self)
    firstWeekday = try coder.optionalInteger(forKey: "NS.firstwkdy")
    minimumDaysInFirstWeek = try coder.optionalInteger(forKey: "NS.mindays")
    gregorianStart = try coder.decode(ArchivedDate.self, forKey: "NS.gstartdate")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(identifier, forKey: "NS.identifier")
    try coder.encode(locale, forKey: "NS.locale")
    try coder.encode(timeZone, forKey: "NS.timezone")
    coder.encodeIfPresent(firstWeekday, forKey: "NS.firstwkdy")
    coder.encodeIfPresent(minimumDaysInFirstWeek, forKey: "NS.mindays")
    try coder.encode(gregorianStart, forKey: "NS.gstartdate")
  }
}
