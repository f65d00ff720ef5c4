// Decides whether an event in a directory means that the file has changed: the file is compared
// with its state at the last inspection. Does not rely on the events in between, since some may be
// lost.

internal import Synchronization
internal import SystemPackage

/// An event in a directory.
enum DirectoryEvent {
  /// An event for the watched name, or one whose name is unknown.
  case mayConcernFile
  /// The directory was removed or renamed.
  case directoryGone
}

/// Inspects one name in one directory. The directory is not kept open: Linux does not report the
/// removal of an open directory.
final class FileInspection: Sendable {
  private let system: any FileSystem
  private let directory: FilePath
  private let name: FilePath
  private let continuation: AsyncStream<FileChange>.Continuation
  private let last = Mutex<FileIdentity?>(nil)

  init(
    directory: FilePath, name: FilePath, continuation: AsyncStream<FileChange>.Continuation,
    in system: any FileSystem
  ) {
    self.system = system
    self.directory = directory
    self.name = name
    self.continuation = continuation
  }

  /// Inspects the file for the first time, without reporting a change.
  func begin() {
    let found = current
    last.withLock { $0 = found }
  }

  /// Inspects the file again, and reports a change if there is one.
  func handle(_ event: DirectoryEvent) {
    let found = current
    let isChanged = last.withLock { last in
      defer { last = found }
      return last != found
    }
    if isChanged { continuation.yield(FileChange(identity: found)) }
    if event == .directoryGone { continuation.finish() }
  }

  private var current: FileIdentity? {
    let status = try? retryingInterrupts { () throws(Errno) in
      let folder = try system.open(directory, in: nil, as: .directory)
      defer { try? system.close(folder) }
      return try system.status(of: name, in: folder)
    }
    return status.map { FileIdentity($0) }
  }
}
