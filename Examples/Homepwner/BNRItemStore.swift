// BNRItemStore: the items and the one selected, each kept in its file. Loaded when it is made.

import ExampleTerminal
import StateStorage

final class BNRItemStore: Sendable {
  private let saved: SavedState<[BNRItem]>
  private let savedPlace: SavedState<Place>

  init(_ container: AppContainer) throws(StateError) {
    let path = try container.path("items.archive", in: .documents)
    let store = StateStore<[BNRItem]>(path: path, format: .mutableArray())
    saved = try .open(store, initial: [])
    savedPlace = .place(of: "Homepwner", in: container, initial: Place())
  }

  var items: [BNRItem] { saved.value }

  /// The index of the item selected.
  var selection: Int? { savedPlace.value.index(in: items) }

  func select(_ index: Int) { savedPlace.value = Place(index, in: items) }

  /// Makes an empty item at the end and returns it.
  func createItem() -> BNRItem {
    let item = BNRItem()
    saved.change { $0.append(item) }
    return item
  }

  func set(_ property: BNRItem.Property, at index: Int) -> BNRItem {
    let item = items[index].setting(property)
    saved.change { $0[index] = item }
    return item
  }

  func move(from index: Int, to target: Int) {
    saved.change { items in items.insert(items.remove(at: index), at: target) }
    refreshSelection()
  }

  func delete(at index: Int) {
    saved.change { $0.remove(at: index) }
    refreshSelection()
  }

  /// The selection stays with its item, and ends with it.
  private func refreshSelection() {
    savedPlace.value = selection.map { Place($0, in: items) } ?? Place()
  }

  /// Saves the items, then the selection, which is no reason to fail.
  func saveChanges() throws(StateError) {
    defer { savedPlace.savePlace() }
    try saved.save()
  }

  func refresh() { try? saved.refresh() }

  var savingFailure: StateError? { saved.failure }
}
