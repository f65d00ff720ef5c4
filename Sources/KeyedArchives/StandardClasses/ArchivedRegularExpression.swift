// A regular expression.

/// A regular expression (`NSRegularExpression`).
public final class ArchivedRegularExpression: StandardObject {
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

  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    pattern = try coder.text(forKey: "NSPattern")
    options = try coder.decodeInteger(forKey: "NSOptions")
  }

  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(pattern, forKey: "NSPattern")
    try coder.encode(options, forKey: "NSOptions")
  }
}
