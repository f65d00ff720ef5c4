// The object that stands for nothing in collections.

/// The object that stands for nothing in collections (`NSNull`).
public final class ArchivedNull: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSNull" }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass { StandardLayout.null.archivedClass }

  /// The object.
  public init() {}

  /// Reads nothing.
  public init(coder: UnarchivingCoder) {}

  /// Writes nothing.
  public func encode(with coder: ArchivingCoder) {}
}
