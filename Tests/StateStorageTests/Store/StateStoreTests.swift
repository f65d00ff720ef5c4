// Tests of saving and loading a state, and of everything else that its file may contain.

import DurableFiles
import Foundation
import KeyedArchives
import OrderedCollections
import PropertyLists
import StateStorage
import SystemPackage
import Testing

@Suite("State stores")
struct StateStoreTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private func store(_ schema: StateSchema = StateSchema()) -> StateStore<Deck> {
    StateStore(path: scratch.file(), format: .xml, schema: schema)
  }

  @Test(
    "The next program loads and verifies what was saved, in each format",
    arguments: ["xml", "binary", "archive"])
  func roundTrip(name: String) throws {
    let formats: [String: StateFormat<Deck>] = [
      "xml": .xml, "binary": .binary, "archive": .keyedArchive(),
    ]
    let format = try #require(formats[name])
    try StateStore(path: scratch.file(), format: format).save(.capitals)
    let load = StateStore(path: scratch.file(), format: format).load()
    #expect(load.outcome == "loaded")
    #expect(load.state == .capitals)
    #expect(load.source?.integrity == .verified)
    #expect(load.source?.generation == 0)
  }

  @Test("A first launch is distinguished from every other outcome, and creates the directory")
  func firstLaunch() throws {
    let store = StateStore<Deck>(path: scratch.file("new/deck.plist"), format: .binary)
    #expect(store.load().outcome == "missing")
    try store.save(.capitals)
    #expect(store.load().state == .capitals)
  }

  @Test("A file that was edited by hand loads as unverified")
  func editByHand() throws {
    try store().save(.capitals)
    let text = String(decoding: try scratch.data(), as: UTF8.self)
    try scratch.write(Data(text.replacingOccurrences(of: "Lima", with: "Rome").utf8))
    let load = store().load()
    #expect(load.outcome == "loaded")
    #expect(load.state?.cards.first == "Rome")
    #expect(load.source?.integrity == .unverified)
  }

  @Test("An invalid file is set aside and replaced after the previous generation was loaded")
  func recovery() throws {
    let first = store()
    try first.save(.rivers)
    try first.save(.capitals)
    try scratch.write(Data("<plist><array></plist>".utf8))
    let second = store()
    let load = second.load()
    #expect(load.outcome == "recovered")
    #expect(load.state == .rivers)
    #expect(load.source?.generation == 1)
    #expect(load.error?.code == .corrupt)
    try second.save(.capitals)
    #expect(store().load().state == .capitals)
    let aside = try #require(scratch.names().first { $0.hasPrefix("deck.plist.corrupt-") })
    #expect(try scratch.data(aside) == Data("<plist><array></plist>".utf8))
  }

  @Test("A state whose file is missing is recovered")
  func lostFile() throws {
    let first = store()
    try first.save(.rivers)
    try first.save(.capitals)
    try FileManager.default.removeItem(atPath: scratch.file().string)
    let load = store().load()
    #expect(load.outcome == "recovered")
    #expect(load.error?.code == .stateMissing)
    #expect(load.state == .rivers)
  }

  @Test("An invalid file is overwritten only on request, and is set aside then")
  func corrupt() throws {
    try scratch.write(Data("rotten".utf8))
    let store = store()
    #expect(store.load().outcome == "corrupt")
    #expect(stateErrorCode { try store.save(.capitals) } == .wouldOverwrite)
    #expect(try scratch.data() == Data("rotten".utf8))
    try store.save(.capitals, over: .anything)
    #expect(self.store().load().state == .capitals)
    let aside = try #require(scratch.names().first { $0.hasPrefix("deck.plist.replaced-") })
    #expect(try scratch.data(aside) == Data("rotten".utf8))
  }

  @Test("An unreadable file is neither a first launch nor overwritten")
  func unreadable() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.file().string, withIntermediateDirectories: false)
    let store = store()
    let load = store.load()
    #expect(load.outcome == "unreadable")
    #expect(load.error?.code == .unreadable)
    #expect(stateErrorCode { try store.save(.capitals) } == .wouldOverwrite)
    #expect(stateErrorCode { try store.load(orInitial: .capitals) } == .unreadable)
  }

  @Test("A state that was not loaded is not overwritten")
  func notLoaded() throws {
    try store().save(.rivers)
    #expect(stateErrorCode { try store().save(.capitals) } == .notLoaded)
    #expect(store().load().state == .rivers)
  }

  @Test("A save over another writer's newer save is a conflict and loses nothing")
  func conflict() throws {
    let (mine, theirs) = (store(), store())
    try mine.save(.rivers)
    _ = theirs.load()
    try theirs.save(.capitals)
    #expect(stateErrorCode { try mine.save(.rivers) } == .conflict)
    #expect(mine.load().state == .capitals)
    try mine.save(.rivers)
    #expect(store().load().state == .rivers)
  }

  @Test("The requested number of previous generations is kept")
  func generations() throws {
    var options = StateStoreOptions()
    options.previousGenerations = 3
    let store = StateStore<Deck>(path: scratch.file(), format: .xml, options: options)
    for number in 0..<6 { try store.save(Deck(cards: [], current: number)) }
    #expect(
      try scratch.names() == [
        "deck.plist", "deck.plist.bak", "deck.plist.bak.2", "deck.plist.bak.3",
      ])
    try scratch.write(Data())
    try scratch.write(Data(), to: "deck.plist.bak")
    #expect(self.store().load().state?.current == 3)
  }

  @Test("Concurrent changes by several tasks are all saved")
  func updates() async throws {
    let file = scratch.file()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = StateStore<Deck>(path: file, format: .binary)
          for _ in 0..<25 {
            try await store.update(initial: Deck(), durability: .fast) { $0.current += 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await StateStore<Deck>(path: file, format: .binary).load().state?.current == 100)
  }

  @Test("A state that cannot be encoded leaves the file unchanged")
  func notEncodable() throws {
    struct Unwilling: Codable {
      func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
      init(from decoder: any Decoder) throws {}
      init() {}
    }
    let store = StateStore<Unwilling>(path: scratch.file(), format: .xml)
    #expect(stateErrorCode { try store.save(Unwilling()) } == .notEncodable)
    #expect(try scratch.names().isEmpty)
  }

  @Test("A lock that another process holds for too long is reported, and nothing is changed")
  func locked() throws {
    try store().save(.rivers)
    let lock = try FileLock(scratch.file()).acquire()
    defer { lock.release() }
    var options = StateStoreOptions()
    options.lockWaiting = .milliseconds(20)
    let store = StateStore<Deck>(path: scratch.file(), format: .xml, options: options)
    _ = store.load()
    #expect(stateErrorCode { try store.save(.capitals) } == .locked)
    #expect(self.store().load().state == .rivers)
  }

  @Test("A save is carried out although its task is canceled before it begins or while it waits")
  func cancelled() async throws {
    let store = store()
    try await store.save(.rivers)
    let before = try await FileContents.read(scratch.file())
    let lock = try await FileLock(scratch.file()).acquire()
    let saving = Task { try await store.save(.capitals) }
    saving.cancel()
    try await Task.sleep(for: .milliseconds(20))
    #expect(try await FileContents.read(scratch.file()) == before)
    lock.release()
    try await saving.value
    #expect(await self.store().load().state == .capitals)
  }
}

