// Names in directories: changed, added, listed, watched.

internal import CPlatform
package import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension POSIXFileSystem {
  package func rename(
    _ name: FilePath, to newName: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    _ = try unsafe withPath(name) { name in
      unsafe newName.withPlatformString { newName in
        unsafe renameat(directory.rawValue, name, directory.rawValue, newName)
      }
    }
  }

  package func remove(_ name: FilePath, in directory: FileDescriptor) throws(Errno) {
    _ = try unsafe withPath(name) { unsafe unlinkat(directory.rawValue, $0, 0) }
  }

  package func makeDirectory(_ path: FilePath) throws(Errno) {
    _ = try unsafe withPath(path) { unsafe mkdir($0, 0o777) }
  }

  package func removeDirectory(_ path: FilePath) throws(Errno) {
    _ = try unsafe withPath(path) { unsafe rmdir($0) }
  }
}

extension POSIXFileSystem {
  package func link(
    _ name: FilePath, to newName: FilePath, in directory: FileDescriptor
  ) throws(Errno) {
    _ = try unsafe withPath(name) { name in
      unsafe newName.withPlatformString { newName in
        unsafe linkat(directory.rawValue, name, directory.rawValue, newName, 0)
      }
    }
  }

  package func names(in directory: FileDescriptor) throws(Errno) -> [FilePath] {
    let bytes = try unsafe Self.filled { space, size in
      unsafe plinth_list_names(
        directory.rawValue, space?.assumingMemoryBound(to: CChar.self), size)
    }
    return bytes.split(separator: 0).map { name in
      unsafe (Array(name) + [0]).withUnsafeBufferPointer { name in
        unsafe name.withMemoryRebound(to: CChar.self) { name in
          guard let start = name.baseAddress else { return FilePath() }
          return unsafe FilePath(platformString: start)
        }
      }
    }
  }

  /// Starts to watch the names in a directory; the descriptor has the events of inotify.
  func watch(_ directory: FilePath) throws(Errno) -> FileDescriptor {
    FileDescriptor(
      rawValue: try unsafe withPath(directory) { unsafe plinth_watch_directory($0) })
  }
}
