// The files that this library has written: only one of these may be overwritten as a generation;
// any other file belongs to another program that chose the same name. Relies on extended attributes
// to recognize files of other processes.

internal import Synchronization
internal import SystemPackage

/// The files that this process has written or kept as previous generations, by their identities and
/// the names that they were written to, so that a save does not have to inspect each file.
final class OwnFiles: Sendable {
  static let shared = OwnFiles()

  /// The extended attribute that marks a previous generation if its checksum does not name the file
  /// that it belongs to.
  static let attribute = "user.plinth.generation"

  /// The maximum number of files in the cache; when it is reached, the cache is cleared, and each
  /// file is inspected again.
  static let limit = 4096

  private struct OwnFile: Hashable {
    var identity: FileIdentity
    var name: FilePath
  }

  private let members = Mutex<Set<OwnFile>>([])

  func contains(_ identity: FileIdentity, as name: FilePath) -> Bool {
    members.withLock { $0.contains(OwnFile(identity: identity, name: name)) }
  }

  /// Marks a file as a previous generation of another, if the file system supports extended
  /// attributes.
  static func mark(_ file: FileDescriptor, as origin: FileOrigin, in system: some FileSystem) {
    try? system.setAttribute(attribute, to: Array(origin.encoded.utf8), of: file)
  }

  func insert(_ identity: FileIdentity, as name: FilePath) {
    members.withLock { members in
      if members.count >= Self.limit { members = [] }
      members.insert(OwnFile(identity: identity, name: name))
    }
  }
}

extension ReplacementSteps {
  /// Whether a file with the name of a previous generation really is one: it was written to the
  /// file itself and is not a copy. A file system without extended attributes cannot identify files
  /// that other processes have written; there, every such file counts as a generation.
  func isOwnGeneration(_ name: FilePath, status: FileStatus, of target: OpenTarget) -> Bool {
    let identity = FileIdentity(status)
    if OwnFiles.shared.contains(identity, as: target.name) { return true }
    guard let file = try? system.open(name, in: target.directory, as: .inspecting) else {
      return false
    }
    defer { abandon(file) }
    guard isMarked(file, as: FileOrigin(target.name, status: status)) else { return false }
    OwnFiles.shared.insert(identity, as: target.name)
    return true
  }

  private func isMarked(_ file: FileDescriptor, as origin: FileOrigin) -> Bool {
    do throws(Errno) { return try origins(of: file).contains(origin) } catch { return true }
  }

  /// Marks the file that becomes a previous generation, unless its checksum already does.
  func mark(_ target: OpenTarget) {
    guard let file = target.file, let status = target.status else { return }
    let identity = FileIdentity(status)
    if OwnFiles.shared.contains(identity, as: target.name) { return }
    let origin = FileOrigin(target.name, status: status)
    var found = target.origin
    if target.hasDigest == nil, let value = try? system.attribute(FileDigest.attribute, of: file) {
      found = FileOrigin(endOf: value)
    }
    if found != origin { OwnFiles.mark(file, as: origin, in: system) }
    OwnFiles.shared.insert(identity, as: target.name)
  }
}

extension FileSteps {
  /// Returns the files that the contents are recorded as having been written to. Throws only
  /// `Errno.notSupported`, if the file system does not support extended attributes.
  func origins(of file: FileDescriptor) throws(Errno) -> [FileOrigin] {
    var origins: [FileOrigin] = []
    for attribute in [OwnFiles.attribute, FileDigest.attribute] {
      do throws(Errno) {
        let value = try retryingInterrupts(system.attribute(attribute, of: file))
        if let origin = FileOrigin(endOf: value) { origins.append(origin) }
      } catch { if error == .notSupported { throw error } }
    }
    return origins
  }
}
