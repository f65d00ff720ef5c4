// Property lists in files: each way in one call, blocking or async. Writing replaces the file
// atomically and durably; see DurableFiles. The only file of this module that knows of files.
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
  /// - Throws: `FileError` where the file cannot be read, `PlistError` where it is no valid
  ///   property list.
  public init(contentsOfFile path: String, options: PlistReadingOptions = PlistReadingOptions())
    throws
  {
    let bytes = try FileContents.read(path, limit: options.maximumByteCount)
    try self.init(bytes, options: options)
  }

  /// Reads a file without blocking the caller's executor.
  ///
  /// - Throws: `FileError` where the file cannot be read, `PlistError` where it is no valid
  ///   property list.
  public init(contentsOfFile path: String, options: PlistReadingOptions = PlistReadingOptions())
    async throws
  {
    let bytes = try await FileContents.read(path, limit: options.maximumByteCount)
    try self.init(bytes, options: options)
  }

  /// Replaces a file atomically and durably, whatever it holds, also where it could not be read. Blocks; the
  /// async form does not.
  ///
  /// - Throws: `PlistError` where the format has no form for a value: the file is untouched then;
  ///   `FileError` where the file cannot be replaced.
  public func write(
    toFile path: String, as format: PlistFormat,
    options: PlistWritingOptions = PlistWritingOptions()
  ) throws {
    try AtomicReplacement.write(encoded(as: format, options: options), to: path)
  }

  /// Replaces a file atomically and durably without blocking the caller's executor.
  ///
  /// - Throws: As the blocking form.
  public func write(
    toFile path: String, as format: PlistFormat,
    options: PlistWritingOptions = PlistWritingOptions()
  ) async throws {
    try await AtomicReplacement.write(encoded(as: format, options: options), to: path)
  }

  /// Reads the file of a URL. Blocks; the async form does not.
  ///
  /// - Throws: `PlistError` where the URL names no file, and as for a path.
  public init(contentsOf url: URL, options: PlistReadingOptions = PlistReadingOptions()) throws {
    try self.init(contentsOfFile: url.plistFilePath(), options: options)
  }

  /// Reads the file of a URL without blocking the caller's executor.
  ///
  /// - Throws: `PlistError` where the URL names no file, and as for a path.
  public init(contentsOf url: URL, options: PlistReadingOptions = PlistReadingOptions())
    async throws
  {
    try await self.init(contentsOfFile: url.plistFilePath(), options: options)
  }

  /// Replaces the file of a URL atomically and durably. Blocks; the async form does not.
  ///
  /// - Throws: `PlistError` where the URL names no file, and as for a path.
  public func write(
    to url: URL, as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) throws {
    try write(toFile: url.plistFilePath(), as: format, options: options)
  }

  /// Replaces the file of a URL atomically and durably without blocking the caller's executor.
  ///
  /// - Throws: `PlistError` where the URL names no file, and as for a path.
  public func write(
    to url: URL, as format: PlistFormat, options: PlistWritingOptions = PlistWritingOptions()
  ) async throws {
    try await write(toFile: url.plistFilePath(), as: format, options: options)
  }
}

extension Plist {
  /// Reads a file. Blocks; the async form does not.
  ///
  /// - Throws: `FileError` where the file cannot be read, `PlistError` where it is no valid
  ///   property list.
  public init(contentsOfFile path: String, options: PlistReadingOptions = PlistReadingOptions())
    throws
  {
    try self.init(PlistDocument(contentsOfFile: path, options: options))
  }

  /// Reads a file without blocking the caller's executor.
  ///
  /// - Throws: `FileError` where the file cannot be read, `PlistError` where it is no valid
  ///   property list.
  public init(contentsOfFile path: String, options: PlistReadingOptions = PlistReadingOptions())
    async throws
  {
    try self.init(await PlistDocument(contentsOfFile: path, options: options))
  }

  /// Replaces a file atomically and durably, whatever it holds, also where it could not be read. Blocks; the
  /// async form does not.
  ///
  /// - Throws: `PlistError` where the format has no form for a value: the file is untouched then;
  ///   `FileError` where the file cannot be replaced.
  public func write(
    toFile path: String, as format: PlistFormat = .xml,
    options: PlistWritingOptions = PlistWritingOptions()
  ) throws {
    try PlistDocument(self, maximumDepth: options.maximumDepth)
      .write(toFile: path, as: format, options: options)
  }

