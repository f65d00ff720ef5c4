// An error with its domain, number and further facts.

/// An error (`NSError`).
public final class ArchivedError: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSError" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The domain.
  public var domain: ArchivedText
  /// The number in the domain.
  public var code: Int
  /// Further facts.
  public var userInfo: ArchivedDictionary?

  /// An object with its fields.
  public init(domain: ArchivedText, code: Int = 0, userInfo: ArchivedDictionary? = nil) {
    self.domain = domain
    self.code = code
    self.userInfo = userInfo
    archivedClass = ArchivedClass("NSError", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    domain = try coder.text(forKey: "NSDomain")
    code = try coder.decodeInteger(forKey: "NSCode")
    userInfo = try coder.decode(ArchivedDictionary.self, forKey: "NSUserInfo")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(domain, forKey: "NSDomain")
    try coder.encode(code, forKey: "NSCode")
    try coder.encode(userInfo, forKey: "NSUserInfo")
  }
}
