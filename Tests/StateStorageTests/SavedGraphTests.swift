// A graph of mutable objects that saves itself: what is saved of it, when it is changed during a save, and
// what becomes of changes that nobody announced.

import DurableFiles
import Foundation
import KeyedArchives
import PropertyLists
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

@MainActor
@Suite("A graph that saves itself")
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

  @Test("is saved with its shared objects, and loaded again as it was")
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

  @Test("is saved by itself some time after a change")
  func autosave() async throws {
    let graph = try graph(
      autosave: AutosavePolicy(quietTime: .milliseconds(5), longestDelay: .milliseconds(50)))
    graph.change(graph.root.towns[1]) { $0.visits = 5 }
    #expect(await waitUntil { !graph.hasUnsavedChanges })
    #expect(try stored().towns[1].visits == 5)
  }

  @Test("is saved though nobody has kept it")
  func letGo() async throws {
    var graph: SavedGraph? = try graph(
      autosave: AutosavePolicy(quietTime: .milliseconds(5), longestDelay: .milliseconds(50)))
    graph?.change { $0.visits = 5 }
    weak let observer = graph
    graph = nil
    #expect(await waitUntil { observer == nil })
    #expect(try stored().visits == 5)
  }

  @Test("that was not changed is not written again")
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

  @Test("with an object that cannot be encoded is not saved, and the file is as it was")
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

  /// What refuses to encode a negative number, and to decode a large one.
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

  @Test("that would not be loaded again is not saved")
  func notDecodable() async throws {
    let graph = try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), initial: [Fussy()],
      autosave: Self.never)
    graph.change { $0[0].number = 101 }
    await #expect(throws: StateError.self) { try await graph.save() }
    #expect(graph.failure?.code == .notEncodable)
    #expect(throws: (any Error).self) { try scratch.data("country") }
  }

  @Test("is loaded from the generation before, where the file cannot be decoded")
  func recovers() async throws {
    let first = try graph()
    for visits in 1...2 {
      first.change { $0.visits = visits }
      try await first.save()
    }
    // An archive, but none of a country.
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

  @Test("is not begun anew where no generation can be decoded")
  func corrupt() throws {
    try KeyedArchiver.archivedData(root: "no country").write(
      to: URL(filePath: scratch.file("country").string))
    #expect(stateErrorCode { _ = try graph() } == .corrupt)
  }

  @Test("begins anew where that is wanted, and puts the file aside when it is saved")
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

  @Test("has the version of its schema in the file, and is migrated from older ones")
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

  @Test("lives on an actor: where there is none, it is not made")
  nonisolated func noActor() throws {
    let file = scratch.file("country")
    let code = stateErrorCode {
      _ = try SavedGraph(path: file, format: .keyedArchive(), initial: Country(), isolation: nil)
    }
    #expect(code == .noActor)
  }

  // MARK: Changes while it is saved

  /// Changes a graph at each pause of its saves until they have been made a number of times, and expects that
  /// there were pauses between its objects.
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

  @Test("is saved as it was between two changes, when each names its object")
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

  @Test("is saved as it was between two changes, though none names its object")
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

  @Test("that was changed without an announcement is saved, and the save says so")
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
    "that was changed without an announcement while it was encoded is saved with all of the change")
  func unannouncedMeanwhile() async throws {
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

  @Test("is not taken for changed where changes were not looked for at the last save")
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

  // MARK: Others

  /// Changes the file as another process would.
  private func change(visits: Int) async throws {
    let other = try graph(conflicts: .keepMine)
    other.change { $0.visits = visits }
    try await other.save()
  }

  @Test("is that of another writer after a refresh, where nothing was changed here")
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

  @Test("in a conflict fails to be saved, with a copy next to the file, and goes on after a reload")
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

  @Test("in a conflict is kept or given up as the policy says, with the other one next to the file")
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

  @Test("is merged with that of another writer, on its actor")
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
    // What was merged is the base of the next merge.
    try await change(visits: 20)
    graph.change { $0.visits = 19 }
    try await graph.save()
    #expect(try stored().visits == 21)
  }

  @Test(
    "is saved again where another process has removed all its generations, unless the policy is to fail"
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

  @Test("that cannot be merged is next to the file")
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

  @Test("never replaces what another writer has made and it cannot decode")
  func foreign() async throws {
    let merge = GraphConflictPolicy<Country>.merge { _, mine, _ in mine }
    for (policy, saves) in [
      (GraphConflictPolicy<Country>.keepMine, 0), (.takeTheirs, 0), (.fail, 0), (.keepMine, 2),
      (.takeTheirs, 2), (merge, 2),
    ] {
      let graph = try graph(conflicts: policy)
      // After the second save there is a generation before the file.
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
