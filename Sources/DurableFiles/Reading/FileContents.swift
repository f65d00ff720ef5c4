// Reads whole files into memory: the public interface. Relies on `ReadingSteps`.

package import SystemPackage

/// Reads whole files.
public enum FileContents {
  /// The maximum file size unless the caller specifies another: 1 GiB.
  public static let defaultLimit = 1 << 30

  /// Reads a file from beginning to end, and waits until that is done.
  ///
  /// Symbolic links are followed. A pipe is read until its writers have closed it.
  ///
  /// - Parameters:
  ///   - file: the file. `/dev/stdin` is allowed; ``readStandardInput(limit:)`` also works if
  ///     standard input is a socket.
  ///   - limit: the maximum number of bytes to read.
  /// - Throws: ``FileError``; ``FileError/Code/limitExceeded`` if the file has more than `limit`
  ///   bytes, ``FileError/Code/isDirectory`` for a directory.
  public static func read(_ file: some FilePathConvertible, limit: Int = defaultLimit)
    throws(FileError) -> [UInt8]
  {
    let path = try file.filePath(for: .read)
    return try ReadingSteps(system: POSIXFileSystem(), path: path, limit: limit).run()
  }

  /// Reads a file, with a separate limit for pipes, sockets and devices, which may be endless.
  package static func read(_ path: FilePath, limit: Int, streamLimit: Int) throws(FileError)
    -> [UInt8]
  {
    try ReadingSteps(system: POSIXFileSystem(), path: path, limit: limit, streamLimit: streamLimit)
      .run()
  }

  /// Reads a file in a given file system.
  package static func read(_ path: FilePath, limit: Int = defaultLimit, in system: some FileSystem)
    throws(FileError) -> [UInt8]
  { try ReadingSteps(system: system, path: path, limit: limit).run() }

  /// Reads a file on another thread, without blocking the caller's executor.
  public static func read(_ file: some FilePathConvertible, limit: Int = defaultLimit)
    async throws(FileError) -> [UInt8]
  { try await onDispatchThread { () throws(FileError) in try read(file, limit: limit) } }

  /// Reads the process's standard input from its current position to its end and leaves it open. Waits
  /// for input that arrives late, even if standard input is non-blocking.
  public static func readStandardInput(limit: Int = defaultLimit) throws(FileError) -> [UInt8] {
    try readStandardInput(limit: limit, streamLimit: limit)
  }

  /// Reads an open file from its current position to its end and leaves it open, with a separate limit for
  /// pipes, sockets and devices.
  ///
  /// - Parameter name: The path of the file in errors.
  package static func read(
    _ file: FileDescriptor, named name: FilePath, limit: Int, streamLimit: Int
  ) throws(FileError) -> [UInt8] {
    try ReadingSteps(
      system: POSIXFileSystem(), path: name, limit: limit, streamLimit: streamLimit
    ).contents(of: file)
  }

  /// Reads standard input, with a separate limit for pipes, sockets and devices.
  package static func readStandardInput(limit: Int, streamLimit: Int) throws(FileError) -> [UInt8] {
    try read(.standardInput, named: "/dev/stdin", limit: limit, streamLimit: streamLimit)
  }
}
