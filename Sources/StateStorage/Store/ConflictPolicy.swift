// Resolving a conflict between two states of one file: one that was changed here, and one that
// another writer has saved.

/// How a save resolves a conflict: another writer has saved since the state was loaded, and the
/// state was changed here too.
///
/// ```swift
/// let cards = try SavedState(store, initial: [], conflicts: .merge { base, mine, theirs in
///   theirs + mine.filter { !theirs.contains($0) && !(base ?? []).contains($0) }
/// })
/// ```
///
/// If nothing was changed here, every policy adopts what the other writer has saved. The losing
/// state is stored next to the file as `NAME.conflict-TIME-…`, one file for each save, and is never
/// dropped; ``StateFile/conflictCopies()`` lists these files. A file that cannot be read, or that a
/// newer program wrote, is never replaced: the save fails with ``StateError/Code/conflict``, and
/// this state is stored next to the file.
public struct ConflictPolicy<State>: Sendable {
  /// Merges the state here and the one that another writer has saved. `base` is their common
  /// ancestor; nil if there was no file. The result is saved, and becomes the state here.
  ///
  /// The function is called while the lock of the file or of the state in memory is held: it must
  /// use neither the store nor the `SavedState`. If it throws, the save fails with
  /// ``StateError/Code/conflict``, and this state is stored next to the file.
  public typealias Merge =
    @Sendable (_ base: State?, _ mine: State, _ theirs: State) throws -> State

  let kind: ConflictChoice

  enum ConflictChoice {
    case fail, keepMine, takeTheirs
    case merge(Merge)
    /// The last save wins, and only contents that cannot be read are stored next to the file.
    case lastWins
  }

  /// The save fails with ``StateError/Code/conflict``. The state here is stored next to the file,
  /// once for each change, and stays in memory: call `reload(_:)` to recover.
  public static var fail: ConflictPolicy { ConflictPolicy(kind: .fail) }

  /// The state here is saved. The other one is stored next to the file.
  public static var keepMine: ConflictPolicy { ConflictPolicy(kind: .keepMine) }

  /// The other state is adopted. The one here is stored next to the file.
  public static var takeTheirs: ConflictPolicy { ConflictPolicy(kind: .takeTheirs) }

  /// Both states are merged into one, which is saved. Nothing is stored next to the file unless
  /// `merge` throws.
  public static func merge(_ merge: @escaping Merge) -> ConflictPolicy {
    ConflictPolicy(kind: .merge(merge))
  }

  package static var lastWins: ConflictPolicy { ConflictPolicy(kind: .lastWins) }

  /// The function that merges, if any.
  package var mergeFunction: Merge? { if case .merge(let merge) = kind { merge } else { nil } }

  package var isLastWins: Bool { if case .lastWins = kind { true } else { false } }
}
