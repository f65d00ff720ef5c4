// A date with object identity.

/// A date as an object (`NSDate`): equal dates may be different objects.
public final class ArchivedDate: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSDate" }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass { StandardLayout.date.archivedClass }
  /// The date.
  public var date: Date

  /// Creates a date.
  public init(_ date: Date) { self.date = date }

  /// Reads the date.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch`.
  public init(coder: UnarchivingCoder) throws {
    date = DateLayout.date(
      try coder.contents(DateLayout.seconds), in: coder.session.table)
  }

  /// Writes the date.
  public func encode(with coder: ArchivingCoder) { DateLayout.write(date, to: coder.sink) }
}
