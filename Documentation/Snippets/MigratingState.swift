// A state that older programs saved in another form.
// snippet.hide
import Foundation
import PropertyLists
import StateStorage

// snippet.show
struct Deck: Codable {
  var cards: [String]
  var current: Int
}

// Version 1 had the cards under `items`, and no current card.
let schema = StateSchema(
  version: 2,
  migrations: [
    StateMigration(from: 1) { plist in
      plist["cards"] = plist["items"]
      plist["items"] = nil
      plist["current"] = 0
    }
  ])
// snippet.hide
let file = InMemoryStateFile()
file.contents = try Plist.dictionary(["items": ["Lima", "Oslo"]]).encoded(as: .xml)
// snippet.show
let store = StateStore<Deck>(inMemory: file, format: .xml, schema: schema)
let deck = try store.load(orInitial: Deck(cards: [], current: 0))
try store.save(deck)
print(deck.cards, file.asideContents.keys)  // prints ["Lima", "Oslo"] ["version-1"]
