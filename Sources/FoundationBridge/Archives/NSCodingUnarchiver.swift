// Decodes objects of existing NSCoding classes: the public interface.
public import KeyedArchives
public import PropertyLists

/// Options for unarchiving objects of `NSCoding` classes.
public struct NSCodingOptions: Sendable {
  /// The maximum nesting depth of collections.
  public var maximumDepth = 256
  /// The maximum number of objects in a chain of ownership; such a chain is freed recursively,
  /// whether or not it comes from the archive.
  public var maximumChain = 4_000
  /// The cost that decoding may have in addition to the amount that the size of the archive allows,
  /// in the unit of `UnarchivingOptions.maximumExpansion`. It covers shared values, objects that a
  /// set counts many times, keys with equal hashes, character sets, and regular expressions.
  public var maximumExpansion = UnarchivingOptions().maximumExpansion
  /// The result of decoding an object that is still being created.
  public var unfinishedObjects = UnfinishedObjects.areErrors
  /// The limits for reading the archive's property list.
  public var reading = PlistReadingOptions()

  /// The result of decoding an object that is still being created, such as the current one's
  /// parent.
  public enum UnfinishedObjects: Sendable {
    /// An error. Classes that are prepared for this use `NSCoder.resolve(_:body:)`.
    case areErrors
    /// Nil, for classes that complete such links later, such as a parent that sets itself as the
    /// parent of its children. Chains of objects are then limited like nested collections.
    case areNil
  }

  /// Creates the default options.
  public init() {}
}

/// Decodes objects of existing `NSCoding` classes from archives of Apple's `NSKeyedArchiver`.
///
/// An object is created only if the caller, or the class being decoded, allows its class or one of
/// its superclasses; a subclass must also have been named somewhere. Class names in an archive are
/// never looked up anywhere else. At worst, an archive causes an error.
///
/// If `UnknownObject` is among the allowed classes, an object that cannot be created becomes one:
/// an object of a class that the program does not have or did not name, of a Foundation class that
/// the bridge does not map, or with contents that Foundation cannot represent.
public final class NSCodingUnarchiver {
  private let unarchiver: KeyedUnarchiver
  private let context: ObjectUnarchiving

  /// Creates an unarchiver for bytes in any property-list format.
  ///
  /// - Throws: `PlistError` if the bytes are not a property list, `ArchiveError` if not an archive.
  public convenience init(
    forReadingFrom data: Data, classNames: ArchivedClassNames = ArchivedClassNames(),
    options: NSCodingOptions = NSCodingOptions()
  ) throws {
    let document = try PlistDocument(data, options: options.reading)
    try self.init(document, classNames: classNames, options: options)
  }

  /// Creates an unarchiver for a document that was already read, such as one passed to a state
  /// format or a migration. Its bytes are not encoded again; `NSCodingOptions.reading` is not used.
  ///
  /// - Throws: `ArchiveError` if the document is not an archive.
  public init(
    _ document: PlistDocument, classNames: ArchivedClassNames = ArchivedClassNames(),
    options: NSCodingOptions = NSCodingOptions()
  ) throws(ArchiveError) {
    var unarchiving = UnarchivingOptions()
    unarchiving.reading = options.reading
    unarchiving.maximumDepth = options.maximumDepth
    unarchiving.maximumExpansion = options.maximumExpansion
    unarchiver = try KeyedUnarchiver(document, options: unarchiving)
    context = ObjectUnarchiving(classNames, options: options)
  }

  /// Decodes the object archived under the key `root`; returns nil if the archived value is nil.
  ///
  /// - Throws: `PlistError` if the bytes are not a property list, `ArchiveError` if the archive
  ///   contains a value that is not allowed, and the errors that classes report with
  ///   `failWithError(_:)`.
  public static func unarchivedObject(
    ofClasses classes: [AnyClass], from data: Data,
    classNames: ArchivedClassNames = ArchivedClassNames(),
    options: NSCodingOptions = NSCodingOptions()
  ) throws -> Any? {
    try NSCodingUnarchiver(forReadingFrom: data, classNames: classNames, options: options)
      .decodeObject(ofClasses: classes, forKey: "root")
  }

  /// Decodes the object of one class that is archived under the key `root`.
  ///
  /// - Throws: The errors of the version that takes several classes.
  public static func unarchivedObject<T: NSObject & NSCoding>(
    ofClass type: T.Type, from data: Data, classNames: ArchivedClassNames = ArchivedClassNames(),
    options: NSCodingOptions = NSCodingOptions()
  ) throws -> T? {
    try unarchivedObject(ofClasses: [type], from: data, classNames: classNames, options: options)
      as? T
  }

  /// Decodes the object that is archived under a key; returns nil if it is absent or nil.
  ///
  /// - Throws: The errors of `unarchivedObject(ofClasses:from:classNames:options:)`.
  public func decodeObject(ofClasses classes: [AnyClass], forKey key: String) throws -> Any? {
    guard containsValue(forKey: key) else { return nil }
    context.callersClasses = classes
    let reader = ObjectReader(
      unarchiver.top, request: context.request(classes, extent: .named), options: context.options)
    guard let position = try reader.source.value(.name(key)) else { return nil }
    let object = try reader.object(position, request: reader.request)
    try unarchiver.finishBridged()
    return object
  }

  /// Verifies that the caller can read this kind of archive, as `KeyedUnarchiver` does.
  package func requireFoundKey(besides other: String) throws(ArchiveError) {
    try unarchiver.requireFoundKey(besides: other)
  }

  /// The number of steps of Foundation that have been charged so far.
  package var work: [ObjectStep: Int] { context.work }

  /// Whether there is a value for a top-level key; nil counts as a value.
  public func containsValue(forKey key: String) -> Bool { unarchiver.containsValue(forKey: key) }
}

extension NSCoder {
  /// Calls a closure with the object of a key as soon as the object exists: most coders call it
  /// immediately; `NSCodingUnarchiver` calls it after all objects are created, so that the link may
  /// be part of a cycle. Does not call it for nil.
  public func resolve(_ key: String, body: @escaping (Any) -> Void) {
    if let coder = self as? BridgeUnarchiver { return coder.link(key, body: body) }
    if let object = decodeObject(forKey: key) { body(object) }
  }
}