  /// Replaces a file atomically and durably without blocking the caller's executor.
  ///
  /// - Throws: As the blocking form.
  public func write(
    toFile path: String, as format: PlistFormat = .xml,
    options: PlistWritingOptions = PlistWritingOptions()
  ) async throws {
    try await PlistDocument(self, maximumDepth: options.maximumDepth)
      .write(toFile: path, as: format, options: options)
  }

  /// Reads the file of a URL. Blocks; the async form does not.
  ///
  /// - Throws: `PlistError` where the URL names no file, and as for a path.
  public init(contentsOf url: URL, options: PlistReadingOptions = PlistReadingOptions()) throws {
    try self.init(contentsOfFile: url.plistFilePath(), options: options)
  }

  /// Reads the file of a URL without blocking the caller's executor.
  ///
  /// - Throws: `PlistError` where the URL names no file, and as for a path.
  public init(contentsOf url: URL, options: PlistReadingOptions = PlistReadingOptions())
    async throws
  {
    try await self.init(contentsOfFile: url.plistFilePath(), options: options)
  }

  /// Replaces the file of a URL atomically and durably. Blocks; the async form does not.
  ///
  /// - Throws: `PlistError` where the URL names no file, and as for a path.
  public func write(
    to url: URL, as format: PlistFormat = .xml, options: PlistWritingOptions = PlistWritingOptions()
  ) throws {
    try write(toFile: url.plistFilePath(), as: format, options: options)
  }

  /// Replaces the file of a URL atomically and durably without blocking the caller's executor.
  ///
  /// - Throws: `PlistError` where the URL names no file, and as for a path.
  public func write(
    to url: URL, as format: PlistFormat = .xml, options: PlistWritingOptions = PlistWritingOptions()
  ) async throws {
    try await write(toFile: url.plistFilePath(), as: format, options: options)
  }
}

extension PlistEncoder {
  /// Encodes a value and replaces a file with it, atomically and durably. Blocks; the async form
  /// does not.
  ///
  /// - Throws: `EncodingError`, `PlistError` or `FileError`; the file is untouched then.
  public func encode<T: Encodable>(_ value: T, toFile path: String) throws {
    try AtomicReplacement.write(encode(value), to: path)
  }

  /// Encodes a value and replaces a file with it without blocking the caller's executor while the
  /// file is written.
  ///
  /// - Throws: As the blocking form.
  public func encode<T: Encodable>(_ value: T, toFile path: String) async throws {
    try await AtomicReplacement.write(encode(value), to: path)
  }

  /// Encodes a value and replaces the file of a URL with it, atomically and durably. Blocks; the
  /// async form does not.
  ///
  /// - Throws: `PlistError` where the URL names no file, and as for a path.
  public func encode<T: Encodable>(_ value: T, to url: URL) throws {
    try encode(value, toFile: url.plistFilePath())
  }

  /// Encodes a value and replaces the file of a URL with it without blocking the caller's executor
  /// while the file is written.
  ///
  /// - Throws: As the blocking form.
  public func encode<T: Encodable>(_ value: T, to url: URL) async throws {
    try await encode(value, toFile: url.plistFilePath())
  }
}

extension PlistDecoder {
  /// Decodes a value from a file. Blocks; the async form does not.
  ///
  /// - Throws: `FileError`, `PlistError` or `DecodingError`.
  public func decode<T: Decodable>(_ type: T.Type, fromFile path: String) throws -> T {
    try decode(type, from: PlistDocument(contentsOfFile: path, options: options))
  }

  /// Decodes a value from a file without blocking the caller's executor while the file is read.
  ///
  /// - Throws: As the blocking form.
  public func decode<T: Decodable>(_ type: T.Type, fromFile path: String) async throws -> T {
    try decode(type, from: await PlistDocument(contentsOfFile: path, options: options))
  }

  /// Decodes a value from the file of a URL. Blocks; the async form does not.
  ///
  /// - Throws: `PlistError` where the URL names no file, and as for a path.
  public func decode<T: Decodable>(_ type: T.Type, contentsOf url: URL) throws -> T {
    try decode(type, fromFile: url.plistFilePath())
  }

  /// Decodes a value from the file of a URL without blocking the caller's executor while the file
  /// is read.
  ///
  /// - Throws: As the blocking form.
  public func decode<T: Decodable>(_ type: T.Type, contentsOf url: URL) async throws -> T {
    try await decode(type, fromFile: url.plistFilePath())
  }
}

extension URL {
  /// The path of a file URL.
  fileprivate func plistFilePath() throws(PlistError) -> String {
    guard isFileURL else {
      throw PlistError(
        .notRepresentable, message: "\(PlistError.quoted(absoluteString)) names no file")
    }
    return path(percentEncoded: false)
  }
}
