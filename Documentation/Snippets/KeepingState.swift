// A state that is loaded with a report of the outcome, and saved.
// snippet.hide
import Foundation
import StateStorage
import SystemPackage

struct Card: Codable, Sendable {
  var question: String
  var answer: String
}

// snippet.show
func loadCards(from store: StateStore<[Card]>) throws -> [Card] {
  switch store.load() {
  case .missing:
    return [Card(question: "Capital of Peru?", answer: "Lima")]  // the first launch
  case .loaded(let cards, _):
    return cards
  case .recovered(let cards, let source, let reason):
    print("generation \(source.generation) is used: \(reason)")  // tell the user
    return cards
  case .corrupt(let error), .unreadable(let error), .newerVersion(_, let error):
    throw error  // there is a state that cannot be loaded; do not continue with an empty one
  }
}
// snippet.hide
let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: root) }
let store = StateStore<[Card]>(
  path: FilePath(root.appendingPathComponent("cards.plist").path), format: .binary)
var cards = try loadCards(from: store)
cards.append(Card(question: "Capital of Norway?", answer: "Oslo"))
try store.save(cards)
print(try loadCards(from: store).count)  // prints 2
