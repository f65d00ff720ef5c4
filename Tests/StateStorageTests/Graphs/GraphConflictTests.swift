// Tests of two writers that change one graph: the limit of conflict copies, changes made while the
// other graph is adopted, and watching for changes.

import DurableFiles
import Foundation
import KeyedArchives
import ObservableState
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A system call that blocks until a test releases it.
private final class HeldCall: Sendable {
  private let isArmed = Mutex(false)
  private let reached = Mutex(false)
  private let released = DispatchSemaphore(value: 0)

  /// Blocks the next call.
  func arm() { isArmed.withLock { $0 = true } }

  /// Waits, on the thread of the call.
  func pass() {
    let waits = isArmed.withLock { isArmed in
      defer { isArmed = false }
      return isArmed
    }
    guard waits else { return }
    reached.withLock { $0 = true }
    released.wait()
  }

  var isReached: Bool { reached.withLock { $0 } }

  func release() { released.signal() }
}

@MainActor
@Suite("Conflicts between graphs", .waits)
struct GraphConflictTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private static var never: AutosavePolicy {
    AutosavePolicy(quietTime: .seconds(100_000), longestDelay: .seconds(100_000))
  }

  private func open(
    _ conflicts: GraphConflictPolicy<Country>, towns: Int = 3, limit: Int = 100,
    in system: any FileSystem = POSIXFileSystem()
  ) throws -> SavedGraph<Country> {
    var options = StateStoreOptions()
    options.conflictCopyLimit = limit
    return try SavedGraph(
      path: scratch.file("country"), format: .keyedArchive(), options: options,
      initial: .of(towns), autosave: Self.never, conflicts: conflicts, in: system)
  }

  /// Changes the file as another process would.
  private func others(write visits: Int) async throws {
    let other = try open(.fail)
    other.change { $0.visits = visits }
    try await other.save()
  }

  private var stored: Int {
    get throws { try Country.decoded(scratch.data("country")).visits }
  }

  private var file: StateFile { StateFile(path: scratch.file("country")) }

  /// The graphs in the conflict copies, oldest first.
  private func copies() throws -> [Country] {
    try file.conflictCopies().map { copy in
      try .decoded(Data(contentsOf: URL(filePath: copy.path.string)))
    }
  }

  private func error(_ body: () async throws -> Void) async -> StateError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? StateError
    }
  }

  private static let policies: [(String, GraphConflictPolicy<Country>)] = [
    ("fail", .fail), ("keepMine", .keepMine), ("takeTheirs", .takeTheirs),
  ]

  // MARK: The limit of copies

  @Test(
    "A save fails at the limit of copies, loses nothing, and succeeds once one is removed"
  )
  func limit() async throws {
    #expect(StateStoreOptions().conflictCopyLimit == 100)
    for (name, policy) in Self.policies {
      for name in try scratch.names() where name.hasPrefix("country") {
        try FileManager.default.removeItem(atPath: scratch.file(name).string)
      }
      let graph = try open(policy, limit: 2)
      graph.change { $0.visits = 1 }
      try await graph.save()
      for number in [10, 20] {
        try await others(write: number)
        graph.change { $0.visits = number + 1 }
        let code = await error { try await graph.save() }?.code
        #expect(code == (name == "fail" ? .conflict : nil))
      }
      let lost = try Set(copies().map(\.visits))
      #expect(lost == (name == "keepMine" ? [10, 20] : [11, 21]), "\(name)")

      try await others(write: 30)
      graph.change { $0.visits = 31 }
      for _ in 1...2 {
        let failure = try #require(await error { try await graph.save() })
        #expect(failure.code == .conflict && failure.message.contains("limit is 2"), "\(failure)")
        #expect(failure.suggestion?.contains("remove") == true)
        #expect(graph.failure == failure && graph.hasUnsavedChanges)
        #expect(try stored == 30 && graph.root.visits == 31)
        #expect(try Set(copies().map(\.visits)) == lost)
      }

      try file.remove(try #require(try file.conflictCopies().first))
      let code = await error { try await graph.save() }?.code
      #expect(code == (name == "fail" ? .conflict : nil))
      #expect(try stored == (name == "keepMine" ? 31 : 30), "\(name)")
      #expect(try copies().map(\.visits).contains(name == "keepMine" ? 30 : 31), "\(name)")
      #expect(try copies().count == 2)
    }
  }

  // MARK: Changes while theirs is adopted

  /// Saves a graph, and changes it when the first copy is about to get its name.
  ///
  /// - Returns: The error of the save, if any.
  private func save(_ graph: SavedGraph<Country>, changingAt call: HeldCall) async -> StateError? {
    call.arm()
    let late = Task {
      _ = await waitUntil { call.isReached }
      graph.change { $0.visits = 12 }
      call.release()
    }
    let failure = await error { try await graph.save() }
    // Where the call was not made, the wait for it ends here.
    late.cancel()
    await late.value
    return failure
  }

  @Test("A change made while theirs is adopted is copied next to the file")
  func changedWhileTaking() async throws {
    let call = HeldCall()
    let graph = try open(
      .takeTheirs,
      in: HookedFileSystem { name throws(Errno) in if name == "rename" { call.pass() } })
    graph.change { $0.visits = 1 }
    try await graph.save()
    try await others(write: 10)
    graph.change { $0.visits = 11 }
    #expect(await save(graph, changingAt: call) == nil)
    #expect(try graph.root.visits == 10 && stored == 10)
    #expect(!graph.hasUnsavedChanges && graph.failure == nil)
    #expect(try copies().map(\.visits) == [11, 12])
    // The graph continues from theirs.
    graph.change { $0.visits = 13 }
    try await graph.save()
    #expect(try stored == 13 && copies().count == 2)
  }

  @Test("Theirs is not adopted if a concurrent change cannot be copied next to the file")
  func limitWhileTaking() async throws {
    let call = HeldCall()
    let graph = try open(
      .takeTheirs, limit: 1,
      in: HookedFileSystem { name throws(Errno) in if name == "rename" { call.pass() } })
    graph.change { $0.visits = 1 }
    try await graph.save()
    try await others(write: 10)
    graph.change { $0.visits = 11 }
    let failure = await save(graph, changingAt: call)
    #expect(failure?.code == .conflict && failure?.message.contains("limit is 1") == true)
    #expect(try graph.root.visits == 12 && graph.hasUnsavedChanges && stored == 10)
    #expect(try copies().map(\.visits) == [11])
    try file.remove(try #require(try file.conflictCopies().first))
    try await graph.save()
    #expect(try graph.root.visits == 10 && stored == 10)
    #expect(try copies().map(\.visits) == [12])
  }

  @Test(
    "Theirs is adopted although this graph keeps changing; its last change is copied",
    arguments: [true, false])
  func changedBetweenObjects(namesObjects: Bool) async throws {
    let graph = try open(.takeTheirs, towns: 3_000)
    graph.detectsUnannouncedChanges = false
    graph.change { $0.visits = 0 }
    try await graph.save()
    try await others(write: 10)
    let counter = EncodingCounter()
    for town in graph.root.towns { town.counter = counter }
    let mine = graph.root
    let other = Task {
      var wasInterrupted = false
      var numbers = ScriptGenerator(exactSeed: 5)
      while !Task.isCancelled, graph.root === mine {
        if !counter.count.isMultiple(of: 3_000) { wasInterrupted = true }
        let town = mine.towns[Int.random(in: 0..<3_000, using: &numbers)]
        if namesObjects {
          graph.willChange(mine)
          graph.change(town) { $0.visits += 1 }
          mine.visits += 1
        } else {
          graph.change { country in
            country.visits += 1
            town.visits += 1
          }
        }
        await Task.yield()
      }
      return wasInterrupted
    }
    graph.change { _ in }
    try await graph.save(durability: .fast)
    #expect(await other.value)
    #expect(try graph.root !== mine && graph.root.visits == 10 && stored == 10)
    let copies = try copies()
    // Each copy is the graph at one moment, and the last one has every change.
    #expect(copies.allSatisfy { $0.visits == $0.towns.reduce(0) { $0 + $1.visits } })
    #expect(mine.visits > 0 && copies.map(\.visits).max() == mine.visits)
    // Continuous changes do not fill the directory.
    #expect(copies.count <= 3, "\(copies.count) copies")
  }

  // MARK: Watching

  /// Watches for changes of other writers during an operation.
  private func whileWatching(
    _ graph: SavedGraph<Country>, _ body: () async throws -> Void
  ) async throws {
    let task = Task { try await graph.refreshWhenChanged() }
    defer { task.cancel() }
    try await body()
  }

  @Test("A graph that watches its file adopts the changes of other writers")
  func watching() async throws {
    let graph = try open(.fail)
    try await whileWatching(graph) {
      try await others(write: 1)
      #expect(await waitUntil { graph.root.visits == 1 })
      graph.change { $0.visits = 2 }
      try await graph.save()
      try await others(write: 3)
      #expect(await waitUntil { graph.root.visits == 3 })
    }
    #expect(!graph.hasUnsavedChanges && graph.failure == nil)
    #expect(try copies().isEmpty)
  }

  @Test("A graph that watches its file keeps its unsaved changes")
  func watchingChanged() async throws {
    let merge = GraphConflictPolicy<Country>.merge { _, mine, theirs in
      mine.towns[0].visits = theirs.visits
      return mine
    }
    for (name, policy) in Self.policies + [("merge", merge)] {
      let graph = try open(policy)
      try await whileWatching(graph) {
        try await others(write: 1)
        #expect(await waitUntil { graph.root.visits == 1 })
        graph.change { $0.visits = 2 }
        try await others(write: 3)
        #expect(await waitUntil { graph.failure != nil || !graph.hasUnsavedChanges })
      }
      #expect(graph.root.visits == (name == "takeTheirs" ? 3 : 2), "\(name)")
      #expect(graph.failure?.code == (name == "fail" ? .conflict : nil), "\(name)")
      #expect(try stored == (["fail", "takeTheirs"].contains(name) ? 3 : 2), "\(name)")
      let lost = ["fail": [2], "keepMine": [3], "takeTheirs": [2]][name] ?? []
      #expect(try copies().map(\.visits) == lost, "\(name)")
      if name == "merge" { #expect(graph.root.towns[0].visits == 3) }
      for name in try scratch.names() where name.hasPrefix("country") {
        try FileManager.default.removeItem(atPath: scratch.file(name).string)
      }
    }
  }

  @Test("A graph goes on watching its file after a conflict")
  func watchingAfterConflict() async throws {
    let graph = try open(.fail)
    try await whileWatching(graph) {
      try await others(write: 1)
      #expect(await waitUntil { graph.root.visits == 1 })
      graph.change { $0.visits = 2 }
      try await others(write: 3)
      #expect(await waitUntil { graph.failure?.code == .conflict })
      try await graph.reload(.discarded)
      #expect(graph.root.visits == 3)
      try await others(write: 4)
      #expect(await waitUntil { graph.root.visits == 4 })
    }
  }

  @Test("A graph cannot watch a directory that does not exist")
  func watchingNothing() async throws {
    let graph = try SavedGraph(
      path: scratch.file("none/country"), format: .keyedArchive(), initial: Country.of(1),
      autosave: Self.never)
    let failure = await error { try await graph.refreshWhenChanged() }
    #expect(failure?.code == .unreadable)
  }
}
