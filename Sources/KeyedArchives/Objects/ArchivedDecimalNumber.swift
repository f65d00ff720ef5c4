// A decimal number with object identity.

/// A decimal number as an object (`NSDecimalNumber`).
public final class ArchivedDecimalNumber: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSDecimalNumber" }
  /// The class name of a number whose value is not known yet.
  public static var archivedClassAliases: [String] { ["NSDecimalNumberPlaceholder"] }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass
  /// The number, or NaN.
  public var decimal: Decimal

  /// Creates a decimal number.
  public init(_ decimal: Decimal) {
    self.decimal = decimal
    archivedClass = StandardLayout.decimal.archivedClass
  }

  /// Reads the number.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch`.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.source.archivedClass()
    decimal = try coder.session.decimal(ofObject: coder.fields.node)
  }

  /// Writes the number.
  public func encode(with coder: ArchivingCoder) { DecimalLayout.write(decimal, to: coder.sink) }
}
