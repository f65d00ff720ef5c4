// An array of any objects, with object identity.

/// An array of any objects (`NSArray`, `NSMutableArray`).
public final class ArchivedArray: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSArray" }
  /// The name of the mutable variant.
  public static var archivedClassAliases: [String] { ["NSMutableArray"] }
  /// The class of the mutable variant.
  public static var mutableClass: ArchivedClass {
    ArchivedClass("NSMutableArray", "NSArray", "NSObject")
  }

  /// The class of the object in archives: mutable or not.
  public var archivedClass: ArchivedClass
  /// The objects.
  public var elements: [AnyArchivedObject]

  /// Creates an array of objects.
  public init(
    _ elements: [AnyArchivedObject] = [],
    as archivedClass: ArchivedClass = ArchivedClass("NSArray", "NSObject")
  ) {
    self.elements = elements
    self.archivedClass = archivedClass
  }

  /// Reads the members.
  ///
  /// - Throws: `ArchiveError` with `invalidMembers`.
  public init(coder: UnarchivingCoder) throws {
    archivedClass = try coder.source.archivedClass()
    elements = try coder.objects(coder.session.members(ofObject: coder.fields.node))
  }

  /// Writes the members.
  public func encode(with coder: ArchivingCoder) throws {
    try coder.sink.add(elements.map { SinkValue($0) }, key: .name(ArrayLayout.objects))
  }
}
