// Replacement overloads for common types: arrays, `Data` and paths as strings. None of them copies
// the bytes. Relies on `AtomicReplacement.write` for a span.

public import SystemPackage

extension AtomicReplacement {
  /// Replaces the contents of a file with an array of bytes.
  ///
  /// Gives the same guarantees and throws the same errors as ``write(_:to:options:progress:)`` for
  /// a span.
  @discardableResult
  public static func write(
    _ bytes: [UInt8], to path: FilePath, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    try write(bytes.span, to: path, options: options, progress: progress)
  }

  /// Replaces the contents of a file with data.
  @discardableResult
  public static func write(
    _ data: Data, to path: FilePath, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    try write(data.span, to: path, options: options, progress: progress)
  }

  /// Replaces the contents of a file, named by a string, with a span of bytes.
  @discardableResult
  public static func write(
    _ bytes: Span<UInt8>, to path: String, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    let path = try FilePath(checking: path, for: .replace)
    return try write(bytes, to: path, options: options, progress: progress)
  }

  /// Replaces the contents of a file, named by a string, with an array of bytes.
  @discardableResult
  public static func write(
    _ bytes: [UInt8], to path: String, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    try write(bytes.span, to: path, options: options, progress: progress)
  }

  /// Replaces the contents of a file, named by a string, with data.
  @discardableResult
  public static func write(
    _ data: Data, to path: String, options: Options = Options(),
    progress: ProgressHandler? = nil
  ) throws(FileError) -> FileIdentity {
    try write(data.span, to: path, options: options, progress: progress)
  }
}

extension FilePath {
  /// Creates a path from text, which must not be empty or contain a zero byte: the system would end
  /// the path at that byte and use another file.
  init(checking text: String, for task: FileError.Task) throws(FileError) {
    guard !text.isEmpty, !text.utf8.contains(0) else {
      let shown = String(text.prefix { $0 != "\0" })
      throw FileError(
        code: .invalidPath, path: FilePath(shown), operation: .resolve, systemError: nil,
        task: task)
    }
    self.init(text)
  }
}
