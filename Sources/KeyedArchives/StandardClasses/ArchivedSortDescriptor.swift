// How objects are sorted; other software has other spellings of the keys.

/// How objects are sorted (`NSSortDescriptor`).
public final class ArchivedSortDescriptor: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSSortDescriptor" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { ["GSSortDescriptor"] }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The key of the values that are compared.
  public var key: ArchivedText?
  /// Whether small values come first.
  public var isAscending: Bool
  /// The method that compares.
  public var selector: ArchivedText?

  /// How to sort by a key: small values first.
  public init(key: ArchivedText? = nil, selector: ArchivedText? = nil) {
    self.key = key
    isAscending = true
    self.selector = selector
    archivedClass = ArchivedClass("NSSortDescriptor", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    key = try coder.text(forAnyOf: "NSKey", "Key", "key")
    isAscending = try ["NSAscending", "Ascending", "ascending"].contains {
      try coder.decodeBool(forKey: $0)
    }
    selector = try coder.text(forAnyOf: "NSSelector", "Selector", "selector")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(key, forKey: "NSKey")
    try coder.encode(isAscending, forKey: "NSAscending")
    try coder.encode(selector, forKey: "NSSelector")
  }
}
