// The asynchronous forms never block an executor: the main actor and other tasks go on while the drive
// does not.

import DurableFiles
import Foundation
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Holds up calls of one name until it is opened; for twenty minutes at most, lest a test hang: where
/// other tests have all the processors, going on may take long.
private final class Gate: Sendable {
  private struct State {
    var call: String?
    var heldCount = 0
    var wasTooLate = false
  }

  private let state = Mutex(State())
  private let opening = DispatchSemaphore(value: 0)

  /// Whether somebody stands before it.
  var isReached: Bool { state.withLock { $0.heldCount > 0 } }
  /// Whether nobody opened it in time.
  var wasTooLate: Bool { state.withLock { $0.wasTooLate } }

  /// Holds up calls of a name.
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

  /// Does some work, more times at once than there are threads for tasks, that is held up until the
  /// main actor and other tasks have gone on meanwhile.
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

  @Test("saving, loading and updating block no executor")
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

  @Test("making, saving and reloading a state in memory blocks no executor")
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

  @Test("looking at generations and recovering blocks no executor")
  func file() async throws {
    let file = StateFile(path: scratch.file(), in: system)
    let generations = try await whileHeld("read") { try await file.generations() }
    #expect(generations.allSatisfy { $0.count == 2 })
    try scratch.write(Data("rotten".utf8))
    #expect(try await whileHeld("write") { try await file.recover() }.contains(1))
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
