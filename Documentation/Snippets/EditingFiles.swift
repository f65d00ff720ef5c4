// Edits a file without touching its comments, and undoes the edit.
import PropertyLists

let text = """
  // Settings of the app
  {
    theme = dark;       // or light
    recent = ( "a.txt" );
  }

  """
let document = try PlistDocument(Array(text.utf8))
let edited = try document.applying([
  .set(try PlistPath("theme"), "light"), .append(try PlistPath("recent"), "b.txt"),
])
print(String(decoding: edited.data, as: UTF8.self).split(separator: "\n")[2...3])
// prints ["  theme = light;       // or light", "  recent = ( \"a.txt\", \"b.txt\" );"]

let restored = try PlistDocument(edited.data).applying([edited.inverse])
print(String(decoding: restored.data, as: UTF8.self) == text)  // prints true

struct Settings: Codable {
  var theme: String
  var recent: [String]
}
let settings = Settings(theme: "dark", recent: [])
let written = try PlistEncoder().encode(settings, into: document).data
print(String(decoding: written, as: UTF8.self).split(separator: "\n")[2...3])
// prints ["  theme = dark;       // or light", "  recent = ( );"]
