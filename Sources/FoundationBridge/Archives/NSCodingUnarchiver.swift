// Makes objects of existing NSCoding classes: the public face of an unarchiving of them.
public import KeyedArchives
public import PropertyLists

/// Choices of unarchiving objects of NSCoding classes.
public struct NSCodingOptions: Sendable {
  /// Collections may be nested so deep.
  public var maximumDepth = 256
  /// So many objects may hold each other in a chain; it is freed by recursion, whoever owns it.
  public var maximumChain = 4_000
  /// What objects may cost beyond what the archive pays for with its size, in the unit of
  /// `UnarchivingOptions.maximumExpansion`: values that many places share, objects that are counted many
  /// times in a set, keys whose hashes are equal, sets of characters, and regular expressions.
  public var maximumExpansion = UnarchivingOptions().maximumExpansion
  /// What code gets that asks for an object that is just being made.
  public var unfinishedObjects = UnfinishedObjects.areErrors
  /// The limits of the property list that the archive is.
  public var reading = PlistReadingOptions()

  /// What code gets that asks for an object that is just being made, as a child does for its
  /// parent.
  public enum UnfinishedObjects: Sendable {
    /// An error. Classes that are prepared use `NSCoder.resolve(_:_:)`.
    case areErrors
    /// Nil: for classes that complete such links afterwards, as a parent that tells its children.
    /// Chains of objects are as limited as collections in collections then.
    case areNil
  }

  /// The default choices.
  public init() {}
}

/// Makes objects of existing `NSCoding` classes of archives in the format of Apple's
/// `NSKeyedArchiver`.
///
/// Only objects of classes that the caller, or the class that is made, has named are made, and of
/// their subclasses as far as they have been named somewhere; what an archive names is looked up
/// nowhere else. Whatever an archive says, it is an error at worst.
///
/// Where `UnknownObject` is among the allowed classes, an object that cannot be made becomes one:
/// an object of a class that the program does not have or has not named, of a class of Foundation's
/// that the bridge does not map, or with contents that Foundation cannot hold.
public final class NSCodingUnarchiver {
  private let unarchiver: KeyedUnarchiver
  private let context: ObjectUnarchiving

  /// An unarchiver of some bytes, in any format of property lists.
  ///
  /// - Throws: `PlistError` when the bytes are no property list, `ArchiveError` when it is no archive.
  public convenience init(
    forReadingFrom data: Data, classNames: ArchivedClassNames = ArchivedClassNames(),
    options: NSCodingOptions = NSCodingOptions()
  ) throws {
    let document = try PlistDocument(data, options: options.reading)
    try self.init(document, classNames: classNames, options: options)
  }

  /// An unarchiver of a document that was read before, such as the one that a state format or a migration
  /// gets. Its bytes are not encoded again; `NSCodingOptions.reading` is not used.
  ///
  /// - Throws: `ArchiveError` when the document is not an archive.
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

  /// Makes the object that is archived under the key `root`; nil when that is nil.
  ///
  /// - Throws: `PlistError` when the bytes are no property list, `ArchiveError` when the archive does
  ///   not hold what is allowed, and the errors that classes report by `failWithError(_:)`.
  public static func unarchivedObject(
    ofClasses classes: [AnyClass], from data: Data,
    classNames: ArchivedClassNames = ArchivedClassNames(),
    options: NSCodingOptions = NSCodingOptions()
  ) throws -> Any? {
    try NSCodingUnarchiver(forReadingFrom: data, classNames: classNames, options: options)
      .decodeObject(ofClasses: classes, forKey: "root")
  }

  /// Makes the object of one class that is archived under the key `root`.
  ///
  /// - Throws: As for several classes.
  public static func unarchivedObject<T: NSObject & NSCoding>(
    ofClass type: T.Type, from data: Data, classNames: ArchivedClassNames = ArchivedClassNames(),
    options: NSCodingOptions = NSCodingOptions()
  ) throws -> T? {
    try unarchivedObject(ofClasses: [type], from: data, classNames: classNames, options: options)
      as? T
  }

  /// Makes the object that is archived under a key; nil when it is absent or nil.
  ///
  /// - Throws: As `unarchivedObject(ofClasses:from:classNames:options:)`.
  public func decodeObject(ofClasses classes: [AnyClass], forKey key: String) throws -> Any? {
    guard containsValue(forKey: key) else { return nil }
    context.callersClasses = classes
    let reader = ObjectReader(
      unarchiver.top, request: context.request(classes, extent: .named), options: context.options)
    guard let position = try reader.position(.name(key)) else { return nil }
    let object = try reader.object(position, request: reader.request)
    try unarchiver.finishBridged()
    return object
  }

  /// Makes sure that the archive is one of those that the caller reads.
  ///
  /// - Throws: As `KeyedUnarchiver.requireFoundKey(besides:)`.
  package func requireFoundKey(besides other: String) throws(ArchiveError) {
    try unarchiver.requireFoundKey(besides: other)
  }

  /// What Foundation was made to do so far.
  package var work: [ObjectStep: Int] { context.work }

  /// Whether there is a value for a key at the top, nil included.
  public func containsValue(forKey key: String) -> Bool { unarchiver.containsValue(forKey: key) }
}

extension NSCoder {
  /// Has a closure called with the object of a key, as soon as there is one: at once by most coders;
  /// by `NSCodingUnarchiver` when all objects are made, so that the link may be part of a cycle. Not
  /// called for nil.
  public func resolve(_ key: String, body: @escaping (Any) -> Void) {
    if let coder = self as? BridgeUnarchiver { return coder.link(key, body: body) }
    if let object = decodeObject(forKey: key) { body(object) }
  }
}
