// A graph of mutable objects that saves itself.
// snippet.hide
import Foundation
import KeyedArchives
import ObservableState

// snippet.show
final class Card: Codable {
  var question: String
  var answer: String
  var rightCount = 0

  init(_ question: String, _ answer: String) {
    self.question = question
    self.answer = answer
  }
}

@MainActor
func study(in container: AppContainer) async throws {
  let deck = try SavedGraph(
    path: container.path("cards.archive", in: .documents), format: .keyedArchive(),
    initial: [Card]())

  deck.change { $0.append(Card("Capital of Peru?", "Lima")) }  // any part of the graph

  let card = deck.root[0]
  deck.change(card) { $0.rightCount += 1 }  // one object

  deck.willChange(card)  // one object, announced before it changes
  card.rightCount += 1

  print(deck.hasUnsavedChanges)  // prints true
  try await deck.save()  // returns once it is on the drive
  print(deck.hasUnsavedChanges)  // prints false
}
// snippet.hide

let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: root) }
let container = try AppContainer(root: root.path)
try await study(in: container)
let cards = try KeyedUnarchiver.unarchivedObject(
  of: [Card].self, fromFile: container.path("cards.archive", in: .documents).string)
print(cards.map(\.rightCount))  // prints [2]
