// Removing the contents of a directory at any depth, with two open directories and no recursion.
// Relies on `OpenDirectory`.

internal import DurableFiles
internal import SystemPackage

/// Empties directories.
enum DirectoryEmptying {
  /// Removes what can be removed. Symbolic links are removed, but not their targets. A file system
  /// that is mounted inside stays, and so does the item called `kept` at the top level.
  static func empty(_ top: borrowing OpenDirectory, keeping kept: FilePath? = nil) {
    // A nested directory is moved to the top level and waits there for its turn.
    var waiting = removeFiles(in: top, keeping: kept)
    var count = 0
    while let name = waiting.popLast() {
      if (try? top.removeDirectory(name)) != nil { continue }
      guard let directory = try? OpenDirectory(name, in: top, for: .listing) else { continue }
      for inner in removeFiles(in: directory) {
        if let moved = move(inner, from: directory, to: top, count: &count) {
          waiting.append(moved)
        }
      }
      try? top.removeDirectory(name)
    }
  }

  /// Removes the files and returns the subdirectories, which the owner can enter from now on.
  private static func removeFiles(
    in directory: borrowing OpenDirectory, keeping kept: FilePath? = nil
  ) -> [FilePath] {
    var directories: [FilePath] = []
    for name in directory.names() where name != kept {
      if (try? directory.kind(of: name)) == .directory {
        if mustBeEntered(name, in: directory) { directories.append(name) }
      } else {
        try? directory.removeFile(name)
      }
    }
    return directories
  }

  /// Removes a directory if it is empty. Otherwise makes it accessible, unless a file system is
  /// mounted there.
  private static func mustBeEntered(
    _ name: FilePath, in directory: borrowing OpenDirectory
  ) -> Bool {
    do throws(Errno) {
      try directory.removeDirectory(name)
      return false
    } catch {
      if error == .resourceBusy { return false }
      try? directory.unprotect(name)
      return true
    }
  }

  /// Returns the new name at the top level; nil if the directory cannot be moved.
  private static func move(
    _ name: FilePath, from directory: borrowing OpenDirectory, to top: borrowing OpenDirectory,
    count: inout Int
  ) -> FilePath? {
    for _ in 0..<8 {
      count += 1
      let newName = FilePath(".removed-\(count)")
      if (try? directory.move(name, to: top, as: newName)) != nil { return newName }
    }
    return nil
  }
}
