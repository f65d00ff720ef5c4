// How the apps open what the user made and where the user was, and what they say of it. Both save
// themselves soon after each change. Relies on `SavedState`.

internal import DurableFiles
package import StateStorage
internal import SystemPackage

extension SavedState {
  /// Loads what the user made, and says so when it is not that of the last save. Where another instance
  /// of the app has saved too, its state is kept next to the file.
  ///
  /// - Throws: `StateError` where there is a file whose state could not be had.
  package static func open(
    _ store: StateStore<State>, initial: State
  ) throws(StateError) -> SavedState {
    let state = try SavedState(store, initial: initial, autosave: .soon, conflicts: .keepMine)
    if let source = state.source, source.generation > 0 {
      Output.note("\(store.path) is gone or no good; this is what was saved before it")
    }
    return state
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
      let outcome =
        reason.code == .unreadable ? "where you are is not kept" : "where you were is forgotten"
      Output.note("\(app): \(reason); \(outcome)")
    }
    return state
  }

  /// Saves where the user is; a failure is a note.
  package func savePlace() {
    do throws(StateError) { try save() } catch {
      if recovery?.code != .unreadable { Output.note("where you are is not kept: \(error)") }
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
