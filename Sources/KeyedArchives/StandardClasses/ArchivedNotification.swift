// A notification.

/// A notification (`NSNotification`).
public final class ArchivedNotification: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSNotification" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { ["NSConcreteNotification", "GSNotification"] }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// The name.
  public var name: ArchivedText
  /// The object that it is about.
  public var object: AnyArchivedObject
  /// Further facts.
  public var userInfo: ArchivedDictionary?

  /// An object with its fields.
  public init(
    name: ArchivedText, object: AnyArchivedObject = .none, userInfo: ArchivedDictionary? = nil
  ) {
    self.name = name
    self.object = object
    self.userInfo = userInfo
    archivedClass = ArchivedClass("NSNotification", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    if coder.containsGenerated("$0") {
      // As GNUstep has it. Others do not know its own class.
      archivedClass = ArchivedClass("NSNotification", "NSObject")
      name = try coder.generatedText("$0")
      object = try coder.generated("$1")
      userInfo = try coder.generated("$2").object(as: ArchivedDictionary.self)
      return
    }
    name = try coder.text(forKey: "NS.name")
    object = try coder.any(forKey: "NS.object")
    userInfo = try coder.decode(ArchivedDictionary.self, forKey: "NS.userinfo")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(name, forKey: "NS.name")
    try coder.encode(object, forKey: "NS.object")
    try coder.encode(userInfo, forKey: "NS.userinfo")
  }
}
