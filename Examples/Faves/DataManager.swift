// DataManager: owns the model, loads it at the start, and saves it when the app ends.

import ExampleTerminal
import KeyedArchives
import ObservableState
import StateStorage

@MainActor
final class DataManager {
  let saved: SavedGraph<DataModel>

  init(_ container: AppContainer, arguments: ExampleArguments) async throws {
    let path = try container.path("dataarchive.plist", in: .documents)
    saved = try await .open(
      path, .keyedArchive(key: "Data"), initial: DataModel(), arguments: arguments)
  }

  /// Whether there was nothing to load.
  var isFirstLaunch: Bool { saved.source == nil && saved.recovery == nil }

  var model: DataModel { saved.root }

  func change(_ body: (DataModel) -> Void) { saved.change(model, body: body) }
}
