// Compares two property lists, and turns one into the other.
import PropertyLists

let old: Plist = ["name": "Deck", "cards": [["id": 1, "text": "Hi"], ["id": 2, "text": "Ho"]]]
let new: Plist = ["cards": [["id": 2, "text": "Ho!"], ["id": 1, "text": "Hi"]], "name": "Deck"]

let difference = PlistDifference(from: try PlistDocument(old), to: try PlistDocument(new))
for change in difference.changes {
  let paths = [change.oldPath, change.newPath].compactMap { $0?.description }
  print(change.kind, paths.joined(separator: " → "))
}
// prints moved cards[0] → cards[1]
// prints changed cards[1].text → cards[0].text

let patch = try PlistPatch(edits: difference.edits).encoded()
var edited = old
try edited.apply(try PlistPatch(patch).edits)
print(edited == new)  // prints true
