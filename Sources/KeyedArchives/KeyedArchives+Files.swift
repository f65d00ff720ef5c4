// Archives in files, each way in one call. Writing replaces the file atomically and durably; see
// DurableFiles. The only file of this module that knows of files.
public import DurableFiles
internal import PropertyLists

extension KeyedArchiver {
  /// Archives one value under the key `root` and replaces a file with it, atomically and durably.
  /// Blocks; the async form does not block while it writes.
  ///
  /// The file is replaced whatever it holds, also where it could not be read. For what an app keeps, use a
  /// `StateStore` of `StateStorage`, which refuses that.
  ///
  /// - Throws: As `archivedData(root:options:)`: the file is untouched then; `FileError` where the
  ///   file cannot be replaced.
  @inline(never)
  public static func archive<T: Encodable>(
    _ root: T, toFile file: some FilePathConvertible, options: ArchivingOptions = ArchivingOptions()
  ) throws {
    try AtomicReplacement.write(archivedData(root: root, options: options), to: file)
  }

  /// Archives one value under the key `root`, and replaces a file with it without blocking the
  /// caller's executor.
  ///
  /// - Throws: As the blocking form.
  @inline(never)
  public static func archive<T: Encodable>(
    _ root: T, toFile file: some FilePathConvertible, options: ArchivingOptions = ArchivingOptions()
  ) async throws {
    let data = try archivedData(root: root, options: options)
    try await AtomicReplacement.write(data, to: file)
  }
}

extension KeyedUnarchiver {
  /// Makes the value that a file has archived under the key `root`. Blocks; the async form does not
  /// block while it reads.
  ///
  /// - Throws: `FileError` where the file cannot be read, and as `unarchivedObject(of:from:)`.
  @inline(never)
  public static func unarchivedObject<T: Decodable>(
    of type: T.Type, fromFile file: some FilePathConvertible,
    registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions()
  ) throws -> T {
    let document = try PlistDocument(contentsOfFile: file, options: options.reading)
    return try KeyedUnarchiver(document, registry: registry, options: options)
      .decode(type, forKey: "root")
  }

  /// Makes the value that a file has archived under the key `root`, without blocking the caller's
  /// executor while it reads.
  ///
  /// - Throws: As the blocking form.
  @inline(never)
  public static func unarchivedObject<T: Decodable>(
    of type: T.Type, fromFile file: some FilePathConvertible,
    registry: ClassRegistry = ClassRegistry(),
    options: UnarchivingOptions = UnarchivingOptions()
  ) async throws -> T {
    let document = try await PlistDocument(contentsOfFile: file, options: options.reading)
    return try KeyedUnarchiver(document, registry: registry, options: options)
      .decode(type, forKey: "root")
  }
}
