// The parts of a name of a person.

/// The parts of the name of a person (`NSPersonNameComponents`).
public final class ArchivedPersonNameComponents: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSPersonNameComponents" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass
  /// What stands before the name: Dr.
  public var namePrefix: ArchivedText?
  /// The given name.
  public var givenName: ArchivedText?
  /// The middle name.
  public var middleName: ArchivedText?
  /// The family name.
  public var familyName: ArchivedText?
  /// What stands behind the name: Jr.
  public var nameSuffix: ArchivedText?
  /// The nickname.
  public var nickname: ArchivedText?

  /// An object with its fields.
  public init(
    namePrefix: ArchivedText? = nil, givenName: ArchivedText? = nil,
    middleName: ArchivedText? = nil, familyName: ArchivedText? = nil,
    nameSuffix: ArchivedText? = nil, nickname: ArchivedText? = nil
  ) {
    self.namePrefix = namePrefix
    self.givenName = givenName
    self.middleName = middleName
    self.familyName = familyName
    self.nameSuffix = nameSuffix
    self.nickname = nickname
    archivedClass = ArchivedClass("NSPersonNameComponents", "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    namePrefix = try coder.text(forAnyOf: "NS.namePrefix")
    givenName = try coder.text(forAnyOf: "NS.givenName")
    middleName = try coder.text(forAnyOf: "NS.middleName")
    familyName = try coder.text(forAnyOf: "NS.familyName")
    nameSuffix = try coder.text(forAnyOf: "NS.nameSuffix")
    nickname = try coder.text(forAnyOf: "NS.nickname")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encode(namePrefix, forKey: "NS.namePrefix")
    try coder.encode(givenName, forKey: "NS.givenName")
    try coder.encode(middleName, forKey: "NS.middleName")
    try coder.encode(familyName, forKey: "NS.familyName")
    try coder.encode(nameSuffix, forKey: "NS.nameSuffix")
    try coder.encode(nickname, forKey: "NS.nickname")
  }
}
