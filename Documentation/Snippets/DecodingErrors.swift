// A decoding error gives the location in the file and the path of the value.
import PropertyLists

struct Deck: Decodable {
  var name: String
  var counts: [Int]
}

let text = """
  <dict>
    <key>name</key><string>French</string>
    <key>counts</key>
    <array><integer>3</integer><string>twelve</string></array>
  </dict>
  """
do {
  _ = try PlistDecoder().decode(Deck.self, from: Array(text.utf8))
} catch DecodingError.typeMismatch(_, let context) {
  if let error = context.underlyingError as? PlistError, let location = error.position {
    print(error.message)  // prints expected an integer for Int, found a string
    print("line \(location.line ?? 0), column \(location.column ?? 0), offset \(location.offset)")
    // prints line 4, column 30, offset 97
    print("path \(error.path)")  // prints path counts[1]
  }
}
