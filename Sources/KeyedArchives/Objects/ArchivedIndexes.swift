// Index sets, as ranges, and index paths.

/// An index set (`NSIndexSet`, `NSMutableIndexSet`).
public final class ArchivedIndexSet: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSIndexSet" }
  /// The name of the mutable variant.
  public static var archivedClassAliases: [String] { ["NSMutableIndexSet"] }
  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableIndexSet", "NSIndexSet", "NSObject")
  }

  /// The class of the object in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The ranges; in archives they are in ascending order with gaps between them.
  public var ranges: [Range<Int>]

  /// Creates a set of the indexes in the given ranges.
  public init(
    _ ranges: [Range<Int>] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSIndexSet", "NSObject")
  ) {
    self.ranges = ranges
    self.archivedClass = archivedClass
  }

  /// Whether an index is in the set.
  public func contains(_ index: Int) -> Bool { ranges.contains { $0.contains(index) } }

  /// Reads the ranges.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch`; with `outOfRange` for indexes above `Int.max`.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.source.archivedClass()
    let numbers = try IndexSetLayout.numbers(coder.source)
    ranges = try stride(from: 0, to: numbers.count - 1, by: 2).map { index in
      guard let first = Int(exactly: numbers[index]), let length = Int(exactly: numbers[index + 1]),
        first <= .max - length
      else {
        throw coder.source.error(.outOfRange, message: "an index of the set does not fit in Int")
      }
      return first..<first + length
    }
  }

  /// Writes the ranges.
  public func encode(with coder: ArchivingCoder) throws {
    let numbers = ranges.flatMap {
      [UInt64(truncatingIfNeeded: $0.lowerBound), UInt64(truncatingIfNeeded: $0.count)]
    }
    try IndexSetLayout.write(numbers, to: coder.sink)
  }
}

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
