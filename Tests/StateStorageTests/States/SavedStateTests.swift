// Tests of a state in memory that saves itself, with a clock that the tests control.

import DurableFiles
import Foundation
import ObservableState
import Observation
import StateStorage
import Synchronization
import TestSupport
import Testing

/// A clock whose sleepers wake when a test advances it.
final class WoundClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [(Instant, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withCheckedContinuation { continuation in
      state.withLock { $0.sleepers.append((deadline, continuation)) }
    }
  }

  /// The number of sleepers.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func waitForSleeper() async {
    #expect(await waitUntil { state.withLock { !$0.sleepers.isEmpty } })
  }

  /// Waits for a sleeper, and advances the time.
  func advance(by duration: Duration) async {
    await waitForSleeper()
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let woken = state.sleepers.filter { $0.0 <= now }
      state.sleepers.removeAll { $0.0 <= now }
      return woken.map(\.1)
    }
    for sleeper in woken { sleeper.resume() }
  }
}

@Suite("A state that saves itself", .waits)
struct SavedStateTests {
  private let file = InMemoryStateFile()
  private let clock = WoundClock()

  private var store: StateStore<Deck> { StateStore(inMemory: file, format: .binary) }

  private func saved(_ policy: AutosavePolicy = AutosavePolicy()) throws -> SavedState<Deck> {
    try SavedState(store, initial: Deck(), autosave: policy, clock: clock)
  }

  /// Waits for saves, which happen on another thread.
  private func waitForSaves(_ count: Int) async {
    #expect(await waitUntil { file.saveCount >= count })
  }

  @Test("A thousand changes at once result in one save, of the last of them")
  func coalescing() async throws {
    let state = try saved()
    state.change { $0.current = 1 }
    // The wait that begins now is followed by one without any changes.
    await clock.waitForSleeper()
    for number in 2...1000 { state.change { $0.current = number } }
    #expect(file.saveCount == 0)
    for _ in 1...2 { await clock.advance(by: .seconds(1)) }
    await waitForSaves(1)
    #expect(await store.load().state?.current == 1000)
    #expect(file.saveCount == 1)
  }

  @Test("Continuous changes are saved once in each longest delay")
  func bound() async throws {
    let state = try saved(AutosavePolicy(quietTime: .seconds(1), longestDelay: .seconds(5)))
    for second in 1...20 {
      state.change { $0.current += 1 }
      // More changes follow after the wait has begun, so that it is not a quiet one.
      await clock.waitForSleeper()
      for _ in 1..<50 { state.change { $0.current += 1 } }
      await clock.advance(by: .seconds(1))
      if second.isMultiple(of: 5) { await waitForSaves(second / 5) }
    }
    #expect(file.saveCount == 4)
    #expect(await store.load().state?.current == 1000)
  }

  @Test("An explicit save writes once, and not again without a change")
  func savingNow() throws {
    let state = try saved()
    #expect(state.hasUnsavedChanges)
    try state.save()
    try state.save()
    #expect(file.saveCount == 1)
    #expect(!state.hasUnsavedChanges)
    state.value = .capitals
    try state.save(durability: .consistent)
    try state.save()
    #expect(file.saveCount == 2)
  }

  @Test("A failed save is reported, tried again after the longest delay, and loses nothing")
  func failure() async throws {
    let state = try saved(AutosavePolicy(quietTime: .seconds(1), longestDelay: .seconds(3)))
    file.savingFails = true
    state.value = .capitals
    await clock.advance(by: .seconds(1))
    #expect(await waitUntil { state.failure != nil })
    #expect(state.failure?.code == .notSaved)
    #expect(state.value == .capitals)
    file.savingFails = false
    await clock.advance(by: .seconds(3))
    await clock.advance(by: .seconds(1))
    await waitForSaves(1)
    #expect(await waitUntil { state.failure == nil })
    #expect(await store.load().state == .capitals)
  }

  @Test("A state does not overwrite another writer's newer save")
  func conflict() throws {
    let state = try saved()
    try state.save()
    let other = store
    _ = other.load()
    try other.save(.rivers)
    state.value = .capitals
    #expect(stateErrorCode { try state.save() } == .conflict)
    #expect(store.load().state == .rivers)
  }

  @Test("An unreadable file makes the initializer throw")
  func unreadable() throws {
    file.contents = Data("rotten".utf8)
    #expect(stateErrorCode { try saved() } == .corrupt)
    file.readingFails = true
    #expect(stateErrorCode { try saved() } == .unreadable)
  }

  @Test("Changes are observable one by one and as a sequence")
  func observation() async throws {
    let state = try saved()
    let changes = Mutex(0)
    withObservationTracking {
      _ = state.value
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    var values = state.values.makeAsyncIterator()
    #expect(await values.next() == Deck())
    state.value = .capitals
    #expect(await values.next() == .capitals)
    #expect(changes.withLock { $0 } == 1)
  }
}

@Suite("A state in memory")
struct InMemoryStateTests {
  @Test("A state in memory recovers, rejects and conflicts like a file")
  func twin() throws {
    let file = InMemoryStateFile()
    let store = StateStore<Deck>(inMemory: file, format: .xml)
    #expect(store.load().outcome == "missing")
    try store.save(.rivers)
    try store.save(.capitals)
    file.contents = Data("rotten".utf8)
    #expect(stateErrorCode { try store.save(.capitals) } == .conflict)
    #expect(store.load().outcome == "recovered")
    try store.save(.capitals)
    #expect(file.asideContents.values.contains(Data("rotten".utf8)))
    #expect(store.load().state == .capitals)
    #expect(
      stateErrorCode { try StateStore<Deck>(inMemory: file, format: .xml).save(.rivers) }
        == .notLoaded)
  }

  @Test("A test can set the previous generations and the integrity of the contents")
  func spoiling() throws {
    let file = InMemoryStateFile()
    let store = StateStore<Deck>(inMemory: file, format: .xml, previousGenerations: 2)
    for deck in [Deck.rivers, Deck.capitals, Deck()] { try store.save(deck) }
    file.contents = Data("rotten".utf8)
    #expect(store.load().state == .capitals)
    file[generation: 1] = Data("rotten, too".utf8)
    #expect(store.load().state == .rivers)
    #expect(store.load().source?.generation == 2)
    file.integrity = .unverified
    #expect(store.load().source?.integrity == .unverified)
    file.integrity = .damaged
    #expect(store.load().outcome == "corrupt")
    for generation in 0...2 { file[generation: generation] = nil }
    #expect(store.load().outcome == "missing")
  }
}
