// Files that were set aside next to a file, under its name with a separate ending: their paths and
// their names. Relies on `TargetSearch`, like everything that is found by the name of a file.

package import SystemPackage

/// Files that were set aside.
package enum FilesAside {
  /// Returns the path of a file next to another, `NAME.SUFFIX`, in the directory at the end of the
  /// path's symbolic links.
  package static func path(of path: FilePath, suffix: String, in system: some FileSystem)
    throws(FileError) -> FilePath
  {
    let steps = GenerationSteps(system: system, path: path, task: .keepCopy)
    let target = try steps.find()
    defer { steps.abandon(target) }
    return target.directoryPath.appending(target.name.companion(suffix: ".\(suffix)").components)
  }

  /// Returns the files next to `path` whose endings begin with one of the given strings, sorted by
  /// the bytes of their names. A name that would be too long is shortened before the ending.
  package static func paths(of path: FilePath, beginnings: [String], in system: some FileSystem)
    throws(FileError) -> [FilePath]
  {
    let steps = GenerationSteps(system: system, path: path, task: .read)
    let target = try steps.find()
    defer { steps.abandon(target) }
    let names = try steps.perform(.read, call: system.names(beginning: "", in: target.directory))
    func isAside(_ name: [UInt8], endingBeginsWith beginning: [UInt8]) -> Bool {
      guard let start = name.lastStart(of: beginning) else { return false }
      if name[..<start].elementsEqual(target.name.bytes) { return true }
      let suffix = String(decoding: name[start...], as: UTF8.self)
      return target.name.companion(suffix: suffix).bytes == name
    }
    let endings = beginnings.map { Array(".\($0)".utf8) }
    return names.map(\.bytes).filter { name in
      endings.contains { isAside(name, endingBeginsWith: $0) }
    }.sorted { $0.lexicographicallyPrecedes($1) }.map {
      target.directoryPath.appending(FilePath(bytes: $0).components)
    }
  }

  /// Removes a file next to another.
  package static func remove(_ name: FilePath, of path: FilePath, in system: some FileSystem)
    throws(FileError)
  {
    let steps = GenerationSteps(system: system, path: path, task: .remove)
    let target = try steps.find()
    defer { steps.abandon(target) }
    try steps.perform(.remove, call: system.remove(name, in: target.directory))
    try steps.perform(.synchronizeDirectory, call: steps.synchronizeDirectory(target.directory))
  }
}

extension [UInt8] {
  /// Returns the index at which the last occurrence of some bytes begins.
  fileprivate func lastStart(of bytes: [UInt8]) -> Int? {
    stride(from: count - bytes.count, through: 0, by: -1).first {
      self[$0..<$0 + bytes.count].elementsEqual(bytes)
    }
  }
}
