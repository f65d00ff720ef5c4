// Which names the classes of a program have in archives.
internal import KeyedArchives
internal import PropertyLists

/// The names that classes have in archives, where they are not their own.
///
/// A class is archived under its own name without its module, as a class that an Apple program
/// declares `@objc(Name)`; a nested class as `Outer.Name`. When an archive is read, it may also have the names that Swift's runtime
/// gives the class: `Module.Name` and `_TtC6Module4Name`.
public struct ArchivedClassNames: Sendable {
  private var names: [ObjectIdentifier: String] = [:]
  private var classes: [ByteKey: AnyClass] = [:]

  /// No names but the classes' own.
  public init() {}

  /// Archives a class under a name, and makes instances of the class for that name.
  public mutating func set(_ name: String, for archivedClass: AnyClass) {
    names[ObjectIdentifier(archivedClass)] = name
    classes[ByteKey(name)] = archivedClass
  }

  /// Makes instances of a class for a name, such as an earlier one.
  public mutating func setClass(_ archivedClass: AnyClass, forClassName name: String) {
    classes[ByteKey(name)] = archivedClass
  }

  /// The name that was chosen for a class.
  func chosenName(of archivedClass: AnyClass) -> String? { names[ObjectIdentifier(archivedClass)] }

  /// The name of a class in archives.
  func name(of archivedClass: AnyClass) -> String {
    chosenName(of: archivedClass) ?? ClassNames.unqualified(archivedClass)
  }

  /// The class of a name that was chosen.
  func chosenClass(named name: String) -> AnyClass? { classes[ByteKey(name)] }

  /// The names that a class has without being given one; mangled ones lead to the second.
  static func ownNames(of archivedClass: AnyClass) -> [String] {
    [
      ClassNames.unqualified(archivedClass), String(describing: archivedClass),
      ClassNames.qualified(archivedClass),
    ]
  }
}
