// Files that were set aside next to a file, under its name with a separate ending: their paths and
// their names. Relies on `TargetSearch`, like everything that is found by the name of a file.

package import SystemPackage

/// Files that were set aside.
package enum FilesAside {
  /// Returns the path of a file next to another, in the directory at the end of the path's symbolic
  /// links.
  ///
  /// - Parameter suffix: The text after the name and a period.
  package static func path(
    of path: FilePath, suffix: String, in system: some FileSystem
  ) throws(FileError) -> FilePath {
    try GenerationSteps(system: system, path: path, task: .keepCopy).pathAside(suffix)
  }

  /// Returns the files next to a file whose ending begins with one of the given strings, sorted by
  /// the bytes of their names.
  package static func paths(
    of path: FilePath, beginnings: [String], in system: some FileSystem
  ) throws(FileError) -> [FilePath] {
    try GenerationSteps(system: system, path: path, task: .read).pathsAside(beginnings)
  }

  /// Removes a file next to another.
  package static func remove(
    _ name: FilePath, of path: FilePath, in system: some FileSystem
  ) throws(FileError) {
    try GenerationSteps(system: system, path: path, task: .remove).removeAside(name)
  }
}

extension GenerationSteps {
  fileprivate func pathAside(_ suffix: String) throws(FileError) -> FilePath {
    let target = try find()
    defer { abandon(target) }
    let name = target.name.companion(suffix: ".\(suffix)")
    return target.directoryPath.appending(name.components)
  }

  fileprivate func pathsAside(_ beginnings: [String]) throws(FileError) -> [FilePath] {
    let target = try find()
    defer { abandon(target) }
    let names = try perform(.read) { () throws(Errno) in
      try system.names(beginning: "", in: target.directory)
    }
    let endings = beginnings.map { Array(".\($0)".utf8) }
    return names.map(\.bytes)
      .filter { name in endings.contains { isAside(name, of: target.name, endingBeginsWith: $0) } }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .map { target.directoryPath.appending(FilePath(bytes: $0).components) }
  }

  /// Whether a name is the file's name with an ending that begins with the given bytes. Long names
  /// are shortened.
  private func isAside(
    _ name: [UInt8], of file: FilePath, endingBeginsWith beginning: [UInt8]
  ) -> Bool {
    guard let start = name.lastStart(of: beginning) else { return false }
    if name[..<start].elementsEqual(file.bytes) { return true }
    let suffix = String(decoding: name[start...], as: UTF8.self)
    return file.companion(suffix: suffix).bytes == name
  }

  fileprivate func removeAside(_ name: FilePath) throws(FileError) {
    let target = try find()
    defer { abandon(target) }
    try perform(.remove) { () throws(Errno) in try system.remove(name, in: target.directory) }
    try perform(.synchronizeDirectory) { () throws(Errno) in
      try synchronizeDirectory(target.directory)
    }
  }
}

extension [UInt8] {
  /// Returns the index at which the last occurrence of some bytes begins.
  fileprivate func lastStart(of bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, count >= bytes.count else { return nil }
    for start in stride(from: count - bytes.count, through: 0, by: -1) where self[start] == first {
      if self[start..<start + bytes.count].elementsEqual(bytes) { return start }
    }
    return nil
  }
}
