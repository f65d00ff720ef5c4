// Reading a whole file into memory: what callers see. Relies on `ReadingSteps`.

package import SystemPackage

/// Reads whole files.
public enum FileContents {
  /// The largest file that is read unless the caller says otherwise: 1 GiB.
  public static let defaultLimit = 1 << 30

  /// Reads a file from its start to its end, and waits until that is done.
  ///
  /// Symbolic links are followed. A pipe is read until its writers have closed it.
  ///
  /// - Parameters:
  ///   - file: the file. `/dev/stdin` is allowed; ``readStandardInput(limit:)`` also works when that is a
  ///     socket.
  ///   - limit: the largest number of bytes that is accepted.
  /// - Throws: ``FileError``; ``FileError/Code/limitExceeded`` when there is more than `limit`,
  ///   ``FileError/Code/isDirectory`` for a directory.
  public static func read(
    _ file: some FilePathConvertible, limit: Int = defaultLimit
  ) throws(FileError) -> [UInt8] {
    let path = try file.filePath(for: .read)
    return try ReadingSteps(system: POSIXFileSystem(), path: path, limit: limit).run()
  }

  /// Reads a file of which no more than a number of bytes is accepted where it is a pipe, a socket or a
  /// device, which may have no end.
  package static func read(
    _ path: FilePath, limit: Int, streamLimit: Int
  ) throws(FileError) -> [UInt8] {
    try ReadingSteps(
      system: POSIXFileSystem(), path: path, limit: limit, streamLimit: streamLimit
    ).run()
  }

  /// Reads a file in a given file system.
  package static func read(
    _ path: FilePath, limit: Int = defaultLimit, in system: some FileSystem
  ) throws(FileError) -> [UInt8] {
    try ReadingSteps(system: system, path: path, limit: limit).run()
  }

  /// Reads a file on another thread, without blocking the caller's executor.
  public static func read(
    _ file: some FilePathConvertible, limit: Int = defaultLimit
  ) async throws(FileError) -> [UInt8] {
    try await onDispatchThread { () throws(FileError) in try read(file, limit: limit) }
  }

  /// Reads the process's standard input from where it is to its end; it stays open.
  public static func readStandardInput(limit: Int = defaultLimit) throws(FileError) -> [UInt8] {
    try readStandardInput(limit: limit, streamLimit: limit)
  }

  /// Reads standard input, of which no more than a number of bytes is accepted where it is a pipe, a
  /// socket or a device.
  package static func readStandardInput(
    limit: Int, streamLimit: Int
  ) throws(FileError) -> [UInt8] {
    try ReadingSteps(
      system: POSIXFileSystem(), path: "/dev/stdin", limit: limit, streamLimit: streamLimit
    ).contents(of: .standardInput)
  }
}
