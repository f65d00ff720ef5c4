// An exception as it was raised.

/// An exception (`NSException`).
public final class ArchivedException: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSException" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The name.
  public var name: ArchivedText
  /// The reason.
  public var reason: ArchivedText?
  /// Further facts.
  public var userInfo: ArchivedDictionary?

  /// An object with its fields.
  public init(name: ArchivedText, reason: ArchivedText? = nil, userInfo: ArchivedDictionary? = nil)
  {
    self.name = name
    self.reason = reason
    self.userInfo = userInfo
    archivedClass = ArchivedClass("NSException", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    // Other software has other keys, GNUstep none.
    name = try coder.text(forAnyOf: "NS.name", "name") ?? coder.generatedText("$0")
    reason = try coder.text(forAnyOf: "NS.reason", "reason") ?? coder.generatedTextIfPresent("$1")
    userInfo =
      try coder.decode(ArchivedDictionary.self, forKey: "NS.userinfo")
      ?? coder.decode(ArchivedDictionary.self, forKey: "userInfo")
      ?? coder.generated("$2").object(as: ArchivedDictionary.self)
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(name, forKey: "NS.name")
    try coder.encode(reason, forKey: "NS.reason")
    try coder.encode(userInfo, forKey: "NS.userinfo")
  }
}
