// Opens the user's data and position in the apps, and reports the result. Both save themselves
// shortly after each change. Uses `SavedState`.

internal import DurableFiles
internal import Foundation
package import ObservableState
package import StateStorage
package import SystemPackage

extension StateStore {
  /// Loads the user's data, and reports if it is not from the last save. Nil on the first launch,
  /// and where a file that cannot be loaded is to be set aside.
  ///
  /// - Throws: `StateError` if there is a file whose state cannot be loaded.
  package func opened(_ arguments: ExampleArguments) throws(StateError) -> State? {
    let load = load()
    noteRecovery(of: path, from: load.source, reason: load.error)
    if load.state == nil, let error = load.error, !arguments.startsOver { throw error }
    return load.state
  }
}

/// Reports which generation was loaded where it is not the last one, and why.
private func noteRecovery(of path: FilePath, from source: StateSource?, reason: StateError?) {
  guard let number = source?.generation, number > 0, let reason else { return }
  Output.note("loaded generation \(number) of \(path); the last changes are missing: \(reason)")
}

/// Reports the new name of the file that was set aside to start over.
private func noteReplaced(_ path: FilePath) {
  let url = URL(filePath: "\(path)")
  let folder = url.deletingLastPathComponent()
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  let aside = names.filter { $0.hasPrefix("\(url.lastPathComponent).replaced-") }
  if let name = aside.max() { Output.note("the old file is now \(folder.path)/\(name)") }
}

extension SavedGraph {
  /// Opens the user's data, to be saved after changes. Where another instance of the app has saved
  /// too, its graph is copied next to the file.
  ///
  /// - Throws: `StateError` if there is a file whose graph cannot be loaded.
  @MainActor
  package static func open(
    _ path: FilePath, _ format: GraphFormat<Root>, initial: Root, arguments: ExampleArguments
  ) async throws -> SavedGraph {
    let graph = try SavedGraph(
      path: path, format: format, initial: initial, over: arguments.overwriting, autosave: .soon,
      conflicts: .keepMine)
    noteRecovery(of: path, from: graph.source, reason: graph.recovery)
    if graph.source == nil, graph.recovery != nil {
      try await graph.save()
      noteReplaced(path)
    }
    return graph
  }
}

extension SavedState where State: Codable {
  /// Loads the user's position, which never keeps an app from starting: in memory where no file can
  /// be written. The file is binary because XML does not support every text that a person may type.
  package static func position(
    of app: String, in container: AppContainer, initial: State
  ) -> SavedState {
    let path: FilePath
    do throws(StateError) { path = try container.path("\(app).plist", in: .state) } catch {
      Output.note("\(app): \(error); the position is not saved")
      let store = StateStore<State>(inMemory: InMemoryStateFile(), format: .binary)
      return SavedState(dispensable: store, initial: initial)
    }
    let state = SavedState(
      dispensable: StateStore(path: path, format: .binary), initial: initial, autosave: .soon)
    if state.source == nil, let reason = state.recovery {
      Output.note("\(app): \(reason); the position was reset")
    }
    return state
  }

  /// Saves the position; a failure is only a note.
  package func savePosition() {
    do throws(StateError) { try save() } catch {
      Output.note("the position is not saved: \(error)")
    }
  }
}

extension AutosavePolicy {
  /// Changes are saved durably after a tenth of a second without another.
  fileprivate static var soon: AutosavePolicy {
    var policy = AutosavePolicy(quietTime: .milliseconds(100), longestDelay: .seconds(1))
    policy.durability = .durable
    return policy
  }
}
