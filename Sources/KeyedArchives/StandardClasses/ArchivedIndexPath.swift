// A path of indices.

/// A path of indices (`NSIndexPath`).
public final class ArchivedIndexPath: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSIndexPath" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSIndexPath", "NSObject") }
  /// The indices.
  public var indexes: [Int]

  /// A path of some indices.
  public init(_ indexes: [Int] = []) { self.indexes = indexes }

  /// The path of Foundation's own type.
  public convenience init(_ path: IndexPath) { self.init(Array(path)) }

  /// The path as Foundation's own type.
  public var indexPath: IndexPath { IndexPath(indexes: indexes) }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    let count = try coder.decodeInteger(forKey: "NSIndexPathLength")
    if count <= 0 {
      indexes = []
    } else if count == 1, coder.containsValue(forKey: "NSIndexPathValue") {
      indexes = [Int(truncatingIfNeeded: try coder.index(forKey: "NSIndexPathValue"))]
    } else {
      guard let numbers = try coder.packedNumbers(forKey: "NSIndexPathData"),
        numbers.count == count
      else {
        throw coder.mismatch("\(count) indices")
      }
      indexes = numbers.map { Int(truncatingIfNeeded: $0) }
    }
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(indexes.count, forKey: "NSIndexPathLength")
    if indexes.count == 1 {
      try coder.encode(indexes[0], forKey: "NSIndexPathValue")
    } else if indexes.count > 1 {
      let numbers = indexes.map { UInt64(truncatingIfNeeded: $0) }
      try coder.encode(
        ArchivedData.mutable(PackedNumbers.bytes(of: numbers)), forKey: "NSIndexPathData")
    }
  }
}
