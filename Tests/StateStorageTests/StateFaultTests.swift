// A state on a disk whose calls fail in turn, whose bits rot, and which loses power: what was saved is
// there, what could not be read is never saved over.

import DurableFiles
import PropertyLists
import StateStorage
import SystemPackage
import TestSupport
import Testing

/// One way for a system call to fail.
struct StateFault: CustomTestStringConvertible, Sendable {
  var error: Errno
  var persistence: FailingFileSystem.Persistence

  var testDescription: String { "\(error), \(persistence)" }

  static let all = [
    Errno.ioError, .noSpace, .diskQuotaExceeded, .readOnlyFileSystem, .permissionDenied,
  ]
  .flatMap { error in
    [FailingFileSystem.Persistence.once, .fromThenOn].map {
      StateFault(error: error, persistence: $0)
    }
  }
}

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

  /// Lets each call of the work fail in turn, until a run has no failing call left.
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
      try check(disk, failure, system.failedCall ?? "none")
      if system.failedCall == nil { return #expect(failure == nil) }
    }
    Issue.record("calls without end")
  }

  @Test(
    "has the new state after a save that succeeded, else the old one", arguments: StateFault.all)
  func saving(fault: StateFault) throws {
    try failEach(fault) { system in
      let store = store(on: system)
      guard store.load().state == .capitals else { return }
      try store.save(new)
    } _: { disk, error, call in
      let load = store(on: disk).load()
      #expect(load.outcome == "loaded", "\(call)")
      #expect([.capitals, new].contains(load.state), "\(call)")
      if error?.code == .durabilityUnknown { #expect(load.state == new) }
      if let error, error.code != .durabilityUnknown { #expect(load.state == .capitals, "\(call)") }
    }
  }

  @Test("never takes a failing call for a first launch or a broken file", arguments: StateFault.all)
  func loading(fault: StateFault) throws {
    var load: StateLoad<Deck>?
    try failEach(fault) { system in
      load = store(on: system).load()
    } _: { _, _, call in
      #expect(["loaded", "unreadable"].contains(load?.outcome), "\(call)")
      if load?.outcome == "loaded" { #expect(load?.state == .capitals) }
    }
  }

  @Test("is changed under the lock or not at all", arguments: StateFault.all)
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
    "keeps the broken file and the good generation until the state is saved",
    arguments: StateFault.all)
  func savingAfterRecovery(fault: StateFault) throws {
    try failEach(fault, spoiled: true) { system in
      let store = store(on: system)
      guard store.load().state == .rivers else { return }
      try store.save(new)
    } _: { disk, error, call in
      let load = store(on: disk).load()
      #expect(["loaded", "recovered"].contains(load.outcome), "\(call)")
      #expect([.rivers, new].contains(load.state), "\(call)")
      if error == nil, load.outcome == "loaded" { #expect(load.state == new, "\(call)") }
    }
  }

  @Test("is recovered by hand, or is as it was", arguments: StateFault.all)
  func recovering(fault: StateFault) throws {
    try failEach(fault, spoiled: true) { system in
      try StateFile(path: "/d/deck", in: system).recover()
    } _: { disk, error, call in
      let load = store(on: disk).load()
      #expect(load.state == .rivers, "\(call)")
      if error == nil { #expect(load.outcome == "loaded", "\(call)") }
    }
  }

  @Test("is migrated whole, with the old file put aside, or not at all", arguments: StateFault.all)
  func migrating(fault: StateFault) throws {
    let schema = StateSchema(
      version: 2, migrations: [StateMigration(from: 1) { $0["current"] = 5 }])
    try failEach(fault) { system in
      let store = store(on: system, schema: schema)
      guard let state = store.load().state else { return }
      try store.save(state)
    } _: { disk, _, call in
      let load = store(on: disk, schema: schema).load()
      #expect(load.state == Deck(cards: Deck.capitals.cards, current: 5), "\(call)")
    }
  }
}

// MARK: - Rot

@Suite("A state that rots")
struct StateRotTests {
  private let disk = PowerLossFileSystem()
  private let size = 4096

  private func store(on system: any FileSystem) -> StateStore<String> {
    StateStore(
      path: "/state",
      format: StateFormat(
        encode: { try PlistDocument(.array([.string($0)])).encoded(as: .binary) },
        decode: { $0.root[0]?.stringValue ?? "" }), in: system)
  }

  init() throws {
    let store = store(on: disk)
    try store.save("before")
    try store.save(String(repeating: "x", count: size - 60))
  }

  @Test(
    "loses no state by any one bit of four kilobytes: each is noticed, and the state before is there"
  )
  func everyBit() throws {
    let bytes = try FileContents.snapshot(of: "/state", in: disk).bytes.count
    #expect(bytes > size - 60)
    var unnoticed = 0
    // Unoptimized code takes long for all of them.
    let step = _isDebugAssertConfiguration() ? 17 : 1
    for bit in stride(from: 0, to: bytes * 8, by: step) {
      try disk.rot("/state", bit: bit)
      let load = store(on: disk).load()
      if load.state != "before" || load.error?.code != .damaged { unnoticed += 1 }
      try disk.rot("/state", bit: bit)
    }
    #expect(unnoticed == 0)
  }

  @Test("that is cut off anywhere is recovered, or is the same")
  func everyTruncation() throws {
    let file = InMemoryStateFile()
    let store = StateStore<Deck>(inMemory: file, format: .xml)
    try store.save(.rivers)
    try store.save(.capitals)
    let whole = try #require(file.contents)
    for length in 0..<whole.count {
      file.contents = whole.prefix(length)
      let load = store.load()
      #expect(
        load.outcome == "recovered" && load.state == .rivers
          || load.outcome == "loaded" && load.state == .capitals, "\(length)")
    }
  }

  @Test("is unverified where the file system has no attributes, and loads")
  func noAttributes() throws {
    let disk = PowerLossFileSystem(attributes: .unsupported)
    try store(on: disk).save("now")
    let load = store(on: disk).load()
    #expect(load.state == "now")
    #expect(load.source?.integrity == .unverified)
  }
}

// MARK: - Power

@Suite("A state on a disk that loses power")
struct StatePowerTests {
  @Test(
    "is the one that was saved last, or the one that was being saved",
    arguments: CrashModel.allCases)
  func saves(model: CrashModel) throws {
    let disk = PowerLossFileSystem()
    let store = StateStore<Deck>(path: "/d/deck", format: .binary, in: disk)
    for number in 1...3 {
      try store.save(Deck(cards: [], current: number))
      disk.announce()
    }
    let states = disk.crashStates(model)
    #expect(states.count > 3)
    for state in states {
      let load = StateStore<Deck>(path: "/d/deck", format: .binary, in: state.system).load()
      let found = load.state?.current ?? 0
      #expect(["loaded", "missing"].contains(load.outcome))
      #expect(found == state.announced || found == state.announced + 1)
    }
  }
}
