// DataManager: the one that has the model, loads it at the start, and saves it when the app ends.

import ExampleTerminal
import KeyedArchives
import StateStorage

final class DataManager: Sendable {
  private let saved: SavedState<DataModel>

  init(_ container: AppContainer) throws(StateError) {
    let path = try container.path("dataarchive.plist", in: .documents)
    let store = StateStore<DataModel>(path: path, format: .keyedArchive(key: "Data"))
    saved = try .open(store, initial: DataModel())
  }

  /// Whether there was nothing to load.
  var isFirstLaunch: Bool { saved.source == nil }

  var model: DataModel { saved.value }

  /// Puts a changed model in the place of the one there is.
  func change(_ body: (DataModel) -> DataModel) { saved.change { $0 = body($0) } }

  func save() throws(StateError) { try saved.save() }

  func refresh() { try? saved.refresh() }

  var savingFailure: StateError? { saved.failure }
}
