// Property lists in files: each operation in one call, blocking or asynchronous. Writing replaces the
// file atomically and durably; see DurableFiles. No other file of this module uses files.
public import DurableFiles

extension FileError: CodedError {
  /// The whole sentence, which names the file.
  public var message: String { description }
}

extension FileError.Code: ErrorCode {
  /// The error that has these codes.
  public typealias Failure = FileError
}

extension PlistDocument {
  /// Reads a file. Blocks; the async form does not.
  ///
  /// - Throws: `FileError` if the file cannot be read, `PlistError` if it is not a valid property list.
  public init(
    contentsOfFile file: some FilePathConvertible,
    options: PlistReadingOptions = PlistReadingOptions()
  ) throws {
    let bytes = try FileContents.read(file, limit: options.maximumByteCount)
    try self.init(bytes, options: options)
  }

  /// Reads a file without blocking the caller's executor.
  ///
  /// - Throws: The same errors as the blocking form.
  public init(
    contentsOfFile file: some FilePathConvertible,
    options: PlistReadingOptions = PlistReadingOptions()
  ) async throws {
    let bytes = try await FileContents.read(file, limit: options.maximumByteCount)
    try self.init(bytes, options: options)
  }

  /// Replaces a file atomically and durably, whatever it contains, even if the contents cannot be
  /// read. Blocks; the async form does not.
  ///
  /// - Throws: `PlistError` if the format cannot hold a value, and `FileError` if the file cannot
  ///   be replaced. The file is then unchanged.
  public func write(
    toFile file: some FilePathConvertible, as format: PlistFormat,
    options: PlistWritingOptions = PlistWritingOptions()
  ) throws { try AtomicReplacement.write(encoded(as: format, options: options), to: file) }

  /// Replaces a file atomically and durably without blocking the caller's executor.
  ///
  /// - Throws: The same errors as the blocking form.
  public func write(
    toFile file: some FilePathConvertible, as format: PlistFormat,
    options: PlistWritingOptions = PlistWritingOptions()
  ) async throws {
    try await AtomicReplacement.write(encoded(as: format, options: options), to: file)
  }
}

extension Plist {
  /// Reads a file; see ``PlistDocument``. Blocks; the async form does not.
  ///
  /// - Throws: `FileError` if the file cannot be read, `PlistError` if it is not a valid property list.
  public init(
    contentsOfFile file: some FilePathConvertible,
    options: PlistReadingOptions = PlistReadingOptions()
  ) throws { try self.init(PlistDocument(contentsOfFile: file, options: options)) }

  /// Reads a file without blocking the caller's executor.
  ///
  /// - Throws: The same errors as the blocking form.
  public init(
    contentsOfFile file: some FilePathConvertible,
    options: PlistReadingOptions = PlistReadingOptions()
  ) async throws { try self.init(await PlistDocument(contentsOfFile: file, options: options)) }

  /// Replaces a file atomically and durably, whatever it contains, even if the contents cannot be
  /// read. Blocks; the async form does not.
  ///
  /// - Throws: `PlistError` if the format cannot hold a value, and `FileError` if the file cannot
  ///   be replaced. The file is then unchanged.
  public func write(
    toFile file: some FilePathConvertible, as format: PlistFormat = .xml,
    options: PlistWritingOptions = PlistWritingOptions()
  ) throws {
    try PlistDocument(self, maximumDepth: options.maximumDepth).write(
      toFile: file, as: format, options: options)
  }

  /// Replaces a file atomically and durably without blocking the caller's executor.
  ///
  /// - Throws: The same errors as the blocking form.
  public func write(
    toFile file: some FilePathConvertible, as format: PlistFormat = .xml,
    options: PlistWritingOptions = PlistWritingOptions()
  ) async throws {
    try await PlistDocument(self, maximumDepth: options.maximumDepth).write(
      toFile: file, as: format, options: options)
  }
}

extension PlistEncoder {
  /// Encodes a value and replaces a file with it, atomically and durably. Blocks; the async form
  /// does not.
  ///
  /// - Throws: `EncodingError`, `PlistError` or `FileError`; the file is then unchanged.
  public func encode<T: Encodable>(_ value: T, toFile file: some FilePathConvertible) throws {
    try AtomicReplacement.write(encode(value), to: file)
  }

  /// Encodes a value and replaces a file with it without blocking the caller's executor while the
  /// file is written.
  ///
  /// - Throws: The same errors as the blocking form.
  public func encode<T: Encodable>(_ value: T, toFile file: some FilePathConvertible) async throws {
    try await AtomicReplacement.write(encode(value), to: file)
  }
}

extension PlistDecoder {
  /// Decodes a value from a file. Blocks; the async form does not.
  ///
  /// - Throws: `FileError`, `PlistError` or `DecodingError`.
  public func decode<T: Decodable>(_ type: T.Type, fromFile file: some FilePathConvertible) throws
    -> T
  { try decode(type, from: PlistDocument(contentsOfFile: file, options: options)) }

  /// Decodes a value from a file without blocking the caller's executor while the file is read.
  ///
  /// - Throws: The same errors as the blocking form.
  public func decode<T: Decodable>(_ type: T.Type, fromFile file: some FilePathConvertible)
    async throws -> T
  { try decode(type, from: await PlistDocument(contentsOfFile: file, options: options)) }
}
