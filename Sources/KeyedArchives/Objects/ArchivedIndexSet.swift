// An index set, as ranges.

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

  /// Creates a set of the indexes in ranges.
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
  /// - Throws: `ArchiveError` with `typeMismatch`, or with `outOfRange` for indexes above
  ///   `Int.max`.
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
