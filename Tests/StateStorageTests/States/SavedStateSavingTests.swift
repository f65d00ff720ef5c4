// Tests of what a state in memory writes and what it only makes durable, what its observers see,
// and how it continues after a conflict.

import DurableFiles
import Foundation
import ObservableState
import Observation
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite("Saving a state in memory")
struct SavedStateSavingTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private func store(in system: any FileSystem = POSIXFileSystem()) -> StateStore<Deck> {
    StateStore(path: scratch.file(), format: .xml, in: system)
  }

  /// Rivers before, capitals now.
  private func saveTwice() throws {
    let store = store()
    try store.save(.rivers)
    try store.save(.capitals)
  }

  // MARK: Without changes

  @Test("Launching and quitting without a change keeps the previous generation")
  func unchanged() throws {
    try saveTwice()
    let (file, previous) = (try scratch.data(), try scratch.data("deck.plist.bak"))
    let identity = try FileContents.identity(of: scratch.file())
    for _ in 1...3 {
      let state = try SavedState(store(), initial: Deck())
      try state.save()
      #expect(!state.hasUnsavedChanges)
    }
    #expect(try scratch.data() == file)
    #expect(try FileContents.identity(of: scratch.file()) == identity)
    #expect(try scratch.data("deck.plist.bak") == previous)
  }

  @Test("An unchanged state is synced to the drive with its name, once")
  func sent() throws {
    try saveTwice()
    let calls = Mutex<[String]>([])
    let state = try SavedState(
      store(in: HookedFileSystem { call in calls.withLock { $0.append(call) } }), initial: Deck())
    try state.save()
    let synchronizations = calls.withLock { $0.count { $0 == "synchronize" } }
    #expect(synchronizations == 2)
    #expect(calls.withLock { !$0.contains("rename") && !$0.contains("write") })
    try state.save()
    #expect(calls.withLock { $0.count { $0 == "synchronize" } } == synchronizations)
  }

  @Test("A failed sync is reported, and the state is written again then")
  func failingSynchronization() throws {
    try saveTwice()
    let fails = Mutex(true)
    let state = try SavedState(
      store(
        in: HookedFileSystem { call throws(Errno) in
          if call == "synchronize", fails.withLock({ $0 }) { throw .ioError }
        }), initial: Deck())
    #expect(stateErrorCode { try state.save() } == .durabilityUnknown)
    #expect(state.failure?.code == .durabilityUnknown)
    #expect(state.hasUnsavedChanges)
    fails.withLock { $0 = false }
    let identity = try FileContents.identity(of: scratch.file())
    try state.save()
    #expect(state.failure == nil)
    #expect(try FileContents.identity(of: scratch.file()) != identity)
    #expect(store().load().state == .capitals)
  }

  @Test("An unchanged state adopts what another writer saved over it")
  func unchangedConflict() throws {
    try saveTwice()
    let state = try SavedState(store(), initial: Deck())
    try store().update(initial: Deck()) { $0 = .rivers }
    try state.save()
    #expect(state.failure == nil)
    #expect(store().load().state == .rivers && state.value == .rivers)
    state.value.current = 9
    try state.save()
    #expect(store().load().state?.current == 9)
  }

  @Test("A recovered state reports the reason until it is loaded again")
  func recovery() throws {
    try saveTwice()
    try scratch.write(Data("rotten".utf8))
    let state = try SavedState(store(), initial: Deck())
    #expect(state.recovery?.code == .corrupt)
    try state.save()
    try state.reload()
    #expect(state.recovery == nil)
  }

  // MARK: Reloading

  @Test(
    "Reloading after a conflict discards unsaved changes only on request")
  func reloading() async throws {
    try saveTwice()
    let state = try SavedState(store(), initial: Deck())
    try await store().update(initial: Deck()) { $0 = .rivers }
    state.value.current = 9
    #expect(stateErrorCode { try state.save() } == .conflict)
    #expect(stateErrorCode { try state.reload() } == .unsavedChanges)
    #expect(state.value.current == 9)
    #expect(stateErrorCode { try state.save() } == .conflict)
    var values = state.values.makeAsyncIterator()
    _ = await values.next()
    let seen = Mutex(0)
    withObservationTracking {
      _ = state.value
    } onChange: {
      seen.withLock { $0 += 1 }
    }
    try await state.reload(.discarded)
    #expect(state.value == .rivers)
    #expect(await values.next() == .rivers)
    #expect(seen.withLock { $0 } == 1)
    #expect(!state.hasUnsavedChanges && state.failure == nil)
    state.value = .capitals
    try await state.save()
    #expect(await store().load().state == .capitals)
  }

  @Test("Contents that cannot be loaded are not adopted, and nothing is saved over them")
  func reloadingBad() throws {
    try saveTwice()
    let state = try SavedState(store(), initial: Deck())
    try FileManager.default.removeItem(atPath: scratch.file("deck.plist.bak").string)
    try scratch.write(Data("rotten".utf8))
    #expect(stateErrorCode { try state.reload() } == .corrupt)
    #expect(state.value == .capitals)
    state.value = .rivers
    #expect(stateErrorCode { try state.save() } == .conflict)
    #expect(try scratch.data() == Data("rotten".utf8))
  }

  @Test("A state whose file was removed stays, and the next save writes it")
  func reloadingNothing() throws {
    try store().save(.capitals)
    let state = try SavedState(store(), initial: Deck())
    try FileManager.default.removeItem(atPath: scratch.file().string)
    try state.reload()
    #expect(state.value == .capitals)
    #expect(state.hasUnsavedChanges)
    try state.save()
    #expect(store().load().state == .capitals)
  }

  // MARK: Observers

  @Test("The sequence of values ends with the state")
  func end() async throws {
    let file = InMemoryStateFile()
    var state: SavedState<Deck>? = try SavedState(
      StateStore(inMemory: file, format: .xml), initial: Deck())
    let values = try #require(state?.values)
    let ended = Mutex(false)
    let task = Task {
      for await _ in values {}
      ended.withLock { $0 = true }
    }
    defer { task.cancel() }
    state = nil
    #expect(await waitUntil { ended.withLock { $0 } })
  }

  /// Returns the number of changes to an observed value during an operation.
  private func changes(
    of read: @Sendable () -> Void, during work: () throws -> Void
  ) rethrows -> Int {
    let seen = Mutex(0)
    withObservationTracking {
      read()
    } onChange: {
      seen.withLock { $0 += 1 }
    }
    try work()
    return seen.withLock { $0 }
  }

  @Test("Observers see failures and whether there are unsaved changes")
  func observed() throws {
    let file = InMemoryStateFile()
    let state = try SavedState(StateStore(inMemory: file, format: .xml), initial: Deck())
    try state.save()
    let unsaved: @Sendable () -> Void = { _ = state.hasUnsavedChanges }
    let failure: @Sendable () -> Void = { _ = state.failure }
    #expect(changes(of: unsaved) { state.value = .rivers } == 1)
    #expect(changes(of: unsaved) { state.value = .capitals } == 0)
    file.savingFails = true
    #expect(changes(of: failure) { _ = stateErrorCode { try state.save() } } == 1)
    #expect(changes(of: failure) { _ = stateErrorCode { try state.save() } } == 0)
    file.savingFails = false
    #expect(try changes(of: failure) { try state.save() } == 1)
    #expect(try changes(of: unsaved) { try state.save() } == 0)
    state.value = .rivers
    #expect(try changes(of: unsaved) { try state.save() } == 1)
  }

  @Test("An observer of a failure may use the state immediately")
  func observerSaves() throws {
    let file = InMemoryStateFile()
    let state = try SavedState(StateStore(inMemory: file, format: .xml), initial: Deck())
    file.savingFails = true
    withObservationTracking {
      _ = state.failure
    } onChange: {
      file.savingFails = false
      #expect(stateErrorCode { try state.save() } == nil)
    }
    #expect(stateErrorCode { try state.save() } == .notSaved)
    #expect(state.failure == nil)
    #expect(file.saveCount == 1)
  }

  // MARK: Autosave

  @Test("Without a quiet time, continuous changes are saved all the same")
  func noQuietTime() async throws {
    let file = InMemoryStateFile()
    let clock = RestlessClock()
    let policy = AutosavePolicy(quietTime: .zero, longestDelay: .seconds(10))
    let state = try SavedState(
      StateStore(inMemory: file, format: .xml), initial: Deck(), autosave: policy, clock: clock)
    clock.whileSleeping { state.change { $0.current += 1 } }
    state.change { $0.current += 1 }
    #expect(await waitUntil { file.saveCount > 0 })
    clock.whileSleeping {}
    #expect(clock.sleepCount == 0)
    #expect(await waitUntil { !state.hasUnsavedChanges })
  }
}

/// A clock that runs an action in its pauses, at most a thousand times; the pauses take no time.
private final class RestlessClock: Clock, Sendable {
  private let work = Mutex<@Sendable () -> Void>({})
  private let sleeps = Mutex(0)

  var sleepCount: Int { sleeps.withLock { $0 } }
  var now: WoundClock.Instant { WoundClock.Instant(offset: .zero) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func whileSleeping(_ body: @escaping @Sendable () -> Void) { work.withLock { $0 = body } }

  func sleep(until deadline: WoundClock.Instant, tolerance: Duration?) async throws {
    let count = sleeps.withLock { sleeps in
      sleeps += 1
      return sleeps
    }
    if count <= 1000 { work.withLock(\.self)() }
  }
}
