// Reading and writing property lists in files, each in a blocking and an async form. Writing
// replaces the file atomically and durably; see DurableFiles. This is the only file of this module
// that uses files.
public import DurableFiles

extension FileError: CodedError {
  /// The complete error message, including the name of the file.
  public var message: String { description }
}

extension FileError.Code: ErrorCode {
  /// The error type that carries these codes.
  public typealias Failure = FileError
}

extension PlistDocument {
  /// Reads a file. Blocks; use the async form to avoid blocking.
  ///
  /// - Throws: `FileError` if the file cannot be read, `PlistError` if it is not a valid property
  ///   list.
  public init(contentsOfFile path: String, options: PlistReadingOptions = PlistReadingOptions())
    throws
  {
    let bytes = try FileContents.read(path, limit: options.maximumByteCount)
    try self.init(bytes, options: options)
  }

  /// Reads a file without blocking the caller's executor.
  ///
  /// - Throws: `FileError` if the file cannot be read, `PlistError` if it is not a valid property
  ///   list.
  public init(contentsOfFile path: String, options: PlistReadingOptions = PlistReadingOptions())
    async throws
  {
    let bytes = try await FileContents.read(path, limit: options.maximumByteCount)
    try self.init(bytes, options: options)
  }

  /// Replaces a file atomically and durably, whatever its current contents are, even if they could
  /// not be read. Blocks; use the async form to avoid blocking.
  ///
  /// - Throws: `PlistError` if the format cannot represent a value, in which case the file is
  ///   unchanged; `FileError` if the file cannot be replaced.
  public func write(
    toFile path: String, as format: PlistFormat,
    options: PlistWritingOptions = PlistWritingOptions()
  ) throws {
    try AtomicReplacement.write(encoded(as: format, options: options), to: path)
  }

  /// Replaces a file atomically and durably without blocking the caller's executor.
  ///
  /// - Throws: The same errors as the blocking form.
  public func write(
    toFile path: String, as format: PlistFormat,
    options: PlistWritingOptions = PlistWritingOptions()
  ) async throws {
    try await AtomicReplacement.write(encoded(as: format, options: options), to: path)
  }

  /// Reads the file at a URL. Blocks; use the async form to avoid blocking.
  ///
  /// - Throws: `PlistError` if the URL is not a file URL, and the errors of
  ///   `init(contentsOfFile:options:)`.
  public init(contentsOf url: URL, options: PlistReadingOptions = PlistReadingOptions()) throws {
    try self.init(contentsOfFile: url.plistFilePath(), options: options)
  }

  /// Reads the file at a URL without blocking the caller's executor.
  ///
  /// - Throws: `PlistError` if the URL is not a file URL, and the errors of
  ///   `init(contentsOfFile:options:)`.
  public init(contentsOf url: URL, options: PlistReadingOptions = PlistReadingOptions())
    async throws
  {
    try await self.init(contentsOfFile: url.plistFilePath(), options: options)
  }

  /// Replaces the file at a URL atomically and durably. Blocks; use the async form to avoid
  /// blocking.
  ///
  /// - Throws: `PlistError` if the URL is not a file URL, and the errors of
  ///   `write(toFile:as:options:)`.
  public func write(
    to url: URL, as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws {
    try write(toFile: url.plistFilePath(), as: format, options: options)
  }

  /// Replaces the file at a URL atomically and durably without blocking the caller's executor.
  ///
  /// - Throws: `PlistError` if the URL is not a file URL, and the errors of
  ///   `write(toFile:as:options:)`.
  public func write(
    to url: URL, as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) async throws {
    try await write(toFile: url.plistFilePath(), as: format, options: options)
  }
}

extension Plist {
  /// Reads a file. Blocks; use the async form to avoid blocking.
  ///
  /// - Throws: `FileError` if the file cannot be read, `PlistError` if it is not a valid property
  ///   list.
  public init(contentsOfFile path: String, options: PlistReadingOptions = PlistReadingOptions())
    throws
  {
    try self.init(PlistDocument(contentsOfFile: path, options: options))
  }

  /// Reads a file without blocking the caller's executor.
  ///
  /// - Throws: `FileError` if the file cannot be read, `PlistError` if it is not a valid property
  ///   list.
  public init(contentsOfFile path: String, options: PlistReadingOptions = PlistReadingOptions())
    async throws
  {
    try self.init(await PlistDocument(contentsOfFile: path, options: options))
  }

  /// Replaces a file atomically and durably, whatever its current contents are, even if they could
  /// not be read. Blocks; use the async form to avoid blocking.
  ///
  /// - Throws: `PlistError` if the format cannot represent a value, in which case the file is
  ///   unchanged; `FileError` if the file cannot be replaced.
  public func write(
    toFile path: String, as format: PlistFormat = .xml,
    options: PlistWritingOptions = PlistWritingOptions()
  ) throws {
    try PlistDocument(self, maximumDepth: options.maximumDepth)
      .write(toFile: path, as: format, options: options)
  }

