// Tests of a state where calls fail one after another, bits change, or power is lost: saved
// contents are there, and an unreadable file is never overwritten.

import DurableFiles
import Foundation
import ObservableState
import PropertyLists
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite("A state on a failing disk")
struct StateFaultTests {
  /// A disk with two saves on it: rivers before, capitals now.
  private let begun = PowerLossFileSystem()
  private let new = Deck(cards: ["Quito"], current: 7)

  init() throws {
    let store = store(on: begun)
    try store.save(.rivers)
    try store.save(.capitals)
    begun.settle()
  }

  private func store(
    on system: any FileSystem, schema: StateSchema = StateSchema()
  ) -> StateStore<Deck> {
    var options = StateStoreOptions()
    options.lockWaiting = .milliseconds(1)
    return StateStore(
      path: "/d/deck", format: .binary, schema: schema, options: options, in: system)
  }

  private func spoil(_ system: PowerLossFileSystem) throws { try system.rot("/d/deck", bit: 99) }

  private func temporaries(_ disk: PowerLossFileSystem) throws -> [String] {
    try names(disk).filter { $0.hasSuffix(".tmp") }
  }

  private func names(_ disk: PowerLossFileSystem) throws -> [String] {
    let directory = try disk.open("/d", in: nil, as: .directory)
    defer { try? disk.close(directory) }
    return try disk.names(beginning: "", in: directory).map(\.string)
  }

