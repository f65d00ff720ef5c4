// A file that is written to instead of being replaced: a device, a pipe or a socket.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// An open device, pipe or socket.
struct OutputStreamFile {
  private let file: FileDescriptor

  /// Opens a path; nil where it is a regular file, a directory or absent. A pipe waits for its reader.
  init?(_ path: FilePath) throws {
    // Sockets cannot be opened by their names; this one is open.
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
      try file.writeAll(data)
      if file != .standardOutput { try file.close() }
    } catch {
      throw StreamError(error)
    }
  }
}
