// The names of a program's classes in archives.
internal import KeyedArchives
internal import PropertyLists

/// The names of classes in archives, where they differ from the classes' own names.
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

  /// The names of a class for which none was set; mangled names are converted to the second.
  static func ownNames(of archivedClass: AnyClass) -> [String] {
    [
      ClassNames.unqualified(archivedClass), String(describing: archivedClass),
      ClassNames.qualified(archivedClass),
    ]
  }
}
