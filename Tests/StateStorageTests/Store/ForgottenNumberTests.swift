// Tests of file systems that assign a new inode number to a file whenever the kernel has evicted
// it: exFAT, FAT and many FUSE file systems. An unchanged state is never mistaken for another
// writer's there, and a changed one always is.

import DurableFiles
import Foundation
import ObservableState
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite("Files whose inode number changes")
struct ForgottenNumberTests {
  private let scratch: StateScratch
  private let system = FailingFileSystem(numbering: .forgotten)

  init() throws { scratch = try StateScratch() }

  private func store() -> StateStore<Deck> {
    StateStore(path: scratch.file(), format: .xml, in: system)
  }

  @Test("The identity changes and the contents stay the same")
  func identities() throws {
    try store().save(.rivers)
    let first = try FileContents.snapshot(of: scratch.file(), in: system).identity
    let second = try FileContents.snapshot(of: scratch.file(), in: system).identity
    #expect(first != second)
    #expect(first.isSameContents(as: second))
    #expect(try FileContents.identity(of: scratch.file(), like: first, in: system) == first)
  }

  @Test("A loaded state can be saved again and again")
  func saving() throws {
    let store = store()
    try store.save(.rivers)
    for number in 1...3 {
      #expect(store.load().outcome == "loaded")
      try store.save(Deck(cards: [], current: number))
      try store.save(Deck(cards: ["x"], current: number))
      #expect(!store.hasExternalChanges)
    }
    #expect(store.load().state == Deck(cards: ["x"], current: 3))
  }

  @Test("A state is saved after each change, and made durable without one")
  func savedState() throws {
    try store().save(.rivers)
    let state = try SavedState(store(), initial: Deck())
    try state.save()
    for number in 1...5 {
      state.value.current = number
      try state.save()
    }
    #expect(state.failure == nil)
    #expect(try SavedState(store(), initial: Deck()).value.current == 5)
  }

  @Test("A save by another writer with equal size and time is a conflict")
  func conflict() throws {
    let mine = store()
    try mine.save(Deck(cards: [], current: 1))
    #expect(mine.load().outcome == "loaded")
    let before = try attributes()
    let theirs = String(decoding: try scratch.data(), as: UTF8.self).replacing(">1<", with: ">2<")
    try scratch.write(Data(theirs.utf8))
    try FileManager.default.setAttributes(
      [.modificationDate: try #require(before[.modificationDate])],
      ofItemAtPath: scratch.file().string)
    #expect(stateErrorCode { try mine.save(.capitals) } == .conflict)
    #expect(mine.hasExternalChanges)
  }

  @Test("Watching reports the saves of others, not our own")
  func watching() async throws {
    let mine = store()
    try await mine.save(.rivers)
    let count = Mutex(0)
    let changes = try mine.changes()
    let task = Task { for await _ in changes { count.withLock { $0 += 1 } } }
    defer { task.cancel() }
    for number in 1...5 { try await mine.save(Deck(cards: [], current: number)) }
    try await Task.sleep(for: .milliseconds(300))
    #expect(count.withLock { $0 } == 0)
    let theirs = store()
    _ = await theirs.load()
    try await theirs.save(.capitals)
    #expect(await waitUntil { count.withLock { $0 } > 0 })
    #expect(await mine.load().state == .capitals)
  }

  private func attributes() throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: scratch.file().string)
  }

  @Test("A corrupted file is set aside, and the state is recovered")
  func recovery() throws {
    let store = store()
    try store.save(.rivers)
    try store.save(.capitals)
    try scratch.write(Data("not a state".utf8))
    #expect(store.load().outcome == "recovered")
    try store.save(.capitals)
    #expect(store.load().state == .capitals)
    #expect(try scratch.names().contains { $0.hasPrefix("deck.plist.corrupt-") })
  }

  @Test("Preferences are read once as long as no other process changes them")
  func preferences() throws {
    let preferences = Preferences(path: scratch.file(), in: system)
    try preferences.set(1, forKey: "a")
    try preferences.flush()
    for number in 2...4 {
      preferences.refresh()
      try preferences.set(number, forKey: "a")
      try preferences.flush()
    }
    #expect(try preferences.integer(forKey: "a") == 4)
    #expect(preferences.failure == nil)
  }

  @Test("Only a writer that knows the contents replaces the file")
  func preconditions() throws {
    let path = scratch.file("f")
    var options = AtomicReplacement.Options(precondition: .absent)
    for number in UInt8(1)...3 {
      let identity = try AtomicReplacement.write(
        [number].span, to: path, options: options, in: system)
      options.precondition = .unchanged(identity)
    }
    try AtomicReplacement.write([9].span, to: path, in: system)
    let error = failure { () throws(FileError) in
      try AtomicReplacement.write([4].span, to: path, options: options, in: system)
    }
    #expect(error?.code == .conflict)
  }
}
