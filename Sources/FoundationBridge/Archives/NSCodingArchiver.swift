// Archives objects of existing NSCoding classes: the public interface, and the names of classes.
public import KeyedArchives
internal import PropertyLists

/// Archives objects of existing `NSCoding` classes in the format of Apple's `NSKeyedArchiver`.
///
/// The program's classes encode themselves and need no changes. Foundation's own classes are
/// archived in Apple's layout and never encode themselves. Objects keep their identity: an object
/// that is encountered twice is archived once.
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

  /// Archives a number under a separate key, inline rather than as an object.
  package func encodeInteger(_ value: Int, forKey key: String) throws {
    try archiver.encode(value, forKey: key)
  }

  /// Finishes the archive and returns its bytes. Nothing can be added afterwards.
  ///
  /// - Throws: `ArchiveError` with `cycle` if objects contain each other so that none can be
  ///   created first.
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

/// The names of classes in archives, if they differ from the classes' own names.
///
/// A class is archived under its own name without its module, like a class that an Apple program
/// declares `@objc(Name)`; a nested class is archived as `Outer.Name`. Unarchiving also accepts the
/// names that Swift's runtime gives the class: `Module.Name` and `_TtC6Module4Name`.
public struct ArchivedClassNames: Sendable {
  private var names: [ObjectIdentifier: String] = [:]
  private var classes: [ByteKey: AnyClass] = [:]

  /// Creates an empty set of names, so that each class has its own name.
  public init() {}

  /// Archives a class under a name, and unarchives objects with that name as the class.
  public mutating func set(_ name: String, for archivedClass: AnyClass) {
    names[ObjectIdentifier(archivedClass)] = name
    classes[ByteKey(name)] = archivedClass
  }

  /// Unarchives objects with a name, such as an earlier one, as instances of a class.
  public mutating func setClass(_ archivedClass: AnyClass, forClassName name: String) {
    classes[ByteKey(name)] = archivedClass
  }

  /// The name that was set for a class.
  func chosenName(of archivedClass: AnyClass) -> String? { names[ObjectIdentifier(archivedClass)] }

  func name(of archivedClass: AnyClass) -> String {
    chosenName(of: archivedClass) ?? ClassNames.unqualified(archivedClass)
  }

  /// The class that was set for a name.
  func chosenClass(named name: String) -> AnyClass? { classes[ByteKey(name)] }

  /// The names of a class for which no name was set. The last one replaces a mangled name.
  static func ownNames(of archivedClass: AnyClass) -> [String] {
    [
      ClassNames.unqualified(archivedClass), String(describing: archivedClass),
      ClassNames.qualified(archivedClass),
    ]
  }
}
