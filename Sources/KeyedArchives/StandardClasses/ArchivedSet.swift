// A set of any objects, as an object with an identity.

/// A set of any objects (`NSSet`, `NSMutableSet`).
public final class ArchivedSet: ArchivedCollection {
  /// The name of the class.
  public static var archivedClassName: String { "NSSet" }
  /// The name of the mutable variant.
  public static var mutableClassName: String { "NSMutableSet" }
  /// Its class in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The objects, in the order of the archive.
  public var elements: [AnyArchivedObject]

  /// A set of some objects.
  public init(
    _ elements: [AnyArchivedObject] = [], as archivedClass: ArchivedClass = immutableClass
  ) {
    self.elements = elements
    self.archivedClass = archivedClass
  }
}
