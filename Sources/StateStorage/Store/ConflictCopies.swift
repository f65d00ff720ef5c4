// The copies of states that lost a conflict, beside the file: which there are, and an end to them.
// Relies on `FilesAside` for the names.

internal import DurableFiles
public import SystemPackage

/// A copy of a state that lost a conflict: see ``ConflictPolicy``. A ``StateStore`` of its path loads it.
public struct ConflictCopy: Sendable, Hashable {
  /// The file, in the directory of the state.
  public let path: FilePath
  /// Its size in bytes.
  public let size: Int
  /// The moment when its contents were written, since 1970.
  public let modificationTime: Duration

  /// How the endings of the names begin.
  static let beginning = "conflict-"
}

extension StateFile {
  /// The copies of states that lost a conflict, the oldest first.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` where the directory cannot be read.
  public func conflictCopies() throws(StateError) -> [ConflictCopy] {
    do throws(FileError) {
      var copies: [ConflictCopy] = []
      for path in try FilesAside.paths(
        of: path, beginning: ConflictCopy.beginning, in: place.system)
      {
        // One that is gone meanwhile is left out.
        guard let file = try FileContents.identity(of: path, in: place.system) else { continue }
        copies.append(
          ConflictCopy(path: path, size: file.size, modificationTime: file.modificationTime))
      }
      return copies.sorted { $0.modificationTime < $1.modificationTime }
    } catch {
      if error.code == .notFound { return [] }
      throw StateError(
        .unreadable, "the copies of states that lost a conflict could not be listed", path: path,
        underlyingError: error)
    }
  }

  /// Removes a copy, for good. One that is gone already is no error.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/notSaved`` where it cannot be removed, and with
  ///   ``StateError/Code/invalidName`` for a file that is no such copy of this state.
  public func remove(_ copy: ConflictCopy) throws(StateError) {
    guard try conflictCopies().contains(where: { $0.path == copy.path }),
      let name = copy.path.lastComponent
    else {
      if isCopy(copy) { return }
      throw StateError(.invalidName, "this is no copy of the state", path: copy.path)
    }
    do throws(FileError) {
      try FilesAside.remove(FilePath(root: nil, [name]), of: path, in: place.system)
    } catch {
      if error.code == .notFound { return }
      throw StateError(
        .notSaved, "the copy could not be removed", path: copy.path, underlyingError: error)
    }
  }

  /// Whether a path has the name of such a copy of this file.
  private func isCopy(_ copy: ConflictCopy) -> Bool {
    guard let name = copy.path.lastComponent?.string, let own = path.lastComponent?.string else {
      return false
    }
    return name.hasPrefix("\(own).\(ConflictCopy.beginning)")
  }
}
