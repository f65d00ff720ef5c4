// Tests of the states and graphs that a lifecycle keeps when the app leaves and returns: they are
// saved, and changes that another process wrote in the meantime are adopted.

import DurableFiles
import Foundation
import KeyedArchives
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import ObservableState
@testable import StateStorage

/// A graph on its own actor.
private actor Atlas {
  private var graph: SavedGraph<Country>?

  static func open(_ path: FilePath, keepsMine: Bool = false) async throws -> Atlas {
    let atlas = Atlas()
    try await atlas.load(path, keepsMine: keepsMine)
    return atlas
  }

  private func load(_ path: FilePath, keepsMine: Bool) throws {
    graph = try SavedGraph(
      path: path, format: .keyedArchive(), initial: Country.of(3),
      autosave: AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000)),
      conflicts: keepsMine ? .keepMine : .fail)
  }

  func keep(in lifecycle: AppLifecycle) { if let graph { lifecycle.keep(graph) } }

  func visit(_ count: Int) { graph?.change { $0.visits = count } }

  func save() async throws { try await graph?.save() }

  var visits: Int? { graph?.root.visits }
  var hasUnsavedChanges: Bool { graph?.hasUnsavedChanges ?? true }
}

extension AppLifecycle {
  /// Runs the handlers of an event as a signal does: on the queue, waiting for them.
  func tell(_ event: Event) async -> StateError? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.deliver(event, within: nil)) }
    }
  }
}

extension AppLifecycleTests {
  private func openState(
    _ path: FilePath, _ conflicts: ConflictPolicy<[String]> = .fail
  ) throws -> SavedState<[String]> {
    try SavedState(
      StateStore(path: path, format: .xml), initial: ["a"],
      autosave: AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000)),
      conflicts: conflicts)
  }

  /// The codes of the errors of handlers.
  private final class Codes: Sendable {
    private let codes = Mutex<[StateError.Code?]>([])
    func add(_ error: any Error) { codes.withLock { $0.append((error as? StateError)?.code) } }
    var all: [StateError.Code?] { codes.withLock { $0 } }
  }

  @Test("A state is saved when the app leaves, and adopts newer contents when it returns")
  func stateLeavesAndReturns() async throws {
    let scratch = try StateScratch()
    let state = try openState(scratch.file())
    let lifecycle = AppLifecycle(options: Self.quiet)
    lifecycle.keep(state)
    try await lifecycle.start()
    state.change { $0.append("b") }
    #expect(await lifecycle.tell(.didEnterBackground) == nil)
    #expect(!state.hasUnsavedChanges)
    let other = StateStore<[String]>(path: scratch.file(), format: .xml)
    #expect(await other.load().state == ["a", "b"])
    try await onDispatchThread { _ = try other.update(initial: []) { $0.append("c") } }
    #expect(state.value == ["a", "b"])
    #expect(await lifecycle.tell(.willEnterForeground) == nil)
    #expect(state.value == ["a", "b", "c"] && !state.hasUnsavedChanges)
    try await lifecycle.terminate()
    #expect(await other.load().state == ["a", "b", "c"])
    #expect(try await StateFile(path: scratch.file()).copies().filter(\.isPutAside).isEmpty)
  }

  @Test("A state that could not be saved when the app left follows the policy")
  func stateReturnsChanged() async throws {
    for keepsMine in [false, true] {
      let scratch = try StateScratch()
      let state = try openState(scratch.file(), keepsMine ? .keepMine : .fail)
      try await state.save()
      let codes = Codes()
      let lifecycle = AppLifecycle(options: Self.quiet) { _, error in codes.add(error) }
      lifecycle.keep(state)
      try await lifecycle.start()
      let other = StateStore<[String]>(path: scratch.file(), format: .xml)
      try await onDispatchThread { _ = try other.update(initial: []) { $0.append("theirs") } }
      state.change { $0.append("mine") }
      let failure = await lifecycle.tell(.willEnterForeground)
      #expect(failure?.code == (keepsMine ? nil : .handlerFailed))
      #expect(codes.all == (keepsMine ? [] : [.conflict]))
      #expect(state.value == ["a", "mine"])
      #expect(await other.load().state == ["a", keepsMine ? "mine" : "theirs"])
      let copies = try await StateFile(path: scratch.file()).copies().filter(\.lostConflict)
      let lost = StateStore<[String]>(path: try #require(copies.first).path, format: .xml)
      #expect(await lost.load().state == ["a", keepsMine ? "theirs" : "mine"])
      try? await lifecycle.terminate()
    }
  }

  @Test("A graph is saved when the app leaves, and adopts newer contents when it returns")
  func graphLeavesAndReturns() async throws {
    let scratch = try StateScratch()
    let atlas = try await Atlas.open(scratch.file("country"))
    let lifecycle = AppLifecycle(options: Self.quiet)
    await atlas.keep(in: lifecycle)
    try await lifecycle.start()
    await atlas.visit(1)
    #expect(await lifecycle.tell(.didEnterBackground) == nil)
    #expect(try Country.decoded(scratch.data("country")).visits == 1)
    #expect(await !atlas.hasUnsavedChanges)
    let other = try await Atlas.open(scratch.file("country"))
    await other.visit(2)
    try await other.save()
    #expect(await atlas.visits == 1)
    #expect(await lifecycle.tell(.willEnterForeground) == nil)
    #expect(await atlas.visits == 2)
    #expect(await !atlas.hasUnsavedChanges)
    try await lifecycle.terminate()
    #expect(try Country.decoded(scratch.data("country")).visits == 2)
    #expect(
      try await StateFile(path: scratch.file("country")).copies().filter(\.isPutAside).isEmpty)
  }

  @Test("A graph that could not be saved when the app left follows the policy")
  func graphReturnsChanged() async throws {
    for keepsMine in [false, true] {
      let scratch = try StateScratch()
      let atlas = try await Atlas.open(scratch.file("country"), keepsMine: keepsMine)
      await atlas.visit(1)
      try await atlas.save()
      let codes = Codes()
      let lifecycle = AppLifecycle(options: Self.quiet) { _, error in codes.add(error) }
      await atlas.keep(in: lifecycle)
      try await lifecycle.start()
      let other = try await Atlas.open(scratch.file("country"))
      await other.visit(2)
      try await other.save()
      await atlas.visit(3)
      let failure = await lifecycle.tell(.willEnterForeground)
      #expect(failure?.code == (keepsMine ? nil : .handlerFailed))
      #expect(codes.all == (keepsMine ? [] : [.conflict]))
      #expect(await atlas.visits == 3)
      #expect(try Country.decoded(scratch.data("country")).visits == (keepsMine ? 3 : 2))
      let copies = try await StateFile(path: scratch.file("country")).copies()
        .filter(\.lostConflict)
      let lost = try #require(copies.first?.path.lastComponent?.string)
      #expect(try Country.decoded(scratch.data(lost)).visits == (keepsMine ? 2 : 3))
      try? await lifecycle.terminate()
    }
  }
}
