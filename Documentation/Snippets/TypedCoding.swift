// Encodes and decodes a custom type.
import PropertyLists

struct Deck: Codable {
  var name: String
  var created: Date
  var cards: [[String]]
  var easiness: Double
}

let deck = Deck(
  name: "French", created: Date(timeIntervalSinceReferenceDate: 0),
  cards: [["le pain", "bread"]], easiness: 2.5)

let xml = try PlistEncoder().encode(deck)
print(String(decoding: xml, as: UTF8.self).split(separator: "\n")[4])  // prints 	<key>cards</key>

let binary = try PlistEncoder(outputFormat: .binary).encode(deck)
let again = try PlistDecoder().decode(Deck.self, from: binary)
print(again.name, again.cards[0][1])  // prints French bread
