// What came of loading a state: six outcomes that a program has to tell apart, or it will one day write
// defaults over what its user had.

public import DurableFiles

/// What came of loading a state.
public enum StateLoad<State> {
  /// There is no file, and no previous generation, not even a bad one: this is the first launch.
  case missing
  /// The state, as it was saved.
  case loaded(State, StateSource)
  /// The file is gone or no good, and an earlier generation has the state. The file is put aside
  /// when the state is saved again.
  case recovered(State, StateSource, reason: StateError)
  /// There is something, and no generation of it is good. Nothing is saved over it until
  /// ``StateStore`` is continuation to save over ``StateOverwriting/anything``.
  case corrupt(StateError)
  /// The newest generation that is not known to be bad could not be read, which says nothing about
  /// what is in it: the file, or one before it where the file is gone or no good. Nothing is saved.
  case unreadable(StateError)
  /// The newest generation that is not known to be bad was written by a newer program: the file, or
  /// one before it where the file is gone or no good. Nothing is saved.
  case newerVersion(Int, StateError)

  /// The state, if there is one.
  public var state: State? {
    switch self {
    case .loaded(let state, _), .recovered(let state, _, _): state
    case .missing, .corrupt, .unreadable, .newerVersion: nil
    }
  }

  /// The state; a first one when there is none yet.
  ///
  /// - Parameter initial: The state of the first launch.
  /// - Throws: ``StateError`` where there is a file whose state could not be had.
  public func state(orInitial initial: @autoclosure () -> State) throws(StateError) -> State {
    switch self {
    case .missing: return initial()
    case .loaded(let state, _), .recovered(let state, _, _): return state
    case .corrupt(let error), .unreadable(let error), .newerVersion(_, let error): throw error
    }
  }

  /// What is wrong; nil for a state that was loaded and for the first launch.
  public var error: StateError? {
    switch self {
    case .missing, .loaded: nil
    case .recovered(_, _, let error), .corrupt(let error), .unreadable(let error),
      .newerVersion(_, let error):
      error
    }
  }

  /// Where the state comes from, if there is one.
  public var source: StateSource? {
    switch self {
    case .loaded(_, let source), .recovered(_, let source, _): source
    case .missing, .corrupt, .unreadable, .newerVersion: nil
    }
  }
}

extension StateLoad: Sendable where State: Sendable {}

/// Where a state comes from.
public struct StateSource: Sendable, Hashable {
  /// How many generations back it is: 0 for the file itself.
  public let generation: Int
  /// Whether the contents are proved to be those that were saved.
  public let integrity: FileSnapshot.Integrity
  /// The version of the schema in the file, before any migration.
  public let version: Int
}
