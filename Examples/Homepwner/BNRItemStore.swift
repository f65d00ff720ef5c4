// BNRItemStore: the items and the selected one, each in its own file. Loaded when it is created.

import ExampleTerminal
import StateStorage

@MainActor
final class BNRItemStore {
  let saved: SavedGraph<[BNRItem]>
  private let savedPosition: SavedState<SelectedItem>

  init(_ container: AppContainer, arguments: ExampleArguments) async throws {
    let path = try container.path("items.archive", in: .documents)
    saved = try await .open(path, .mutableArray(), initial: [], arguments: arguments)
    savedPosition = .position(of: "Homepwner", in: container, initial: SelectedItem())
  }

  var items: [BNRItem] { saved.root }

  /// The index of the selected item.
  var selection: Int? { savedPosition.value.index(in: items) }

  func select(_ index: Int) { savedPosition.value = SelectedItem(index, in: items) }

  /// Appends an empty item and returns it.
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
    savedPosition.value = index.map { SelectedItem($0, in: items) } ?? SelectedItem()
  }

  /// Saves the items, then the selection, whose failure is not an error.
  func saveChanges() async throws(StateError) {
    defer { savedPosition.savePosition() }
    try await saved.save()
  }
}
