// The object that represents nil in collections.

/// The object that represents nil in collections (`NSNull`).
public final class ArchivedNull: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSNull" }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass { StandardLayout.null.archivedClass }

  /// Creates a null object.
  public init() {}

  /// Reads nothing.
  public init(coder: UnarchivingCoder) {}

  /// Writes nothing.
  public func encode(with coder: ArchivingCoder) {}
}
