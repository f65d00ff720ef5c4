// The ways in which a caller names a file: text, a `FilePath` or a URL. Every function that takes a
// file from users accepts all of these types.

public import SystemPackage

/// A type that names a file: a `String` with a path, a `FilePath` or a file `URL`.
///
/// A relative path starts at the working directory.
public protocol FilePathConvertible: Sendable {
  /// The path of the file.
  ///
  /// - Throws: ``FileError`` with the code ``FileError/Code/invalidPath`` for text that is not a
  ///   path, and ``FileError/Code/notAFileURL`` for the URL of something else.
  func filePath() throws(FileError) -> FilePath
}

extension FilePath: FilePathConvertible {
  /// The path itself.
  public func filePath() -> FilePath { self }
}

extension String: FilePathConvertible {
  /// The path that the text spells.
  ///
  /// - Throws: ``FileError`` if the text is empty or contains a zero byte: the system would end the
  ///   path there and name another file.
  public func filePath() throws(FileError) -> FilePath {
    guard !isEmpty, !utf8.contains(0) else {
      throw FileError(unusable: prefix { $0 != "\0" }, .invalidPath)
    }
    return FilePath(self)
  }
}

extension URL: FilePathConvertible {
  /// The path of a file URL.
  ///
  /// - Throws: ``FileError`` if the URL has a scheme other than `file`.
  public func filePath() throws(FileError) -> FilePath {
    guard isFileURL else { throw FileError(unusable: absoluteString[...], .notAFileURL) }
    return try path(percentEncoded: false).filePath()
  }
}

extension FilePathConvertible {
  /// The path of the file, with errors that name the intended operation.
  func filePath(for task: FileError.Task) throws(FileError) -> FilePath {
    do throws(FileError) { return try filePath() } catch {
      throw FileError(
        code: error.code, path: error.path, operation: error.operation,
        systemError: error.systemError, task: task)
    }
  }
}

extension FileError {
  fileprivate init(unusable text: Substring, _ code: Code) {
    self.init(
      code: code, path: FilePath(String(text)), operation: .resolve, systemError: nil, task: .read)
  }
}
