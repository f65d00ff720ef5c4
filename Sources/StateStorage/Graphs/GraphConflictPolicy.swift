// What becomes of two graphs of one file: one that was changed here, and one that another writer has saved
// meanwhile.

/// What a save of a graph does where another writer has saved since it was loaded, and it was changed here
/// too; see ``ConflictPolicy``, which says the same for states that are values.
public enum GraphConflictPolicy<Root> {
  /// Makes one graph of two, on their actor.
  ///
  /// - Parameters:
  ///   - base: The graph that both began with, decoded once more; nil where there was no file.
  ///   - mine: The graph here, which may be changed.
  ///   - theirs: The graph that another writer has saved.
  /// - Returns: The graph to save and to go on with: one of them, or another one.
  public typealias Merge = (_ base: Root?, _ mine: Root, _ theirs: Root) throws -> Root

  /// The save fails as a ``StateError/Code/conflict``. The graph here is kept next to the file, once for
  /// each change of it, and stays in memory: go on with `reload(_:)`.
  case fail
  /// The graph here is saved. The other one is kept next to the file.
  case keepMine
  /// The other graph is taken over. The one here is kept next to the file.
  case takeTheirs
  /// One graph is made of both, and saved. Nothing is kept next to the file, unless the function throws.
  case merge(Merge)

  /// What the store does, once the graph of the other writer was decoded. It cannot merge: the graph here
  /// is the merged one then, or the file was removed.
  var ofStore: ConflictPolicy<ArchivedGraph> {
    switch self {
    case .fail: .fail
    case .keepMine, .merge: .keepMine
    case .takeTheirs: .takeTheirs
    }
  }

  var mergeFunction: Merge? { if case .merge(let merge) = self { merge } else { nil } }
}
