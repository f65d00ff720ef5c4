// Reads a document and inspects single values of it.
import PropertyLists

let file = "Examples/Data/FlashCards-Info.plist"
let document = try PlistDocument(contentsOfFile: file)

let name = document.root["CFBundleName"]?.stringValue ?? "no name"
print(name)  // prints Flash Cards

let path = try PlistPath("FCDecks[0].cards[1][0]")
let card = try document.root.value(at: path)
print(card.stringValue ?? "no text")  // prints l’eau
print(card.position.map { "\($0)" } ?? "nowhere")  // prints 39:6

for (key, value) in zip(document.root.keys, document.root.children) where value.count > 0 {
  print("\(key): \(value.count) × \(value.kind)")
}
// prints CFBundleDocumentTypes: 1 × array
// prints FCDecks: 1 × array
// prints UIDeviceFamily: 2 × array
