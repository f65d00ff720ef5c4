// A regular expression.

/// A regular expression (`NSRegularExpression`).
public final class ArchivedRegularExpression: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSRegularExpression" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The pattern.
  public var pattern: ArchivedText
  /// The options, as bits.
  public var options: Int

  /// An object with its fields.
  public init(pattern: ArchivedText, options: Int = 0) {
    self.pattern = pattern
    self.options = options
    archivedClass = ArchivedClass("NSRegularExpression", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    pattern = try coder.text(forAnyOf: "NSPattern", "pattern") ?? ""
    options =
      try coder.optionalInteger(forKey: "NSOptions") ?? coder.decodeInteger(forKey: "options")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(pattern, forKey: "NSPattern")
    try coder.encode(options, forKey: "NSOptions")
  }
}
