// The object that stands for nothing in collections.

/// The object that stands for nothing in collections (`NSNull`).
public final class ArchivedNull: StandardObject {
  public static var archivedClassName: String { "NSNull" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSNull", "NSObject") }

  /// An object that stands for nothing.
  public init() {}

  public init(coder: UnarchivingCoder) throws {}

  public func encode(with coder: ArchivingCoder) throws {}
}
