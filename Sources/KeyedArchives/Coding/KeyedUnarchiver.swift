// Makes objects of archives: the public face of an unarchiving session.
public import PropertyLists

/// Choices of unarchiving.
public struct UnarchivingOptions: Sendable {
  /// Values that hold values may be nested so deep. Chains of instances may be of any length.
  public var maximumDepth = 512
  /// How many bytes the values that are made may cost beyond 64 for each byte of the archive: shared
  /// values are made in each place anew. A value costs 16 bytes, and the bytes of its text or data. 16
  /// MiB by default.
  public var maximumExpansion = ExpansionBudget.defaultAllowance
  /// The limits of the property list that the archive is.
  public var reading = PlistReadingOptions()

  /// The default choices.
  public init() {}
}

/// Makes objects of archives in the format of Apple's `NSKeyedArchiver`.
///
/// Unarchiving is always secure: where code asks for a type, an object of that type or of a
/// registered subclass is made, or an error is thrown; nothing that an archive names is looked up
/// anywhere else.
public final class KeyedUnarchiver {
  let session: UnarchivingSession

  /// An unarchiver of some bytes, in any format of property lists.
  ///
  /// - Throws: `PlistError` when the bytes are no property list, `ArchiveError` when it is no archive.
  public convenience init(
    forReadingFrom data: Data, registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    let document = try PlistDocument(data, options: options.reading)
    try self.init(document, registry: registry, options: options, userInfo: userInfo)
  }

  /// An unarchiver of a document.
  ///
  /// - Throws: `ArchiveError` when the document is no archive.
  public convenience init(
    _ document: PlistDocument, registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(ArchiveError) {
    let table = try ArchiveTable(document)
    try self.init(table, registry: registry, options: options, userInfo: userInfo)
  }

  /// An unarchiver of an archive whose table is known.
  ///
  /// - Throws: `ArchiveError` where the archive is of an unknown version.
  package init(
    _ table: ArchiveTable, registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws(ArchiveError) {
    if let fault = table.versionFault { throw fault }
    session = UnarchivingSession(table, registry: registry, options: options, userInfo: userInfo)
  }

  /// Makes the value that is archived under the key `root`.
  ///
  /// - Throws: `PlistError` when the bytes are no property list, `ArchiveError` when the archive does
  ///   not hold what was asked for, or what the types themselves throw.
  @inline(never)
  public static func unarchivedObject<T: Decodable>(
    of type: T.Type, from data: Data, registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions()
  ) throws -> T {
    try KeyedUnarchiver(forReadingFrom: data, registry: registry, options: options)
      .decode(type, forKey: "root")
  }

  /// Makes the value that is archived under a key.
  ///
  /// - Throws: `ArchiveError` with `valueNotFound` when it is absent, or nil and the type cannot be made
  ///   of nil, or as above.
  @inline(never)
  public func decode<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T {
    if let value = try decodeTop(type, forKey: key) { return value }
    if let value = try? session.decodeNilTop(type, forKey: key) { return value }
    throw ArchiveError(
      .valueNotFound, message: "the archive has no value for \(PlistError.quoted(key))",
      path: PlistPath([.key(key)]))
  }

  /// Makes the value that is archived under a key; nil when it is absent or nil.
  ///
  /// - Throws: `ArchiveError`, or what the types themselves throw.
  @inline(never)
  public func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    try decodeTop(type, forKey: key)
  }

  /// Decodes a value at the top. An error that the archive caused is thrown as what it is.
  private func decodeTop<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    do { return try session.decodeTop(type, forKey: key) } catch { throw ArchiveError.own(error) }
  }

  /// Whether there is a value for a key at the top, nil included.
  public func containsValue(forKey key: String) -> Bool { session.containsTop(key) }
}

extension KeyedUnarchiver {
  /// Makes sure that the archive is one of those that the caller reads: that a key which was asked for is
  /// at its top, or that it has no keys there at all.
  ///
  /// - Parameter other: A key that all kinds of archives may have, and does not count.
  /// - Throws: `ArchiveError` with `valueNotFound`.
  package func requireFoundKey(besides other: String) throws(ArchiveError) {
    let table = session.table
    if session.hasFoundTop { return }
    let ignored = table.position(of: session.escaped(other), in: table.top, guess: 0)
    let first = ignored == 0 ? 1 : 0
    guard first < table.count(table.top) else { return }
    let key = PlistError.quoted(table.keyText(first, of: table.top))
    throw ArchiveError(
      .valueNotFound,
      message:
        "expected one of the keys that the program reads, found \(key) at the top of the archive")
  }
}
