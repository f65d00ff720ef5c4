// Tests of classes that archives code by their fields: the same bytes, values and errors as with
// `Codable`.
import FoundationEssentials
import KeyedArchives
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

@Suite("Classes with numbered fields in archives")
struct FieldCodingTests {
  private func byCodable<Value>(_ body: () throws -> Value) rethrows -> Value {
    try FieldMode.$isDirect.withValue(false) { try body() }
  }

  private func counting<Value>(_ body: () throws -> Value) rethrows -> (Value, FieldMode.Count) {
    let count = FieldMode.Count()
    return (try FieldMode.$count.withValue(count) { try body() }, count)
  }

  /// The archive of what an archive contains, or the error.
  private func result(_ data: Data) -> String {
    do {
      let line = try KeyedUnarchiver.unarchivedObject(
        of: Line.self, from: data, registry: ClassRegistry([Depot.self]))
      let again = try byCodable { try KeyedArchiver.archivedData(root: line) }
      return again.base64EncodedString()
    } catch { return "error \(error)" }
  }

  @Test("An archive has the same bytes as with Codable, in every format")
  func sameBytes() throws {
    for format in [PlistFormat.binary, .xml] {
      for count in [0, 1, 3, 40] {
        let network = Line.network(count)
        var options = ArchivingOptions()
        options.outputFormat = format
        let expected = try byCodable {
          try KeyedArchiver.archivedData(root: network, options: options)
        }
        let (direct, calls) = try counting {
          try KeyedArchiver.archivedData(root: network, options: options)
        }
        #expect(direct == expected)
        #expect(calls.codable == 0 && calls.direct == count + 3)
      }
    }
  }

  @Test("An archive is read without Codable, with shared objects, cycles and links")
  func reading() throws {
    let data = try KeyedArchiver.archivedData(root: Line.network(40))
    let (line, calls) = try counting {
      try KeyedUnarchiver(forReadingFrom: data, registry: ClassRegistry([Depot.self]))
        .decode(Line.self, forKey: "root")
    }
    #expect(calls.codable == 0 && calls.direct == 43)
    #expect(line.next?.next === line)
    #expect(line.stations.count == 41 && line.next?.stations.last === line.stations.first)
    #expect(line.stations[1].neighbors.first === line.stations[0])
    #expect(line.stations[2].line === line.next)
    #expect((line.stations[40] as? Depot)?.trains == 40)
    let again = try byCodable { try KeyedArchiver.archivedData(root: line) }
    #expect(again == data)
  }

  @Test("Damaged archives give the same values and errors as with Codable")
  func damage() throws {
    let archive = try Plist(KeyedArchiver.archivedData(root: Line.network(4)))
    var random = ScriptGenerator(seed: 11)
    var failures = 0
    for _ in 0..<400 {
      let data = try damaged(archive, &random).encoded(as: .binary)
      let expected = byCodable { result(data) }
      #expect(result(data) == expected)
      if expected.hasPrefix("error") { failures += 1 }
    }
    #expect(failures > 50)
  }

  /// Changes one field of one object: removes it, or gives it the value of another one.
  private func damaged(_ archive: Plist, _ random: inout ScriptGenerator) -> Plist {
    guard case .dictionary(var parts) = archive, case .array(var slots)? = parts["$objects"] else {
      return archive
    }
    while true {
      let slot = Int.random(in: 0..<slots.count, using: &random)
      guard case .dictionary(var fields) = slots[slot] else { continue }
      let keys = fields.keys.sorted()
      let key = keys[Int.random(in: 0..<keys.count, using: &random)]
      let others: [Plist] = [
        1, -1, 1.5, true, "text", .data(Data([1])), uid(0), uid(1), uid(9999), ["a": 1],
        uid(Int.random(in: 0..<60, using: &random)), .array([]), .integer(PlistInteger(UInt64.max)),
      ]
      if Int.random(in: 0..<5, using: &random) == 0 {
        fields[key] = nil
      } else {
        fields[key] = others[Int.random(in: 0..<others.count, using: &random)]
      }
      slots[slot] = .dictionary(fields)
      parts["$objects"] = .array(slots)
      return .dictionary(parts)
    }
  }

