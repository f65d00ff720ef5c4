// Decodes objects from archives: the public interface of an unarchiving session.
public import PropertyLists

/// Options for unarchiving.
public struct UnarchivingOptions: Sendable, Equatable {
  /// The maximum nesting depth of values. Chains of instances may have any length.
  public var maximumDepth = 512
  /// The number of bytes that decoded values may cost, in addition to 64 for each byte of the
  /// archive; shared values are created again for each use. A value costs 16 bytes plus the bytes
  /// of its text or data. The default is 16 MiB.
  public var maximumExpansion = ExpansionBudget.defaultAllowance
  /// The limits for reading the archive's property list.
  public var reading = PlistReadingOptions()

  /// Creates the default options.
  public init() {}
}

/// Decodes objects from archives in the format of Apple's `NSKeyedArchiver`.
///
/// Unarchiving is always secure: for each requested type, an object of that type or of a registered
/// subclass is created, or an error is thrown. Class names in an archive are never looked up
/// anywhere else.
public final class KeyedUnarchiver {
  private(set) var session: UnarchivingSession

  /// Creates an unarchiver for bytes in any property-list format.
  ///
  /// - Throws: `PlistError` if the bytes are not a property list, `ArchiveError` if not an archive.
  public convenience init(
    forReadingFrom data: Data, registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    let document = try PlistDocument(data, options: options.reading)
    try self.init(document, registry: registry, options: options, userInfo: userInfo)
  }

  /// Creates an unarchiver for a document.
  ///
  /// - Throws: `ArchiveError` if the document is not an archive.
  public convenience init(
    _ document: PlistDocument, registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(ArchiveError) {
    let table = try ArchiveTable(document)
    try self.init(table, registry: registry, options: options, userInfo: userInfo)
  }

  /// Creates an unarchiver for a table. Throws `ArchiveError` if the version is unknown.
  package init(
    _ table: ArchiveTable, registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(ArchiveError) {
    if let fault = table.versionFault { throw fault }
    session = UnarchivingSession(table, registry: registry, options: options, userInfo: userInfo)
  }

  deinit {
    if session.closeContainers(), isKnownUniquelyReferenced(&session) {
      EndedSessions.shared.releaseSome()
    } else {
      session.endForLaterUse()
    }
  }

  /// Decodes the value that is archived under the key `root`.
  ///
  /// - Throws: `PlistError` if the bytes are not a property list, `ArchiveError` if the archive
  ///   does not contain a value of the requested type, or the errors that the types themselves
  ///   throw.
  public static func unarchivedObject<T: Decodable>(
    of type: T.Type, from data: Data, registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions()
  ) throws -> T {
    try KeyedUnarchiver(forReadingFrom: data, registry: registry, options: options).decode(
      type, forKey: "root")
  }

  /// Decodes the value that is archived under the key `root`, directly if possible.
  ///
  /// - Throws: `PlistError` if the bytes are not a property list, `ArchiveError` if the archive
  ///   does not contain a value of the requested type, or the errors that the types themselves
  ///   throw.
  public static func unarchivedObject<T: PlistCodable>(
    of type: T.Type, from data: Data, registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions()
  ) throws -> T {
    if options == UnarchivingOptions(), let value = SlotReading.root(type, from: data) {
      return value
    }
    return try KeyedUnarchiver(forReadingFrom: data, registry: registry, options: options).decode(
      type, forKey: "root")
  }

  /// Decodes the value that is archived under a key.
  ///
  /// - Throws: `ArchiveError` with `valueNotFound` if the value is absent, or if it is nil and the
  ///   type cannot be created from nil; otherwise as above.
  public func decode<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T {
    if let value = try decodeTop(type, forKey: key) { return value }
    if let value = try? session.decodeNilTop(type, forKey: key) { return value }
    throw ArchiveError(
      .valueNotFound, message: "the archive has no value for \(PlistError.quoted(key))",
      path: PlistPath([.key(key)]))
  }

  /// Decodes the value that is archived under a key; returns nil if the value is absent or nil.
  ///
  /// - Throws: `ArchiveError`, or the errors that the types themselves throw.
  public func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    try decodeTop(type, forKey: key)
  }

  /// Decodes a top-level value. An error that the archive caused is thrown as the archive's own.
  private func decodeTop<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    do { return try session.decodeTop(type, forKey: key) } catch { throw ArchiveError.own(error) }
  }

  /// Whether there is a value for a top-level key; nil counts as a value.
  public func containsValue(forKey key: String) -> Bool { session.containsTop(key) }

  /// Verifies that a requested top-level key exists, or that there is none except a given one.
  /// Throws `ArchiveError` with `valueNotFound`.
  package func requireFoundKey(besides other: String) throws(ArchiveError) {
    let table = session.table
    if session.hasFoundTop { return }
    let ignored = table.position(of: other.escapedKey, in: table.top, guess: 0)
    let first = ignored == 0 ? 1 : 0
    guard first < table.count(table.top) else { return }
    let key = PlistError.quoted(table.keyText(first, of: table.top))
    throw ArchiveError(
      .valueNotFound, message: "expected a top-level key that the program reads, found \(key)")
  }
}
