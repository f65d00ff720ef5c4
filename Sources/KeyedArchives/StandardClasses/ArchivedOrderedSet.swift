// An ordered set of any objects, as an object with an identity.

/// An ordered set of any objects (`NSOrderedSet`, `NSMutableOrderedSet`).
public final class ArchivedOrderedSet: ArchivedCollection {
  /// The name of the class.
  public static var archivedClassName: String { "NSOrderedSet" }
  /// The name of the mutable variant.
  public static var mutableClassName: String { "NSMutableOrderedSet" }
  /// Its class in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The objects, in the order of the archive.
  public var elements: [AnyArchivedObject]

  /// An ordered set of some objects.
  public init(
    _ elements: [AnyArchivedObject] = [], as archivedClass: ArchivedClass = immutableClass
  ) {
    self.elements = elements
    self.archivedClass = archivedClass
  }

  /// Writes the members, each under a key of its own.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    for (position, element) in elements.enumerated() {
      try coder.encode(element, forKey: "NS.object.\(position)")
    }
  }
}
