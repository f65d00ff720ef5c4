// An ordered set of any objects, as an object with an identity.

/// An ordered set of any objects (`NSOrderedSet`, `NSMutableOrderedSet`).
public final class ArchivedOrderedSet: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSOrderedSet" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { ["NSMutableOrderedSet"] }
  /// Its class in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The objects, in the order of the archive.
  public var elements: [AnyArchivedObject]

  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableOrderedSet", "NSOrderedSet", "NSObject")
  }

  /// A collection of some objects.
  public init(
    _ elements: [AnyArchivedObject] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSOrderedSet", "NSObject")
  ) {
    self.elements = elements
    self.archivedClass = archivedClass
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.archivedClass()
    elements = try coder.objects(forKey: "NS.objects", orNumbered: "NS.object.")
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    for (position, element) in elements.enumerated() {
      try coder.encode(element, forKey: "NS.object.\(position)")
    }
  }
}
