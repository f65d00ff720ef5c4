// Tests of graphs of NSCoding objects in a state store: saved graphs survive, in older versions
// too, and unreadable files are not replaced.

import DurableFiles
import FoundationState
import KeyedArchives
import OrderedCollections
import PropertyLists
import SystemPackage
import TestSupport
import Testing

/// Two optional objects, each under a key.
private struct Belongings {
  var box: Box?
  var spare: Item?

  static let format = StateFormat<Belongings>.nsCodingArchive(
    encode: { state, archiver in
      try archiver.encode(state.box, forKey: "mybox")
      if let spare = state.spare { try archiver.encode(spare, forKey: "myspare") }
    },
    decode: { unarchiver in
      let box = try unarchiver.decodeObject(ofClasses: [Box.self, Item.self], forKey: "mybox")
      let spare = try unarchiver.decodeObject(ofClasses: [Box.self, Item.self], forKey: "myspare")
      return Belongings(box: box as? Box, spare: spare as? Item)
    })
}

/// The model of a screen of an app: mutable objects that one actor uses.
@MainActor
private final class ItemScreen {
  private let store: StateStore<Box>
  let box: Box

  init(_ store: StateStore<Box>) throws {
    self.store = store
    box = try store.load(orInitial: Box())
  }

  func add(_ name: String) { box.add(Item(name)) }

  func saveChanges() throws { try store.save(box) }
}

