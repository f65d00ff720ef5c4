// Archives objects of existing NSCoding classes: the public interface.
public import KeyedArchives
internal import PropertyLists

/// Archives objects of existing `NSCoding` classes in the format of Apple's `NSKeyedArchiver`.
///
/// The program's classes code themselves and need no changes. Foundation's own classes are archived
/// in Apple's layout and never code themselves. Objects keep their identity: an object that is
/// encountered twice is archived once.
public final class NSCodingArchiver {
  private let archiver: KeyedArchiver
  private let context: ObjectArchiving

  /// Creates an archiver with an empty archive.
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
  /// - Throws: `ArchiveError`, and the errors that classes report with `failWithError(_:)`.
  public static func archivedData(
    root: Any?, classNames: ArchivedClassNames = ArchivedClassNames(),
    options: ArchivingOptions = ArchivingOptions()
  ) throws -> Data {
    let archiver = NSCodingArchiver(classNames: classNames, options: options)
    try archiver.encode(root, forKey: "root")
    return try archiver.finishEncoding()
  }

  /// Archives an object, and everything that it refers to, under a separate key.
  ///
  /// - Throws: The errors of `archivedData(root:classNames:options:)`.
  public func encode(_ object: Any?, forKey key: String) throws {
    try archiver.encodeTop { fields in
      let coder = BridgeArchiver(fields, context: context)
      coder.encode(object, forKey: key)
      try coder.finish()
    }
  }

  /// Archives a number under a separate key, inline and not as an object.
  package func encodeInteger(_ value: Int, forKey key: String) throws {
    try archiver.encode(value, forKey: key)
  }

  /// Finishes the archive and returns its bytes. Nothing can be added afterwards.
  ///
  /// - Throws: `ArchiveError` with `cycle` if objects contain each other so that none can be the
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
