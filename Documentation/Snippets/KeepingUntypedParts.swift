// A type that preserves a part of a file whose structure it does not know.
import PropertyLists

struct Settings: Codable {
  var theme: String
  var plugins: [String: Plist]
}

let text = "{ theme = dark; plugins = { spelling = { words = (Plinth, plist); }; }; }"
let settings = try PlistDecoder().decode(Settings.self, from: Data(text.utf8))
print(settings.plugins["spelling"]?["words"]?[1]?.stringValue ?? "")  // prints plist
