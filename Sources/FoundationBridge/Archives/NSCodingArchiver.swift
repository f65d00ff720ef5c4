// Archives objects of existing NSCoding classes: the public face of an archiving of them.
public import KeyedArchives
internal import PropertyLists

/// Archives objects of existing `NSCoding` classes in the format of Apple's `NSKeyedArchiver`.
///
/// Classes of the program code themselves, unchanged. Foundation's own are archived in Apple's
/// layout and never asked. Objects keep their identity: one that is met twice is archived once.
public final class NSCodingArchiver {
  private let archiver: KeyedArchiver
  private let context: ObjectArchiving

  /// An archiver that holds nothing yet.
  public init(
    classNames: ArchivedClassNames = ArchivedClassNames(),
    options: ArchivingOptions = ArchivingOptions()
  ) {
    archiver = KeyedArchiver(options: options)
    context = ObjectArchiving(classNames)
  }

  /// Archives one object under the key `root`, as
  /// `NSKeyedArchiver.archivedData(withRootObject:requiringSecureCoding:)` does.
  ///
  /// - Throws: `ArchiveError`, and the errors that classes report by `failWithError(_:)`.
  public static func archivedData(
    root: Any?, classNames: ArchivedClassNames = ArchivedClassNames(),
    options: ArchivingOptions = ArchivingOptions()
  ) throws -> Data {
    let archiver = NSCodingArchiver(classNames: classNames, options: options)
    try archiver.encode(root, forKey: "root")
    return try archiver.finishEncoding()
  }

  /// Archives an object, and everything that it refers to, under a key of its own.
  ///
  /// - Throws: As `archivedData(root:classNames:options:)`.
  public func encode(_ object: Any?, forKey key: String) throws {
    try archiver.encodeTop { fields in
      let coder = BridgeArchiver(fields, context: context)
      coder.encode(object, forKey: key)
      try coder.finish()
    }
  }

  /// Archives a number itself, not an object for it, under a key of its own.
  ///
  /// - Throws: As `archivedData(root:classNames:options:)`.
  package func encodeInteger(_ value: Int, forKey key: String) throws {
    try archiver.encode(value, forKey: key)
  }

  /// Ends the archive; its bytes. Nothing can be added after that.
  ///
  /// - Throws: `ArchiveError` with `cycle` where objects hold each other so that none could be made
  ///   first.
  public func finishEncoding() throws -> Data {
    do { return try archiver.finishEncoding() } catch let error as ArchiveError
      where error.code == .cycle
    {
      throw ArchiveError(
        .cycle, message: error.message,
        suggestion: "encode one of these links with encodeConditionalObject", path: error.path)
    }
  }
}
