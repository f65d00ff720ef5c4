// DataManager: the one that has the model, loads it at the start, and saves it when the app ends.

import ExampleTerminal
import KeyedArchives
import StateStorage

final class DataManager: Sendable {
  private let kept: KeptState<DataModel>

  init(_ container: AppContainer) throws(StateError) {
    let path = try container.path("dataarchive.plist", in: .documents)
    let store = StateStore<DataModel>(path: path, format: .keyedArchive(key: "Data"))
    kept = try KeptState.open(store, initial: DataModel())
  }

  /// Whether there was nothing to load.
  var isFirstLaunch: Bool { kept.isFirstLaunch }

  var model: DataModel { kept.value }

  /// Puts a changed model in the place of the one there is.
  func change(_ body: (DataModel) -> DataModel) { kept.change { $0 = body($0) } }

  func save() throws(StateError) { try kept.save() }

  var savingFailure: StateError? { kept.failure }
}
