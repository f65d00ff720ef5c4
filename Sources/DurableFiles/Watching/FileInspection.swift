// Decides whether what was heard of a directory is news of the file: it is when the file is another
// than at the last look. Relies on nothing that happened in between, since events may be lost.

internal import Synchronization
internal import SystemPackage

/// What was heard of a directory.
enum DirectoryEvent {
  /// Something happened to the name that is watched, or to one that is not known.
  case mayConcernFile
  /// The directory is gone, or has another name.
  case directoryGone
}

/// Looks at one name in one directory, which it does not keep open: as long as it was open, Linux
/// would not tell that it was removed.
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

  /// Looks for the first time; what is there is no change.
  func begin() {
    let found = current
    last.withLock { $0 = found }
  }

  /// Looks again, and tells when there is news.
  func heard(_ event: DirectoryEvent) {
    let found = current
    let isNews = last.withLock { last in
      defer { last = found }
      return last != found
    }
    if isNews { continuation.yield(FileChange(identity: found)) }
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
