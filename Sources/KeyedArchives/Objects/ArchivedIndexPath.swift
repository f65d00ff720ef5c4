// An index path.

/// An index path (`NSIndexPath`).
public final class ArchivedIndexPath: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSIndexPath" }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSIndexPath", "NSObject") }
  /// The indexes.
  public var indexes: [Int]

  /// Creates an index path.
  public init(_ indexes: [Int] = []) { self.indexes = indexes }

  /// Creates an index path from Foundation's type.
  public convenience init(_ path: IndexPath) { self.init(Array(path)) }

  /// The index path as Foundation's type.
  public var indexPath: IndexPath { IndexPath(indexes: indexes) }

  /// Reads the indexes.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch`.
  public init(coder: UnarchivingCoder) throws {
    indexes = try IndexPathLayout.indices(coder.source)
  }

  /// Writes the indexes.
  public func encode(with coder: ArchivingCoder) throws {
    try IndexPathLayout.write(indexes, to: coder.sink)
  }
}
