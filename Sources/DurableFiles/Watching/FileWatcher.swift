// The changes of one file as they come. The directory is watched, not the file: a replacement makes
// another file. Relies on `DirectoryEvents` for the system's part.

public import SystemPackage

/// A file is another, or is gone.
public struct FileChange: Sendable, Hashable {
  /// What tells the file from earlier ones; nil when there is none now.
  public let identity: FileIdentity?
}

/// The changes of one file, made by whomever: replaced, written in place, created, removed.
///
/// ```swift
/// for await change in try FileWatcher("settings.plist") {
///   if change.identity != identityOfMyLastSave { … }
/// }
/// ```
///
/// Watching begins with the initializer, so that nothing is missed between a first reading and the
/// loop. A file that changes faster than the loop goes round is reported once, as it is last. The
/// sequence ends when the directory of the file is removed or renamed, and is for one loop.
/// Symbolic links are followed once, at the beginning. A relative path must go on meaning the same.
public struct FileWatcher: AsyncSequence, Sendable {
  /// What the sequence tells of.
  public typealias Element = FileChange
  /// The sequence never throws.
  public typealias Failure = Never

  /// The changes one after another.
  public struct Iterator: AsyncIteratorProtocol {
    var iterator: AsyncStream<FileChange>.Iterator

    /// Waits for the next change; nil when there will be none, or the task is cancelled.
    public mutating func next() async -> FileChange? { await iterator.next() }

    /// Waits for the next change on the actor of the caller.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> FileChange? {
      await iterator.next(isolation: actor)
    }
  }

  private let changes: AsyncStream<FileChange>

  /// Begins to watch a file, which need not exist; its directory must.
  public init(_ path: FilePath) throws(FileError) { try self.init(path, in: POSIXFileSystem()) }

  /// Begins to watch a file, on another thread; see the blocking form.
  public static func watching(_ path: FilePath) async throws(FileError) -> FileWatcher {
    try await onDispatchThread { () throws(FileError) in try FileWatcher(path) }
  }

  /// Begins to watch a file of a given file system.
  package init(_ path: FilePath, in system: some FileSystem) throws(FileError) {
    let search = TargetSearch(
      system: system, path: path, task: .watch, missingDirectories: .refused, durability: .fast)
    let target = try search.find()
    defer { search.abandon(target) }
    let (changes, continuation) = AsyncStream.makeStream(
      of: FileChange.self, bufferingPolicy: .bufferingNewest(1))
    let look = FileInspection(
      directory: target.directoryPath, name: target.name, continuation: continuation, in: system)
    let events: DirectoryEvents
    do throws(Errno) {
      events = try DirectoryEvents(target, system: system) { event in look.heard(event) }
    } catch {
      throw search.failure(.watch, error: error)
    }
    continuation.onTermination = { _ in events.stop() }
    look.begin()
    events.start()
    self.changes = changes
  }

  /// Begins to go through the changes.
  public func makeAsyncIterator() -> Iterator {
    Iterator(iterator: changes.makeAsyncIterator())
  }
}
