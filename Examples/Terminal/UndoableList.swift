// A list of objects in a `SavedGraph`, whose changes can be undone. Each change replaces a run of
// objects; undoing it looks for the new run, and replaces it with copies of the old one. A run that
// another instance of the app has changed in the meantime is not found, and stays as it is.

package import ObservableState

/// An object of a list, which can be copied and compared.
package protocol ListedObject: AnyObject, Codable, Equatable {
  init(copying object: Self)
}

/// The result of undoing or redoing a change.
package struct RestoredChange {
  /// What was undone or redone, as a sentence.
  package var sentence: String
  /// The indices of the objects that were restored; empty if objects were only removed.
  package var range: Range<Int>
  /// Whether other objects were replaced, one by one.
  package var isReplacement: Bool
}

/// A list whose changes are saved, and can be undone.
@MainActor
package final class UndoableList<Element: ListedObject> {
  package let saved: SavedGraph<[Element]>
  private var changes: [UndoableChange] = []
  /// The changes that were undone since the last new one.
  private var undone: [UndoableChange] = []
  private let limit = 1_000
  private var changeCount = 0

  /// A change of the list.
  private struct UndoableChange {
    var title: String
    /// Its number, counted from 1.
    var number: Int
    /// The index of the run at the time of the change.
    var index: Int
    var before: [Element]
    var after: [Element]
    /// Restores what the user saw before the change.
    var restore: @MainActor () -> Void
    /// Restores what the user saw before the change was undone.
    var restoreAfter: @MainActor () -> Void = {}

    var isReplacement: Bool { before.count == after.count }
  }

  package init(_ saved: SavedGraph<[Element]>) { self.saved = saved }

  package var elements: [Element] { saved.root }

  /// Replaces a run of objects.
  ///
  /// - Parameters:
  ///   - range: The indices of the run.
  ///   - new: The new objects.
  ///   - title: What the change does, as the end of a sentence: “undid deleting …”.
  ///   - restore: Restores the user's position when the change is undone.
  package func replace(
    _ range: Range<Int>, with new: [Element], as title: String,
    restoring restore: @escaping @MainActor () -> Void
  ) {
    let old = Array(elements[range])
    note(title, at: range.lowerBound, from: old, to: new, restoring: restore)
    saved.change { $0.replaceSubrange(range, with: new) }
  }

  /// Removes objects. They are restored together when the change is undone.
  ///
  /// - Parameters:
  ///   - indices: The indices of the objects, ascending.
  ///   - title: What the change does, as the end of a sentence.
  ///   - restore: Restores the user's position when the change is undone.
  package func remove(
    at indices: [Int], as title: String, restoring restore: @escaping @MainActor () -> Void
  ) {
    guard let first = indices.first, let last = indices.last else { return }
    let removed = Set(indices)
    let remaining = (first...last).filter { !removed.contains($0) }.map { elements[$0] }
    replace(first..<last + 1, with: remaining, as: title, restoring: restore)
  }

  /// Changes one object.
  package func change(
    at index: Int, as title: String, restoring restore: @escaping @MainActor () -> Void,
    _ body: (Element) -> Void
  ) {
    let object = elements[index]
    let old = Element(copying: object)
    saved.change(object, body: body)
    note(title, at: index, from: [old], to: [object], restoring: restore)
  }

  private func note(
    _ title: String, at index: Int, from old: [Element], to new: [Element],
    restoring restore: @escaping @MainActor () -> Void
  ) {
    if changes.count == limit { changes.removeFirst() }
    changeCount += 1
    undone = []
    // Copies, because the objects in the list can change.
    changes.append(
      UndoableChange(
        title: title, number: changeCount, index: index, before: Self.copies(of: old),
        after: Self.copies(of: new), restore: restore))
  }

  /// The number of the last change that can be undone, counted from 1; 0 if there is none.
  package var lastChange: Int { changes.last?.number ?? 0 }

  /// Undoes the last change that was not undone yet.
  ///
  /// - Parameter restoreAfter: Restores the user's position when the change is redone.
  /// - Throws: `CommandError` if there is nothing to undo, or if another instance of the app has
  ///   changed the same objects; the next call undoes the change before.
  package func undo(
    restoring restoreAfter: @escaping @MainActor () -> Void
  ) throws(CommandError) -> RestoredChange {
    guard var change = changes.popLast() else { throw CommandError("there is nothing to undo") }
    let range = try exchange(
      change.after, for: change.before, near: change.index, to: "undo \(change.title)")
    change.restoreAfter = restoreAfter
    undone.append(change)
    change.restore()
    return RestoredChange(
      sentence: "undid \(change.title)", range: range, isReplacement: change.isReplacement)
  }

  /// Restores the change that was undone last.
  ///
  /// - Throws: `CommandError` if there is nothing to restore, or if another instance of the app has
  ///   changed the same objects.
  package func redo() throws(CommandError) -> RestoredChange {
    guard let change = undone.popLast() else { throw CommandError("there is nothing to redo") }
    let range = try exchange(
      change.before, for: change.after, near: change.index, to: "redo \(change.title)")
    changes.append(change)
    change.restoreAfter()
    return RestoredChange(
      sentence: "redid \(change.title)", range: range, isReplacement: change.isReplacement)
  }

  /// Replaces a run of objects with copies of another one. Returns the indices of the copies.
  private func exchange(
    _ run: [Element], for other: [Element], near index: Int, to purpose: String
  ) throws(CommandError) -> Range<Int> {
    guard let range = range(of: run, near: index) else {
      throw CommandError("cannot \(purpose): another instance has changed it since")
    }
    saved.change { $0.replaceSubrange(range, with: Self.copies(of: other)) }
    return range.lowerBound..<range.lowerBound + other.count
  }

  private static func copies(of run: [Element]) -> [Element] { run.map { Element(copying: $0) } }

  /// The present indices of a changed run; nil when it was changed again.
  private func range(of run: [Element], near index: Int) -> Range<Int>? {
    let elements = elements
    let last = elements.count - run.count
    func isRun(_ start: Int) -> Bool { elements[start..<start + run.count].elementsEqual(run) }
    guard last >= 0 else { return nil }
    let old = min(index, last)
    let start = isRun(old) ? old : (0...last).first(where: isRun)
    return start.map { $0..<$0 + run.count }
  }
}