  @Test("Numbers and text that are objects of Foundation's classes are read by their fields")
  func numberObjects() throws {
    let data = try archivePlist([
      "$null", ["x": uid(2), "y": uid(3), "title": uid(4), "$class": uid(5)], 7, 1.5,
      ["NS.string": "$null", "$class": uid(6)], ["$classname": "Point3", "$classes": ["Point3"]],
      ["$classname": "NSMutableString", "$classes": ["NSMutableString", "NSString", "NSObject"]],
    ]).encoded(as: .binary)
    let point = try KeyedUnarchiver.unarchivedObject(of: Point3.self, from: data)
    #expect(point.x == 7 && point.y == 1.5 && point.title == "$null" && point.isDirect)
  }

  @Test("A subclass that does not know of fields does not lose its properties silently")
  func lostProperties() throws {
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchiver.archivedData(root: SecretStation("a"))
    }
    #expect(error?.code == .lostProperties)
  }

  @Test("A chain of objects that Codable must decode takes linear time")
  func failures() throws {
    for depth in [10, 200] {
      var slots: [Plist] = ["$null"]
      for number in 1...depth {
        slots.append(["next": uid(number + 1), "$class": uid(depth + 2)])
      }
      slots.append(["next": 5, "$class": uid(depth + 2)])
      slots.append(["$classname": "Ring", "$classes": ["Ring"]])
      let data = try archivePlist(slots).encoded(as: .binary)
      let (code, calls) = counting { unarchivingCode(Ring.self, data) }
      #expect(code == .typeMismatch)
      #expect(calls.direct <= 2 * depth + 2 && calls.codable <= 2 * depth + 2)
    }
  }

  @Test("The links of an object survive if Codable decodes the object around it")
  func linksOfChildren() throws {
    let data = try archivePlist([
      "$null", ["child": uid(2), "$class": uid(3)], ["parent": uid(1), "$class": uid(4)],
      ["$classname": "Keeper", "$classes": ["Keeper"]],
      ["$classname": "Kept", "$classes": ["Kept"]],
    ]).encoded(as: .binary)
    let keeper = try KeyedUnarchiver.unarchivedObject(of: Keeper.self, from: data)
    #expect(keeper.count == 7 && keeper.child.parent === keeper)
  }

  @Test("A long chain is released without recursion if its beginning fails")
  func releasingChains() throws {
    for last in [Plist.string("wrong"), uid(0)] {
      let depth = 20_000
      var slots: [Plist] = ["$null", ["next": uid(2), "count": last, "$class": uid(depth + 2)]]
      for number in 2...depth {
        slots.append(["next": uid(number + 1), "count": 1, "$class": uid(depth + 2)])
      }
      slots.append(["count": 1, "next": uid(0), "$class": uid(depth + 2)])
      slots.append(["$classname": "Rung", "$classes": ["Rung"]])
      let data = try archivePlist(slots).encoded(as: .binary)
      #expect(unarchivingCode(Rung.self, data) != nil)
    }
  }

  @Test("Names that an archive uses itself are coded by Codable")
  func reservedNames() throws {
    let odd = try copy(OddNames(3, 4))
    #expect(odd.id == 3 && odd.tags == 4)
  }

  @Test("A value that codes itself in parts makes Codable code its object")
  func parts() throws {
    let owner = Owner(Pair(first: 1, second: 2))
    #expect(try copy(owner).pair == Pair(first: 1, second: 2))
    #expect(
      try KeyedArchiver.archivedData(root: owner)
        == KeyedArchiver.archivedData(root: PlainOwner(owner.pair)))
  }

  @Test("Information for the types reaches their fields")
  func userInfo() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "bonus"))
    let archiver = KeyedArchiver(userInfo: [key: 5])
    try archiver.encode(Bonus(1), forKey: "root")
    let data = try archiver.finishEncoding()
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data, userInfo: [key: 10])
    #expect(try unarchiver.decode(Bonus.self, forKey: "root").value == 16)
  }
}

private final class Point3: PlistFieldCodable {
  let x: Int
  let y: Double
  let title: String
  var isDirect = false
  static let plistFields = PlistFields("x", "y", "title")
  private enum CodingKeys: CodingKey { case x, y, title }

  init(from fields: borrowing PlistFieldReader) throws {
    x = try fields.decode(0)
    y = try fields.decode(1)
    title = try fields.decode(2)
    isDirect = true
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(x)
    case 1: try writer.encode(y)
    default: try writer.encode(title)
    }
  }
}

