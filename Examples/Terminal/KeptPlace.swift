// How the apps keep where the user was: in a file of its own, which is worth less than what the user
// made. It never keeps an app from starting, nor from ending well. Relies on `KeptState`.

package import StateStorage
internal import Synchronization

/// Where the user was.
package final class KeptPlace<Place: Codable & Sendable>: Sendable {
  private let kept: KeptState<Place>
  private let told = Mutex<StateError?>(nil)

  /// Loads the place. When that cannot be had, the app begins anew rather than not at all: in a new
  /// file, or in memory alone where there can be none.
  package init(of app: String, in container: AppContainer, initial: Place) throws(StateError) {
    do throws(StateError) {
      kept = try Self.open(app, container, initial)
    } catch {
      Output.note("\(app): \(error); where you are is not kept")
      let store = StateStore<Place>(inMemory: InMemoryStateFile(), format: .binary)
      kept = try KeptState(store, initial: initial)
    }
  }

  /// Opens the file, which is binary because XML cannot have every text that a person may type. A
  /// file that is no place is put aside.
  private static func open(
    _ app: String, _ container: AppContainer, _ initial: Place
  ) throws(StateError) -> KeptState<Place> {
    let path = try container.path("\(app).plist", in: .state)
    let store = StateStore<Place>(path: path, format: .binary)
    do throws(StateError) {
      return try KeptState(store, initial: initial)
    } catch {
      if error.code == .unreadable { throw error }
      Output.note("\(error); where you were is forgotten")
      try store.save(initial, over: .anything)
      return try KeptState(store, initial: initial)
    }
  }

  package var value: Place {
    get { kept.value }
    set {
      kept.change { $0 = newValue }
      // The save that follows by itself may find the place of another one of the app.
      Task {
        try? await Task.sleep(for: .milliseconds(500))
        if kept.failure?.code == .conflict { save() }
      }
    }
  }

  /// Saves the place; of several instances of an app, the last one wins. A failure is a note.
  package func save() {
    do throws(StateError) {
      try saveLast(attempts: 5)
    } catch {
      tell(error)
    }
  }

  /// Another one of the app may save at any moment; mostly there is none.
  private func saveLast(attempts: Int) throws(StateError) {
    do throws(StateError) {
      return try kept.save()
    } catch {
      if error.code != .conflict { throw error }
    }
    for _ in 1..<attempts {
      do throws(StateError) { return try kept.saveLast() } catch  where error.code == .conflict {}
    }
    try kept.saveLast()
  }

  /// Tells each failure once.
  private func tell(_ error: StateError) {
    let isNew = told.withLock { told in
      defer { told = error }
      return told != error
    }
    if isNew { Output.note("where you are is not kept: \(error)") }
  }
}
