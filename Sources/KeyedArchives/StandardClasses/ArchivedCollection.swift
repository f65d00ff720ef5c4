// What arrays, sets and ordered sets of any objects have in common: the members, in the order of the
// archive.

/// A collection of any objects that has an identity of its own.
public protocol ArchivedCollection: StandardObject {
  /// The name of the mutable variant of its class.
  static var mutableClassName: String { get }
  /// Its class in archives: mutable or not.
  var archivedClass: ArchivedClass { get set }
  /// The objects, in the order of the archive.
  var elements: [AnyArchivedObject] { get set }

  /// A collection of some objects, of its class or the mutable variant.
  init(_ elements: [AnyArchivedObject], as archivedClass: ArchivedClass)
}

extension ArchivedCollection {
  /// Other names of the class, and the names of its variants.
  public static var archivedClassAliases: [String] { [mutableClassName] }

  /// The class that cannot be changed.
  public static var immutableClass: ArchivedClass {
    ArchivedClass(archivedClassName, "NSObject")
  }

  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass(mutableClassName, archivedClassName, "NSObject")
  }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    self.init(
      try coder.objects(forKey: "NS.objects", orNumbered: "NS.object."),
      as: try coder.archivedClass())
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.encodeObjects(elements, forKey: "NS.objects")
  }
}
