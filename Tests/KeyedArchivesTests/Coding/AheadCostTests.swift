// Tests of the cost of decoding the objects at the ends of long chains first, counted in lookups of
// requested keys and references. A file determines the number of keys and what is shared.

import FoundationEssentials
import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchives

/// An object that requests every key of its archive, as objects of its own class.
private final class Bag: Codable {
  struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private(set) var members: [Bag] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for key in container.allKeys where key.stringValue != "$class" {
      members.append(try container.decode(Bag.self, forKey: key))
    }
  }

  func encode(to encoder: any Encoder) throws {}
}

private struct Part: Codable { var number: Int }

/// A link of a chain with parts that it reads only if a field says so.
private final class PartLink: Codable {
  var next: PartLink?
  var others: [PartLink] = []

  private enum CodingKeys: String, CodingKey { case next, others, parts, hasParts }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    next = try container.decodeIfPresent(PartLink.self, forKey: .next)
    if try container.decodeIfPresent(Bool.self, forKey: .hasParts) ?? false {
      _ = try container.decode([Part].self, forKey: .parts)
    }
    others = try container.decodeIfPresent([PartLink].self, forKey: .others) ?? []
  }

  func encode(to encoder: any Encoder) throws {}
}

@Suite("The cost of decoding objects ahead of requests")
struct AheadCostTests {
  private static func record(_ name: String) -> Plist {
    ["$classname": .string(name), "$classes": [.string(name), "NSObject"]]
  }

  private static func unarchiver(_ slots: [Plist]) throws -> (KeyedUnarchiver, bytes: Int) {
    let data = try archivePlist(slots, root: uid(1)).encoded(as: .binary)
    return (try KeyedUnarchiver(forReadingFrom: data), data.count)
  }

  /// A chain of bags that each refer to the next, in the slots from 1 on; the class has the last
  /// slot.
  private static func chain(_ count: Int, then tail: [Plist]) -> [Plist] {
    let last = 1 + count + tail.count
    let bags = (1...count).map { slot -> Plist in ["next": uid(slot + 1), "$class": uid(last)] }
    return ["$null"] + bags
      + tail.map { slot in
        var slot = slot
        slot["$class"] = uid(last)
        return slot
      } + [record("Bag")]
  }

  @Test("A type that requests all keys of an object records each in constant time")
  func manyKeys() throws {
    let count = 3_000
    var wide: Plist = [:]
    for number in 0..<count { wide["key \(number)"] = uid(8) }
    let (unarchiver, _) = try Self.unarchiver(Self.chain(6, then: [wide, [:]]))
    let bag = try unarchiver.decode(Bag.self, forKey: "root")
    var inner = bag
    for _ in 0..<6 { inner = try #require(inner.members.first) }
    #expect(inner.members.count == count)
    // Comparing each key with all previous ones takes 4,500,000 lookups.
    #expect(unarchiver.session.stack.inspectionsAhead < 20 * count)
  }

  @Test("The many keys of one object are not searched in all others of its type")
  func manyObjects() throws {
    let count = 1_000
    var wide: Plist = [:]
    var list: Plist = [:]
    // The first key of the wide bag is visited before the others, in separate slots.
    for number in 0..<count { wide["key \(number)"] = uid(22) }
    for number in 0..<count { list["list \(number)"] = uid(23 + number) }
    let small = [Plist](repeating: ["key 7": uid(22)], count: count)
    var chain = Self.chain(18, then: [wide, list, [:], [:]] + small)
    chain[18] = ["first": uid(19), "second": uid(20), "$class": uid(chain.count - 1)]
    let (unarchiver, _) = try Self.unarchiver(chain)
    #expect(try unarchiver.decode(Bag.self, forKey: "root").members.count > 0)
    // Looking up each key in each object takes at least 1,000,000 lookups.
    #expect(unarchiver.session.stack.inspectionsAhead < 50 * count)
  }

  @Test("Shared parts are not traversed for each object without a bound")
  func sharedParts() throws {
    let count = 1_500
    let classes = (link: 1, array: 2, part: 3)
    // Slots: 1 … 20 a chain, 21 the list of links, 22 the parts, then the parts, the links, the
    // classes.
    let parts = 23..<23 + count
    let links = parts.upperBound..<parts.upperBound + count
    func classReference(_ number: Int) -> Plist { uid(links.upperBound + number - 1) }
    func list(_ slots: Range<Int>) -> Plist {
      ["NS.objects": .array(slots.map { uid($0) }), "$class": classReference(classes.array)]
    }
    var slots: [Plist] = ["$null"]
    for slot in 1...20 {
      slots.append(
        slot < 20
          ? ["next": uid(slot + 1), "$class": classReference(classes.link)]
          : [
            "others": uid(21), "parts": uid(22), "hasParts": true,
            "$class": classReference(classes.link),
          ])
    }
    slots += [list(links), list(parts)]
    slots += parts.map { ["number": .integer(PlistInteger($0)), "$class": classReference(3)] }
    slots += links.map { _ in ["parts": uid(22), "$class": classReference(classes.link)] }
    slots += [Self.record("PartLink"), Self.record("NSArray"), Self.record("Part")]
    let (unarchiver, bytes) = try Self.unarchiver(slots)
    let root = try unarchiver.decode(PartLink.self, forKey: "root")
    var last = root
    while let next = last.next { last = next }
    #expect(last.others.count == count)
    // The parts of each link take 2,250,000 lookups.
    #expect(unarchiver.session.stack.inspectionsAhead < ((1 << 20) + 64 * bytes) / 16 + 10 * count)
  }

  @Test("A chain of 20,000 objects is decoded whatever keys its type has requested")
  func longChain() throws {
    let count = 20_000
    var wide: Plist = [:]
    for number in 0..<100 { wide["key \(number)"] = uid(count + 2) }
    var chain = Self.chain(count, then: [wide, [:]])
    // The first object refers to the wide one too, at some depth.
    chain[5] = ["a": uid(count + 1), "next": uid(6), "$class": uid(chain.count - 1)]
    let (unarchiver, _) = try Self.unarchiver(chain)
    #expect(try unarchiver.decode(Bag.self, forKey: "root").members.count > 0)
  }
}
