// The result of loading a state: six outcomes that a program must distinguish, or it will one day
// overwrite the user's data with defaults.

public import DurableFiles

/// The result of loading a state.
public enum StateLoad<State> {
  /// There is no file and no previous generation, not even an invalid one: this is the first
  /// launch.
  case missing
  /// The state, as it was saved.
  case loaded(State, StateSource)
  /// The file is missing or invalid, and the state was loaded from an earlier generation. The file
  /// is set aside when the state is saved again.
  case recovered(State, StateSource, reason: StateError)
  /// There is data, but no generation of it is valid. Nothing is saved over it unless a call to
  /// ``StateStore`` passes ``StateOverwriting/anything``.
  case corrupt(StateError)
  /// The newest generation that is not known to be invalid could not be read, so its contents are
  /// unknown. It is the file itself, or an earlier generation if the file is missing or invalid.
  /// Nothing is saved.
  case unreadable(StateError)
  /// The newest generation that is not known to be invalid was written by a newer program. It is
  /// the file itself, or an earlier generation if the file is missing or invalid. Nothing is saved.
  case newerVersion(Int, StateError)

  /// The state, if any.
  public var state: State? {
    switch self {
    case .loaded(let state, _), .recovered(let state, _, _): state
    case .missing, .corrupt, .unreadable, .newerVersion: nil
    }
  }

  /// Returns the state, or an initial one on the first launch.
  ///
  /// - Parameter initial: The state of the first launch.
  /// - Throws: ``StateError`` if there is a file whose state could not be loaded.
  public func state(orInitial initial: @autoclosure () -> State) throws(StateError) -> State {
    switch self {
    case .missing: return initial()
    case .loaded(let state, _), .recovered(let state, _, _): return state
    case .corrupt(let error), .unreadable(let error), .newerVersion(_, let error): throw error
    }
  }

  /// The error; nil for a state that was loaded and for the first launch.
  public var error: StateError? {
    switch self {
    case .missing, .loaded: nil
    case .recovered(_, _, let error), .corrupt(let error), .unreadable(let error),
      .newerVersion(_, let error):
      error
    }
  }

  /// The source of the state, if any.
  public var source: StateSource? {
    switch self {
    case .loaded(_, let source), .recovered(_, let source, _): source
    case .missing, .corrupt, .unreadable, .newerVersion: nil
    }
  }
}

extension StateLoad: Sendable where State: Sendable {}

/// The source of a loaded state.
public struct StateSource: Sendable, Hashable {
  /// The number of the generation: 0 for the file itself.
  public let generation: Int
  /// Whether the contents are verified to be those that were saved.
  public let integrity: FileSnapshot.Integrity
  /// The version of the schema in the file, before any migration.
  public let version: Int
}

extension StateLoad {
  /// The result of loading another writer's file, for a caller that already has a state: an earlier
  /// generation is not newer than that state, and does not replace a missing or invalid file.
  package var withoutEarlierGenerations: StateLoad {
    guard case .recovered(_, _, let reason) = self else { return self }
    return reason.code == .stateMissing ? .missing : .corrupt(reason)
  }

  /// The reason why an existing file has no usable state; nil if there is a state or no file.
  package var blockingError: StateError? {
    switch self {
    case .missing, .loaded, .recovered: nil
    case .corrupt(let error), .unreadable(let error), .newerVersion(_, let error): error
    }
  }
}
