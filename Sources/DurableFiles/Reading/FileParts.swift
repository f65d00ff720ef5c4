// Reads parts of a regular file, for callers that do not need all of it in memory. The file is not
// mapped into memory: if another program truncates it, a part is missing, and the program does not
// crash. Relies on `FileSystem` for every system call.

internal import SystemPackage

/// An open regular file of which single parts are read.
package struct FileParts {
  private let system: any FileSystem
  private let file: FileDescriptor
  /// The size of the file when it was opened, in bytes.
  package let size: Int

  /// Opens a regular file and calls the closure with it. Symbolic links are followed.
  ///
  /// Returns true if the closure returned true and the file did not change meanwhile; otherwise, its
  /// parts may belong to different contents. Returns false without calling the closure if the file
  /// is not regular or cannot be opened, or if the path begins with `~`.
  package static func withParts(
    ofFileAt path: String, in system: some FileSystem = POSIXFileSystem(),
    body: (FileParts) -> Bool
  ) -> Bool {
    guard path.utf8.first != UInt8(ascii: "~"), let file = try? system.openRegularFile(at: path)
    else { return false }
    defer { try? system.close(file) }
    guard let status = try? system.status(of: file), status.kind == .regular,
      body(FileParts(system: system, file: file, size: status.size)),
      let later = try? system.status(of: file)
    else { return false }
    return later == status
  }

  /// Returns the whole contents; nil if the file is shorter than when it was opened, or cannot be read.
  package func contents() -> Data? {
    var contents = Data()
    while contents.count < size {
      let start = contents.count
      guard
        let next = try? retryingInterrupts(system.readData(size - start, at: start, from: file)),
        !next.isEmpty
      else { return nil }
      if contents.isEmpty { contents = next } else { contents += next }
    }
    return contents
  }

  /// Returns the bytes of a range; nil if the file ends earlier or cannot be read.
  package func bytes(in range: Range<Int>) -> [UInt8]? {
    guard range.lowerBound >= 0, range.upperBound <= size else { return nil }
    var bytes: [UInt8] = []
    while bytes.count < range.count {
      let start = range.lowerBound + bytes.count
      guard
        let next = try? retryingInterrupts(
          system.read(range.upperBound - start, at: start, from: file)), !next.isEmpty
      else { return nil }
      if bytes.isEmpty { bytes = next } else { bytes += next }
    }
    return bytes
  }
}
