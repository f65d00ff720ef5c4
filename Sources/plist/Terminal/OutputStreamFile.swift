// A file that is written to instead of being replaced: a device, a pipe, or a socket.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// An open device, pipe, or socket.
struct OutputStreamFile {
  private let file: FileDescriptor
  private let path: FilePath

  var isTerminal: Bool { file.isTerminal }

  /// Returns whether a path is that of a terminal. A pipe is not opened, because that waits for a
  /// reader.
  static func isTerminal(_ path: FilePath) -> Bool {
    guard (try? POSIXFileSystem().statusFollowingLinks(of: path).kind) == .device,
      let stream = try? OutputStreamFile(path)
    else { return false }
    defer { if stream.file != .standardOutput { try? stream.file.close() } }
    return stream.isTerminal
  }

  /// Opens a path; nil if it is a regular file, a directory, or missing. Opening a pipe waits for a
  /// reader.
  init?(_ path: FilePath) throws {
    self.path = path
    // A socket cannot be opened by its name, but standard output is open.
    if path == "/dev/stdout" {
      file = .standardOutput
      return
    }
    guard let file = try? FileDescriptor.open(path, .writeOnly) else { return nil }
    guard let kind = try? POSIXFileSystem().status(of: file).kind,
      [.pipe, .socket, .device].contains(kind)
    else {
      try file.close()
      return nil
    }
    self.file = file
  }

  /// Writes all of some data and closes the file.
  func write(_ data: Data) throws(StreamError) {
    do {
      try POSIXFileSystem().writeAll(data.span, to: file)
      if file != .standardOutput { try file.close() }
    } catch { throw StreamError(error, file: ArgumentBytes.shown(path)) }
  }
}
