// The asynchronous methods never block an executor: the main actor and other tasks continue while
// the drive does not respond.

import DurableFiles
import Foundation
import ObservableState
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Blocks calls of one name until it is opened; for twenty minutes at most, so that a test cannot
/// hang. Where other tests use all processors, continuing may take long.
private final class Gate: Sendable {
  private struct State {
    var call: String?
    var heldCount = 0
    var wasTooLate = false
  }

  private let state = Mutex(State())
  private let opening = DispatchSemaphore(value: 0)

  /// Whether a call is waiting.
  var isReached: Bool { state.withLock { $0.heldCount > 0 } }
  /// Whether a call waited until the time limit.
  var wasTooLate: Bool { state.withLock { $0.wasTooLate } }

  /// Blocks calls of a name.
  func close(for call: String) { state.withLock { $0 = State(call: call) } }

  func open() {
    let count = state.withLock { state in
      state.call = nil
      return state.heldCount
    }
    for _ in 0..<count { opening.signal() }
  }

  func pass(_ call: String) {
    let holds = state.withLock { state in
      guard state.call == call else { return false }
      state.heldCount += 1
      return true
    }
    guard holds, opening.wait(timeout: .now() + 1200) == .timedOut else { return }
    state.withLock { $0.wasTooLate = true }
  }
}

@Suite("Asynchronous methods of states")
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

  /// Locks are awaited as long as operations are held, even if other tests occupy all threads.
  private var options: StateStoreOptions {
    var options = StateStoreOptions()
    options.lockWaiting = .seconds(1200)
    return options
  }

  private var store: StateStore<Deck> {
    StateStore(path: scratch.file(), format: .xml, options: options, in: system)
  }

  /// Starts more blocked operations at once than there are threads for tasks, and releases them
  /// after the main actor and other tasks have made progress.
  private func whileHeld<Value: Sendable>(
    _ call: String, _ work: @escaping @MainActor () async throws -> Value
  ) async throws -> [Value] {
    gate.close(for: call)
    let crowd = (0..<ProcessInfo.processInfo.activeProcessorCount + 2).map { _ in
      Task { @MainActor in try await work() }
    }
    let isReached = await waitUntil { @Sendable [gate] in gate.isReached }
    #expect(isReached)
    // Long enough for each of them to block a thread, if it blocks any.
    try await Task.sleep(for: .milliseconds(50))
    await Task.detached {}.value
    gate.open()
    var values: [Value] = []
    for task in crowd { values.append(try await task.value) }
    #expect(!gate.wasTooLate, "an executor was blocked")
    return values
  }

  @Test("Saving, loading and updating block no executor")
  func store() async throws {
    let store = store
    let found = try await whileHeld("read") { await store.load() }
    #expect(found.allSatisfy { $0.state == .capitals })
    _ = try await whileHeld("write") { try await store.save(.rivers) }
    let loaded = try await whileHeld("read") { try await store.load(orInitial: Deck()) }
    #expect(loaded.allSatisfy { $0 == .rivers })
    _ = try await whileHeld("synchronize") {
      try await store.update(initial: Deck()) { $0.current = 5 }
    }
    #expect(await store.load().state?.current == 5)
  }

  @Test("Creating, saving and reloading a state in memory block no executor")
  func savedState() async throws {
    let store = store
    let states = try await whileHeld("read") {
      try await SavedState.loading(store, initial: Deck())
    }
    let state = try #require(states.first)
    #expect(state.value == .capitals)
    #expect(state.source?.generation == 0)
    state.value = .rivers
    _ = try await whileHeld("write") { try await state.save() }
    _ = try await whileHeld("read") { try await state.reload() }
    #expect(state.value == .rivers)
  }

  @Test("Listing generations and recovering block no executor")
  func file() async throws {
    let file = StateFile(path: scratch.file(), options: options, in: system)
    let generations = try await whileHeld("read") { try await file.generations() }
    #expect(generations.allSatisfy { $0.count == 2 })
    try scratch.write(Data("rotten".utf8))
    #expect(try await whileHeld("write") { try await file.recover() }.contains(1))
    #expect(await store.load().state == .rivers)
  }

  @Test("Asynchronous methods throw as well if a state cannot be opened")
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
