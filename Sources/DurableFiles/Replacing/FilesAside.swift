// Files beside a file that were put aside, under its name with an ending of their own: where they are,
// and which there are. Relies on `TargetSearch`, as all that is found by the name of a file.

package import SystemPackage

/// Files that were put aside.
package enum FilesAside {
  /// The files beside a file whose ending begins so, sorted by the bytes of their names.
  package static func paths(
    of path: FilePath, beginning: String, in system: some FileSystem
  ) throws(FileError) -> [FilePath] {
    try GenerationSteps(system: system, path: path, task: .read).pathsAside(beginning)
  }
}

extension GenerationSteps {
  fileprivate func pathsAside(_ beginning: String) throws(FileError) -> [FilePath] {
    let target = try find()
    defer { abandon(target) }
    let names = try perform(.read) { () throws(Errno) in
      try system.names(beginning: "", in: target.directory)
    }
    return names.filter { isAside($0, of: target.name, beginning) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map { target.directoryPath.appending($0.components) }
  }

  /// Whether a name is that of a file with an ending that begins so. Long names are shortened.
  private func isAside(_ name: FilePath, of file: FilePath, _ beginning: String) -> Bool {
    let text = name.string
    guard let start = text.lastRange(of: ".\(beginning)") else { return false }
    return file.companion(suffix: String(text[start...])) == name
  }
}

extension String {
  /// Where the last occurrence of a text begins.
  fileprivate func lastRange(of text: String) -> Index? {
    var index = endIndex
    while index > startIndex {
      index = self.index(before: index)
      if self[index...].hasPrefix(text) { return index }
    }
    return nil
  }
}
