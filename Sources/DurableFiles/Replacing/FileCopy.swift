// Copies a file to another directory, with its permissions, attributes and checksum. Relies on
// the steps that copy a previous generation.

package import SystemPackage

extension OpenDirectory {
  /// Copies a regular file to another directory, where its name must be unused. The copy has the
  /// permissions of the file and, as far as the system permits, its owner and attributes. The copy
  /// is flushed to the drive; its name is durable once the destination is synchronized. A symbolic
  /// link is not followed. Errors contain `path`.
  package func copyFile(_ name: FilePath, to destination: borrowing OpenDirectory, path: FilePath)
    throws(FileError)
  {
    func copy(in system: some FileSystem, to destination: FileDescriptor) throws(FileError) {
      try FileCopySteps(system: system, path: path).run(name, from: descriptor, to: destination)
    }
    try copy(in: system, to: destination.descriptor)
  }
}

/// One copy operation.
private struct FileCopySteps<System: FileSystem>: FileSteps {
  let system: System
  let path: FilePath

  var task: FileError.Task { .copy }

  func run(_ name: FilePath, from source: FileDescriptor, to destination: FileDescriptor)
    throws(FileError)
  {
    var old = OpenTarget(directory: source, directoryPath: path, name: name)
    defer { closeFile(of: &old) }
    try openFile(of: &old)
    guard old.status != nil else { throw failure(.open, error: .noSuchFileOrDirectory) }
    if old.file == nil { throw failure(.open, error: old.openFailure ?? .ioError) }
    let new = OpenTarget(directory: destination, directoryPath: path, name: name)
    if try status(of: name, in: destination) != nil { throw failure(.rename, error: .fileExists) }
    let temporary = try copy(&old, nextTo: new, marking: .ifOriginalIs)
    do throws(FileError) {
      try perform(.rename, call: system.rename(temporary, to: name, in: destination))
    } catch {
      remove(temporary, from: new)
      throw error
    }
  }
}
