// What becomes of two states of one file: one that was changed here, and one that another writer has
// saved meanwhile.

/// What a save does where another writer has saved since the state was loaded, and it was changed here
/// too.
///
/// ```swift
/// let cards = try SavedState(store, initial: [], conflicts: .merge { base, mine, theirs in
///   theirs + mine.filter { !theirs.contains($0) && !(base ?? []).contains($0) }
/// })
/// ```
///
/// Where nothing was changed here, what the others have saved is taken over with every policy. What
/// loses is kept next to the file as `NAME.conflict-TIME-…`, one file for each save, never dropped:
/// ``StateFile/conflictCopies()`` has them. A file that cannot be read, or that a newer program wrote,
/// is never replaced: the save fails as a ``StateError/Code/conflict``, with this state next to it.
public struct ConflictPolicy<State>: Sendable {
  /// Makes one state of two.
  ///
  /// It is called while the lock of the file is held, or while the state in memory is: it must use
  /// neither the store nor the ``SavedState``. What it throws makes the save fail as a
  /// ``StateError/Code/conflict``, with this state next to the file.
  ///
  /// - Parameters:
  ///   - base: The state that both began with; nil where there was no file.
  ///   - mine: The state here.
  ///   - theirs: The state that another writer has saved.
  /// - Returns: The state to save and to go on with.
  public typealias Merge =
    @Sendable (_ base: State?, _ mine: State, _ theirs: State) throws -> State

  let kind: ConflictChoice

  enum ConflictChoice {
    case fail, keepMine, takeTheirs
    case merge(Merge)
    /// The last save wins, and nothing is kept next to the file but what cannot be read.
    case lastWins
  }

  /// The save fails as a ``StateError/Code/conflict``. The state here is kept next to the file, once for
  /// each change of it, and stays in memory: go on with `reload(_:)`.
  public static var fail: ConflictPolicy { ConflictPolicy(kind: .fail) }

  /// The state here is saved. The other one is kept next to the file.
  public static var keepMine: ConflictPolicy { ConflictPolicy(kind: .keepMine) }

  /// The other state is taken over. The one here is kept next to the file.
  public static var takeTheirs: ConflictPolicy { ConflictPolicy(kind: .takeTheirs) }

  /// One state is made of both, and saved. Nothing is kept next to the file, unless `merge` throws.
  public static func merge(_ merge: @escaping Merge) -> ConflictPolicy {
    ConflictPolicy(kind: .merge(merge))
  }

  static var lastWins: ConflictPolicy { ConflictPolicy(kind: .lastWins) }

  /// The function that merges, if there is one.
  var mergeFunction: Merge? {
    if case .merge(let merge) = kind { merge } else { nil }
  }

  var isLastWins: Bool {
    if case .lastWins = kind { true } else { false }
  }
}
