// Word of changes that others make to the file of a state. Relies on `FileWatcher`.

internal import DurableFiles

extension StateStore {
  /// The changes of the file by others: an element for each time that it is another file, or has
  /// another size or date, than what this store loaded or saved last. Load the state then.
  ///
  /// Several changes at once may be one element. The sequence ends when its task is cancelled, or
  /// with an error where the directory cannot be watched. A store in memory tells of no changes.
  public var changes: AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      guard place is FilePlace else { return continuation.finish() }
      let task = Task {
        do {
          for try await _ in FileWatcher(path) where hasForeignContents {
            continuation.yield()
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
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