  /// Fails each call of an operation in turn, until a run completes without a failing call.
  private func failEach(
    _ fault: StateFault, spoiled: Bool = false,
    _ work: (FailingFileSystem) throws -> Void,
    _ check: (PowerLossFileSystem, StateError?, _ call: String) throws -> Void
  ) throws {
    for number in 1...500 {
      let disk = begun.duplicate()
      if spoiled { try spoil(disk) }
      let system = FailingFileSystem(
        failingCall: number, error: fault.error, persistence: fault.persistence, over: disk)
      var failure: StateError?
      do { try work(system) } catch let error as StateError { failure = error }
      #expect(system.openFileCount == 0, "\(fault), call \(number)")
      #expect(disk.openFileCount == 0, "\(fault), call \(number)")
      try FileLock("/d/deck").acquire(.exclusive, waiting: .zero, in: disk).release()
      // Where all further calls fail, the temporary file cannot be removed either.
      if fault.persistence == .once {
        #expect(try temporaries(disk) == [], "\(fault), call \(number)")
      }
      try check(disk, failure, system.failedCall ?? "none")
      if system.failedCall == nil { return #expect(failure == nil) }
    }
    Issue.record("the number of calls has no limit")
  }

  /// Expects the contents that follow from whether the state was saved and what was thrown.
  private func expect(
    _ disk: PowerLossFileSystem, _ error: StateError?, _ call: String, old: Deck, saved: Bool
  ) {
    let load = store(on: disk).load()
    if saved || error?.code == .durabilityUnknown {
      #expect(load.outcome == "loaded" && load.state == new, "\(call)")
    } else {
      #expect(load.state == old, "\(call)")
    }
  }

  @Test(
    "A successful save leaves the new state, and a failed one the old", arguments: StateFault.all)
  func saving(fault: StateFault) throws {
    var saved = false
    try failEach(fault) { system in
      saved = false
      let store = store(on: system)
      guard store.load().state == .capitals else { return }
      try store.save(new)
      saved = true
    } _: { disk, error, call in
      expect(disk, error, call, old: .capitals, saved: saved)
    }
    #expect(saved)
  }

  @Test("A save over anything leaves the new state or the old", arguments: StateFault.kinds)
  func savingOverAnything(fault: StateFault) throws {
    var saved = false
    try failEach(fault) { system in
      saved = false
      try store(on: system).save(new, over: .anything)
      saved = true
    } _: { disk, error, call in
      expect(disk, error, call, old: .capitals, saved: saved)
      guard saved else { return }
      let names = try names(disk)
      #expect(names.contains { $0.hasPrefix("deck.replaced-") }, "\(call)")
    }
    #expect(saved)
  }

  @Test(
    "A save of a state in memory leaves the new state or the old", arguments: StateFault.kinds)
  func savingSavedState(fault: StateFault) throws {
    var saved = false
    try failEach(fault) { system in
      saved = false
      // Created with calls that succeed, and changed without autosave.
      let policy = AutosavePolicy(quietTime: .seconds(3600), longestDelay: .seconds(3600))
      let state = try SavedState(store(on: system), initial: Deck(), autosave: policy)
      state.value = new
      try state.save()
      saved = true
      #expect(!state.hasUnsavedChanges)
    } _: { disk, error, call in
      expect(disk, error, call, old: .capitals, saved: saved)
    }
    #expect(saved)
  }

  @Test(
    "A save without a change never changes the file, whatever fails", arguments: StateFault.kinds)
  func confirming(fault: StateFault) throws {
    try failEach(fault) { system in
      let state = try SavedState(store(on: system), initial: Deck())
      try state.save()
    } _: { disk, error, call in
      #expect(store(on: disk).load().state == .capitals, "\(call)")
      let last = ["conflict", "unreadable", "durability-unknown", "not-saved"]
      if let error { #expect(last.contains(error.code.rawValue), "\(call): \(error)") }
      let previous = try PreviousGenerations.snapshot(1, of: "/d/deck", in: disk)
      let cards = try previous.flatMap { try Plist(Data($0.bytes))["cards"] }
      #expect(cards == .array(["Nile"]), "\(call)")
    }
  }

  @Test(
    "A failing call is never mistaken for a first launch or an invalid file",
    arguments: StateFault.all)
  func loading(fault: StateFault) throws {
    var load: StateLoad<Deck>?
    try failEach(fault) { system in
      load = store(on: system).load()
    } _: { _, _, call in
      #expect(["loaded", "unreadable"].contains(load?.outcome), "\(call)")
      if load?.outcome == "loaded" { #expect(load?.state == .capitals) }
    }
  }

  @Test("An update happens under the lock or not at all", arguments: StateFault.all)
  func updating(fault: StateFault) throws {
    try failEach(fault) { system in
      try store(on: system).update(initial: Deck()) { $0.current += 1 }
    } _: { disk, error, call in
      let current = store(on: disk).load().state?.current
      let isSaved = error == nil || error?.code == .durabilityUnknown
      #expect(current == Deck.capitals.current + (isSaved ? 1 : 0), "\(call)")
    }
  }

  @Test(
    "The invalid file and the valid generation remain until the state is saved",
    arguments: StateFault.all)
  func savingAfterRecovery(fault: StateFault) throws {
    var saved = false
    try failEach(fault, spoiled: true) { system in
      saved = false
      let store = store(on: system)
      guard store.load().state == .rivers else { return }
      try store.save(new)
      saved = true
    } _: { disk, error, call in
      expect(disk, error, call, old: .rivers, saved: saved)
      guard saved else { return }
      let names = try names(disk)
      #expect(names.contains { $0.hasPrefix("deck.corrupt-") }, "\(call)")
    }
    #expect(saved)
  }

  @Test("A failed recovery leaves the file unchanged", arguments: StateFault.all)
  func recovering(fault: StateFault) throws {
    var recovered: Int?
    try failEach(fault, spoiled: true) { system in
      recovered = nil
      recovered = try StateFile(path: "/d/deck", in: system).recover()
    } _: { disk, error, call in
      let load = store(on: disk).load()
      #expect(load.state == .rivers, "\(call)")
      if recovered == 1 { #expect(load.outcome == "loaded", "\(call)") }
      #expect(error != nil || recovered == 1, "\(call)")
    }
  }

  @Test("A generation is listed, or reports that it cannot be read", arguments: StateFault.kinds)
  func looking(fault: StateFault) throws {
    var found: [StateFile.Generation]?
    try failEach(fault) { system in
      found = nil
      found = try StateFile(path: "/d/deck", in: system).generations()
    } _: { _, error, call in
      guard let found else {
        #expect(error?.code == .unreadable, "\(call)")
        return
      }
      #expect(found.prefix(2).map(\.number) == [0, 1], "\(call)")
      #expect(found.allSatisfy { $0.problem == nil || $0.problem?.code == .unreadable }, "\(call)")
    }
  }

  @Test(
    "A migration is complete, with the old file set aside, or has no effect",
    arguments: StateFault.all)
  func migrating(fault: StateFault) throws {
    let schema = StateSchema(
      version: 2, migrations: [StateMigration(from: 1) { $0["current"] = 5 }])
    var saved = false
    try failEach(fault) { system in
      saved = false
      let store = store(on: system, schema: schema)
      guard let state = store.load().state else { return }
      try store.save(state)
      saved = true
    } _: { disk, error, call in
      let load = store(on: disk, schema: schema).load()
      #expect(load.state == Deck(cards: Deck.capitals.cards, current: 5), "\(call)")
      let isSaved = saved || error?.code == .durabilityUnknown
      #expect(load.source?.version == (isSaved ? 2 : 1), "\(call)")
      guard isSaved else { return }
      let old = try FileContents.snapshot(of: "/d/deck.version-1", in: disk)
      #expect(try Plist(Data(old.bytes))["current"] == 1, "\(call)")
    }
    #expect(saved)
  }

  @Test(
    "Asynchronous methods save and load with the same guarantees", arguments: StateFault.kinds)
  func asynchronous(fault: StateFault) async throws {
    for number in 1...500 {
      let disk = begun.duplicate()
      let system = FailingFileSystem(
        failingCall: number, error: fault.error, persistence: fault.persistence, over: disk)
      let store = store(on: system)
      var (failure, saved): (StateError?, Bool) = (nil, false)
      do throws(StateError) {
        if await store.load().state == .capitals {
          try await store.save(new)
          saved = true
        }
      } catch {
        failure = error
      }
      expect(disk, failure, system.failedCall ?? "none", old: .capitals, saved: saved)
      #expect(system.openFileCount == 0 && disk.openFileCount == 0, "\(fault), call \(number)")
      if system.failedCall == nil { return #expect(saved) }
    }
    Issue.record("the number of calls has no limit")
  }
}
