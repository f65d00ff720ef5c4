// The asynchronous forms never block the executor of their caller: the main actor goes on while the
// drive does not.

import DurableFiles
import Foundation
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Holds up one kind of call until it is opened; for ten seconds at most, lest a test hang.
private final class Gate: Sendable {
  private struct State {
    var call: String?
    var isReached = false
    var wasTooLate = false
  }

  private let state = Mutex(State())
  private let opening = DispatchSemaphore(value: 0)

  /// Whether somebody stands before it.
  var isReached: Bool { state.withLock { $0.isReached } }
  /// Whether nobody opened it in time.
  var wasTooLate: Bool { state.withLock { $0.wasTooLate } }

  /// Holds up the next call of a name.
  func close(for call: String) { state.withLock { $0 = State(call: call) } }

  func open() { opening.signal() }

  func pass(_ call: String) {
    let holds = state.withLock { state in
      guard state.call == call else { return false }
      state.call = nil
      state.isReached = true
      return true
    }
    guard holds, opening.wait(timeout: .now() + 10) == .timedOut else { return }
    state.withLock { $0.wasTooLate = true }
  }
}

@Suite("The asynchronous forms of a state")
@MainActor
struct StateBlockingTests {
  private let scratch: StateScratch
  private let gate = Gate()

  init() throws {
    scratch = try StateScratch()
    let store = StateStore<Deck>(path: scratch.file(), format: .xml)
    try store.save(.rivers)
    try store.save(.capitals)
  }

  private var system: HookedFileSystem {
    let gate = gate
    return HookedFileSystem { call in gate.pass(call) }
  }

  private var store: StateStore<Deck> {
    StateStore(path: scratch.file(), format: .xml, in: system)
  }

  /// Does work of the main actor whose call is held up until the main actor has gone on meanwhile.
  private func whileHeld<Value: Sendable>(
    _ call: String, _ work: @escaping @MainActor () async throws -> Value
  ) async throws -> Value {
    gate.close(for: call)
    let task = Task { @MainActor in try await work() }
    let isReached = await waitUntil { @Sendable [gate] in gate.isReached }
    #expect(isReached)
    gate.open()
    let value = try await task.value
    #expect(!gate.wasTooLate, "the main actor was blocked")
    return value
  }

  @Test("saving, loading and updating do not block the main actor")
  func store() async throws {
    let store = store
    #expect(try await whileHeld("read") { await store.load() }.state == .capitals)
    try await whileHeld("write") { try await store.save(.rivers) }
    let loaded = try await whileHeld("read") { try await store.load(orInitial: Deck()) }
    #expect(loaded == .rivers)
    try await whileHeld("synchronize") {
      try await store.update(initial: Deck()) { $0.current = 5 }
    }
    #expect(await store.load().state?.current == 5)
  }

  @Test("making, saving and reloading a state in memory does not block the main actor")
  func savedState() async throws {
    let store = store
    let state = try await whileHeld("read") {
      try await SavedState.loading(store, initial: Deck())
    }
    #expect(state.value == .capitals)
    #expect(state.source?.generation == 0)
    state.value = .rivers
    try await whileHeld("write") { try await state.save() }
    try await whileHeld("read") { try await state.reload() }
    #expect(state.value == .rivers)
  }

  @Test("looking at generations and recovering does not block the main actor")
  func file() async throws {
    let file = StateFile(path: scratch.file(), in: system)
    let generations = try await whileHeld("read") { try await file.generations() }
    #expect(generations.count == 2)
    try scratch.write(Data("rotten".utf8))
    #expect(try await whileHeld("write") { try await file.recover() } == 1)
    #expect(await store.load().state == .rivers)
  }

  @Test("a state that cannot be had is told by the asynchronous forms, too")
  func unavailable() async throws {
    try scratch.write(Data("rotten".utf8), to: "alone")
    let store = StateStore<Deck>(path: scratch.file("alone"), format: .xml)
    await #expect(throws: StateError.self) {
      try await SavedState.loading(store, initial: Deck())
    }
    await #expect(throws: StateError.self) { try await store.load(orInitial: Deck()) }
    await #expect(throws: StateError.self) {
      try await StateFile(path: store.path).recover()
    }
  }
}
