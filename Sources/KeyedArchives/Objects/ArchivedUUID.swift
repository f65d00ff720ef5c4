// A UUID with object identity.

/// A UUID as an object (`NSUUID`).
public final class ArchivedUUID: StandardObject {
  /// The name of the class in archives.
  public static var archivedClassName: String { "NSUUID" }
  /// The class of the object in archives.
  public var archivedClass: ArchivedClass { StandardLayout.uuid.archivedClass }
  /// The UUID.
  public var uuid: UUID

  /// Creates a UUID.
  public init(_ uuid: UUID) { self.uuid = uuid }

  /// Reads the bytes.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch`.
  public init(coder: UnarchivingCoder) throws { uuid = try coder.contents(UUIDLayout.uuid) }

  /// Writes the bytes.
  public func encode(with coder: ArchivingCoder) { UUIDLayout.write(uuid, to: coder.sink) }
}
