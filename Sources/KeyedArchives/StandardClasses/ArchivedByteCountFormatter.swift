// A formatter of numbers of bytes.

/// A formatter of numbers of bytes (`NSByteCountFormatter`).
public final class ArchivedByteCountFormatter: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSByteCountFormatter" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass {
    ArchivedClass("NSByteCountFormatter", "NSFormatter", "NSObject")
  }
  /// The units that may be used, as bits; 0 for those that fit.
  public var allowedUnits: Int
  /// How many bytes a kilobyte has, by its number; 0 as files have.
  public var countStyle: Int
  /// Where the text stands, by its number.
  public var formattingContext: Int
  /// What is switched on or off against the defaults.
  public var switches: Switches

  /// What is switched on or off.
  public struct Switches: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// A set of the bits that are set.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Zeros are added behind the point.
    public static let zeroPadsFractionDigits = Switches(rawValue: 1)
    /// The number of bytes is added.
    public static let includesActualByteCount = Switches(rawValue: 2)
    /// No words for numbers.
    public static let noNonnumericFormatting = Switches(rawValue: 4)
    /// No unit.
    public static let noUnit = Switches(rawValue: 8)
    /// No number.
    public static let noCount = Switches(rawValue: 16)
    /// The same number of digits everywhere.
    public static let notAdaptive = Switches(rawValue: 32)
  }

  /// A formatter.
  public init(
    allowedUnits: Int = 0, countStyle: Int = 0, formattingContext: Int = 0, switches: Switches = []
  ) {
    self.allowedUnits = allowedUnits
    self.countStyle = countStyle
    self.formattingContext = formattingContext
    self.switches = switches
  }

  private static let keys: [(String, Switches)] = [
    ("NSZeroPad", .zeroPadsFractionDigits), ("NSActual", .includesActualByteCount),
    ("NSNoNonnumeric", .noNonnumericFormatting), ("NSNoUnit", .noUnit), ("NSNoCount", .noCount),
    ("NSNoAdaptive", .notAdaptive),
  ]

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    allowedUnits = try coder.decodeInteger(forKey: "NSUnits")
    countStyle = try coder.decodeInteger(forKey: "NSKBSize")
    formattingContext = try coder.decodeInteger(forKey: "NSFormattingContext")
    switches = []
    for (key, value) in Self.keys where try coder.decodeBool(forKey: key) { switches.insert(value) }
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    if allowedUnits != 0 { try coder.encode(allowedUnits, forKey: "NSUnits") }
    if countStyle != 0 { try coder.encode(countStyle, forKey: "NSKBSize") }
    if formattingContext != 0 { try coder.encode(formattingContext, forKey: "NSFormattingContext") }
    for (key, value) in Self.keys { coder.encodeIfTrue(switches.contains(value), forKey: key) }
  }
}
