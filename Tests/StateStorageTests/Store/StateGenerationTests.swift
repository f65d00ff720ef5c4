// Tests of a state whose file is missing or invalid, for each condition of its previous
// generations.

import DurableFiles
import Foundation
import OrderedCollections
import PropertyLists
import StateStorage
import SystemPackage
import Testing

/// The possible contents of the newest generation after a missing or invalid file.
enum PreviousGeneration: String, CaseIterable, Sendable {
  case bad, newer, unreadable

  var outcome: String {
    switch self {
    case .bad: "corrupt"
    case .newer: "newerVersion"
    case .unreadable: "unreadable"
    }
  }
}

@Suite("Generations of a state")
struct StateGenerationTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private func store(_ schema: StateSchema = StateSchema()) -> StateStore<Deck> {
    StateStore(path: scratch.file(), format: .xml, schema: schema)
  }

  /// A store whose file is missing or invalid, with previous generations of the given kind.
  private func store(_ file: String, after generation: PreviousGeneration) throws -> StateStore<
    Deck
  > {
    if file == "bad" { try scratch.write(Data("rotten".utf8)) }
    switch generation {
    case .bad: try scratch.write(Data("{ broken".utf8), to: "deck.plist.bak")
    case .newer:
      let newer = Plist.dictionary(["cards": [], "current": 7, "SchemaVersion": 9])
      try scratch.write(try newer.encoded(as: .xml), to: "deck.plist.bak")
    case .unreadable:
      try FileManager.default.createDirectory(
        atPath: scratch.file("deck.plist.bak").string, withIntermediateDirectories: false)
    }
    return store()
  }

  @Test(
    "A missing or invalid file with unusable generations is not a first launch",
    arguments: ["absent", "bad"], PreviousGeneration.allCases)
  func unusableGenerations(file: String, after generation: PreviousGeneration) throws {
    let store = try store(file, after: generation)
    #expect(store.load().outcome == generation.outcome)
    let before = try scratch.names()
    #expect(stateErrorCode { try store.save(.capitals) } == .wouldOverwrite)
    #expect(stateErrorCode { try store.update(initial: .capitals) { _ in } } != nil)
    #expect(try scratch.names() == before)
    if file == "bad" { #expect(try scratch.data() == Data("rotten".utf8)) }
    #expect(self.store().load().outcome == generation.outcome)
  }

  @Test(
    "An explicit save sets aside what it and later saves replace",
    arguments: ["absent", "bad"], PreviousGeneration.allCases)
  func anything(file: String, after generation: PreviousGeneration) throws {
    let store = try store(file, after: generation)
    _ = store.load()
    let isFile = generation != .unreadable
    let old = isFile ? try scratch.data("deck.plist.bak") : Data()
    try store.save(.rivers, over: .anything)
    #expect(self.store().load().state == .rivers)
    let names = try scratch.names()
    #expect(names.contains { $0.hasPrefix("deck.plist.replaced-") } == (file == "bad"))
    // Nothing can replace a directory, so it keeps its name.
    guard isFile else { return }
    try store.save(.capitals)
    #expect(try scratch.data("deck.plist.bak.replaced") == old)
    #expect(self.store().load().state == .capitals)
  }

  @Test("A valid generation is found after an invalid one, and the newest error is the reason")
  func deeper() throws {
    let good = try PlistDocument(Plist.dictionary(["cards": ["Nile"], "current": 0]))
    try scratch.write(Data("rotten".utf8))
    try scratch.write(Data("{ broken".utf8), to: "deck.plist.bak")
    try scratch.write(try good.encoded(as: .xml), to: "deck.plist.bak.2")
    let load = store().load()
    #expect(load.outcome == "recovered")
    #expect(load.source?.generation == 2)
    #expect(load.error?.message.contains("generation") == false)
  }

  @Test("An unreadable generation is not skipped in favor of an older one")
  func unreadable() throws {
    let store = try store("absent", after: .unreadable)
    let good = try PlistDocument(Plist.dictionary(["cards": [], "current": 0]))
    try scratch.write(try good.encoded(as: .xml), to: "deck.plist.bak.2")
    #expect(store.load().outcome == "unreadable")
  }

  @Test("A recovered older version is set aside before a newer one is saved")
  func recoveredVersion() throws {
    try store().save(.rivers)
    try store().save(.capitals, over: .anything)
    for name in try scratch.names() where name.contains("replaced") {
      try FileManager.default.moveItem(
        atPath: scratch.file(name).string, toPath: scratch.file("deck.plist.bak").string)
    }
    let old = try scratch.data("deck.plist.bak")
    try scratch.write(Data("rotten".utf8))
    let schema = StateSchema(
      version: 2, migrations: [StateMigration(from: 1) { $0["current"] = 5 }])
    let store = store(schema)
    let load = store.load()
    #expect(load.outcome == "recovered")
    #expect(load.state?.current == 5)
    for number in 1...3 { try store.save(Deck(cards: [], current: number)) }
    #expect(try scratch.data("deck.plist.bak.version-1") == old)
  }

  @Test("A custom format has no versions: its files are never migrated or set aside")
  func customVersion() throws {
    let format = StateFormat<String>(
      encode: { try PlistDocument(.array([.string($0)])).encoded(as: .binary) },
      decode: { $0.root[0]?.stringValue ?? "" })
    let schema = StateSchema(
      version: 2, migrations: [StateMigration(from: 1) { $0 = .array(["migrated"]) }])
    let store = StateStore(path: scratch.file(), format: format, schema: schema)
    for text in ["a", "b", "c"] {
      try store.save(text)
      #expect(store.load().state == text)
      #expect(store.load().source?.version == 2)
    }
    #expect(try scratch.names() == ["deck.plist", "deck.plist.bak"])
  }
}
