// The object that stands for nothing in collections.

/// The object that stands for nothing in collections (`NSNull`).
public final class ArchivedNull: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSNull" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSNull", "NSObject") }

  /// An object that stands for nothing.
  public init() {}

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {}

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {}
}
