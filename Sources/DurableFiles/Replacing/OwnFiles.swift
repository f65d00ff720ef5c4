// Which files this library has written itself: what is replaced must be one of those, or it is somebody
// else's who has chosen the same name. Relies on extended attributes between processes.

internal import Synchronization
internal import SystemPackage

/// The files that this process has written or kept as previous generations, by what identifies them and the
/// name that they were written to: so that each save need not look into all of them.
final class OwnFiles: Sendable {
  static let shared = OwnFiles()

  /// The extended attribute of a previous generation whose checksum does not say which file it belongs to.
  static let attribute = "user.plinth.generation"

  /// How many are remembered; then all are forgotten, which costs a look into each.
  static let limit = 4096

  private struct OwnFile: Hashable {
    var identity: FileIdentity
    var name: FilePath
  }

  private let members = Mutex<Set<OwnFile>>([])

  func contains(_ identity: FileIdentity, as name: FilePath) -> Bool {
    members.withLock { $0.contains(OwnFile(identity: identity, name: name)) }
  }

  /// Marks a file as a previous generation of another, where the file system can do that.
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
  /// Whether a file with the name of a previous generation is one: it was written to the file itself, and
  /// is not a copy. A file system without extended attributes cannot say it of what other processes have
  /// written: there, it is one.
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

  /// Marks what becomes a previous generation, unless its checksum does that already.
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
  /// The files that are recorded with contents as those that they were written to.
  ///
  /// - Throws: `Errno.notSupported` where the file system has no extended attributes, and nothing else.
  func origins(of file: FileDescriptor) throws(Errno) -> [FileOrigin] {
    var origins: [FileOrigin] = []
    for attribute in [OwnFiles.attribute, FileDigest.attribute] {
      do throws(Errno) {
        let value = try retryingInterrupts { () throws(Errno) in
          try system.attribute(attribute, of: file)
        }
        if let origin = FileOrigin(endOf: value) { origins.append(origin) }
      } catch {
        if error == .notSupported { throw error }
      }
    }
    return origins
  }
}
