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
    guard let bytes = try coder.bytes(forKey: "NS.uuidbytes"), bytes.count == 16 else {
      throw coder.mismatch("16 bytes")
    }
    let b = [UInt8](bytes)
    uuid = UUID(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }

  /// Writes the fields.
  ///
  /// - Throws: What the objects throw that they hold.
  public func encode(with coder: ArchivingCoder) throws {
    let u = uuid.uuid
    coder.encodeBytes(
      Data([
        u.0, u.1, u.2, u.3, u.4, u.5, u.6, u.7, u.8, u.9, u.10, u.11, u.12, u.13, u.14, u.15,
      ]), forKey: "NS.uuidbytes")
  }
}
