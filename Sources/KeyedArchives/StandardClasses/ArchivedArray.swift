// An array of any objects, as an object with an identity.

/// An array of any objects (`NSArray`, `NSMutableArray`).
public final class ArchivedArray: ArchivedCollection {
  /// The name of the class.
  public static var archivedClassName: String { "NSArray" }
  /// The name of the mutable variant.
  public static var mutableClassName: String { "NSMutableArray" }
  /// Its class in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The objects, in the order of the archive.
  public var elements: [AnyArchivedObject]

  /// An array of some objects.
  public init(
    _ elements: [AnyArchivedObject] = [], as archivedClass: ArchivedClass = immutableClass
  ) {
    self.elements = elements
    self.archivedClass = archivedClass
  }
}
