// A pair of the query of a URL.

/// A pair of the query of a URL (`NSURLQueryItem`).
public final class ArchivedURLQueryItem: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSURLQueryItem" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The name.
  public var name: ArchivedText
  /// The value.
  public var value: ArchivedText?

  /// An object with its fields.
  public init(name: ArchivedText, value: ArchivedText? = nil) {
    self.name = name
    self.value = value
    archivedClass = ArchivedClass("NSURLQueryItem", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    name = try coder.text(forKey: "NS.name")
    value = try coder.text(forAnyOf: "NS.value")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(name, forKey: "NS.name")
    try coder.encode(value, forKey: "NS.value")
  }
}
