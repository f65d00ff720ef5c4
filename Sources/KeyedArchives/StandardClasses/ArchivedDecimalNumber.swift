// A decimal number as an object with an identity.

/// A decimal number as an object (`NSDecimalNumber`).
public final class ArchivedDecimalNumber: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSDecimalNumber" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { ["NSDecimalNumberPlaceholder"] }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The number; not a number where Apple's software has that.
  public var decimal: Decimal

  /// A decimal number.
  public init(_ decimal: Decimal) {
    self.decimal = decimal
    archivedClass = ArchivedClass("NSDecimalNumber", "NSNumber", "NSValue", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    if coder.containsGenerated("$0") {
      guard let value = DecimalParts.decimal(try coder.generatedText("$0").string) else {
        throw coder.mismatch("a decimal number")
      }
      decimal = value
      return
    }
    let parts = DecimalParts(
      isNegative: try coder.decodeBool(forKey: "NS.negative"),
      exponent: try coder.decodeInteger(forKey: "NS.exponent"),
      words: try coder.decodeInteger(forKey: "NS.length"),
      bytes: try coder.bytes(forKey: "NS.mantissa") ?? Data(),
      isBigEndian: try coder.decodeInteger(forKey: "NS.mantissa.bo") == 2)
    guard let value = parts?.decimal else { throw coder.mismatch("a decimal number") }
    decimal = value
  }

  /// Writes the fields.
  public func encode(with coder: ArchivingCoder) {
    DecimalParts(decimal).addFields(
      to: coder.container.container, coder.encoder.session.builder)
  }
}
