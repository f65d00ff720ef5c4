// How decimal numbers are rounded, and which errors they raise.

/// How decimal numbers are rounded, and which errors raise exceptions (`NSDecimalNumberHandler`).
public final class ArchivedDecimalNumberHandler: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSDecimalNumberHandler" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSDecimalNumberHandler", "NSObject") }
  /// The rounding mode by its number: 0 plain, 1 down, 2 up, 3 bankers.
  public var roundingMode: Int
  /// How many digits stay behind the point; nil for all.
  public var scale: Int?
  /// Which errors raise exceptions.
  public var raises: Errors

  /// Errors of arithmetic.
  public struct Errors: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// A set of the bits that are set.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The result is not exact.
    public static let exactness = Errors(rawValue: 1)
    /// The result is too large.
    public static let overflow = Errors(rawValue: 2)
    /// The result is too small.
    public static let underflow = Errors(rawValue: 4)
    /// Division by zero.
    public static let divideByZero = Errors(rawValue: 8)
  }

  /// A handler.
  public init(roundingMode: Int = 0, scale: Int? = nil, raises: Errors = []) {
    self.roundingMode = roundingMode
    self.scale = scale
    self.raises = raises
  }

  private static let keys: [(String, Errors)] = [
    ("NS.raise.exactness", .exactness), ("NS.raise.overflow", .overflow),
    ("NS.raise.underflow", .underflow), ("NS.raise.dividebyzero", .divideByZero),
  ]

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    // Foundation on Linux reads another spelling than it writes.
    roundingMode =
      try coder.optionalInteger(forKey: "NS.roundingmode")
      ?? coder.decodeInteger(forKey: "NS.roundingMode")
    scale = try coder.optionalInteger(forKey: "NS.scale")
    raises = []
    for (key, error) in Self.keys where try coder.decodeBool(forKey: key) { raises.insert(error) }
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(roundingMode, forKey: "NS.roundingmode")
    coder.encodeIfPresent(scale, forKey: "NS.scale")
    for (key, error) in Self.keys { coder.encodeIfTrue(raises.contains(error), forKey: key) }
  }
}
