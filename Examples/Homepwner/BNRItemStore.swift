// BNRItemStore: the items and the one selected, each kept in its file. Loaded when it is made.

import ExampleTerminal
import StateStorage

@MainActor
final class BNRItemStore {
  let saved: SavedGraph<[BNRItem]>
  private let savedPlace: SavedState<Place>

  init(_ container: AppContainer, arguments: ExampleArguments) async throws {
    let path = try container.path("items.archive", in: .documents)
    saved = try await .open(path, .mutableArray(), initial: [], arguments: arguments)
    savedPlace = .place(of: "Homepwner", in: container, initial: Place())
  }

  var items: [BNRItem] { saved.root }

  /// The index of the item selected.
  var selection: Int? { savedPlace.value.index(in: items) }

  func select(_ index: Int) { savedPlace.value = Place(index, in: items) }

  /// Makes an empty item at the end and returns it.
  func createItem() -> BNRItem {
    let item = BNRItem()
    saved.change { $0.append(item) }
    return item
  }

  func change(_ item: BNRItem, _ body: (BNRItem) -> Void) { saved.change(item, body: body) }

  func move(from index: Int, to target: Int) {
    rearrange { items in items.insert(items.remove(at: index), at: target) }
  }

  func delete(at index: Int) { rearrange { $0.remove(at: index) } }

  /// The selection stays with its item, and ends with it.
  private func rearrange(_ body: (inout [BNRItem]) -> Void) {
    let selected = selection.map { items[$0] }
    saved.change(body)
    let index = items.firstIndex { $0 === selected }
    savedPlace.value = index.map { Place($0, in: items) } ?? Place()
  }

  /// Saves the items, then the selection, which is no reason to fail.
  func saveChanges() async throws(StateError) {
    defer { savedPlace.savePlace() }
    try await saved.save()
  }
}
