// A locale by its identifier.

/// A locale (`NSLocale`).
public final class ArchivedLocale: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSLocale" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSLocale", "NSObject") }
  /// The identifier: `de_DE`; empty for the root locale.
  public var identifier: ArchivedText

  /// A locale by its identifier.
  public init(_ identifier: ArchivedText) { self.identifier = identifier }

  /// A locale of Foundation's.
  public convenience init(_ locale: Locale) { self.init(ArchivedText(locale.identifier)) }

  /// The locale as Foundation's own type.
  public var locale: Locale { Locale(identifier: identifier.string) }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    identifier = try coder.text(forKey: "NS.identifier", orGenerated: "$0")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(identifier, forKey: "NS.identifier")
  }
}
