// Tests of a state whose bits change, that is truncated, or whose disk loses power: the corruption
// is detected, and the previous state is there.

import DurableFiles
import PropertyLists
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite("Corrupted states")
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
    try store.save(String(repeating: "x", count: size))
  }

  @Test(
    "Each single-bit error in four kilobytes is detected, and the previous state loaded"
  )
  func everyBit() async throws {
    let bytes = try FileContents.snapshot(of: "/state", in: disk).bytes.count
    #expect(bytes >= size)
    let identity = try FileContents.identity(of: "/state", in: disk)
    var unnoticed: [Int] = []
    for bit in 0..<bytes * 8 {
      try disk.rot("/state", bit: bit)
      if try !isNoticed(bit) { unnoticed.append(bit) }
      try disk.rot("/state", bit: bit)
      // Other tests must not wait for all of them.
      if bit.isMultiple(of: 64) { await Task.yield() }
    }
    #expect(unnoticed == [])
    #expect(try FileContents.identity(of: "/state", in: disk) == identity)
    #expect(await store(on: disk).load().outcome == "loaded")
  }

  /// One bit in this many has the state loaded: every bit, in optimized code.
  private static let loadedBits: Int = {
    var isOptimized = true
    assert(
      {
        isOptimized = false
        return true
      }())
    return isOptimized ? 1 : 31
  }()

  /// Whether the corruption is detected, and the previous state is loaded. Unoptimized code takes
  /// long to load: there, most contents are only compared with their checksum, the first step of
  /// loading.
  private func isNoticed(_ bit: Int) throws -> Bool {
    if !bit.isMultiple(of: Self.loadedBits),
      try FileContents.snapshot(of: "/state", in: disk).integrity == .damaged
    {
      return true
    }
    let load = store(on: disk).load()
    return load.state == "before" && load.error?.code == .damaged
  }

  @Test("A state that was truncated anywhere is recovered or unchanged")
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

  @Test("A state is unverified where the file system has no attributes, and still loads")
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
    "After a power loss the state is the one saved last, or the one being saved",
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
