// Tests of a graph of mutable objects that saves itself: its contents, changes during a save, and
// unannounced changes.

import DurableFiles
import Foundation
import KeyedArchives
import ObservableState
import PropertyLists
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

@MainActor
@Suite("A graph that saves itself", .waits)
struct SavedGraphTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private static var never: AutosavePolicy {
    AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000))
  }

  private func graph(
    _ count: Int = 3, autosave: AutosavePolicy = never,
    conflicts: GraphConflictPolicy<Country> = .fail
  ) throws -> SavedGraph<Country> {
    try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: .of(count),
      autosave: autosave, conflicts: conflicts)
  }

  private func stored() throws -> Country { try .decoded(scratch.data("country")) }

  private var copies: Int {
    get throws { try StateFile(path: scratch.file("country")).conflictCopies().count }
  }

  // MARK: Loading and saving

  @Test("A graph with shared objects survives a save and a load")
  func comesBack() async throws {
    let first = try graph()
    #expect(first.source == nil)
    first.change { $0.towns[2].visits = 7 }
    #expect(first.hasUnsavedChanges)
    try await first.save()
    #expect(!first.hasUnsavedChanges)
    let second = try graph()
    #expect(second.source?.generation == 0)
    #expect(second.root.towns.map(\.visits) == [0, 0, 7])
    #expect(second.root.towns[2].capital === second.root.towns[0])
  }

  @Test("A change is saved automatically some time later")
  func autosave() async throws {
    let graph = try graph(
      autosave: AutosavePolicy(quietTime: .milliseconds(5), longestDelay: .milliseconds(50)))
    graph.change(graph.root.towns[1]) { $0.visits = 5 }
    #expect(await waitUntil { !graph.hasUnsavedChanges })
    #expect(try stored().towns[1].visits == 5)
  }

  @Test("A change is saved although nothing retains the graph")
  func letGo() async throws {
    var graph: SavedGraph? = try graph(
      autosave: AutosavePolicy(quietTime: .milliseconds(5), longestDelay: .milliseconds(50)))
    graph?.change { $0.visits = 5 }
    weak let observer = graph
    graph = nil
    #expect(await waitUntil { observer == nil })
    #expect(try stored().visits == 5)
  }

  @Test("An unchanged graph is not written again")
  func unchanged() async throws {
    let first = try graph()
    first.change { $0.visits = 1 }
    try await first.save()
    let before = try scratch.data("country")
    let identity =
      try FileManager.default.attributesOfItem(
        atPath: scratch.file("country").string)[.systemFileNumber] as? Int
    try await first.save()
    try await graph().save()
    #expect(try scratch.data("country") == before)
    #expect(
      try FileManager.default.attributesOfItem(atPath: scratch.file("country").string)[
        .systemFileNumber] as? Int == identity)
  }

  @Test("An object that cannot be encoded makes the save fail and leaves the old file")
  func notEncodable() async throws {
    let graph = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: [Fussy()],
      autosave: Self.never)
    graph.change { $0[0].number = 1 }
    try await graph.save()
    let before = try scratch.data("country")
    graph.change(graph.root[0]) { $0.number = -1 }
    await #expect(throws: StateError.self) { try await graph.save() }
    #expect(graph.failure?.code == .notEncodable)
    #expect(try scratch.data("country") == before)
    graph.change(graph.root[0]) { $0.number = 2 }
    try await graph.save()
    #expect(graph.failure == nil)
  }

  /// Rejects negative numbers when encoding, and large ones when decoding.
  private final class Fussy: Codable {
    var number = 0

    init() {}

    private enum CodingKeys: CodingKey { case number }

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      if number > 100 { throw CocoaError(.coderReadCorrupt) }
    }

    func encode(to encoder: any Encoder) throws {
      if number < 0 { throw CocoaError(.coderInvalidValue) }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
    }
  }

  @Test("A graph that could not be loaded again is not saved")
  func notDecodable() async throws {
    let graph = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: [Fussy()],
      autosave: Self.never)
    graph.change { $0[0].number = 101 }
    await #expect(throws: StateError.self) { try await graph.save() }
    #expect(graph.failure?.code == .notEncodable)
    #expect(throws: (any Error).self) { try scratch.data("country") }
  }

  @Test("The previous generation is loaded where the file cannot be decoded")
  func recovers() async throws {
    let first = try graph()
    for visits in 1...2 {
      first.change { $0.visits = visits }
      try await first.save()
    }
    // An archive, but not of a country.
    try KeyedArchiver.archivedData(root: "no country").write(
      to: URL(filePath: scratch.file("country").string))
    let second = try graph()
    #expect(second.root.visits == 1)
    #expect(second.recovery != nil)
    second.change { $0.visits = 3 }
    try await second.save()
    #expect(try stored().visits == 3)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: scratch.file("country").removingLastComponent().string)
    #expect(names.contains { $0.hasPrefix("country.corrupt-") })
  }

  @Test("A graph does not start over where no generation can be decoded")
  func corrupt() throws {
    try KeyedArchiver.archivedData(root: "no country").write(
      to: URL(filePath: scratch.file("country").string))
    #expect(stateErrorCode { _ = try graph() } == .corrupt)
  }

  @Test("A graph starts over on request, and sets the file aside when it is saved")
  func startsOver() async throws {
    let other = try KeyedArchiver.archivedData(root: "no country")
    try other.write(to: URL(filePath: scratch.file("country").string))
    let graph = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: Country.of(1),
      over: .anything, autosave: Self.never)
    #expect(graph.recovery?.code == .corrupt)
    #expect(graph.hasUnsavedChanges)
    #expect(try scratch.data("country") == other)
    try await graph.save()
    #expect(try stored().towns.count == 1)
    let aside = try #require(try scratch.names().first { $0.hasPrefix("country.replaced-") })
    #expect(try scratch.data(aside) == other)
  }

  @Test("A graph stores its schema version and migrates older files")
  func versions() async throws {
    let first = try graph()
    first.change { $0.visits = 4 }
    try await first.save()
    let schema = StateSchema(
      version: 2,
      migrations: [
        StateMigration(fromArchive: 1) { graph in
          graph.topObject("root")?.object?["visits"] = GraphValue(.integer(40))
        }
      ])
    let second = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), schema: schema,
      initial: Country(), autosave: Self.never)
    #expect(second.root.visits == 40)
    try await second.save()
    #expect(
      try KeyedUnarchiver(forReadingFrom: scratch.data("country")).decodeIfPresent(
        Int.self, forKey: "SchemaVersion")
        == 2)
    #expect(stateErrorCode { _ = try graph() } == .newerVersion)
  }

  @Test("A graph requires an actor")
  nonisolated func noActor() throws {
    let file = scratch.file("country")
    let code = stateErrorCode {
      _ = try SavedGraph(path: file, format: .keyedArchive(), initial: Country(), isolation: nil)
    }
    #expect(code == .noActor)
  }

  // MARK: Changes while it is saved

  /// Changes a graph at each pause of its saves until a number of changes have been made, and
  /// expects pauses between its objects.
  private func disturb(
    _ graph: SavedGraph<Country>, saves: Int, _ change: @escaping @MainActor () -> Void
  ) async throws -> Int {
    let counter = EncodingCounter()
    for town in graph.root.towns { town.counter = counter }
    var wasInterrupted = false
    let other = Task {
      var changes = 0
      while !Task.isCancelled {
        if !counter.count.isMultiple(of: graph.root.towns.count) { wasInterrupted = true }
        change()
        changes += 1
        await Task.yield()
      }
      return changes
    }
    for _ in 0..<saves {
      try await graph.save(durability: .fast)
      let stored = try stored()
      #expect(stored.visits == stored.towns.reduce(0) { $0 + $1.visits })
    }
    other.cancel()
    let changes = await other.value
    #expect(wasInterrupted)
    return changes
  }

  @Test("A save with announced objects stores a state between two changes")
  func announced() async throws {
    let graph = try graph(3_000)
    graph.detectsUnannouncedChanges = false
    graph.change { $0.visits = 0 }
    var numbers = ScriptGenerator(exactSeed: 5)
    let changes = try await disturb(graph, saves: 5) {
      let town = graph.root.towns[Int.random(in: 0..<3_000, using: &numbers)]
      graph.willChange(graph.root)
      graph.change(town) { $0.visits += 1 }
      graph.root.visits += 1
    }
    #expect(changes > 5)
  }

  @Test("A save without announced objects stores a state between two changes")
  func unnamed() async throws {
    let graph = try graph(3_000)
    graph.detectsUnannouncedChanges = false
    let changes = try await disturb(graph, saves: 5) {
      graph.change { country in
        country.visits += 2
        country.towns[0].visits += 1
        country.towns[2_999].visits += 1
      }
    }
    #expect(changes > 5)
    try await graph.save()
    #expect(try stored().visits == graph.root.visits && graph.root.visits > 0)
  }

  @Test("A save finds an unannounced change, stores it and reports it")
  func unannounced() async throws {
    let graph = try graph()
    graph.detectsUnannouncedChanges = true
    graph.change { $0.visits = 1 }
    try await graph.save()
    graph.root.towns[1].visits = 5
    await #expect(throws: StateError.self) { try await graph.save() }
    #expect(graph.failure?.code == .unannouncedChange)
    #expect(try stored().towns[1].visits == 5)
    try await graph.save()
    #expect(graph.failure == nil)
  }

  @Test(
    "An unannounced change during encoding is saved completely")
  func unannouncedDuringSave() async throws {
    let graph = try graph(3_000)
    graph.detectsUnannouncedChanges = true
    graph.change { $0.visits = 1 }
    // This runs at the first pause of the save.
    let other = Task {
      (graph.root.towns[0].visits, graph.root.towns[2_999].visits) = (5, 5)
    }
    await #expect(throws: StateError.self) { try await graph.save() }
    await other.value
    #expect(graph.failure?.code == .unannouncedChange)
    let stored = try stored()
    #expect(stored.towns[0].visits == 5 && stored.towns[2_999].visits == 5)
    try await graph.save()
    #expect(graph.failure == nil)
  }

  @Test("Turning on the search for unannounced changes reports no false change")
  func looksAgain() async throws {
    let graph = try graph()
    graph.detectsUnannouncedChanges = true
    graph.change { $0.visits = 1 }
    try await graph.save()
    graph.detectsUnannouncedChanges = false
    graph.change { $0.visits = 2 }
    try await graph.save()
    graph.detectsUnannouncedChanges = true
    try await graph.save()
    #expect(graph.failure == nil)
  }

  // MARK: Other writers

  /// Changes the file as another process would.
  private func change(visits: Int) async throws {
    let other = try graph(conflicts: .keepMine)
    other.change { $0.visits = visits }
    try await other.save()
  }

  @Test("An unchanged graph adopts another writer's graph on refresh")
  func refreshes() async throws {
    let graph = try graph()
    graph.change { $0.visits = 1 }
    try await graph.save()
    try await change(visits: 2)
    try await graph.refresh()
    #expect(graph.root.visits == 2)
    try await change(visits: 3)
    try await graph.save()
    #expect(graph.root.visits == 3)
    #expect(try copies == 0)
  }

  @Test("A conflict makes the save fail, leaves a copy, and ends with a reload")
  func fails() async throws {
    let graph = try graph()
    try await change(visits: 2)
    graph.change { $0.visits = 1 }
    await #expect(throws: StateError.self) { try await graph.save() }
    #expect(graph.failure?.code == .conflict)
    #expect(try copies == 1)
    await #expect(throws: StateError.self) { try await graph.save() }
    #expect(try copies == 1)
    await #expect(throws: StateError.self) { try await graph.reload() }
    try await graph.reload(.discarded)
    #expect(graph.root.visits == 2)
    graph.change { $0.visits = 3 }
    try await graph.save()
    #expect(try stored().visits == 3)
  }

  @Test("The policy decides which graph is kept, and the other is copied next to the file")
  func keepsOrTakes() async throws {
    for (policy, kept) in [(GraphConflictPolicy<Country>.keepMine, 1), (.takeTheirs, 2)] {
      let graph = try graph(conflicts: policy)
      try await change(visits: 2)
      graph.change { $0.visits = 1 }
      try await graph.save()
      #expect(graph.root.visits == kept)
      #expect(try stored().visits == kept)
      #expect(!graph.hasUnsavedChanges)
      let file = StateFile(path: scratch.file("country"))
      for copy in try file.conflictCopies() { try file.remove(copy) }
    }
  }

  @Test("A merge with another writer's graph runs on the graph's actor")
  func merges() async throws {
    let seed = try graph()
    seed.change { $0.visits = 10 }
    try await seed.save()
    let graph = try graph(
      conflicts: .merge { base, mine, theirs in
        MainActor.assertIsolated()
        mine.visits += theirs.visits - (base?.visits ?? 0)
        return mine
      })
    try await change(visits: 13)
    let root = graph.root
    graph.change { $0.visits = 15 }
    try await graph.save()
    #expect(graph.root === root)
    #expect(graph.root.visits == 18)
    #expect(try stored().visits == 18)
    #expect(try copies == 0)
    // The merged graph is the base of the next merge.
    try await change(visits: 20)
    graph.change { $0.visits = 19 }
    try await graph.save()
    #expect(try stored().visits == 21)
  }

  @Test(
    "A graph is saved again where all generations were removed, unless the policy is to fail"
  )
  func removed() async throws {
    let merge = GraphConflictPolicy<Country>.merge { _, mine, _ in mine }
    for policy in [GraphConflictPolicy<Country>.keepMine, .takeTheirs, merge] {
      let graph = try graph(conflicts: policy)
      graph.change { $0.visits = 1 }
      try await graph.save()
      for name in try scratch.names() where name.hasPrefix("country") {
        try FileManager.default.removeItem(atPath: scratch.file(name).string)
      }
      graph.change { $0.visits = 2 }
      try await graph.save()
      #expect(try stored().visits == 2)
      #expect(try copies == 0)
    }
  }

  @Test("A graph that cannot be merged is copied next to the file")
  func mergeFails() async throws {
    struct Refused: Error {}
    let graph = try graph(conflicts: .merge { _, _, _ in throw Refused() })
    try await change(visits: 2)
    graph.change { $0.visits = 1 }
    await #expect(throws: StateError.self) { try await graph.save() }
    #expect(graph.failure?.code == .conflict)
    #expect(try copies == 1)
    #expect(try stored().visits == 2)
  }

  @Test("Contents of another writer that cannot be decoded are never replaced")
  func undecodable() async throws {
    let merge = GraphConflictPolicy<Country>.merge { _, mine, _ in mine }
    for (policy, saves) in [
      (GraphConflictPolicy<Country>.keepMine, 0), (.takeTheirs, 0), (.fail, 0), (.keepMine, 2),
      (.takeTheirs, 2), (merge, 2),
    ] {
      let graph = try graph(conflicts: policy)
      // After the second save the file has a previous generation.
      for number in 0..<saves {
        graph.change { $0.towns[0].visits = 10 + number }
        try await graph.save()
      }
      let other = try KeyedArchiver.archivedData(root: "no country")
      try other.write(to: URL(filePath: scratch.file("country").string))
      graph.change { $0.visits = 1 }
      await #expect(throws: StateError.self) { try await graph.save() }
      #expect(graph.failure?.code == .conflict)
      #expect(graph.root.visits == 1 && graph.root.towns[0].visits == (saves == 0 ? 0 : 11))
      #expect(try scratch.data("country") == other)
      #expect(try copies == 1)
      let file = StateFile(path: scratch.file("country"))
      for copy in try file.conflictCopies() { try file.remove(copy) }
      for name in try scratch.names() where !name.hasSuffix(".lock") {
        try FileManager.default.removeItem(atPath: scratch.file(name).string)
      }
    }
  }
}
