// A list of objects in a `SavedGraph`, whose changes can be undone. Each change replaces runs of
// objects; undoing it looks for the new runs, and replaces them with copies of the old ones. A run
// that another instance of the app has changed in the meantime is not found, and stays as it is.

package import ObservableState

/// An object of a list, which can be copied and compared.
package protocol ListedObject: AnyObject, Codable, Equatable {
  init(copying object: Self)
}

/// The result of undoing or redoing a change.
package struct RestoredChange {
  /// What was undone or redone, as a sentence.
  package var sentence: String
  /// The indices of the objects that came back, ascending; none if objects were only removed.
  package var indices: [Int]
  /// Whether the change kept the number of objects.
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
    /// The runs that it replaced, ascending.
    var runs: [Run]
    /// Restores what the user saw before the change.
    var restore: @MainActor () -> Void
    /// Restores what the user saw before the change was undone.
    var restoreAfter: @MainActor () -> Void = {}

    var isReplacement: Bool { runs.allSatisfy { $0.before.count == $0.after.count } }
  }

  /// A run of objects that was replaced.
  private struct Run {
    /// The index of its first object before the change.
    var index: Int
    var before: [Element]
    var after: [Element]
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
    let run = Run(index: range.lowerBound, before: Array(elements[range]), after: new)
    note(title, [run], restoring: restore)
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
    let runs = RangeSet(indices.map { $0..<$0 + 1 }).ranges.map { range in
      Run(index: range.lowerBound, before: Array(elements[range]), after: [])
    }
    note(title, runs, restoring: restore)
    let removed = Set(indices)
    let remaining = elements.indices.filter { !removed.contains($0) }.map { elements[$0] }
    saved.change { $0 = remaining }
  }

  /// Changes one object.
  package func change(
    at index: Int, as title: String, restoring restore: @escaping @MainActor () -> Void,
    _ body: (Element) -> Void
  ) {
    let object = elements[index]
    let old = Element(copying: object)
    saved.change(object, body: body)
    // There is nothing to undo.
    if object == old { return }
    note(title, [Run(index: index, before: [old], after: [object])], restoring: restore)
  }

  private func note(
    _ title: String, _ runs: [Run], restoring restore: @escaping @MainActor () -> Void
  ) {
    if changes.count == limit { changes.removeFirst() }
    changeCount += 1
    undone = []
    // Copies, because the objects in the list can change.
    let copies = runs.map {
      Run(index: $0.index, before: Self.copies(of: $0.before), after: Self.copies(of: $0.after))
    }
    changes.append(
      UndoableChange(title: title, number: changeCount, runs: copies, restore: restore))
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
    let swaps = change.runs.map { Swap(index: $0.index, old: $0.after, new: $0.before) }
    let indices = try perform(swaps, to: "undo \(change.title)")
    change.restoreAfter = restoreAfter
    undone.append(change)
    change.restore()
    return RestoredChange(
      sentence: "undid \(change.title)", indices: indices, isReplacement: change.isReplacement)
  }

  /// Restores the change that was undone last.
  ///
  /// - Throws: `CommandError` if there is nothing to restore, or if another instance of the app has
  ///   changed the same objects.
  package func redo() throws(CommandError) -> RestoredChange {
    guard let change = undone.popLast() else { throw CommandError("there is nothing to redo") }
    // The last run first, so that the indices of the others remain valid.
    let swaps = change.runs.reversed().map { Swap(index: $0.index, old: $0.before, new: $0.after) }
    let indices = try perform(swaps, to: "redo \(change.title)")
    changes.append(change)
    change.restoreAfter()
    return RestoredChange(
      sentence: "redid \(change.title)", indices: indices, isReplacement: change.isReplacement)
  }

  /// A run to find, and the objects whose copies replace it.
  private struct Swap {
    /// The index where the run probably begins.
    var index: Int
    var old: [Element]
    var new: [Element]
  }

  /// Replaces all of some runs, or none if one of them is not found.
  ///
  /// - Returns: The indices of the copies, ascending.
  private func perform(_ swaps: [Swap], to purpose: String) throws(CommandError) -> [Int] {
    var (list, indices) = (elements, [Int]())
    for swap in swaps {
      guard let range = Self.range(of: swap.old, in: list, near: swap.index) else {
        throw CommandError("cannot \(purpose): another instance has changed it since")
      }
      list.replaceSubrange(range, with: Self.copies(of: swap.new))
      indices += range.lowerBound..<range.lowerBound + swap.new.count
    }
    saved.change { $0 = list }
    return indices
  }

  private static func copies(of run: [Element]) -> [Element] { run.map { Element(copying: $0) } }

  /// The present indices of a changed run; nil when it was changed again.
  private static func range(
    of run: [Element], in list: [Element], near index: Int
  ) -> Range<Int>? {
    let last = list.count - run.count
    func isRun(_ start: Int) -> Bool { list[start..<start + run.count].elementsEqual(run) }
    guard last >= 0 else { return nil }
    let old = min(index, last)
    let start = isRun(old) ? old : (0...last).first(where: isRun)
    return start.map { $0..<$0 + run.count }
  }
}
