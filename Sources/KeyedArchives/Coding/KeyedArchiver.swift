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
    session = ArchivingSession(options, userInfo: userInfo)
    self.options = options
  }

  /// An archiver that encodes instances when it is told to: `encodeWaiting(while:)`.
  ///
  /// - Parameters:
  ///   - options: How the archive is made.
  ///   - instances: How many instances are expected.
  package init(gradually options: ArchivingOptions, expecting instances: Int = 0) {
    session = ArchivingSession(options, userInfo: [:], isGradual: true)
    session.instances.reserve(instances)
    self.options = options
  }

  /// How many instances were met.
  package var instanceCount: Int { session.instances.count }

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
    if isFinished { throw ArchiveError(.archiverFinished, message: "the archive is finished") }
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
  public func finishEncoding() throws -> Data { try finishEncodingWithDocument().bytes }

  /// Ends the archive; its bytes, and the document that they were written from.
  package func finishEncodingWithDocument() throws -> (bytes: Data, document: PlistDocument) {
    try options.written(finishDocument())
  }

  /// Ends the archive; the document.
  ///
  /// - Throws: As `finishEncoding()`.
  public func finishDocument() throws -> PlistDocument {
    try endEncoding()
    return try session.finish()
  }

  private func endEncoding() throws {
    if isFinished { throw ArchiveError(.archiverFinished, message: "the archive is finished") }
    isFinished = true
    if session.isGradual { try session.encodeWaiting() }
  }
}

extension ArchivingOptions {
  /// The bytes of an archive, and the archive.
  fileprivate func written(_ document: PlistDocument) throws -> (
    bytes: Data, document: PlistDocument
  ) {
    var writing = PlistWritingOptions()
    writing.keyOrder = .sortedInText
    return (try document.encoded(as: outputFormat, options: writing), document)
  }
}

// MARK: - Archiving a graph that goes on changing

extension KeyedArchiver {
  /// Encodes instances that were met and wait, one after another, as long as a condition holds before each.
  ///
  /// Between two calls the graph may change: what is archived then is the graph as it was when its root was
  /// encoded, if `encodeBeforeChange(of:)` was called before each change of an instance.
  ///
  /// - Returns: Whether none waits any more, so that the archive can be finished.
  /// - Throws: `ArchiveError`, or what the instances themselves throw; the archive is of no use then.
  package func encodeWaiting(while goesOn: () -> Bool) throws -> Bool {
    try session.encodeWaiting(while: goesOn)
  }

  /// Encodes an instance that is about to be changed, unless it was encoded already. One that the graph does
  /// not hold is left out of the archive when that is finished.
  ///
  /// - Throws: As `encodeWaiting(while:)`.
  package func encodeBeforeChange(of instance: AnyObject) throws {
    try session.encodeAhead(instance)
  }

  /// Ends the archive as far as it has to do with instances.
  ///
  /// - Throws: As `finishEncoding()`.
  package func finishEncodingObjects() throws -> EncodedObjects {
    try endEncoding()
    return EncodedObjects(objects: try session.finishObjects(), options: options)
  }
}

/// An archive whose objects are encoded and not laid out yet, for any thread: no instance is in it.
package struct EncodedObjects: Sendable {
  fileprivate let objects: BuiltObjects
  fileprivate let options: ArchivingOptions

  /// Lays the objects out and writes them; once.
  package func archive() throws -> (bytes: Data, document: PlistDocument) {
    guard let document = try objects.document() else {
      throw ArchiveError(.archiverFinished, message: "the archive is finished")
    }
    return try options.written(document)
  }
}
