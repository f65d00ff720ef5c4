// Which files this library has written itself: what is replaced must be one of those, or it is somebody
// else's who has chosen the same name. Relies on extended attributes between processes.

internal import Synchronization
internal import SystemPackage

/// The files that this process has written or kept as previous generations, by what identifies them: so
/// that each save need not look into all of them.
final class OwnFiles: Sendable {
  static let shared = OwnFiles()

  /// The extended attribute of a previous generation whose contents have no checksum.
  static let attribute = "user.plinth.generation"

  /// How many are remembered; then all are forgotten, which costs a look into each.
  static let limit = 4096

  private let identities = Mutex<Set<FileIdentity>>([])

  func contains(_ identity: FileIdentity) -> Bool {
    identities.withLock { $0.contains(identity) }
  }

  /// Marks a file as a previous generation, where the file system can do that.
  static func mark(_ file: FileDescriptor, in system: some FileSystem) {
    try? system.setAttribute(attribute, to: [UInt8(ascii: "1")], of: file)
  }

  func insert(_ identity: FileIdentity) {
    identities.withLock { identities in
      if identities.count >= Self.limit { identities = [] }
      identities.insert(identity)
    }
  }
}

extension ReplacementSteps {
  /// Whether a file with the name of a previous generation is one. A file system without extended
  /// attributes cannot say it of what other processes have written: there, it is one.
  func isOwnGeneration(
    _ name: FilePath, _ status: FileStatus, in directory: FileDescriptor
  ) -> Bool {
    let identity = FileIdentity(status)
    if OwnFiles.shared.contains(identity) { return true }
    guard let file = try? system.open(name, in: directory, as: .inspecting) else { return false }
    defer { abandon(file) }
    guard isMarked(file) else { return false }
    OwnFiles.shared.insert(identity)
    return true
  }

  private func isMarked(_ file: FileDescriptor) -> Bool {
    do throws(Errno) {
      let names = try retryingInterrupts { () throws(Errno) in
        try system.attributeNames(of: file)
      }
      return names.contains(FileDigest.attribute) || names.contains(OwnFiles.attribute)
    } catch {
      return error == .notSupported
    }
  }

  /// Marks what becomes a previous generation, unless its checksum does that already.
  func mark(_ target: OpenTarget) {
    guard let file = target.file, let status = target.status else { return }
    let identity = FileIdentity(status)
    if target.hasDigest != true, !OwnFiles.shared.contains(identity) {
      let hasDigest = (try? system.attribute(FileDigest.attribute, of: file)) != nil
      if !hasDigest { OwnFiles.mark(file, in: system) }
    }
    OwnFiles.shared.insert(identity)
  }
}
