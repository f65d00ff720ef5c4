// Tests of two writers that change one state: the outcome of each policy, the conflict copies next
// to the file, and that no change is lost.

import DurableFiles
import Foundation
import ObservableState
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite("Conflict policies")
struct ConflictPolicyTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private func store(
    limit: Int = 100, in system: any FileSystem = POSIXFileSystem()
  ) -> StateStore<[String]> {
    var options = StateStoreOptions()
    options.conflictCopyLimit = limit
    return StateStore(path: scratch.file(), format: .xml, options: options, in: system)
  }

  /// A state that does not save automatically during a test.
  private func open(
    _ policy: ConflictPolicy<[String]>, limit: Int = 100,
    in system: any FileSystem = POSIXFileSystem()
  ) throws -> SavedState<[String]> {
    try SavedState(
      store(limit: limit, in: system), initial: ["a"],
      autosave: AutosavePolicy(quietTime: .seconds(3600), longestDelay: .seconds(3600)),
      conflicts: policy)
  }

  /// Adds a word as another writer would.
  private func others(add word: String) throws {
    try store().update(initial: ["a"]) { $0.append(word) }
  }

  private var stored: [String]? { store().load().state }

  /// The states in the conflict copies, oldest first.
  private func copies() throws -> [[String]?] {
    try StateFile(path: scratch.file()).conflictCopies().map {
      StateStore<[String]>(path: $0.path, format: .xml).load().state
    }
  }

  private static let union: ConflictPolicy<[String]> = .merge { _, mine, theirs in
    theirs + mine.filter { !theirs.contains($0) }
  }

  @Test("An unchanged state adopts another writer's changes when it is saved or refreshed")
  func unchanged() throws {
    for policy in [ConflictPolicy<[String]>.fail, .keepMine, .takeTheirs, Self.union] {
      let state = try open(policy)
      state.change { $0 = ["a"] }
      try state.save()
      try others(add: "b")
      try state.save()
      #expect(state.value == ["a", "b"] && !state.hasUnsavedChanges)
      try others(add: "c")
      try state.refresh()
      #expect(state.value == ["a", "b", "c"])
      state.change { $0.append("d") }
      try state.save()
      #expect(stored == ["a", "b", "c", "d"])
      #expect(try copies().isEmpty)
      try FileManager.default.removeItem(atPath: scratch.file().string)
      try FileManager.default.removeItem(atPath: scratch.file("deck.plist.bak").string)
    }
  }

  @Test("An unchanged initial state gives way to a state that another writer saved")
  func unchangedFirst() throws {
    for policy in [ConflictPolicy<[String]>.fail, .keepMine, .takeTheirs, Self.union] {
      let state = try open(policy)
      try others(add: "b")
      try state.save()
      #expect(state.value == ["a", "b"] && stored == ["a", "b"])
      #expect(try copies().isEmpty)
      try FileManager.default.removeItem(atPath: scratch.file().string)
    }
  }

  @Test("A save that fails with a conflict writes one copy of this state for each change")
  func failing() throws {
    let state = try open(.fail)
    try state.save()
    try others(add: "theirs")
    state.change { $0.append("mine") }
    let error = failure(StateError.self) { try state.save() }
    #expect(error?.code == .conflict)
    let copy = try #require(try StateFile(path: scratch.file()).conflictCopies().first)
    #expect(error?.message.contains(copy.path.lastComponent?.string ?? "none") == true)
    #expect(stateErrorCode { try state.save() } == .conflict)
    #expect(try copies() == [["a", "mine"]])
    state.change { $0.append("more") }
    #expect(stateErrorCode { try state.save() } == .conflict)
    #expect(try copies() == [["a", "mine"], ["a", "mine", "more"]])
    #expect(stored == ["a", "theirs"] && state.value == ["a", "mine", "more"])
  }

  @Test("Keeping mine saves this state and copies the other one next to the file")
  func keepingMine() throws {
    let state = try open(.keepMine)
    try state.save()
    try others(add: "theirs")
    state.change { $0.append("mine") }
    try state.save()
    #expect(stored == ["a", "mine"] && !state.hasUnsavedChanges)
    #expect(try copies() == [["a", "theirs"]])
    state.change { $0.append("more") }
    try state.save()
    #expect(stored == ["a", "mine", "more"])
    #expect(try copies() == [["a", "theirs"]])
  }

  @Test("Keeping mine also copies another writer's state of an older version")
  func keepingMineOfNewerVersion() throws {
    let schema = StateSchema(version: 2, migrations: [StateMigration(from: 1) { _ in }])
    let newer = StateStore<Deck>(path: scratch.file(), format: .xml, schema: schema)
    let state = try SavedState(newer, initial: .capitals, conflicts: .keepMine)
    let older = StateStore<Deck>(path: scratch.file(), format: .xml)
    try older.save(.rivers)
    state.change { $0.current = 7 }
    try state.save()
    #expect(newer.load().state?.current == 7)
    let copy = try #require(try StateFile(path: scratch.file()).conflictCopies().first)
    #expect(StateStore<Deck>(path: copy.path, format: .xml).load().state == .rivers)
  }

  @Test("Taking theirs continues with the other state and copies this one next to the file")
  func takingTheirs() throws {
    let state = try open(.takeTheirs)
    try state.save()
    try others(add: "theirs")
    state.change { $0.append("mine") }
    try state.refresh()
    #expect(state.value == ["a", "theirs"] && !state.hasUnsavedChanges && state.failure == nil)
    #expect(try copies() == [["a", "mine"]])
    state.change { $0.append("more") }
    try state.save()
    #expect(stored == ["a", "theirs", "more"])
  }

  @Test("A merge starts from the common base and leaves no conflict copies")
  func merging() throws {
    let bases = Mutex<[[String]?]>([])
    let state = try open(
      .merge { base, mine, theirs in
        bases.withLock { $0.append(base) }
        return theirs + mine.filter { !theirs.contains($0) }
      })
    // The other writer saves first.
    try others(add: "theirs")
    state.change { $0.append("mine") }
    try state.save()
    #expect(stored == ["a", "theirs", "mine"] && state.value == ["a", "theirs", "mine"])
    try others(add: "b")
    state.change { $0.append("c") }
    try state.save()
    #expect(stored == ["a", "theirs", "mine", "b", "c"] && state.value == stored)
    #expect(!state.hasUnsavedChanges)
    #expect(bases.withLock { $0 } == [nil, ["a", "theirs", "mine"]])
    #expect(try copies().isEmpty)
  }

  @Test("A merge that throws makes the save fail and loses nothing")
  func failingMerge() throws {
    let state = try open(.merge { _, _, _ in throw Errno.invalidArgument })
    try state.save()
    try others(add: "theirs")
    state.change { $0.append("mine") }
    let error = failure(StateError.self) { try state.save() }
    #expect(error?.code == .conflict && error?.underlyingError as? Errno == .invalidArgument)
    #expect(stored == ["a", "theirs"] && state.value == ["a", "mine"])
    #expect(try copies() == [["a", "mine"]])
  }

  @Test(
    "A change during conflict resolution is merged or copied as well",
    arguments: [true, false])
  func changedDuringConflict(merges: Bool) throws {
    let hook = Mutex<(@Sendable () -> Void)?>(nil)
    let system = HookedFileSystem { call throws(Errno) in
      guard call == "rename" else { return }
      hook.withLock { take in
        defer { take = nil }
        return take
      }?()
    }
    let state = try open(merges ? Self.union : .takeTheirs, in: system)
    try state.save()
    try others(add: "theirs")
    state.change { $0.append("mine") }
    hook.withLock { $0 = { [weak state] in state?.change { $0.append("late") } } }
    try state.save()
    if merges {
      #expect(state.value == ["a", "theirs", "mine", "late"] && state.hasUnsavedChanges)
      try state.save()
      #expect(stored == ["a", "theirs", "mine", "late"])
      #expect(try copies().isEmpty)
    } else {
      #expect(state.value == ["a", "theirs"] && !state.hasUnsavedChanges)
      #expect(try copies() == [["a", "mine"], ["a", "mine", "late"]])
    }
  }

  @Test("A save fails with an explanation when the limit of conflict copies is reached")
  func limit() throws {
    for policy in [ConflictPolicy<[String]>.fail, .keepMine, .takeTheirs] {
      let scratch = try StateScratch()
      var options = StateStoreOptions()
      options.conflictCopyLimit = 2
      let path = scratch.file()
      let state = try SavedState(
        StateStore<[String]>(path: path, format: .xml, options: options), initial: ["a"],
        conflicts: policy)
      try state.save()
      let other = StateStore<[String]>(path: path, format: .xml)
      func collide(_ number: Int) throws {
        try other.update(initial: []) { $0.append("theirs \(number)") }
        state.change { $0.append("mine \(number)") }
        try state.save()
      }
      for number in 1...2 { _ = stateErrorCode { try collide(number) } }
      let file = StateFile(path: path)
      #expect(try file.conflictCopies().count == 2)
      let error = failure(StateError.self) { try collide(3) }
      #expect(error?.code == .conflict && error?.message.contains("limit is 2") == true)
      #expect(try file.conflictCopies().count == 2)
      #expect(other.load().state?.last == "theirs 3" && state.value.last == "mine 3")
      try file.remove(try #require(try file.conflictCopies().first))
      _ = stateErrorCode { try state.save() }
      #expect(try file.conflictCopies().count == 2)
    }
  }

  @Test(
    "No policy replaces an unreadable file or adopts its previous generation",
    arguments: [1, 2])
  func unreadable(saves: Int) throws {
    for policy in [ConflictPolicy<[String]>.fail, .keepMine, .takeTheirs, Self.union] {
      let scratch = try StateScratch()
      let state = try SavedState(
        StateStore<[String]>(path: scratch.file(), format: .xml), initial: ["older"],
        conflicts: policy)
      if saves == 2 { try state.save() }
      state.change { $0 = ["a"] }
      try state.save()
      #expect(try scratch.names().contains { $0.hasSuffix(".bak") } == (saves == 2))
      try scratch.write(Data("rotten".utf8))
      state.change { $0.append("mine") }
      #expect(stateErrorCode { try state.save() } == .conflict)
      #expect(try scratch.data() == Data("rotten".utf8))
      let copy = try #require(try StateFile(path: scratch.file()).conflictCopies().first)
      #expect(
        StateStore<[String]>(path: copy.path, format: .xml).load().state == ["a", "mine"])
    }
  }

  @Test(
    "An unchanged state survives when another writer corrupts its file"
  )
  func spoiled() throws {
    for policy in [ConflictPolicy<[String]>.fail, .keepMine, .takeTheirs, Self.union] {
      let scratch = try StateScratch()
      let state = try SavedState(
        StateStore<[String]>(path: scratch.file(), format: .xml), initial: ["older"],
        conflicts: policy)
      try state.save()
      state.change { $0 = ["newer"] }
      try state.save()
      try scratch.write(Data("rotten".utf8))
      #expect(stateErrorCode { try state.refresh() } == .corrupt)
      #expect(state.value == ["newer"])
      // An explicit reload gives what any program would load.
      try state.reload()
      #expect(state.value == ["older"] && state.recovery?.code == .corrupt)
    }
  }

  @Test("A removed file is written again, unless the policy is to fail")
  func removed() throws {
    for policy in [ConflictPolicy<[String]>.keepMine, .takeTheirs, Self.union, .fail] {
      let scratch = try StateScratch()
      let store = StateStore<[String]>(path: scratch.file(), format: .xml)
      let state = try SavedState(store, initial: ["a"], conflicts: policy)
      try state.save()
      try FileManager.default.removeItem(atPath: scratch.file().string)
      state.change { $0.append("mine") }
      let code = stateErrorCode { try state.save() }
      let isThere = code == nil && store.load().state == ["a", "mine"]
      let isSavedAside =
        try code == .conflict
        && !StateFile(path: scratch.file()).conflictCopies().isEmpty
      #expect(isThere || isSavedAside)
    }
  }

  @Test("Nothing is discarded when no copy can be written")
  func fullDrive() throws {
    let isFull = Mutex(false)
    let system = HookedFileSystem { call throws(Errno) in
      if call == "write", isFull.withLock({ $0 }) { throw .noSpace }
    }
    let state = try open(.takeTheirs, in: system)
    try state.save()
    try others(add: "theirs")
    state.change { $0.append("mine") }
    isFull.withLock { $0 = true }
    #expect(stateErrorCode { try state.save() } == .notSaved)
    #expect(state.value == ["a", "mine"] && state.hasUnsavedChanges)
    #expect(stored == ["a", "theirs"])
    isFull.withLock { $0 = false }
    try state.save()
    #expect(state.value == ["a", "theirs"])
    #expect(try copies() == [["a", "mine"]])
  }

  @Test("A state in memory has the same outcomes as one in a file")
  func inMemory() throws {
    let file = InMemoryStateFile()
    let store = StateStore<[String]>(inMemory: file, format: .xml, conflictCopyLimit: 1)
    let state = try SavedState(store, initial: ["a"], conflicts: .keepMine)
    try state.save()
    try store.update(initial: []) { $0.append("theirs") }
    state.change { $0.append("mine") }
    try state.save()
    #expect(store.load().state == ["a", "mine"])
    #expect(file.asideContents.keys.contains { $0.hasPrefix("conflict-") })
    try store.update(initial: []) { $0.append("theirs") }
    state.change { $0.append("more") }
    #expect(stateErrorCode { try state.save() } == .conflict)
  }

  // MARK: Copies

  @Test("Conflict copies are listed and removed, and other files are never removed")
  func copyFiles() throws {
    let state = try open(.takeTheirs)
    try state.save()
    let file = StateFile(path: scratch.file())
    #expect(try file.conflictCopies().isEmpty)
    try others(add: "b")
    state.change { $0.append("c") }
    try state.save()
    for name in ["deck.plist.conflict", "other.plist.conflict-1", "deck.plist.corrupt-1"] {
      try scratch.write(Data(), to: name)
    }
    let copy = try #require(try file.conflictCopies().first)
    #expect(try file.conflictCopies().count == 1 && copy.contents.size > 0)
    #expect(try permissions(copy.path) == 0o600)
    let other = StateFile(path: scratch.file("other.plist"))
    #expect(stateErrorCode { try other.remove(copy) } == .noSuchCopy)
    let generation = try #require(try file.copies().first { $0.number == 1 })
    #expect(stateErrorCode { try file.remove(generation) } == .noSuchCopy)
    try file.remove(copy)
    try file.remove(copy)
    #expect(try file.conflictCopies().isEmpty)
    #expect(try scratch.names().contains("deck.plist.conflict"))
    #expect(try StateFile(path: scratch.file("none/deck.plist")).conflictCopies().isEmpty)
  }

  @Test("The copies of a file with a very long name and of a symbolic link are found")
  func names() throws {
    let long = String(repeating: "n", count: 250)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("link").string, withDestinationPath: long)
    for name in [long, "link"] {
      let store = StateStore<[String]>(path: scratch.file(name), format: .xml)
      let state = try SavedState(store, initial: ["a"], conflicts: .keepMine)
      try state.save()
      try store.update(initial: []) { $0.append("theirs") }
      state.change { $0.append("mine") }
      try state.save()
    }
    #expect(try StateFile(path: scratch.file(long)).conflictCopies().count == 2)
    #expect(try StateFile(path: scratch.file("link")).conflictCopies().count == 2)
  }

  // MARK: Watching

  @Test("Changes of other writers arrive while the program waits for them")
  func watching() async throws {
    let state = try open(.fail)
    try await state.save()
    let task = Task { try await state.refreshWhenChanged() }
    try others(add: "b")
    #expect(await waitUntil { state.value == ["a", "b"] })
    state.change { $0.append("c") }
    try await state.save()
    try others(add: "d")
    #expect(await waitUntil { state.value == ["a", "b", "c", "d"] })
    task.cancel()
    try? await task.value
  }

  // MARK: Dispensable states

  @Test("The last save of a dispensable state wins without a conflict copy")
  func lastWins() throws {
    let state = SavedState(dispensable: store(), initial: ["a"])
    let other = SavedState(dispensable: store(), initial: ["a"])
    state.change { $0.append("b") }
    try state.save()
    other.change { $0.append("c") }
    try other.save()
    state.change { $0.append("d") }
    try state.save()
    #expect(stored == ["a", "b", "d"])
    try other.refresh()
    #expect(other.value == ["a", "b", "d"])
    #expect(try copies().isEmpty)
  }

  @Test("An unreadable dispensable state starts over, and the next save sets the file aside")
  func dispensable() throws {
    try scratch.write(Data("rotten".utf8))
    let state = SavedState(dispensable: store(), initial: ["a"])
    #expect(state.value == ["a"] && state.recovery?.code == .corrupt)
    state.change { $0.append("b") }
    try state.save()
    #expect(stored == ["a", "b"])
    let aside = try scratch.names().filter { $0.contains("replaced-") }
    #expect(try aside.map { try scratch.data($0) } == [Data("rotten".utf8)])
    // The file is corrupted while it is in use.
    try scratch.write(Data("rotten again".utf8))
    state.change { $0.append("c") }
    try state.save()
    #expect(stored == ["a", "b", "c"])
    let rotten = try scratch.names().filter { $0.contains("replaced-") || $0.contains("corrupt-") }
    #expect(
      try Set(rotten.map { try scratch.data($0) }) == [
        Data("rotten".utf8), Data("rotten again".utf8),
      ])
  }
}