// MARK: - Versions

extension StateStoreTests {
  /// Version 1 had only the cards, as an array under `items`.
  private var schema: StateSchema {
    StateSchema(
      version: 3,
      migrations: [
        StateMigration(from: 2) { $0["current"] = 0 },
        StateMigration(from: 1) { plist in
          plist["cards"] = plist["items"]
          plist["items"] = nil
        },
      ])
  }

  @Test("An older version is migrated step by step, and its file set aside before a save")
  func migration() throws {
    let old = Plist.dictionary(["items": ["Lima", "Oslo"]])
    try scratch.write(try PlistDocument(old).encoded(as: .xml))
    let store = store(schema)
    let load = store.load()
    #expect(load.state == Deck(cards: ["Lima", "Oslo"], current: 0))
    #expect(load.source?.version == 1)
    try store.save(.capitals)
    #expect(try Plist(scratch.data())["SchemaVersion"] == 3)
    #expect(try Plist(scratch.data("deck.plist.version-1")) == old)
    #expect(self.store(schema).load().source?.version == 3)
  }

  @Test("A newer program's file is reported and never overwritten")
  func newerVersion() throws {
    try store(schema).save(.capitals)
    let before = try scratch.data()
    let store = store()
    guard case .newerVersion(3, let error) = store.load() else {
      Issue.record("a newer version was not reported")
      return
    }
    #expect(error.code == .newerVersion)
    #expect(stateErrorCode { try store.save(.rivers) } == .wouldOverwrite)
    #expect(try scratch.data() == before)
  }

  @Test("A missing migration step is reported")
  func missingStep() throws {
    try scratch.write(try PlistDocument(.dictionary(["cards": []])).encoded(as: .xml))
    let load = store(StateSchema(version: 2)).load()
    #expect(load.outcome == "corrupt")
    #expect(load.error?.code == .migrationMissing)
  }

  @Test("An archive stores its version next to the root, and is migrated as a graph of objects")
  func archiveMigration() throws {
    let file = scratch.file()
    try StateStore<Deck>(path: file, format: .keyedArchive()).save(.capitals)
    let schema = StateSchema(
      version: 2,
      migrations: [
        StateMigration(fromArchive: 1) { graph in
          graph.topObject("root")?.object?["current"] = GraphValue(.integer(0))
        }
      ])
    let store = StateStore<Deck>(path: file, format: .keyedArchive(), schema: schema)
    #expect(store.load().state == Deck(cards: ["Lima", "Oslo"], current: 0))
    try store.save(.capitals)
    #expect(store.load().source?.version == 2)
  }
}
