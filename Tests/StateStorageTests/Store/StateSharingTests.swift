// Tests of several users of one state in a program: ownership of saves, notifications of changes by
// others, and concurrency.

import DurableFiles
import Foundation
import ObservableState
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite("A state with several users")
struct StateSharingTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private func store(in system: any FileSystem = POSIXFileSystem()) -> StateStore<Deck> {
    StateStore(path: scratch.file(), format: .xml, in: system)
  }

  @Test("Two objects with one store see each other's saves as conflicts")
  func twoObjects() throws {
    let store = store()
    let first = try SavedState(store, initial: Deck())
    let second = try SavedState(store, initial: Deck())
    first.value = .rivers
    try first.save()
    second.value = .capitals
    #expect(stateErrorCode { try second.save() } == .conflict)
    #expect(store.load().state == .rivers)
  }

  @Test("A load through the store does not let another object overwrite what it has not seen")
  func loadingWithStore() throws {
    let store = store()
    let state = try SavedState(store, initial: Deck())
    try self.store().save(.rivers)
    #expect(store.load().state == .rivers)
    state.value = .capitals
    #expect(stateErrorCode { try state.save() } == .conflict)
    #expect(store.load().state == .rivers)
  }

  @Test("Concurrent loads and saves of one store never conflict with each other")
  func atTheSameTime() async throws {
    let store = store()
    try await store.save(Deck())
    await withTaskGroup(of: StateError.Code?.self) { group in
      for number in 1...40 {
        group.addTask {
          await onDispatchThread {
            stateErrorCode {
              if number.isMultiple(of: 2) {
                try store.save(Deck(cards: [], current: number), durability: .fast)
              } else {
                _ = store.load()
              }
            }
          }
        }
      }
      for await code in group { #expect(code == nil) }
    }
  }

  // MARK: Changes

  /// Counts the elements of a sequence.
  private func count(_ changes: AsyncStream<Void>) -> (Task<Void, Never>, @Sendable () -> Int) {
    let counter = Counter()
    let task = Task { for await _ in changes { counter.add() } }
    return (task, { counter.count })
  }

  private final class Counter: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  @Test("A store reports the saves of others but not its own, however slow the drive is")
  func ownSaves() async throws {
    // The new file has its name for a while before its save is finished.
    let mine = store(
      in: HookedFileSystem { call in
        if call == "synchronize" { Thread.sleep(forTimeInterval: 0.05) }
      })
    try await mine.save(.rivers)
    let (task, reported) = count(try mine.changes())
    defer { task.cancel() }
    for number in 1...5 { try await mine.save(Deck(cards: [], current: number)) }
    try await Task.sleep(for: .milliseconds(300))
    #expect(reported() == 0)
    let theirs = store()
    _ = await theirs.load()
    try await theirs.save(.capitals)
    #expect(await waitUntil { reported() > 0 })
    #expect(await mine.load().state == .capitals)
  }

  @Test("Changes made before a listener starts are reported immediately")
  func changesBeforeListening() async throws {
    let (mine, theirs) = (store(), store())
    try await mine.save(.rivers)
    _ = await theirs.load()
    try await theirs.save(.capitals)
    let (task, reported) = count(try mine.changes())
    defer { task.cancel() }
    #expect(await waitUntil { reported() == 1 })
  }

  @Test("A store in memory reports the saves of others but not its own")
  func memory() async throws {
    let file = InMemoryStateFile()
    let mine = StateStore<Deck>(inMemory: file, format: .xml)
    try await mine.save(.rivers)
    let (task, reported) = count(try mine.changes())
    defer { task.cancel() }
    try await mine.save(.capitals)
    try await Task.sleep(for: .milliseconds(100))
    #expect(reported() == 0)
    file.contents = Data("rotten".utf8)
    #expect(await waitUntil { reported() == 1 })
  }

  // MARK: Locks

  @Test("A save inside an update fails with the lock timeout, even in memory")
  func savingInside() throws {
    var options = StateStoreOptions()
    options.lockWaiting = .milliseconds(30)
    let onDisk = StateStore<Deck>(path: scratch.file(), format: .xml, options: options)
    let inMemory = StateStore<Deck>(
      inMemory: InMemoryStateFile(), format: .xml, lockWaiting: .milliseconds(30))
    for store in [onDisk, inMemory] {
      var code: StateError.Code?
      try store.update(initial: Deck()) { deck in
        code = stateErrorCode { try store.save(.rivers) }
        deck = .capitals
      }
      #expect(code == .locked)
      #expect(store.load().state == .capitals)
    }
  }
}
