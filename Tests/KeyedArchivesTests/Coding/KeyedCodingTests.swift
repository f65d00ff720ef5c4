// Tests of handwritten coding, call by call, and of the names of classes in archives.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import Testing

private final class AllKinds: KeyedCoding {
  init() {}

  init(coder: UnarchivingCoder) throws {
    try Self.checkNumbers(coder)
    try Self.checkObjects(coder)
    try Self.checkAbsent(coder)
  }

  private static func checkNumbers(_ coder: UnarchivingCoder) throws {
    #expect(try coder.decodeInteger(Int8.self, forKey: "int8") == -8)
    #expect(try coder.decodeInteger(Int16.self, forKey: "int16") == -16)
    #expect(try coder.decodeInteger(Int32.self, forKey: "int32") == -32)
    #expect(try coder.decodeInteger(Int64.self, forKey: "int64") == .min)
    #expect(try coder.decodeInteger(UInt64.self, forKey: "uint64") == .max)
    #expect(try coder.decodeBool(forKey: "bool"))
    #expect(try coder.decodeFloat(forKey: "float") == 1.5)
    #expect(try coder.decodeDouble(forKey: "double") == 2.5)
    #expect(throws: ArchiveError.self) { try coder.decodeInteger(Int8.self, forKey: "int64") }
    #expect(throws: ArchiveError.self) { try coder.decode(String.self, forKey: "int8") }
  }

  private static func checkObjects(_ coder: UnarchivingCoder) throws {
    #expect(try coder.decodeBytes(forKey: "bytes") == Data([1, 2]))
    #expect(try coder.decode(String.self, forKey: "$odd") == "$null")
    #expect(try coder.decode(String.self, forKey: "$class") == "not the class")
    #expect(try coder.decode([Int?].self, forKey: "optionals") == [1, nil])
    #expect(try coder.decode([String: [Date]].self, forKey: "dates") == ["d": [Self.date]])
    #expect(try coder.decode(Set<String>.self, forKey: "set") == ["p", "q"])
  }

  private static func checkAbsent(_ coder: UnarchivingCoder) throws {
    #expect(coder.containsValue(forKey: "nil"))
    #expect(!coder.containsValue(forKey: "absent"))
    for key in ["nil", "absent"] {
      #expect(try coder.decode(String.self, forKey: key) == nil)
      #expect(try coder.decodeBytes(forKey: key) == nil)
      #expect(try coder.decodeInteger(forKey: key) == 0)
      #expect(try coder.decodeDouble(forKey: key) == 0)
      #expect(try !coder.decodeBool(forKey: key))
    }
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 5)

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(Int8(-8), forKey: "int8")
    try coder.encode(Int16(-16), forKey: "int16")
    try coder.encode(Int32(-32), forKey: "int32")
    try coder.encode(Int64.min, forKey: "int64")
    try coder.encode(UInt64.max, forKey: "uint64")
    try coder.encode(true, forKey: "bool")
    try coder.encode(Float(1.5), forKey: "float")
    try coder.encode(2.5, forKey: "double")
    coder.encodeBytes(Data([1, 2]), forKey: "bytes")
    try coder.encode("$null", forKey: "$odd")
    try coder.encode("not the class", forKey: "$class")
    try coder.encode([1, nil] as [Int?], forKey: "optionals")
    try coder.encode(["d": [Self.date]], forKey: "dates")
    try coder.encode(["p", "q"] as Set<String>, forKey: "set")
    try coder.encode(nil as String?, forKey: "nil")
  }
}

private final class Leaf: Codable {
  var size = 1
  init() {}
}

private enum Tree {
  final class Twig: Codable {
    var size = 2
    init() {}
  }
}

private final class StandIn: Codable, ArchivingReplacement {
  var text: String?
  init(_ text: String?) { self.text = text }
  func replacementForArchiving() throws -> (any Encodable)? { text }
}

@Suite("Handwritten coding")
struct KeyedCodingTests {
  @Test("Every kind of value survives under its key, and an absent one is nil or zero")
  func everything() throws {
    for format in [PlistFormat.binary, .xml] {
      var options = ArchivingOptions()
      options.outputFormat = format
      let data = try KeyedArchiver.archivedData(root: AllKinds(), options: options)
      _ = try KeyedUnarchiver.unarchivedObject(of: AllKinds.self, from: data)
    }
  }

  @Test("Values under several top-level keys share their instances")
  func severalKeys() throws {
    let leaf = Leaf()
    let archiver = KeyedArchiver()
    try archiver.encode(leaf, forKey: "leaf")
    try archiver.encode([leaf], forKey: "all")
    try archiver.encode(5, forKey: "$count")
    let data = try archiver.finishEncoding()
    let late = #expect(throws: ArchiveError.self) { try archiver.encode(1, forKey: "late") }
    #expect(late?.code == .archiverFinished)
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    let all = try unarchiver.decode([Leaf].self, forKey: "all")
    #expect(try unarchiver.decode(Leaf.self, forKey: "leaf") === all[0])
    #expect(try unarchiver.decode(Int.self, forKey: "$count") == 5)
    #expect(try unarchiver.decodeIfPresent(Int.self, forKey: "late") == nil)
  }

  @Test("An object that is replaced by another is archived as that, wherever it appears")
  func replacement() throws {
    let (text, none) = (StandIn("instead"), StandIn(nil))
    let data = try KeyedArchiver.archivedData(root: [text, none, text])
    let read = try KeyedUnarchiver.unarchivedObject(of: [String?].self, from: data)
    #expect(read == ["instead", nil, "instead"])
  }

  private func read<T: Codable>(
    _ value: T, named name: String, _ registry: ClassRegistry = ClassRegistry()
  ) throws -> T {
    let archiver = KeyedArchiver()
    archiver.setClassName(name, for: T.self)
    try archiver.encode(value, forKey: "root")
    let data = try archiver.finishEncoding()
    return try KeyedUnarchiver.unarchivedObject(of: T.self, from: data, registry: registry)
  }

  @Test(
    "A class is known by the names of both runtimes, even if private or nested",
    arguments: [
      "Twig", "KeyedArchivesTests.Tree.Twig", "_TtCO18KeyedArchivesTests4Tree4Twig",
      "_TtCO18KeyedArchivesTestsP33_0123456789ABCDEF0123456789ABCDEF4Tree4Twig",
    ])
  func runtimeNames(_ name: String) throws {
    #expect(try read(Tree.Twig(), named: name).size == 2)
  }

  @Test(
    "Names that only begin like a class's are different names",
    arguments: [
      "_TtC18KeyedArchivesTests4Lea", "_TtC18KeyedArchivesTests40Leaf", "_Tt", "_TtC4Leaf",
      "_TtC18KeyedArchivesTests4Leaf4Twig", "_TtC99999999999999999999Leaf", "Other.Leaf",
    ])
  func otherNames(_ name: String) throws {
    let error = #expect(throws: ArchiveError.self) { try read(Leaf(), named: name) }
    #expect(error?.code == .unexpectedClass)
  }

  @Test("A registry gives a class the names of other programs")
  func registeredNames() throws {
    var registry = ClassRegistry()
    registry.register(Leaf.self, as: ["Foliage"])
    #expect(try read(Leaf(), named: "Foliage", registry).size == 1)
  }
}
