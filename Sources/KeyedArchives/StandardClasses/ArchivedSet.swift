// A set of any objects, as an object with an identity.

/// A set of any objects (`NSSet`, `NSMutableSet`).
public final class ArchivedSet: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSSet" }
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { ["NSMutableSet"] }
  /// Its class in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The objects, in the order of the archive.
  public var elements: [AnyArchivedObject]

  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableSet", "NSSet", "NSObject")
  }

  /// A collection of some objects.
  public init(
    _ elements: [AnyArchivedObject] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSSet", "NSObject")
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
    try coder.encodeObjects(elements, forKey: "NS.objects")
  }
}