@Suite("NSCoding objects as a state")
struct NSCodingStateTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private var path: FilePath { FilePath(scratch.file("items.archive")) }

  private static let boxFormat = StateFormat<Box>.nsCodingArchive(ofClasses: [Box.self, Item.self])

  private func store(_ schema: StateSchema = StateSchema()) -> StateStore<Box> {
    StateStore(path: path, format: Self.boxFormat, schema: schema)
  }

  private func box(_ names: String...) -> Box {
    let box = Box()
    for (number, name) in names.enumerated() { box.add(Item(name, value: Int32(number))) }
    box.best = box.all.last
    return box
  }

  private func code(_ body: () throws -> Void) -> StateError.Code? {
    do { try body() } catch { return (error as? StateError)?.code }
    return nil
  }

  // MARK: One object

  @Test("A graph with cycles and a shared object survives a round trip")
  func cycles() throws {
    try store().save(box("Spork", "Bear"))
    let load = store().load()
    let made = try #require(load.state)
    #expect(load.source?.integrity == .verified)
    #expect(made.all.map(\.name) == ["Spork", "Bear"])
    #expect(made.all.map(\.value) == [0, 1])
    #expect(made.all.allSatisfy { $0.box === made })
    #expect(made.best === made.all[1])
    made.items.removeObject(at: 0)
    #expect(made.all.count == 1)
  }

  @Test("The first run is distinguished from a file that cannot be read")
  func firstRun() throws {
    guard case .missing = store().load() else { throw Unexpected() }
    try scratch.write("not an archive", to: "items.archive")
    guard case .corrupt = store().load() else { throw Unexpected() }
  }

  private struct Unexpected: Error {}

  @Test("An array of objects is a state, in the format of archiveRootObject:toFile:")
  func array() throws {
    let format = StateFormat<[Item]>.nsCodingArchive(ofClasses: [NSArray.self, Item.self])
    let store = StateStore(path: path, format: format)
    try store.save([Item("Spork", value: 4)])
    #expect(store.load().state?.map(\.value) == [4])
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, Item.self], fromFile: path.string)
    #expect((made as? [Item])?.map(\.name) == ["Spork"])
  }

  @Test("The output of archive(_:toFile:) is loaded as version 1")
  func earlierFile() throws {
    try NSCodingArchiver.archive(box("Spork"), toFile: path.string)
    let load = store().load()
    #expect(load.source?.version == 1)
    #expect(load.state?.all.map(\.name) == ["Spork"])
  }

  @Test("Objects that are not Sendable are loaded, changed and saved by one actor")
  @MainActor
  func actor() throws {
    let screen = try ItemScreen(store())
    screen.add("Spork")
    try screen.saveChanges()
    screen.add("Bear")
    try screen.saveChanges()
    #expect(try ItemScreen(store()).box.all.map(\.name) == ["Spork", "Bear"])
  }

  @Test("The previous graph is recovered where the file is damaged, and the file is set aside")
  func recovery() throws {
    let first = store()
    try first.save(box("Spork"))
    try first.save(box("Spork", "Bear"))
    try scratch.write("bplist00", to: "items.archive")
    let second = store()
    guard case .recovered(let made, let source, _) = second.load() else { throw Unexpected() }
    #expect(source.generation == 1)
    #expect(made.all.map(\.name) == ["Spork"])
    #expect(made.all.allSatisfy { $0.box === made })
    try second.save(made)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(names.contains { $0.hasPrefix("items.archive.corrupt-") })
  }

  @Test(
    "An archive of another class is neither loaded nor replaced", arguments: ["other", "plain"])
  func otherClass(kind: String) throws {
    let data =
      kind == "plain"
      ? try Plist.dictionary(["root": "Box"]).encoded(as: .binary)
      : try KeyedArchiver.archivedData(root: ["Box"])
    try scratch.write(data, to: "items.archive")
    let store = store()
    guard case .corrupt = store.load() else { throw Unexpected() }
    #expect(code { try store.save(box("Spork")) } == .wouldOverwrite)
    #expect(try scratch.data("items.archive") == data)
  }

  @Test("An object that could not be decoded again is not saved")
  func missingClass() throws {
    let format = StateFormat<Box>.nsCodingArchive(ofClasses: [Item.self])
    let store = StateStore(path: path, format: format)
    #expect(code { try store.save(box("Spork")) } == .notEncodable)
    #expect(!FileManager.default.fileExists(atPath: path.string))
  }

  // MARK: Versions

  /// Version 1 had the name of an item under `name`.
  private let second = StateSchema(
    version: 2,
    migrations: [
      StateMigration(fromArchive: 1) { graph in
        for slot in 0..<graph.count {
          guard let item = graph[slot]?.object, item.className == "Item" else { continue }
          if let name = item["name"] {
            item["itemName"] = name
            item["name"] = nil
          }
        }
      }
    ])

  /// An archive of version 1.
  private func firstVersion() throws -> Data {
    let graph = try ObjectGraph(
      forReadingFrom: NSCodingArchiver.archivedData(root: box("Spork", "Bear")))
    for slot in 0..<graph.count {
      guard let item = graph[slot]?.object, item.className == "Item" else { continue }
      item["name"] = item["itemName"]
      item["itemName"] = nil
    }
    return try graph.encoded()
  }

  @Test("An archive of an older version is migrated, and kept when the new version is saved")
  func migration() throws {
    let old = try firstVersion()
    try scratch.write(old, to: "items.archive")
    #expect(store().load().state?.all.map(\.name) == ["", ""])
    let store = store(second)
    let load = store.load()
    let made = try #require(load.state)
    #expect(load.source?.version == 1)
    #expect(made.all.map(\.name) == ["Spork", "Bear"])
    try store.save(made)
    #expect(self.store(second).load().source?.version == 2)
    #expect(try scratch.data("items.archive.version-1") == old)
  }

  @Test("The version is a number that Foundation reads, and a newer one is not replaced")
  func newer() throws {
    try store(StateSchema(version: 3)).save(box("Spork"))
    let data = try scratch.data("items.archive")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    #expect(unarchiver.decodeInteger(forKey: "SchemaVersion") == 3)
    let store = store(second)
    guard case .newerVersion(3, _) = store.load() else { throw Unexpected() }
    #expect(code { try store.save(box("Bear")) } == .wouldOverwrite)
    #expect(try scratch.data("items.archive") == data)
  }

  // MARK: Several keys

  private func belongings(_ schema: StateSchema = StateSchema()) -> StateStore<Belongings> {
    StateStore(path: path, format: Belongings.format, schema: schema)
  }

  @Test("An object under two keys is one object, and an absent key is nil")
  func severalKeys() throws {
    let box = box("Spork", "Bear")
    try belongings(second).save(Belongings(box: box, spare: box.all[0]))
    let made = try #require(belongings(second).load().state)
    #expect(made.spare?.name == "Spork")
    #expect(made.spare === made.box?.all[0])
    try belongings(second).save(Belongings(box: nil, spare: nil), over: .anything)
    let empty = try #require(belongings(second).load().state)
    #expect(empty.box == nil)
    #expect(empty.spare == nil)
  }

  @Test("An archive with none of the keys is not a state without values")
  func otherKeys() throws {
    try store(second).save(box("Spork"))
    let data = try scratch.data("items.archive")
    let store = belongings(second)
    guard case .corrupt(let error) = store.load() else { throw Unexpected() }
    #expect((error.underlyingError as? ArchiveError)?.code == .valueNotFound)
    #expect(code { try store.save(Belongings()) } == .wouldOverwrite)
    #expect(try scratch.data("items.archive") == data)
  }

  // MARK: Documents

  @Test("An unarchiver accepts a document, and one that is not an archive is an error")
  func documents() throws {
    let document = try PlistDocument(NSCodingArchiver.archivedData(root: box("Spork")))
    let unarchiver = try NSCodingUnarchiver(document)
    let made = try unarchiver.decodeObject(ofClasses: [Box.self, Item.self], forKey: "root")
    #expect((made as? Box)?.all.map(\.name) == ["Spork"])
    let plain = try PlistDocument(Plist.dictionary(["a": 1]).encoded(as: .xml))
    #expect(throws: ArchiveError.self) { try NSCodingUnarchiver(plain) }
  }
}
