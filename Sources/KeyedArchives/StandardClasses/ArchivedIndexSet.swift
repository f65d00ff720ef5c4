// A set of indices, as ranges.

/// A set of indices (`NSIndexSet`, `NSMutableIndexSet`).
public final class ArchivedIndexSet: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSIndexSet" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { ["NSMutableIndexSet"] }
  /// Its class in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The ranges, as the archive has them: in ascending order, apart from each other.
  public var ranges: [ArchivedRange]

  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableIndexSet", "NSIndexSet", "NSObject")
  }

  /// A set of the indices in some ranges.
  public init(
    _ ranges: [ArchivedRange] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSIndexSet", "NSObject")
  ) {
    self.ranges = ranges
    self.archivedClass = archivedClass
  }

  /// Whether an index is in the set.
  public func contains(_ index: Int) -> Bool {
    ranges.contains { $0.range?.contains(index) == true }
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    let count = try coder.decodeInteger(forKey: "NSRangeCount")
    if count <= 0 {
      ranges = []
    } else if count == 1, coder.containsValue(forKey: "NSLocation") {
      ranges = [
        ArchivedRange(
          location: try coder.index(forKey: "NSLocation"),
          length: try coder.index(forKey: "NSLength"))
      ]
    } else {
      guard let numbers = try coder.packedNumbers(forKey: "NSRangeData"),
        numbers.count / 2 == count, numbers.count.isMultiple(of: 2)
      else { throw coder.mismatch("\(count) ranges") }
      ranges = stride(from: 0, to: numbers.count, by: 2).map {
        ArchivedRange(location: numbers[$0], length: numbers[$0 + 1])
      }
    }
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(ranges.count, forKey: "NSRangeCount")
    if ranges.count == 1 {
      coder.encode(index: ranges[0].location, forKey: "NSLocation")
      coder.encode(index: ranges[0].length, forKey: "NSLength")
    } else if ranges.count > 1 {
      let numbers = ranges.flatMap { [$0.location, $0.length] }
      try coder.encode(
        ArchivedData.mutable(PackedNumbers.bytes(of: numbers)), forKey: "NSRangeData")
    }
  }
}
