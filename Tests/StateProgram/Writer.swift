// The writer of `state-program`: counts its saves in the state that it shares with other writers.

import DurableFiles
import StateStorage
import SystemPackage

/// Saves, and announces what is saved.
struct Writer {
  let store: StateStore<Tally>
  let name: String
  let durability: AtomicReplacement.Durability

  /// The two ways to handle concurrent saves.
  enum Way {
    /// The others wait for the lock.
    case underLock
    /// Without a lock: when another process has saved in between, the save is repeated under the
    /// lock.
    case hoping
  }

  init(_ path: FilePath, _ name: String, _ durability: AtomicReplacement.Durability) {
    store = makeStore(path)
    self.name = name
    self.durability = durability
  }

  /// Saves in both ways alternately until standard input ends.
  func saveUntilEnd() throws {
    let input = InputWatch()
    var way = Way.underLock
    while !input.hasEnded {
      try save(way)
      way = way == .hoping ? .underLock : .hoping
    }
  }

  /// Saves once.
  func save(_ way: Way) throws {
    if way == .hoping, let count = try saveHoping() { return try announce("saved \(count)") }
    let count = try store.update(initial: Tally(), durability: durability) { $0.count(name) }
    try announce(way == .hoping ? "saved \(count) conflict" : "saved \(count)")
  }

  /// Saves without a lock around loading; nil when another process was faster.
  private func saveHoping() throws -> Int? {
    var tally = try store.load(orInitial: Tally())
    let count = tally.count(name)
    do throws(StateError) {
      try store.save(tally, durability: durability)
      return count
    } catch {
      guard error.code == .conflict else { throw error }
      return nil
    }
  }
}
