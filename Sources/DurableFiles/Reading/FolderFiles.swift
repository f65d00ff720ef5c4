// Lists the files in a folder and its subfolders in a stable order. Uses an explicit stack, so that
// folders can be nested as deeply as the system's paths allow.

package import SystemPackage

/// Lists the files in folders.
package enum FolderFiles {
  /// A file, or a folder that cannot be listed.
  package struct ListedFile: Sendable {
    /// The path, which begins with the path of the listed folder.
    package let path: FilePath
    /// The reason why the folder cannot be listed; nil for a file.
    package let error: FileError?
  }

  /// Returns the files in a folder and all its subfolders, sorted within each folder by the bytes
  /// of their names; nil if the path does not refer to a folder.
  ///
  /// A symbolic link is listed if it refers to a regular file or is broken; links to folders are
  /// not followed. Devices, pipes and sockets are not listed. The folder itself may be a link.
  /// Makes one system call for each name, and needs memory for all names.
  package static func list(_ folder: FilePath) -> [ListedFile]? {
    let system = POSIXFileSystem()
    guard (try? system.statusFollowingLinks(of: folder))?.kind == .directory else { return nil }
    var entries: [ListedFile] = []
    var pending: [(path: FilePath, kind: FileStatus.FileKind)] = [(folder, .directory)]
    while let (path, kind) = pending.popLast() {
      guard kind == .directory else {
        entries.append(ListedFile(path: path, error: nil))
        continue
      }
      do throws(Errno) { pending += try contents(of: path, system).reversed() } catch {
        let failure = FileError(
          code: FileError.Code(error), path: path, operation: .openDirectory, systemError: error,
          task: .read)
        entries.append(ListedFile(path: path, error: failure))
      }
    }
    return entries
  }

  /// Returns the subfolders and readable files of a folder, sorted by their names.
  private static func contents(of folder: FilePath, _ system: POSIXFileSystem) throws(Errno) -> [(
    path: FilePath, kind: FileStatus.FileKind
  )] {
    let directory = try retryingInterrupts(system.open(folder, in: nil, as: .directory))
    defer { try? system.close(directory) }
    let names = try system.names(beginning: "", in: directory).map(\.bytes)
    let slash = UInt8(ascii: "/")
    let start = folder.bytes + (folder.bytes.last == slash ? [] : [slash])
    return names.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { name in
      let (path, name) = (FilePath(bytes: start + name), FilePath(bytes: name))
      // Names that were removed after the listing are omitted.
      guard var kind = (try? system.status(of: name, in: directory))?.kind else { return nil }
      if kind == .symbolicLink {
        kind = (try? system.statusFollowingLinks(of: path))?.kind ?? .regular
        if kind == .directory { return nil }
      }
      return kind == .regular || kind == .directory ? (path, kind) : nil
    }
  }
}