private final class Ring: PlistFieldCodable {
  let next: Ring?
  static let plistFields = PlistFields("next")
  private enum CodingKeys: CodingKey { case next }

  init(from fields: borrowing PlistFieldReader) throws {
    FieldMode.count.addDirect()
    next = try fields.decodeIfPresent(0)
  }

  init(from decoder: any Decoder) throws {
    FieldMode.count.addCodable()
    next = try decoder.container(keyedBy: CodingKeys.self)
      .decodeIfPresent(Ring.self, forKey: .next)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    try writer.encodeIfPresent(next)
  }
}

private final class OddNames: PlistFieldCodable {
  let id: Int
  let tags: Int
  static let plistFields = PlistFields("$id", "$tags")
  private enum CodingKeys: String, CodingKey {
    case id = "$id"
    case tags = "$tags"
  }

  init(_ id: Int, _ tags: Int) { (self.id, self.tags) = (id, tags) }

  init(from fields: borrowing PlistFieldReader) throws {
    id = try fields.decode(0)
    tags = try fields.decode(1)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    try writer.encode(field == 0 ? id : tags)
  }
}

/// A value that is an array of two numbers.
private struct Pair: PlistCodable, Equatable {
  var first: Int
  var second: Int

  init(first: Int, second: Int) { (self.first, self.second) = (first, second) }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    first = try container.decode(Int.self)
    second = try container.decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(first)
    try container.encode(second)
  }

  static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader) throws
    -> Pair
  {
    let array = try reader.array(value)
    return Pair(
      first: try reader.integer(reader.element(0, of: array)),
      second: try reader.integer(reader.element(1, of: array)))
  }

  func encode(to writer: inout PlistFieldWriter) throws {
    let scope = try writer.beginArray()
    writer.nextElement()
    try writer.add(Int64(first))
    writer.nextElement()
    try writer.add(Int64(second))
    writer.endArray(scope)
  }
}

private final class Owner: PlistFieldCodable, Archivable {
  let name: String
  let pair: Pair
  static let plistFields = PlistFields("name", "pair")
  static let archivedClassName = "Owner"
  private enum CodingKeys: CodingKey { case name, pair }

  init(_ pair: Pair) { (name, self.pair) = ("owner", pair) }

  init(from fields: borrowing PlistFieldReader) throws {
    name = try fields.decode(0)
    pair = try fields.decode(1)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try writer.encode(name) } else { try writer.encode(pair) }
  }
}

private final class PlainOwner: Codable, Archivable {
  let name: String
  let pair: Pair
  static let archivedClassName = "Owner"
  init(_ pair: Pair) { (name, self.pair) = ("owner", pair) }
}

private final class Bonus: PlistFieldCodable {
  let value: Int
  static let plistFields = PlistFields("value")
  private enum CodingKeys: CodingKey { case value }

  init(_ value: Int) { self.value = value }

  private static func bonus(_ info: [CodingUserInfoKey: any Sendable]) -> Int {
    CodingUserInfoKey(rawValue: "bonus").flatMap { info[$0] as? Int } ?? 0
  }

  init(from fields: borrowing PlistFieldReader) throws {
    value = try fields.decode(0) + Self.bonus(fields.userInfo)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    try writer.encode(value + Self.bonus(writer.userInfo))
  }
}

private final class Keeper: PlistFieldCodable {
  let child: Kept
  let count: Int
  static let plistFields = PlistFields("child", "count")
  private enum CodingKeys: CodingKey { case child, count }

  init(from fields: borrowing PlistFieldReader) throws {
    child = try fields.decode(0)
    count = try fields.decode(1)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    child = try container.decode(Kept.self, forKey: .child)
    count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 7
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try writer.encode(child) } else { try writer.encode(count) }
  }
}

private final class Kept: Codable {
  @Reference var parent: Keeper?
}

private final class Rung: PlistFieldCodable {
  let next: Rung?
  let count: Int
  static let plistFields = PlistFields("next", "count")

  init(from fields: borrowing PlistFieldReader) throws {
    next = try fields.decodeIfPresent(0)
    count = try fields.decode(1)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try writer.encodeIfPresent(next) } else { try writer.encode(count) }
  }
}
