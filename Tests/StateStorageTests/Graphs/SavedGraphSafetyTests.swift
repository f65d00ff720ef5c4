// Tests of saves of a graph that must not overwrite another writer's contents with an unchanged
// graph, retry more and more often, or fail because of an object that is not in the graph yet.

import DurableFiles
import Foundation
import KeyedArchives
import ObservableState
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A page that cannot be encoded while it is empty.
private final class Page: Codable {
  var text: String

  init(_ text: String = "") { self.text = text }

  func encode(to encoder: any Encoder) throws {
    struct Empty: Error {}
    if text.isEmpty { throw Empty() }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
  }

  private enum CodingKeys: CodingKey { case text }
}

/// The number of saves that reached a system call.
private final class Attempts: Sendable {
  let count = Mutex(0)
}

/// A pupil that only the main actor uses, as does its coding.
@MainActor
private final class Pupil: @MainActor Codable {
  var name: String
  var grade = 1

  init(_ name: String) { self.name = name }
}

@MainActor
@Suite("Safety of saving a graph", .waits)
struct SavedGraphSafetyTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private static var never: AutosavePolicy {
    AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000))
  }

  private func graph(
    schema: StateSchema = StateSchema(), _ conflicts: GraphConflictPolicy<Country> = .keepMine
  ) throws -> SavedGraph<Country> {
    try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), schema: schema, initial: .of(3),
      autosave: Self.never, conflicts: conflicts)
  }

  private func stored() throws -> Country { try .decoded(scratch.data("country")) }

  private var copies: Int {
    get throws { try StateFile(path: scratch.file("country")).conflictCopies().count }
  }

  /// Changes the file as another process would.
  private func change(visits: Int, schema: StateSchema = StateSchema()) async throws {
    let other = try graph(schema: schema)
    other.change { $0.visits = visits }
    try await other.save()
  }

  @Test("A graph unchanged since the first launch adopts another writer's contents")
  func firstLaunch() async throws {
    for policy in [GraphConflictPolicy<Country>.keepMine, .takeTheirs, .fail] {
      for name in try scratch.names() where name.hasPrefix("country") {
        try FileManager.default.removeItem(atPath: scratch.file(name).string)
      }
      let graph = try graph(policy)
      try await change(visits: 7)
      try await graph.save()
      #expect(graph.root.visits == 7)
      #expect(try stored().visits == 7)
      #expect(try copies == 0)
    }
  }

  @Test("A graph that was only migrated adopts another writer's contents")
  func migrated() async throws {
    try await change(visits: 1)
    let schema = StateSchema(version: 2, migrations: [StateMigration(fromArchive: 1) { _ in }])
    let graph = try graph(schema: schema)
    try await change(visits: 7)
    try await graph.save()
    #expect(graph.root.visits == 7)
    #expect(try copies == 0)
    // It is saved in the new version then.
    #expect(stateErrorCode { _ = try self.graph() } == .newerVersion)
  }

  @Test("Saving an unchanged graph fails where another writer's contents cannot be read")
  func unreadable() async throws {
    let graph = try graph()
    let other = try KeyedArchiver.archivedData(root: "no country")
    try other.write(to: URL(filePath: scratch.file("country").string))
    await #expect(throws: StateError.self) { try await graph.save() }
    #expect(try scratch.data("country") == other)
    #expect(try copies == 0)
  }

  @Test("An unchanged graph is written again where another process removed the file")
  func removed() async throws {
    try await change(visits: 7)
    let graph = try graph()
    for name in try scratch.names() where name.hasPrefix("country") {
      try FileManager.default.removeItem(atPath: scratch.file(name).string)
    }
    try await graph.save()
    #expect(try stored().visits == 7)
    #expect(!graph.hasUnsavedChanges)
  }

  @Test("A failed save is tried again once, however many changes follow")
  func retries() async throws {
    let clock = WoundClock()
    let attempts = Attempts()
    let graph = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: Country.of(3), clock: clock,
      in: HookedFileSystem { call throws(Errno) in
        if call != "rename" { return }
        attempts.count.withLock { $0 += 1 }
        throw .noSpace
      })
    for round in 1...5 {
      let before = attempts.count.withLock { $0 }
      graph.change { $0.visits = round }
      // A change waits for a quiet time, and a failed save for another attempt.
      #expect(await waitUntil { clock.sleeperCount >= min(round, 2) })
      await clock.advance(by: .seconds(1))
      #expect(await waitUntil { attempts.count.withLock { $0 } > before })
    }
    #expect(await waitUntil { clock.sleeperCount > 0 })
    #expect(clock.sleeperCount <= 2)
  }

  @Test("An object that is not in the graph yet does not make a save fail")
  func strays() async throws {
    let page = Page()
    let pages = try SavedGraph(
      path: scratch.file("pages"), format: .keyedArchive(),
      initial: (1...20_000).map { Page("page \($0)") }, autosave: Self.never)
    pages.change { _ in }
    // This runs at the first pause of the save.
    let other = Task { pages.change(page) { $0.text = "new" } }
    try await pages.save()
    await other.value
    pages.change { $0.append(page) }
    try await pages.save()
    let again = try SavedGraph(
      path: scratch.file("pages"), format: .keyedArchive(), initial: [Page](), autosave: Self.never)
    #expect(again.root.count == 20_001 && again.root.last?.text == "new")
  }

  @Test("Classes whose coding is isolated to the main actor can be saved")
  func isolatedCoding() async throws {
    let path = scratch.file("pupils")
    let pupils = try SavedGraph(
      path: path, format: .keyedArchive(), initial: [Pupil("Ida")], autosave: Self.never)
    pupils.change(pupils.root[0]) { $0.grade = 2 }
    try await pupils.save()
    let again = try SavedGraph(
      path: path, format: .keyedArchive(), initial: [Pupil](), autosave: Self.never)
    #expect(again.root.map(\.grade) == [2])
  }
}
