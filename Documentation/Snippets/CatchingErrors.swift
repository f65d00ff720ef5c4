// Distinguishes errors by their code, and shows them.
import PropertyLists

let text = "<array>\n  <integer>1</integer>\n  <string>two</array>"
do {
  _ = try Plist(Array(text.utf8))
} catch PlistError.Code.mismatchedTag {
  print("a tag is not closed")  // prints a tag is not closed
} catch {
  print(error)
}
