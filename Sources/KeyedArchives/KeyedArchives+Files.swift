// Reads and writes archive files in one call each. Writing replaces the file atomically and
// durably; see DurableFiles. No other file of this module accesses files.
public import DurableFiles
internal import PropertyLists

extension KeyedArchiver {
  /// Archives one value under the key `root` and replaces a file with the archive, atomically and
  /// durably. Blocks; the async form does not block while it writes.
  ///
  /// The file is replaced whatever its contents, even if it could not be read. For data that an app
  /// must not lose, use a `StateStore` from `StateStorage`, which rejects such a replacement.
  ///
  /// - Throws: The errors of `archivedData(root:options:)`, in which case the file is unchanged;
  ///   `FileError` if the file cannot be replaced.
  public static func archive<T: Encodable>(
    _ root: T, toFile file: some FilePathConvertible, options: ArchivingOptions = ArchivingOptions()
  ) throws { try AtomicReplacement.write(archivedData(root: root, options: options), to: file) }

  /// Archives one value under the key `root` and replaces a file, without blocking the executor.
  ///
  /// - Throws: The errors of the blocking form.
  public static func archive<T: Encodable>(
    _ root: T, toFile file: some FilePathConvertible, options: ArchivingOptions = ArchivingOptions()
  ) async throws {
    let data = try archivedData(root: root, options: options)
    try await AtomicReplacement.write(data, to: file)
  }
}

extension KeyedUnarchiver {
  /// Decodes the value under the key `root` of a file. Blocks; the async form does not.
  ///
  /// - Throws: `FileError` if the file cannot be read, and the errors of
  ///   `unarchivedObject(of:from:)`.
  public static func unarchivedObject<T: Decodable>(
    of type: T.Type, fromFile file: some FilePathConvertible,
    registry: ClassRegistry = ClassRegistry(), options: UnarchivingOptions = UnarchivingOptions()
  ) throws -> T {
    let document = try PlistDocument(contentsOfFile: file, options: options.reading)
    return try KeyedUnarchiver(document, registry: registry, options: options).decode(
      type, forKey: "root")
  }

  /// Decodes the value under the key `root` of a file, without blocking the executor.
  ///
  /// - Throws: The errors of the blocking form.
  public static func unarchivedObject<T: Decodable>(
    of type: T.Type, fromFile file: some FilePathConvertible,
    registry: ClassRegistry = ClassRegistry(), options: UnarchivingOptions = UnarchivingOptions()
  ) async throws -> T {
    let document = try await PlistDocument(contentsOfFile: file, options: options.reading)
    return try KeyedUnarchiver(document, registry: registry, options: options).decode(
      type, forKey: "root")
  }
}
