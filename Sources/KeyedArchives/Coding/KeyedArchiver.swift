// Archives objects and values: the public face of an archiving session.
public import PropertyLists

/// Choices of archiving.
public struct ArchivingOptions: Sendable {
  /// `.binary`, or another format that holds references; Apple's software reads `.binary` and `.xml`.
  public var outputFormat: PlistFormat = .binary
  /// Values that hold values, such as structs in arrays of structs, may be nested so deep. Chains of
  /// instances may be of any length.
  public var maximumDepth = 512
  /// The name of the archiver in the archive.
  public var archiverName = "NSKeyedArchiver"
  /// In which order the four parts of an archive stand.
  public var layout: Layout = .current

  /// The order of the parts of an archive.
  public enum Layout: Sendable {
    /// As since macOS 10.15 and iOS 13.
    case current
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// As in macOS 10.14, iOS 12 and before.
    case classic
  }

  /// The default choices.
  public init() {}
}

/// Archives object graphs in the format of Apple's `NSKeyedArchiver`.
///
/// Any `Encodable` value is archived as it is. Instances of classes keep their identity: one that is
/// met twice is archived once.
public final class KeyedArchiver {
  let session: ArchivingSession
  private let options: ArchivingOptions
  private(set) var isFinished = false

  /// An archiver that holds nothing yet.
  public init(
    options: ArchivingOptions = ArchivingOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    session = ArchivingSession(options, userInfo)
    self.options = options
  }

  /// Archives one value under the key `root`.
  ///
  /// - Throws: `ArchiveError`, or what the values themselves throw.
  @inline(never)
  public static func archivedData<T: Encodable>(
    root: T, options: ArchivingOptions = ArchivingOptions()
  ) throws -> Data {
    let archiver = KeyedArchiver(options: options)
    try archiver.encode(root, forKey: "root")
    return try archiver.finishEncoding()
  }

  /// Archives a value, and everything that it refers to, under a key of its own.
  ///
  /// - Throws: `ArchiveError`, or what the values themselves throw.
  @inline(never)
  public func encode<T: Encodable>(_ value: T, forKey key: String) throws {
    if isFinished { throw ArchiveError(.archiverFinished, "the archive is finished") }
    try session.encodeTop(value, forKey: key)
  }

  /// Gives a type another class name in this archive; without a word about its superclasses, as
  /// Apple's archiver has it. Call it before values of the type are encoded.
  public func setClassName(_ name: String, for type: Any.Type) {
    session.types.setName(name, for: type)
  }

  /// The types that were archived, for making their objects again.
  var registryOfMetTypes: ClassRegistry { session.registryOfMetTypes }

  /// Ends the archive; its bytes. Nothing can be added after that.
  ///
  /// - Throws: `ArchiveError` with `cycle` for a cycle that could not be read again, and
  ///   `PlistError` beyond the limits of the format.
  public func finishEncoding() throws -> Data {
    var writing = PlistWritingOptions()
    writing.keyOrder = .sortedInText
    return try finishDocument().encoded(as: options.outputFormat, options: writing)
  }

  /// Ends the archive; the document.
  ///
  /// - Throws: As `finishEncoding()`.
  public func finishDocument() throws -> PlistDocument {
    if isFinished { throw ArchiveError(.archiverFinished, "the archive is finished") }
    isFinished = true
    return try session.finish()
  }
}
