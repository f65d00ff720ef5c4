// A UUID as an object with an identity.

/// A UUID as an object (`NSUUID`).
public final class ArchivedUUID: StandardObject {
  /// The name of the class.
  public static var archivedClassName: String { "NSUUID" }
  /// Its class in archives.
  public var archivedClass: ArchivedClass { ArchivedClass("NSUUID", "NSObject") }
  /// The UUID.
  public var uuid: UUID

  /// A UUID.
  public init(_ uuid: UUID) { self.uuid = uuid }

  /// Reads the fields.
  ///
  /// - Throws: `ArchiveError` when they do not fit.
  public init(coder: UnarchivingCoder) throws {
    let bytes = try coder.bytes(forKey: "NS.uuidbytes") ?? coder.bytes(forKey: "uuid")
    guard let value = bytes.flatMap(UUID.init(bytes:)) else { throw coder.mismatch("16 bytes") }
    uuid = value
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    coder.encodeBytes(uuid.bytes, forKey: "NS.uuidbytes")
  }
}
