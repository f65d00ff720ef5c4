// Tests of a state whose values are stored under several keys of one archive: its versions, and
// other contents that its file may have.

import DurableFiles
import Foundation
import KeyedArchives
import OrderedCollections
import PropertyLists
import StateStorage
import SystemPackage
import Testing

/// A person that several keys may refer to.
private final class Person: Codable {
  let name: String

  init(_ name: String) { self.name = name }
}

/// A person and a group, each under a key.
private struct People {
  var foo: Person?
  var bar: [Person]?

  static let format = StateFormat<People>.keyedArchive(
    encode: { people, archiver in
      try archiver.encode(people.foo, forKey: "myfoo")
      if let bar = people.bar { try archiver.encode(bar, forKey: "mybar") }
    },
    decode: { unarchiver in
      People(
        foo: try unarchiver.decodeIfPresent(Person.self, forKey: "myfoo"),
        bar: try unarchiver.decodeIfPresent([Person].self, forKey: "mybar"))
    })

  /// Encodes nothing for nil.
  static let sparse = StateFormat<People>.keyedArchive(
    encode: { people, archiver in
      if let foo = people.foo { try archiver.encode(foo, forKey: "myfoo") }
    },
    decode: { People(foo: try $0.decodeIfPresent(Person.self, forKey: "myfoo")) })
}

@Suite("States with several keys")
struct SeveralKeysTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private func store(
    _ format: StateFormat<People> = People.format, _ schema: StateSchema = StateSchema()
  ) -> StateStore<People> {
    StateStore(path: scratch.file(), format: format, schema: schema)
  }

  private let second = StateSchema(
    version: 2,
    migrations: [
      StateMigration(fromArchive: 1) { graph in
        graph.top = graph.top.map {
          $0.name == "theFoo" ? GraphValue.Field("myfoo", value: $0.value) : $0
        }
      }
    ])

  @Test("Each value survives a round trip, and an object under two keys stays one object")
  func roundTrip() throws {
    let james = Person("James")
    try store().save(People(foo: james, bar: [james, Person("Juliana")]))
    let load = store().load()
    let people = try #require(load.state)
    #expect(load.source?.integrity == .verified)
    #expect(people.foo?.name == "James")
    #expect(people.bar?.map(\.name) == ["James", "Juliana"])
    #expect(people.bar?.first === people.foo)
  }

  @Test("A nil stays nil, with its key or without it")
  func absent() throws {
    try store().save(People(foo: nil, bar: nil))
    let people = try #require(store().load().state)
    #expect(people.foo == nil)
    #expect(people.bar == nil)
  }

  @Test("A state without any value can be loaded in each version", arguments: [1, 2])
  func empty(version: Int) throws {
    let schema = StateSchema(version: version)
    try store(People.sparse, schema).save(People())
    let load = store(People.sparse, schema).load()
    #expect(load.outcome == "loaded")
    #expect(load.source?.version == version)
  }

  @Test("A file has the version under a separate key, and Foundation reads all of them")
  func foundationReads() throws {
    try store(People.format, second).save(People(foo: Person("James"), bar: []))
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: scratch.data())
    unarchiver.requiresSecureCoding = false
    #expect(unarchiver.decodeInteger(forKey: "SchemaVersion") == 2)
    #expect(unarchiver.containsValue(forKey: "myfoo"))
    #expect(unarchiver.containsValue(forKey: "mybar"))
  }

  @Test("An older version is migrated, and its file is kept when the new version is saved")
  func migration() throws {
    let archiver = KeyedArchiver()
    try archiver.encode(Person("James"), forKey: "theFoo")
    let old = try archiver.finishEncoding()
    try scratch.write(old)
    let store = store(People.format, second)
    let load = store.load()
    #expect(load.source?.version == 1)
    let people = try #require(load.state)
    #expect(people.foo?.name == "James")
    try store.save(people)
    #expect(self.store(People.format, second).load().source?.version == 2)
    #expect(try scratch.data("deck.plist.version-1") == old)
  }

  @Test("The state of a newer program is neither loaded nor replaced")
  func newer() throws {
    try store(People.format, StateSchema(version: 3)).save(People(foo: Person("James")))
    let data = try scratch.data()
    let store = store(People.format, second)
    #expect(store.load().outcome == "newerVersion")
    #expect(stateErrorCode { try store.save(People()) } == .wouldOverwrite)
    #expect(try scratch.data() == data)
  }

  @Test(
    "A file with other contents is not an empty state, and is not replaced",
    arguments: ["list", "archive", "versioned archive", "cut off", "text"])
  func otherContents(kind: String) throws {
    let files: [String: Data] = [
      "list": try Plist.dictionary(["myfoo": "James"]).encoded(as: .xml),
      "archive": try KeyedArchiver.archivedData(root: ["James"]),
      "versioned archive": try {
        let archiver = KeyedArchiver()
        try archiver.encode(2, forKey: "SchemaVersion")
        try archiver.encode(["James"], forKey: "others")
        return try archiver.finishEncoding()
      }(),
      "cut off": try KeyedArchiver.archivedData(root: ["James"]).dropLast(40),
      "text": Data("myfoo".utf8),
    ]
    let data = try #require(files[kind])
    try scratch.write(data)
    let store = store(People.format, second)
    let load = store.load()
    #expect(load.outcome == "corrupt")
    #expect(load.state == nil)
    #expect(stateErrorCode { try store.save(People()) } == .wouldOverwrite)
    #expect(try scratch.data() == data)
    #expect(try scratch.names() == ["deck.plist"])
  }

  @Test("The error for another archive names one of its keys")
  func namedKey() throws {
    try scratch.write(KeyedArchiver.archivedData(root: ["James"]))
    let error = store().load().error?.underlyingError as? ArchiveError
    #expect(error?.code == .valueNotFound)
    #expect(error?.message.contains("“root”") == true)
  }

  @Test("The previous state is recovered where the file is damaged")
  func recovery() throws {
    let first = store()
    try first.save(People(foo: Person("James")))
    try first.save(People(foo: Person("Juliana")))
    try scratch.write(Data("bplist00".utf8))
    let load = store().load()
    #expect(load.outcome == "recovered")
    #expect(load.state?.foo?.name == "James")
  }

  @Test("The first save detects a format that decodes other keys than it encodes")
  func disagreement() throws {
    let format = StateFormat<People>.keyedArchive(
      encode: { people, archiver in try archiver.encode(people.foo, forKey: "foo") },
      decode: { People(foo: try $0.decodeIfPresent(Person.self, forKey: "myfoo")) })
    let james = People(foo: Person("James"))
    #expect(stateErrorCode { try store(format).save(james) } == .notEncodable)
    #expect(try scratch.names().isEmpty)
  }

  @Test("A format that finishes the archive itself fails at the first save")
  func finished() throws {
    let format = StateFormat<People>.keyedArchive(
      encode: { people, archiver in
        try archiver.encode(people.foo, forKey: "myfoo")
        _ = try archiver.finishEncoding()
      },
      decode: { People(foo: try $0.decodeIfPresent(Person.self, forKey: "myfoo")) })
    #expect(stateErrorCode { try store(format).save(People()) } == .notEncodable)
  }
}
