// Names in directories: renaming, adding, listing, watching.

internal import CLibrary
internal import CSystemCalls
package import SystemPackage

extension POSIXFileSystem {
  package func rename(
    _ name: FilePath, in directory: FileDescriptor, to newName: FilePath,
    in newDirectory: FileDescriptor
  ) throws(Errno) {
    _ = try unsafe withPath(name) { name in
      unsafe newName.withPlatformString { newName in
        unsafe renameat(directory.rawValue, name, newDirectory.rawValue, newName)
      }
    }
  }

  package func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno) {
    _ = try unsafe withPath(name) { unsafe unlinkat(directory.rawValue, $0, 0) }
  }

  package func makeLink(to target: FilePath, as name: FilePath, in directory: FileDescriptor)
    throws(Errno)
  {
    _ = try unsafe withPath(name) { name in
      unsafe target.withPlatformString { unsafe symlinkat($0, directory.rawValue, name) }
    }
  }

  package func makeDirectory(
    _ path: FilePath, in directory: FileDescriptor?, permissions: FilePermissions
  ) throws(Errno) {
    let start = directory?.rawValue ?? AT_FDCWD
    _ = try unsafe withPath(path) { unsafe mkdirat(start, $0, mode_t(permissions.rawValue)) }
  }

  package func removeDirectory(_ path: FilePath, in directory: FileDescriptor?) throws(Errno) {
    let start = directory?.rawValue ?? AT_FDCWD
    _ = try unsafe withPath(path) { unsafe unlinkat(start, $0, AT_REMOVEDIR) }
  }

  package func workingDirectory() throws(Errno) -> FilePath {
    let bytes = try unsafe Self.filled(expecting: Int(PATH_MAX) + 1) { space, size in
      // The path of a deeply nested directory may exceed `PATH_MAX`.
      guard let space = unsafe space else { return 1 << 16 }
      let text = unsafe space.assumingMemoryBound(to: CChar.self)
      guard unsafe getcwd(text, size) != nil else { return -1 }
      return unsafe Int(strlen(text))
    }
    return FilePath(bytes: bytes)
  }
}

extension POSIXFileSystem {
  package func link(_ name: FilePath, to newName: FilePath, in directory: FileDescriptor)
    throws(Errno)
  {
    _ = try unsafe withPath(name) { name in
      unsafe newName.withPlatformString { newName in
        unsafe linkat(directory.rawValue, name, directory.rawValue, newName, 0)
      }
    }
  }

  package func names(beginning: String, in directory: FileDescriptor) throws(Errno) -> [FilePath] {
    let bytes = try unsafe Self.filled(expecting: 4096) { space, size in
      unsafe beginning.withCString { beginning in
        unsafe plinth_list_names(
          directory.rawValue, beginning, space?.assumingMemoryBound(to: CChar.self), size)
      }
    }
    return bytes.split(separator: 0).map { FilePath(bytes: $0) }
  }

  package func watch(_ directory: FilePath) throws(Errno) -> FileDescriptor {
    FileDescriptor(rawValue: try unsafe withPath(directory) { unsafe plinth_watch_directory($0) })
  }
}

// MARK: - Names that are not text

extension FilePath {
  /// The bytes of the path; a name need not be valid text.
  package var bytes: [UInt8] {
    unsafe withPlatformString { path in
      unsafe [UInt8](UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }
  }

  /// The directory of a file, and its name; nil for a path that does not end with a name.
  var directoryAndName: (directory: FilePath, name: FilePath)? {
    let bytes = bytes
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = FilePath(bytes: bytes[(slash.map { $0 + 1 } ?? 0)...])
    if name.isEmpty || name == "." || name == ".." { return nil }
    guard let slash else { return (".", name) }
    return (FilePath(bytes: bytes[..<max(slash, 1)]), name)
  }

  /// Creates a path from bytes, which must not contain a zero byte.
  package init(bytes: some Sequence<UInt8>) {
    self = unsafe ([UInt8](bytes) + [0]).withUnsafeBytes { text in
      guard let start = text.baseAddress else { return FilePath() }
      return unsafe FilePath(platformString: start.assumingMemoryBound(to: CChar.self))
    }
  }
}
