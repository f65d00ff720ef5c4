// Directories by their paths: what one is, made, made under a name that none has, removed. Relies on
// `FileSystem` for every system call.

package import SystemPackage

extension FileSystem {
  /// What a path stands for, symbolic links followed; nil for nothing.
  package func kind(following path: FilePath) throws(Errno) -> FileStatus.FileKind? {
    do throws(Errno) {
      return try retryingInterrupts { () throws(Errno) in
        try statusFollowingLinks(of: path).kind
      }
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw error
    }
  }

  /// Makes a directory for this user alone.
  package func makePrivateDirectory(_ path: FilePath) throws(Errno) {
    try retryingInterrupts { () throws(Errno) in
      try makeDirectory(path, permissions: .ownerReadWriteExecute)
    }
  }

  /// Makes a directory for this user alone, with a name that none has: `prefix` and six letters.
  package func makeUniqueDirectory(_ prefix: FilePath) throws(Errno) -> FilePath {
    for _ in 0..<100 {
      let path = FilePath(bytes: prefix.bytes + UniqueName.letters())
      do throws(Errno) {
        try makePrivateDirectory(path)
        return path
      } catch {
        if error != .fileExists { throw error }
      }
    }
    throw .fileExists
  }
}

/// The letters that make the name of a temporary directory unique.
package enum UniqueName {
  /// How many there are.
  package static let length = 6

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  static func letters() -> [UInt8] {
    (0..<length).map { _ in alphabet.randomElement() ?? UInt8(ascii: "x") }
  }
}
