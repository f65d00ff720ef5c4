// Archives objects and values: the public interface of an archiving session. Also deep copies of
// graphs, as with `NSCopying`, but without a method for each class; and the deallocation of graphs
// that are too deep for Swift's own.
public import PropertyLists

/// Options for archiving.
public struct ArchivingOptions: Sendable {
  /// The format; it must support references. Apple's software reads `.binary` and `.xml`.
  public var outputFormat: PlistFormat = .binary
  /// The maximum nesting depth of values. Chains of instances may have any length.
  public var maximumDepth = 512
  /// The name of the archiver in the archive.
  public var archiverName = "NSKeyedArchiver"
  /// The order of the four parts of an archive.
  public var layout: Layout = .current

  /// The order of the parts of an archive.
  public enum Layout: Sendable {
    /// The order used since macOS 10.15 and iOS 13.
    case current
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The order used in macOS 10.14, iOS 12 and earlier.
    case classic
  }

  /// Creates the default options.
  public init() {}
}

/// Archives object graphs in the format of Apple's `NSKeyedArchiver`.
///
/// Any `Encodable` value can be archived without changes. Class instances keep their identity: an
/// instance that is encountered twice is archived once.
public final class KeyedArchiver {
  let session: ArchivingSession
  private let options: ArchivingOptions
  private(set) var isFinished = false

  /// Creates an archiver with an empty archive.
  public init(
    options: ArchivingOptions = ArchivingOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    session = ArchivingSession(options, userInfo: userInfo)
    self.options = options
  }

  /// Creates an archiver that encodes instances only on request, with `encodeWaiting(while:)`, and
  /// reserves memory for the expected number of them.
  package init(gradually options: ArchivingOptions, expecting instances: Int = 0) {
    session = ArchivingSession(options, userInfo: [:], isGradual: true)
    session.instances.reserve(instances)
    self.options = options
  }

  deinit { session.releaseContainers() }

  package var instanceCount: Int { session.instances.count }

  /// Archives one value under the key `root`.
  ///
  /// - Throws: `ArchiveError`, or the errors that the values themselves throw.
  public static func archivedData<T: Encodable>(
    root: T, options: ArchivingOptions = ArchivingOptions()
  ) throws -> Data {
    let archiver = KeyedArchiver(options: options)
    try archiver.encode(root, forKey: "root")
    return try archiver.finishEncoding()
  }

  /// Archives a value, and everything that it refers to, under a key of its own.
  ///
  /// - Throws: `ArchiveError`, or the errors that the values themselves throw.
  public func encode<T: Encodable>(_ value: T, forKey key: String) throws {
    if isFinished { throw ArchiveError(.archiverFinished, message: "the archive is finished") }
    try session.encodeTop(value, forKey: key)
  }

  /// Sets the class name of a type in this archive. Superclasses are omitted, as in Apple's
  /// archiver. Call this before values of the type are encoded.
  public func setClassName(_ name: String, for type: Any.Type) {
    session.types.setName(name, for: type)
  }

  /// Finishes the archive and returns its bytes. Nothing can be added afterwards.
  ///
  /// - Throws: `ArchiveError` with `cycle` for a cycle that could not be unarchived; `PlistError`
  ///   if the archive exceeds the limits of the format.
  public func finishEncoding() throws -> Data {
    guard options.outputFormat == .binary else { return try finishEncodingWithDocument().bytes }
    try endEncoding()
    return try session.finishFile()
  }

  /// Finishes the archive and returns its bytes, with the document that they were written from.
  package func finishEncodingWithDocument() throws -> (bytes: Data, document: PlistDocument) {
    try options.written(finishDocument())
  }

  /// Finishes the archive and returns its document.
  ///
  /// - Throws: The errors of `finishEncoding()`.
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
  /// The bytes of an archive, with its document.
  fileprivate func written(_ document: PlistDocument) throws -> (
    bytes: Data, document: PlistDocument
  ) {
    var writing = PlistWritingOptions()
    writing.keyOrder = .sortedInText
    return (try document.encoded(as: outputFormat, options: writing), document)
  }
}

// MARK: - Archiving a graph that keeps changing

extension KeyedArchiver {
  /// Encodes pending instances, one after another, as long as a condition holds before each.
  ///
  /// The graph may change between two calls: the archive contains the graph as it was when its root
  /// was encoded, if `encodeBeforeChange(of:)` was called before each change to an instance.
  ///
  /// - Returns: Whether no instance is pending anymore, so that the archive can be finished.
  /// - Throws: `ArchiveError`, or the errors of the instances; the archive is then unusable.
  package func encodeWaiting(while goesOn: () -> Bool) throws -> Bool {
    try session.encodeWaiting(while: goesOn)
  }

  /// Encodes an instance that is about to change, unless it was already encoded. If the graph does
  /// not contain it, the finished archive omits it. Throws the errors of `encodeWaiting(while:)`.
  package func encodeBeforeChange(of instance: AnyObject) throws {
    try session.encodeAhead(instance)
  }

  /// Finishes the part that accesses instances. Throws the errors of `finishEncoding()`.
  package func finishEncodingObjects() throws -> EncodedObjects {
    try endEncoding()
    return EncodedObjects(objects: try session.finishObjects(), options: options)
  }
}

/// An archive with encoded objects that are not yet laid out; usable on any thread.
package struct EncodedObjects: Sendable {
  fileprivate let objects: BuiltObjects
  fileprivate let options: ArchivingOptions

  /// Lays out the objects and writes them; can be called once.
  package func archive() throws -> (bytes: Data, document: PlistDocument) {
    guard let document = try objects.document() else {
      throw ArchiveError(.archiverFinished, message: "the archive is finished")
    }
    return try options.written(document)
  }
}

extension KeyedArchiver {
  /// Returns a deep copy of a value: all instances are new, as many as the originals, and linked in
  /// the same way. Properties that the types omit from archives are omitted here too.
  ///
  /// Subclasses need no registration: the copy consists of the types of the originals.
  ///
  /// - Throws: The errors of archiving and unarchiving.
  public static func copy<T: Codable>(of value: T, options: ArchivingOptions = ArchivingOptions())
    throws -> T
  {
    let archiver = KeyedArchiver(options: options)
    try archiver.encode(value, forKey: "root")
    var registry = ClassRegistry()
    for (name, type) in archiver.session.classes.typesByName {
      guard let type = type as? any ClassRegistry.Unarchivable.Type else { continue }
      registry.register(type, as: [name])
    }
    var unarchiving = UnarchivingOptions()
    unarchiving.maximumDepth = options.maximumDepth
    let unarchiver = try KeyedUnarchiver(
      archiver.finishDocument(), registry: registry, options: unarchiving)
    return try unarchiver.decode(T.self, forKey: "root")
  }
  /// Frees an object graph object by object, owners first. Swift frees the objects that an object
  /// owns recursively, so a chain of some ten thousand objects, through two links or an array, can
  /// overflow the stack. Objects that are also referenced from elsewhere are not freed.
  ///
  /// - Parameter root: The caller's only reference; nil afterwards.
  /// - Throws: The errors of archiving, which finds the objects; the graph is then unchanged.
  public static func free<T: Encodable>(_ root: inout T?) throws {
    let session = ArchivingSession(ArchivingOptions(), userInfo: [:])
    defer { session.releaseContainers() }
    if let value = root { try session.encodeTop(value, forKey: "root") }
    root = nil
    session.instances.release()
  }
}

extension KeyedCoding {
  /// Returns a deep copy: see `KeyedArchiver.copy(of:options:)`.
  public func deepCopy() throws -> Self { try KeyedArchiver.copy(of: self) }
}
