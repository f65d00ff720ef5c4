// What a type may say of its archived form, beyond what Codable says.

/// A type that chooses its name in archives, or has more to say of its archived form. Types that
/// agree with the defaults need not conform.
public protocol Archivable {
  /// The class name in archives; by default the type's own name without its module, which is
  /// `Menu.Item` for a nested type.
  static var archivedClassName: String { get }
  /// Other names under which archives may have the class: earlier ones, those of other programs.
  static var archivedClassAliases: [String] { get }
  /// Stored properties that are not archived on purpose, by their names. Needed only where *none* of
  /// the properties that a subclass adds is archived: otherwise that is taken for an oversight.
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

/// A type that wants to know when it is whole.
public protocol UnarchivingObserver {
  /// Called once for each instance, in the order in which they were made, after everything was
  /// unarchived and every link was filled.
  func didUnarchive() throws
}
