// Word of changes that others make to the file of a state. Relies on `FileWatcher`.

internal import DurableFiles

extension StateStore {
  /// Watches the file for changes by others: an element for each time that it is another than the
  /// one that this store loaded or saved last. Load the state then.
  ///
  /// Several changes at once may be one element. The sequence ends when its task is cancelled. A
  /// store in memory tells of no changes.
  ///
  /// - Throws: ``StateError`` with ``StateError/Code/unreadable`` where the directory of the file is
  ///   not there or cannot be watched.
  public func changes() throws(StateError) -> AsyncStream<Void> {
    guard place is FilePlace else { return AsyncStream { $0.finish() } }
    let watcher: FileWatcher
    do throws(FileError) {
      watcher = try FileWatcher(path)
    } catch {
      throw StateError(
        .unreadable, "the file cannot be watched", path: path, underlyingError: error)
    }
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        for await _ in watcher where hasForeignContents { continuation.yield() }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Whether the file is another than the one that this store loaded or saved last.
  public var hasForeignContents: Bool {
    let present = try? place.identity()
    return switch knownContents {
    case .good(let identity, _): identity != present
    case .recovered(let identity): identity != present
    case .absent: present != nil
    case .unknown, .refused: true
    }
  }
}
