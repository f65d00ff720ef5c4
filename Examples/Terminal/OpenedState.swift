// How the apps open what the user made and where the user was, and what they say of it. Both save
// themselves soon after each change. Relies on `SavedState`.

internal import DurableFiles
package import StateStorage
package import SystemPackage

extension StateStore {
  /// Loads what the user made, and says when it is not that of the last save. Nil on the first launch,
  /// and where a file that cannot be loaded is to be put aside.
  ///
  /// - Throws: `StateError` where there is a file whose state could not be had.
  package func opened(_ arguments: ExampleArguments) throws(StateError) -> State? {
    let load = load()
    noteRecovery(of: path, from: load.source, reason: load.error)
    if load.state == nil, let error = load.error, !arguments.startsOver { throw error }
    return load.state
  }
}

/// Says which generation was loaded where it is not the last one, and why.
private func noteRecovery(of path: FilePath, from source: StateSource?, reason: StateError?) {
  guard let number = source?.generation, number > 0, let reason else { return }
  Output.note("loaded generation \(number) of \(path); the last changes are missing: \(reason)")
}

extension SavedGraph {
  /// Opens what the user made, to be saved after changes. Where another instance of the app has saved
  /// too, its graph is kept next to the file.
  ///
  /// - Throws: `StateError` where there is a file whose graph could not be had.
  @MainActor
  package static func open(
    _ path: FilePath, _ format: GraphFormat<Root>, initial: Root, arguments: ExampleArguments
  ) async throws -> SavedGraph {
    let graph = try SavedGraph(
      path: path, format: format, initial: initial, over: arguments.overwriting, autosave: .soon,
      conflicts: .keepMine)
    noteRecovery(of: path, from: graph.source, reason: graph.recovery)
    if graph.source == nil, graph.recovery != nil { try await graph.save() }
    return graph
  }
}

extension SavedState where State: Codable {
  /// Loads where the user was, which never keeps an app from starting: in memory where there can be no
  /// file. The file is binary because XML cannot have every text that a person may type.
  package static func place(
    of app: String, in container: AppContainer, initial: State
  ) -> SavedState {
    let path: FilePath
    do throws(StateError) { path = try container.path("\(app).plist", in: .state) } catch {
      Output.note("\(app): \(error); where you are is not kept")
      let store = StateStore<State>(inMemory: InMemoryStateFile(), format: .binary)
      return SavedState(dispensable: store, initial: initial)
    }
    let state = SavedState(
      dispensable: StateStore(path: path, format: .binary), initial: initial, autosave: .soon)
    if state.source == nil, let reason = state.recovery {
      Output.note("\(app): \(reason); where you were is forgotten")
    }
    return state
  }

  /// Saves where the user is; a failure is a note.
  package func savePlace() {
    do throws(StateError) { try save() } catch {
      Output.note("where you are is not kept: \(error)")
    }
  }
}

extension AutosavePolicy {
  /// Changes are saved after a tenth of a second without another, durably.
  fileprivate static var soon: AutosavePolicy {
    var policy = AutosavePolicy(quietTime: .milliseconds(100), longestDelay: .seconds(1))
    policy.durability = .durable
    return policy
  }
}
