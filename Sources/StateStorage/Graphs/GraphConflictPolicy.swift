// Resolving a conflict between two graphs of one file: one that was changed here, and one that
// another writer has saved.

/// The action of a save of a graph when another writer has saved since it was loaded and it was
/// changed here too. ``ConflictPolicy`` is the counterpart for states that are values.
public enum GraphConflictPolicy<Root> {
  /// Merges two graphs into one, on their actor.
  ///
  /// - Parameters:
  ///   - base: The common ancestor of both graphs, decoded again; nil if there was no file.
  ///   - mine: The graph here, which the function may change.
  ///   - theirs: The graph that another writer has saved.
  /// - Returns: The graph to save and to continue with: one of the two, or another one.
  public typealias Merge = (_ base: Root?, _ mine: Root, _ theirs: Root) throws -> Root

  /// The save fails with ``StateError/Code/conflict``. The graph here is stored next to the file,
  /// once for each change of it, and stays in memory: call `reload(_:)` to recover.
  case fail
  /// The graph here is saved. The other one is stored next to the file.
  case keepMine
  /// The other graph is adopted. The one here is stored next to the file.
  case takeTheirs
  /// Both graphs are merged into one, which is saved. Nothing is stored next to the file unless the
  /// function throws.
  case merge(Merge)

  /// The policy of the store once the graph of the other writer has been decoded. The store cannot
  /// merge: at that point the graph here is the merged one, or the file was removed.
  var ofStore: ConflictPolicy<ArchivedGraph> {
    switch self {
    case .fail: .fail
    case .keepMine, .merge: .keepMine
    case .takeTheirs: .takeTheirs
    }
  }

  var mergeFunction: Merge? { if case .merge(let merge) = self { merge } else { nil } }
}
