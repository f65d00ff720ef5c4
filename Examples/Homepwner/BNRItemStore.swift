// BNRItemStore: the items and the selected one, each in its own file. Loaded when it is created.
// Changes of the items can be undone.

import ExampleTerminal
import ObservableState
import StateStorage

@MainActor
final class BNRItemStore {
  private let list: UndoableList<BNRItem>
  private let savedPosition: SavedState<SelectedItem>

  init(_ container: AppContainer, arguments: ExampleArguments) async throws {
    let path = try container.path("items.archive", in: .documents)
    list = UndoableList(
      try await .open(path, .mutableArray(), initial: [], arguments: arguments))
    savedPosition = .position(of: "Homepwner", in: container, initial: SelectedItem())
  }

  var saved: SavedGraph<[BNRItem]> { list.saved }
  var items: [BNRItem] { list.elements }

  /// The index of the selected item.
  var selection: Int? { savedPosition.value.index(in: items) }

  func select(_ index: Int) { savedPosition.value = SelectedItem(index, in: items) }

  // MARK: Changes

  /// Appends an item, which is empty unless it is given.
  func createItem(_ item: BNRItem = BNRItem()) {
    let count = items.count
    replace(count..<count, with: [item], as: "creating \(item.title)")
  }

  /// Appends items that were read from a file.
  func importItems(_ new: [BNRItem]) {
    replace(items.count..<items.count, with: new, as: "importing \(new.count.counted("item"))")
  }

  /// Changes an item.
  ///
  /// - Parameters:
  ///   - index: The index of the item.
  ///   - verb: What the change does to the item, as the end of a sentence: “setting the name of”.
  ///   - body: Changes it.
  func change(_ index: Int, as verb: String, _ body: (BNRItem) -> Void) {
    list.change(
      at: index, as: "\(verb) \(items[index].title)", restoring: restoration, body)
  }

  func move(from index: Int, to target: Int) {
    if index == target { return }
    let range = min(index, target)..<max(index, target) + 1
    var run = Array(items[range])
    run.insert(run.remove(at: index - range.lowerBound), at: target - range.lowerBound)
    replace(range, with: run, as: "moving \(items[index].title)")
  }

  /// Deletes items, whose indices are ascending.
  func delete(at indices: [Int]) {
    guard let first = indices.first else { return }
    let title = indices.count == 1 ? items[first].title : indices.count.counted("item")
    keepingSelection {
      list.remove(at: indices, as: "deleting \(title)", restoring: restoration)
    }
  }

  /// Sorts the items by a property. Equal ones keep their order.
  func sort(by order: ItemOrder, descending: Bool = false) {
    let sorted = order.sorted(items, descending: descending)
    replace(0..<items.count, with: sorted, as: "sorting by \(order.rawValue)")
  }

  /// Undoes the last change.
  func undo() throws(CommandError) -> RestoredChange { try list.undo(restoring: restoration) }

  /// Restores the change that was undone last.
  func redo() throws(CommandError) -> RestoredChange { try list.redo() }

  private func replace(_ range: Range<Int>, with new: [BNRItem], as title: String) {
    keepingSelection { list.replace(range, with: new, as: title, restoring: restoration) }
  }

  /// Changes the list. The selection stays with its item, and ends with it.
  private func keepingSelection(_ change: () -> Void) {
    let selected = selection.map { items[$0] }
    change()
    let index = selected.flatMap { selected in items.firstIndex { $0 === selected } }
    let position = index.map { SelectedItem($0, in: items) } ?? SelectedItem()
    if savedPosition.value != position { savedPosition.value = position }
  }

  /// A function that restores the selection.
  private var restoration: @MainActor () -> Void {
    { [selected = savedPosition.value] in self.savedPosition.value = selected }
  }

  /// Saves the items, then the selection, whose failure is not an error.
  func saveChanges() async throws(StateError) {
    defer { savedPosition.savePosition() }
    try await saved.save()
  }
}
