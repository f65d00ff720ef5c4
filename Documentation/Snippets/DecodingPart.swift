// Decodes part of a document, and passes context to the decoded types.
import PropertyLists

struct Deck: Decodable {
  var name: String
  var easiness: Double
}

let document = try PlistDocument(contentsOfFile: "Examples/Data/FlashCards-Info.plist")
let part = try document.root.value(at: PlistPath("FCDecks"))
let decks = try PlistDecoder().decode([Deck].self, from: part)
print(decks[0].name, decks[0].easiness)  // prints Café français 2.5
