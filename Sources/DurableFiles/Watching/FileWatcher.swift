// The changes to one file, as an asynchronous sequence. Watches the directory instead of the file,
// since a replacement creates another file, and compares the file with its state at the last
// inspection, since events may be lost. Relies on `DirectoryEvents` for the system's events.

internal import Synchronization
public import SystemPackage

/// A change to a file: new contents, or its removal.
public struct FileChange: Sendable, Hashable {
  /// A token that changes whenever the contents do; nil if the file does not exist.
  public let identity: FileIdentity?
}

/// The changes to one file, made by any process: replacement, writing in place, creation and
/// removal.
///
/// ```swift
/// for await change in try FileWatcher("settings.plist") {
///   if change.identity != identityOfMyLastSave { … }
/// }
/// ```
///
/// Watching begins with the initializer, so that no change between a first read and the loop is
/// missed. If the file changes several times during one iteration of the loop, only its latest
/// version is reported. The sequence ends when the directory of the file is removed or renamed. It
/// supports a single iteration. Symbolic links are resolved once, at the beginning. The working
/// directory must not change while a relative path is watched.
public struct FileWatcher: AsyncSequence, Sendable {
  /// The type of the changes that the sequence reports.
  public typealias Element = FileChange
  /// The sequence never throws.
  public typealias Failure = Never

  /// An iterator over the changes.
  public struct Iterator: AsyncIteratorProtocol {
    var iterator: AsyncStream<FileChange>.Iterator

    /// Waits for the next change; nil if the sequence has ended or the task is canceled.
    public mutating func next() async -> FileChange? { await iterator.next() }

    /// Waits for the next change on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Never)
      -> FileChange?
    { await iterator.next(isolation: actor) }
  }

  private let changes: AsyncStream<FileChange>

  /// Starts watching a file, which need not exist; its directory must exist.
  public init(_ path: FilePath) throws(FileError) { try self.init(path, in: POSIXFileSystem()) }

  /// Starts watching a file, on another thread; see the initializer.
  public static func watching(_ path: FilePath) async throws(FileError) -> FileWatcher {
    try await onDispatchThread { () throws(FileError) in try FileWatcher(path) }
  }

  /// Starts watching a file in a given file system.
  package init(_ path: FilePath, in system: some FileSystem) throws(FileError) {
    let search = TargetSearch(system: system, path: path, task: .watch)
    let target = try search.find()
    defer { search.abandon(target) }
    let (changes, continuation) = AsyncStream.makeStream(
      of: FileChange.self, bufferingPolicy: .bufferingNewest(1))
    let inspection = FileInspection(
      directory: target.directoryPath, name: target.name, continuation: continuation, in: system)
    let events: DirectoryEvents
    do throws(Errno) {
      events = try DirectoryEvents(target, system: system) { event in inspection.handle(event) }
    } catch { throw search.failure(.watch, error: error) }
    continuation.onTermination = { _ in events.stop() }
    inspection.begin()
    events.start()
    self.changes = changes
  }

  /// Returns an iterator over the changes.
  public func makeAsyncIterator() -> Iterator { Iterator(iterator: changes.makeAsyncIterator()) }
}

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
    func status() throws(Errno) -> FileStatus {
      let folder = try system.open(directory, in: nil, as: .directory)
      defer { try? system.close(folder) }
      return try system.status(of: name, in: folder)
    }
    return (try? retryingInterrupts(status())).map { FileIdentity($0) }
  }
}
