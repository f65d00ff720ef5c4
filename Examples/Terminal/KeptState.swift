// How the apps keep what the user made: loaded at launch, saved by itself soon after each change, and
// when the app leaves. Relies on `StateStore` and `SavedState`.

internal import DurableFiles
package import StateStorage
internal import Synchronization

/// What the user made, in its file.
package final class KeptState<State: Sendable>: Sendable {
  private let saved: SavedState<State>
  private let isTouched = Mutex(false)
  /// Held while the state is changed, so that nothing comes between taking over and putting back.
  private let turn = Mutex(())

  /// Loads the state. Nothing is written yet.
  ///
  /// - Throws: `StateError` where there is a file whose state could not be had.
  package init(_ store: StateStore<State>, initial: State) throws(StateError) {
    saved = try SavedState(store, initial: initial, autosave: .soon)
  }

  /// Loads the state, and says so when it is not that of the last save.
  package static func open(
    _ store: StateStore<State>, initial: State
  ) throws(StateError) -> KeptState {
    let state = try KeptState(store, initial: initial)
    if let source = state.saved.source, source.generation > 0 {
      Output.note("\(store.path) is gone or no good; this is what was saved before it")
    }
    return state
  }

  package var value: State { saved.value }

  /// Whether there was nothing to load.
  package var isFirstLaunch: Bool { saved.source == nil }

  package func change(_ body: (inout State) -> Void) {
    isTouched.withLock { $0 = true }
    turn.withLock { _ in saved.change(body) }
  }

  /// Saves the state, durably. Where nothing was changed here and another one of the app has saved,
  /// nothing is lost and there is nothing to do.
  package func save() throws(StateError) {
    do throws(StateError) {
      try saved.save()
    } catch {
      if error.code != .conflict || wasTouched { throw error }
    }
  }

  /// Saves the state, durably, over what another one of the app has saved.
  package func saveLast() throws(StateError) {
    try turn.withLock { _ throws(StateError) in
      let own = saved.value
      try saved.reload(.discarded)
      saved.change { $0 = own }
    }
    try saved.save()
  }

  /// Why the last save of changes failed; nil after one that succeeded.
  package var failure: StateError? { wasTouched ? saved.failure : nil }

  private var wasTouched: Bool { isTouched.withLock { $0 } }
}

extension AutosavePolicy {
  /// Changes are saved after a tenth of a second without another, durably.
  fileprivate static var soon: AutosavePolicy {
    var policy = AutosavePolicy(quietTime: .milliseconds(100), longestDelay: .seconds(1))
    policy.durability = .durable
    return policy
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
