// Tests of objects that are stored one by one instead of in one archive: records of single
// instances, and links that are resolved on access.
import Foundation
import KeyedArchives
import PropertyLists
import Testing

private final class Deck: Codable {
  var name: String
  var cards: [Card] = []
  init(_ name: String) { self.name = name }
}

private final class Card: Codable {
  var question: String
  @Reference var deck: Deck?
  @Reference var next: Card?
  init(_ question: String) { self.question = question }
}

/// An instance that reads its card when it is asked.
private final class LateReader: Codable {
  private enum Keys: CodingKey { case card }

  private var container: KeyedDecodingContainer<Keys>?
  private let stored: Card?

  init(_ card: Card) { stored = card }

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Keys.self)
    stored = nil
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(stored, forKey: .card)
  }

  var card: Card? { get throws { try container?.decode(Card.self, forKey: .card) } }
}

/// A store in memory: a record for each instance.
private final class MemoryStore: InstanceStore {
  private(set) var records: [Int64: Data] = [:]
  private var numbers: [ObjectIdentifier: Int64] = [:]
  private var instances: [Int64: AnyObject] = [:]
  /// The numbers of the instances that were decoded, in order.
  private(set) var made: [Int64] = []

  func number(of instance: AnyObject) -> Int64 {
    if let known = numbers[ObjectIdentifier(instance)] { return known }
    let number = Int64(numbers.count + 1)
    numbers[ObjectIdentifier(instance)] = number
    instances[number] = instance
    return number
  }

  /// Saves everything that is reachable from an instance, and returns its number.
  func save(_ root: some AnyObject & Encodable) throws -> Int64 {
    let number = number(of: root)
    while let (next, instance) = instances.first(where: { records[$0.key] == nil }) {
      guard let encodable = instance as? any AnyObject & Encodable else { throw UnexpectedShape() }
      records[next] = try encoded(encodable)
    }
    return number
  }

  func encoded(_ instance: some AnyObject & Encodable) throws -> Data {
    try KeyedArchiver.record(of: instance, in: self).encoded(as: .binary)
  }

  /// Releases all instances, as at the next launch.
  func forget() {
    (numbers, instances, made) = ([:], [:], [])
  }

  func remove(_ number: Int64) { records[number] = nil }

  func instance(numbered number: Int64) -> AnyObject? {
    if let known = instances[number] { return known }
    guard let record = records[number], let document = try? PlistDocument(record),
      let instance = try? make(document)
    else { return nil }
    numbers[ObjectIdentifier(instance)] = number
    instances[number] = instance
    made.append(number)
    return instance
  }

  private func make(_ record: PlistDocument) throws -> AnyObject {
    if (try KeyedArchive(record).top["root"]?.object?.className) == "Deck" {
      return try KeyedUnarchiver.instance(of: Deck.self, record: record, in: self)
    }
    return try KeyedUnarchiver.instance(of: Card.self, record: record, in: self)
  }
}

@Suite("Objects stored one by one")
struct InstanceStoreTests {
  private func stored() throws -> (store: MemoryStore, first: Int64) {
    let store = MemoryStore()
    let deck = Deck("French")
    let cards = (0..<3).map { Card("q\($0)") }
    for (index, card) in cards.enumerated() {
      card.deck = deck
      card.next = cards[(index + 1) % 3]
    }
    let first = try store.save(cards[0])
    store.forget()
    return (store, first)
  }

  @Test("A record has one instance, and the numbers of the others")
  func record() throws {
    let (store, first) = try stored()
    #expect(store.records.count == 4)
    let record = try KeyedArchive(PlistDocument(#require(store.records[first])))
    let card = try #require(record.top["root"]?.object)
    #expect(card.className == "Card" && card["question"]?.node.stringValue == "q0")
    #expect(card["deck"]?.object?.className == "Deck")
    #expect(card["deck"]?.object?["$stored"]?.node.integerValue != nil)
    #expect(KeyedArchive.diagnose(record.document).isEmpty)
  }

  @Test("A link is resolved on access, always to the same instance")
  func links() throws {
    let (store, first) = try stored()
    let card = try #require(store.instance(numbered: first) as? Card)
    #expect(card.question == "q0" && store.made.count == 1)
    #expect(card.next?.question == "q1" && store.made.count == 2)
    #expect(card.next?.next?.next === card && store.made.count == 3)
    #expect(card.deck?.name == "French" && card.deck === card.next?.deck)
    #expect(store.made.count == 4)
  }

  @Test("An instance whose links were not followed is written again unchanged")
  func unchanged() throws {
    let (store, first) = try stored()
    let card = try #require(store.instance(numbered: first) as? Card)
    #expect(try store.encoded(card) == store.records[first])
    #expect(store.made == [first])
    card.question = "changed"
    _ = card.next
    let changed = try store.encoded(card)
    #expect(changed != store.records[first])
    #expect(try KeyedArchive([UInt8](changed)).top["root"]?.object?["next"]?.object != nil)
  }

  @Test("A link whose record is missing is nil, and is kept")
  func missing() throws {
    let (store, first) = try stored()
    let deck = try #require(store.instance(numbered: first) as? Card)
    let record = try #require(store.records[first])
    for number in store.records.keys where number != first { store.remove(number) }
    #expect(deck.next == nil && deck.deck == nil)
    #expect(try store.encoded(deck) == record)
  }

  @Test("Instances in arrays are loaded from the store immediately")
  func arrays() throws {
    let store = MemoryStore()
    let deck = Deck("d")
    deck.cards = [Card("a"), Card("b")]
    deck.cards.append(deck.cards[0])
    let number = try store.save(deck)
    store.forget()
    let read = try #require(store.instance(numbered: number) as? Deck)
    #expect(read.cards.map(\.question) == ["a", "b", "a"])
    #expect(read.cards[0] === read.cards[2])
  }

  @Test("A container that an instance keeps loads other instances from the store later")
  func laterInstances() throws {
    let (store, first) = try stored()
    let card = try #require(store.instance(numbered: first) as? Card)
    let record = try KeyedArchiver.record(of: LateReader(card), in: store)
    let reader = try KeyedUnarchiver.instance(of: LateReader.self, record: record, in: store)
    #expect(try reader.card === card)
  }

  @Test("An archive that claims that an object is stored elsewhere is read as any other")
  func claim() throws {
    let plist = archivePlist([
      "$null", ["question": uid(3), "$stored": 7, "$class": uid(2)],
      ["$classname": "Card", "$classes": ["Card", "NSObject"]], "q",
    ])
    let card = try KeyedUnarchiver(PlistDocument(plist)).decode(Card.self, forKey: "root")
    #expect(card.question == "q")
  }
}
