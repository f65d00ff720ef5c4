// Tests of a lifecycle that keeps a graph: it is saved on the graph's actor, or without it where
// the actor is busy.

import DurableFiles
import KeyedArchives
import ObservableState
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A graph on its own actor.
private actor Library {
  private var graph: SavedGraph<Country>?

  func open(_ path: FilePath, in lifecycle: AppLifecycle) throws {
    let graph = try SavedGraph(
      path: path, format: .keyedArchive(), initial: Country.of(3),
      autosave: AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000)))
    lifecycle.keep(graph)
    self.graph = graph
  }

  func visit(_ count: Int) { graph?.change { $0.visits = count } }
}

extension AppLifecycleTests {
  @Test("A graph on any actor is saved there at the end")
  func keepsGraph() async throws {
    let scratch = try StateScratch()
    let library = Library()
    let lifecycle = AppLifecycle(options: Self.quiet)
    try await library.open(scratch.file("country"), in: lifecycle)
    try await lifecycle.run { await library.visit(5) }
    #expect(try Country.decoded(scratch.data("country")).visits == 5)
  }

  @MainActor
  @Test("A graph on the main actor is saved there, where handlers of the app run too")
  func handlersOnMainActor() async throws {
    let scratch = try StateScratch()
    let graph = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: Country.of(3),
      autosave: AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000)))
    let lifecycle = AppLifecycle(options: Self.quiet)
    var events: [Bool] = []
    lifecycle.on(.willTerminate) { @MainActor in events.append(graph.hasUnsavedChanges) }
    lifecycle.keep(graph)
    lifecycle.on(.willTerminate) { @MainActor in events.append(graph.hasUnsavedChanges) }
    try await lifecycle.run { graph.change { $0.visits = 5 } }
    #expect(events == [true, false])
    #expect(try Country.decoded(scratch.data("country")).visits == 5)
  }

  @MainActor
  @Test("A graph that no longer exists delays nothing")
  func releasedGraph() async throws {
    let scratch = try StateScratch()
    var options = Self.quiet
    options.terminationLimit = .seconds(600)
    let lifecycle = AppLifecycle(options: options)
    var graph: SavedGraph? = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: Country.of(3))
    lifecycle.keep(try #require(graph))
    graph?.change { $0.visits = 5 }
    try await graph?.save()
    graph = nil
    try await lifecycle.run {}
    #expect(try Country.decoded(scratch.data("country")).visits == 5)
  }

  @MainActor
  @Test("The last archive is saved when the actor is busy, and the newer changes are reported")
  func busyActor() async throws {
    let scratch = try StateScratch()
    let fails = Mutex(false)
    let graph = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: Country.of(3),
      autosave: AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000)),
      in: HookedFileSystem { call throws(Errno) in
        if call == "rename", fails.withLock({ $0 }) { throw .noSpace }
      })
    graph.change { $0.visits = 1 }
    try await graph.save()
    // Archived, and not written.
    graph.change { $0.visits = 2 }
    fails.withLock { $0 = true }
    await #expect(throws: StateError.self) { try await graph.save() }
    fails.withLock { $0 = false }
    graph.change { $0.visits = 3 }
    var options = Self.quiet
    options.terminationLimit = .milliseconds(200)
    let failures = Mutex<[StateError.Code?]>([])
    let lifecycle = AppLifecycle(options: options) { _, error in
      failures.withLock { $0.append((error as? StateError)?.code) }
    }
    lifecycle.keep(graph)
    try await lifecycle.start()
    // Waits on the thread of the actor.
    let end = { () throws in try lifecycle.terminate() }
    #expect(stateErrorCode(end) == .handlerFailed)
    #expect(failures.withLock { $0 } == [.actorBusy])
    #expect(try Country.decoded(scratch.data("country")).visits == 2)
    // Nothing is lost where the process continues.
    try await graph.save()
    #expect(try Country.decoded(scratch.data("country")).visits == 3)
  }

  /// A lifecycle that waits at most a tenth of a second for a busy actor, and the errors of its
  /// handlers.
  @MainActor
  private func impatient(
    keeping graph: SavedGraph<Country>
  ) -> (AppLifecycle, codes: () -> [StateError.Code?]) {
    var options = Self.quiet
    options.terminationLimit = .milliseconds(200)
    let failures = SharedCodes()
    let lifecycle = AppLifecycle(options: options) { _, error in
      failures.codes.withLock { $0.append((error as? StateError)?.code) }
    }
    lifecycle.keep(graph)
    return (lifecycle, { failures.codes.withLock { $0 } })
  }

  @MainActor
  @Test("A finished encoding is saved when the actor becomes busy")
  func busyAfterEncoding() async throws {
    let scratch = try StateScratch()
    let graph = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: Country.of(3),
      autosave: AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000)))
    let (lifecycle, codes) = impatient(keeping: graph)
    try await lifecycle.start()
    graph.change { $0.visits = 1 }
    let saving = Task { try await graph.save() }
    // It is encoded in steps, and then laid out on another thread.
    for _ in 0..<50 { await Task.yield() }
    let end = { () throws in try lifecycle.terminate() }
    _ = stateErrorCode(end)
    #expect(codes().isEmpty)
    #expect(try Country.decoded(scratch.data("country")).visits == 1)
    try await saving.value
    #expect(!graph.hasUnsavedChanges)
  }

  @MainActor
  @Test("A graph that was replaced by another writer's does not return when its actor is busy")
  func busyAfterReload() async throws {
    let scratch = try StateScratch()
    let fails = Mutex(false)
    let never = AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000))
    let newer = StateSchema(version: 2, migrations: [StateMigration(fromArchive: 1) { _ in }])
    let graph = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), schema: newer,
      initial: Country.of(3), autosave: never,
      in: HookedFileSystem { call throws(Errno) in
        if call == "rename", fails.withLock({ $0 }) { throw .noSpace }
      })
    graph.change { $0.visits = 1 }
    fails.withLock { $0 = true }
    await #expect(throws: StateError.self) { try await graph.save() }
    fails.withLock { $0 = false }
    let other = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: Country.of(3),
      autosave: never)
    other.change { $0.visits = 7 }
    try await other.save()
    try await graph.reload(.discarded)
    let (lifecycle, codes) = impatient(keeping: graph)
    try await lifecycle.start()
    let end = { () throws in try lifecycle.terminate() }
    _ = stateErrorCode(end)
    #expect(codes().isEmpty)
    #expect(try Country.decoded(scratch.data("country")).visits == 7)
  }
}

/// The errors of handlers.
private final class SharedCodes: Sendable {
  let codes = Mutex<[StateError.Code?]>([])
}
