// A path of indices.

/// A path of indices (`NSIndexPath`).
public final class ArchivedIndexPath: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSIndexPath" }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSIndexPath", "NSObject") }
  /// The indices.
  public var indexes: [Int]

  /// A path of some indices.
  public init(_ indexes: [Int] = []) { self.indexes = indexes }

  /// The path of Foundation's own type.
  public convenience init(_ path: IndexPath) { self.init(Array(path)) }

  /// The path as Foundation's own type.
  public var indexPath: IndexPath { IndexPath(indexes: indexes) }

  /// Reads the indices.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch`.
  public init(coder: UnarchivingCoder) throws {
    indexes = try IndexPathLayout.indices(coder.source)
  }

  /// Writes the indices.
  public func encode(with coder: ArchivingCoder) throws {
    try IndexPathLayout.write(indexes, to: coder.sink)
  }
}
