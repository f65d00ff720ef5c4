// A date as an object with an identity.

/// A date as an object (`NSDate`): equal dates may be different objects.
public final class ArchivedDate: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSDate" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSDate", "NSObject") }
  /// The date.
  public var date: Date

  /// A date.
  public init(_ date: Date) { self.date = date }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    date = Date(timeIntervalSinceReferenceDate: try coder.decodeDouble(forKey: "NS.time"))
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(date.timeIntervalSinceReferenceDate, forKey: "NS.time")
  }
}
