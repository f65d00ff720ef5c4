// A number with its unit.

/// A number with its unit (`NSMeasurement`).
public final class ArchivedMeasurement: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSMeasurement" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The number.
  public var value: Double
  /// The unit.
  public var unit: ArchivedUnit?

  /// An object with its fields.
  public init(value: Double = 0, unit: ArchivedUnit? = nil) {
    self.value = value
    self.unit = unit
    archivedClass = ArchivedClass("NSMeasurement", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    value = try coder.decodeDouble(forKey: "NS.value")
    unit = try coder.decode(ArchivedUnit.self, forKey: "NS.unit")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(value, forKey: "NS.value")
    try coder.encode(unit, forKey: "NS.unit")
  }
}
