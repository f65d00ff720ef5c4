// Plain classes that read and write the archives of their NSCoding predecessors.
import KeyedArchives
import PropertyLists

final class Deck: Codable {
  var name: String
  var cards: [FlashCard] = []
  init(_ name: String) { self.name = name }

  enum CodingKeys: String, CodingKey {
    case name = "Name"
    case cards = "Cards"
  }
}

final class FlashCard: Codable, Archivable {
  var question: String
  var rightCount: Int
  @NumberObject var easiness: Double
  var picture: Data?
  @WeakReference var deck: Deck?
  /// Not archived, because it has no coding key.
  var isShown = false

  static var archivedClassName: String { "FCFlashCard" }
  static var archivedClassAliases: [String] { ["Card"] }

  enum CodingKeys: String, CodingKey {
    case question = "Question"
    case rightCount = "RightCount"
    case easiness = "Easiness"
    case picture = "Picture"
    case deck = "Deck"
  }

  init(_ question: String, in deck: Deck) {
    self.question = question
    rightCount = 0
    easiness = 2.5
    self.deck = deck
    deck.cards.append(self)
  }
}

let deck = Deck("Numbers")
let card = FlashCard("6 × 7?", in: deck)

let data = try KeyedArchiver.archivedData(root: deck)
let again = try KeyedUnarchiver.unarchivedObject(of: Deck.self, from: data)
print(again.cards[0].question, again.cards[0].deck === again)  // prints 6 × 7? true

let copy = try KeyedArchiver.copy(of: deck)
print(copy === deck, copy.cards[0].easiness)  // prints false 2.5

let archiver = KeyedArchiver()
archiver.setClassName("OldDeck", for: Deck.self)
try archiver.encode(deck, forKey: "deck")
try archiver.encode(card, forKey: "current")
try archiver.encode(3, forKey: "version")
let bytes = try archiver.finishEncoding()

var registry = ClassRegistry()
registry.register(Deck.self, as: ["OldDeck"])
let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
let old = try unarchiver.decode(Deck.self, forKey: "deck")
let current = try unarchiver.decode(FlashCard.self, forKey: "current")
print(old.cards[0] === current, unarchiver.containsValue(forKey: "undo"))  // prints true false
print(try unarchiver.decode(Int.self, forKey: "version"))  // prints 3
