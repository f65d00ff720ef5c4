// A formatter of dates as ISO 8601 has them.

/// A formatter of dates as in ISO 8601 (`NSISO8601DateFormatter`).
public final class ArchivedISO8601DateFormatter: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSISO8601DateFormatter" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The options, as bits.
  public var options: Int
  /// The time zone.
  public var timeZone: ArchivedTimeZone?

  /// An object with its fields.
  public init(options: Int = 0, timeZone: ArchivedTimeZone? = nil) {
    self.options = options
    self.timeZone = timeZone
    archivedClass = ArchivedClass("NSISO8601DateFormatter", "NSFormatter", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    options = try coder.decodeInteger(forKey: "NS.formatOptions")
    timeZone = try coder.decode(ArchivedTimeZone.self, forKey: "NS.timeZone")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(options, forKey: "NS.formatOptions")
    try coder.encode(timeZone, forKey: "NS.timeZone")
  }
}