  /// Replaces a file atomically and durably without blocking the caller's executor.
  ///
  /// - Throws: The same errors as the blocking form.
  public func write(
    toFile path: String, as format: PlistFormat = .xml,
    options: PlistWritingOptions = PlistWritingOptions()
  ) async throws {
    try await PlistDocument(self, maximumDepth: options.maximumDepth)
      .write(toFile: path, as: format, options: options)
  }

  /// Reads the file at a URL. Blocks; use the async form to avoid blocking.
  ///
  /// - Throws: `PlistError` if the URL is not a file URL, and the errors of
  ///   `init(contentsOfFile:options:)`.
  public init(contentsOf url: URL, options: PlistReadingOptions = PlistReadingOptions()) throws {
    try self.init(contentsOfFile: url.plistFilePath(), options: options)
  }

  /// Reads the file at a URL without blocking the caller's executor.
  ///
  /// - Throws: `PlistError` if the URL is not a file URL, and the errors of
  ///   `init(contentsOfFile:options:)`.
  public init(contentsOf url: URL, options: PlistReadingOptions = PlistReadingOptions())
    async throws
  {
    try await self.init(contentsOfFile: url.plistFilePath(), options: options)
  }

  /// Replaces the file at a URL atomically and durably. Blocks; use the async form to avoid
  /// blocking.
  ///
  /// - Throws: `PlistError` if the URL is not a file URL, and the errors of
  ///   `write(toFile:as:options:)`.
  public func write(
    to url: URL, as format: PlistFormat = .xml, options: PlistWritingOptions = PlistWritingOptions()
  ) throws {
    try write(toFile: url.plistFilePath(), as: format, options: options)
  }

  /// Replaces the file at a URL atomically and durably without blocking the caller's executor.
  ///
  /// - Throws: `PlistError` if the URL is not a file URL, and the errors of
  ///   `write(toFile:as:options:)`.
  public func write(
    to url: URL, as format: PlistFormat = .xml, options: PlistWritingOptions = PlistWritingOptions()
  ) async throws {
    try await write(toFile: url.plistFilePath(), as: format, options: options)
  }
}

extension PlistEncoder {
  /// Encodes a value and replaces a file with the result, atomically and durably. Blocks; use the
  /// async form to avoid blocking.
  ///
  /// - Throws: `EncodingError`, `PlistError` or `FileError`; the file is unchanged then.
  public func encode<T: Encodable>(_ value: T, toFile path: String) throws {
    try AtomicReplacement.write(encode(value), to: path)
  }

  /// Encodes a value and replaces a file with the result. Does not block the caller's executor
  /// while it writes the file.
  ///
  /// - Throws: The same errors as the blocking form.
  public func encode<T: Encodable>(_ value: T, toFile path: String) async throws {
    try await AtomicReplacement.write(encode(value), to: path)
  }

  /// Encodes a value and replaces the file at a URL with the result, atomically and durably.
  /// Blocks; use the async form to avoid blocking.
  ///
  /// - Throws: `PlistError` if the URL is not a file URL, and the errors of `encode(_:toFile:)`.
  public func encode<T: Encodable>(_ value: T, to url: URL) throws {
    try encode(value, toFile: url.plistFilePath())
  }

  /// Encodes a value and replaces the file at a URL with the result. Does not block the caller's
  /// executor while it writes the file.
  ///
  /// - Throws: The same errors as the blocking form.
  public func encode<T: Encodable>(_ value: T, to url: URL) async throws {
    try await encode(value, toFile: url.plistFilePath())
  }
}

extension PlistDecoder {
  /// Decodes a value from a file. Blocks; use the async form to avoid blocking.
  ///
  /// - Throws: `FileError`, `PlistError` or `DecodingError`.
  public func decode<T: Decodable>(_ type: T.Type, fromFile path: String) throws -> T {
    try decode(type, from: PlistDocument(contentsOfFile: path, options: options))
  }

  /// Decodes a value from a file. Does not block the caller's executor while it reads the file.
  ///
  /// - Throws: The same errors as the blocking form.
  public func decode<T: Decodable>(_ type: T.Type, fromFile path: String) async throws -> T {
    try decode(type, from: await PlistDocument(contentsOfFile: path, options: options))
  }

  /// Decodes a value from the file at a URL. Blocks; use the async form to avoid blocking.
  ///
  /// - Throws: `PlistError` if the URL is not a file URL, and the errors of `decode(_:fromFile:)`.
  public func decode<T: Decodable>(_ type: T.Type, contentsOf url: URL) throws -> T {
    try decode(type, fromFile: url.plistFilePath())
  }

  /// Decodes a value from the file at a URL. Does not block the caller's executor while it reads
  /// the file.
  ///
  /// - Throws: The same errors as the blocking form.
  public func decode<T: Decodable>(_ type: T.Type, contentsOf url: URL) async throws -> T {
    try await decode(type, fromFile: url.plistFilePath())
  }
}

extension URL {
  /// Returns the path of a file URL.
  fileprivate func plistFilePath() throws(PlistError) -> String {
    guard isFileURL else {
      throw PlistError(
        .notRepresentable,
        message: "expected a file URL, found \(PlistError.quoted(absoluteString))")
    }
    return path(percentEncoded: false)
  }
}
