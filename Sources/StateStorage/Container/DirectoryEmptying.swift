// Removing all that is in a directory, however deep, with two open directories and no recursion.
// Relies on `OpenDirectory`.

internal import DurableFiles
internal import SystemPackage

/// Empties directories.
enum DirectoryEmptying {
  /// Removes what can be removed. Symbolic links go, what they lead to stays; so does a file system
  /// that is mounted inside, and what is called `kept` at the top.
  static func empty(_ top: borrowing OpenDirectory, keeping kept: FilePath? = nil) {
    // A directory in a directory is moved to the top and waits there for its turn.
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

  /// Removes the files and returns the directories, which the owner may enter from now on.
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

  /// Removes an empty directory. One that is not may be entered afterwards, unless a file system is
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

  /// The new name at the top; nil when the directory cannot be moved.
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
