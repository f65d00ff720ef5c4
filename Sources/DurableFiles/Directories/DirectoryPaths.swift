// Operations on directories by path: inspecting, creating and creating under a unique name. Relies
// on `FileSystem` for every system call.

package import SystemPackage

extension FileSystem {
  /// Returns the kind of file at a path, following symbolic links; nil if the path does not exist.
  package func kind(following path: FilePath) throws(Errno) -> FileStatus.FileKind? {
    try ifPresent(statusFollowingLinks(of: path).kind)
  }

  /// Creates a directory that only this user can access.
  package func makePrivateDirectory(_ path: FilePath) throws(Errno) {
    try retryingInterrupts(makeDirectory(path, permissions: .ownerReadWriteExecute))
  }

  /// Creates a directory that only this user can access, unless its name is in use; returns whether
  /// it is new.
  package func makePrivateDirectoryIfMissing(_ path: FilePath) throws(Errno) -> Bool {
    do throws(Errno) {
      try makePrivateDirectory(path)
      return true
    } catch {
      if error == .fileExists { return false }
      throw error
    }
  }

  /// Creates a directory that only this user can access, under an unused name: `prefix` and six
  /// random letters or digits.
  package func makeUniqueDirectory(_ prefix: FilePath) throws(Errno) -> FilePath {
    for _ in 0..<100 {
      let path = FilePath(bytes: prefix.bytes + UniqueName.letters())
      if try makePrivateDirectoryIfMissing(path) { return path }
    }
    throw .fileExists
  }
}

/// The random suffix that makes the name of a temporary directory unique.
package enum UniqueName {
  /// The number of letters and digits.
  package static let length = 6

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  static func letters() -> [UInt8] {
    (0..<length).map { _ in alphabet.randomElement() ?? UInt8(ascii: "x") }
  }
}
