// Optional declarations about the archived form of a type: its class name, and replacements for
// objects, like `replacementObject(for:)` and `awakeAfter(using:)` in Objective-C.

/// A type that customizes its archived form, such as its class name, if the defaults do not fit.
public protocol Archivable {
  /// The class name in archives. By default, the type's own name without its module, which is
  /// `Menu.Item` for a nested type.
  static var archivedClassName: String { get }
  /// Other names that archives may have for the class: earlier names, or names from other programs.
  static var archivedClassAliases: [String] { get }
  /// The names of stored properties that are deliberately not archived. Needed only if a subclass
  /// archives *none* of the properties that it adds: without this list, archiving treats that as a
  /// mistake and throws an error.
  static var transientProperties: [String] { get }
}

extension Archivable {
  /// The type's own name without its module: `Item`, or `Menu.Item` for a nested type.
  public static var archivedClassName: String { ClassNames.unqualified(Self.self) }
  /// None.
  public static var archivedClassAliases: [String] { [] }
  /// None.
  public static var transientProperties: [String] { [] }
}

/// A type that is notified when unarchiving is complete.
public protocol UnarchivingObserver {
  /// Called once for each instance, in the order in which the instances were created, after
  /// everything has been unarchived and every link has been set.
  func didUnarchive() throws
}

/// An object that is archived as another one.
public protocol ArchivingReplacement: AnyObject {
  /// Returns the object or value to archive instead of this object, wherever it occurs; if it
  /// returns nil, nil is archived. Called once for each object in each archive.
  func replacementForArchiving() throws -> (any Encodable)?
}

/// An object that is replaced after it is created, for example by a shared instance.
public protocol UnarchivingReplacement: AnyObject {
  /// Returns the object to use instead, which must be of the requested type. Called once for each
  /// object, after its fields have been read; links might not be set yet.
  func replacementAfterUnarchiving() throws -> AnyObject
}
