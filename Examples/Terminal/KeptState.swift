// How the apps keep their states: loaded at launch, saved by themselves soon after each change, and
// when the app leaves. Relies on `StateStore` and `SavedState`.

internal import DurableFiles
package import StateStorage

/// Opens the states of an app.
package enum KeptState {
  /// Changes are saved after a tenth of a second without another, durably.
  private static var policy: AutosavePolicy {
    var policy = AutosavePolicy(quietTime: .milliseconds(100), longestDelay: .seconds(1))
    policy.durability = .durable
    return policy
  }

  /// Loads what the user made. Nothing is written yet.
  ///
  /// - Throws: `StateError` where there is a file whose state could not be had.
  package static func open<State>(
    _ store: StateStore<State>, initial: State
  ) throws(StateError) -> SavedState<State> {
    let state = try SavedState(store, initial: initial, autosave: policy)
    if let source = state.source, source.generation > 0 {
      Output.note("\(store.path) is gone or no good; this is what was saved before it")
    }
    return state
  }

  /// Loads where the user was. When that cannot be had, the app begins anew rather than not at all:
  /// the file is put aside when the place is saved.
  package static func openPlace<Place: Codable & Sendable>(
    of app: String, in container: AppContainer, initial: Place
  ) throws(StateError) -> SavedState<Place> {
    let path = try container.path("\(app).plist", in: .state)
    let store = StateStore<Place>(path: path, format: .xml)
    do throws(StateError) {
      return try SavedState(store, initial: initial, autosave: policy)
    } catch {
      if error.code == .unreadable { throw error }
      Output.note("\(error); where you were is forgotten")
      try store.save(initial, over: .anything)
      return try SavedState(store, initial: initial, autosave: policy)
    }
  }
}

extension SavedState {
  /// Saves two states, the first one first, and both even when one fails.
  package static func save<Other>(
    _ first: SavedState, _ second: SavedState<Other>
  ) throws(StateError) {
    var failure: StateError?
    do throws(StateError) { try first.save() } catch { failure = error }
    try second.save()
    if let failure { throw failure }
  }
}

/// Reads a number of an item, from 1 on, as it stands in lists.
package func itemIndex(
  _ text: String, of count: Int, _ noun: String
) throws(CommandError) -> Int {
  guard let number = Int(text), number >= 1, number <= count else {
    let range = count == 0 ? "there are none" : "they are numbered from 1 to \(count)"
    throw CommandError("“\(text.prefix(40).description.shown)” is no \(noun): \(range)")
  }
  return number - 1
}
