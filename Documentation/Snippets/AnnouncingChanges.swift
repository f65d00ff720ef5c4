// Objects on the main actor that announce their changes themselves.
// snippet.hide
import KeyedArchives
import ObservableState

let file = InMemoryStateFile()

// snippet.show
@MainActor
final class Card: @MainActor Codable {
  /// The graph of all cards.
  static weak var deck: SavedGraph<[Card]>?

  var question: String { willSet { Card.deck?.willChange(self) } }
  var answer: String { willSet { Card.deck?.willChange(self) } }

  init(_ question: String, _ answer: String) {
    self.question = question
    self.answer = answer
  }
}

@MainActor
func edit() async throws {
  let deck = try SavedGraph(
    inMemory: file, format: .keyedArchive(), initial: [Card("Capital of Peru?", "Lima")])
  Card.deck = deck
  try await deck.save()

  deck.root[0].question = "What is the capital of Peru?"
  print(deck.hasUnsavedChanges)  // prints true
  try await deck.save()
}
// snippet.hide

try await edit()
let archive = try KeyedUnarchiver(forReadingFrom: file.contents ?? Data())
print(try archive.decode([Card].self, forKey: "root")[0].question)
// prints What is the capital of Peru?
