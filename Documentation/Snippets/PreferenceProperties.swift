// Preferences as properties of a type.
// snippet.hide
import Foundation
import StateStorage

// snippet.show
struct EditorSettings {
  @Preference<Int> var fontSize: Int
  @Preference<String?> var lastFile: String?

  init(_ preferences: Preferences) {
    _fontSize = Preference("fontSize", default: 12, in: preferences)
    _lastFile = Preference("lastFile", in: preferences)
  }
}
// snippet.hide
let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: root) }
let preferences = try Preferences(domain: "editor", in: AppContainer(root: root.path))
// snippet.show

let settings = EditorSettings(preferences)
settings.fontSize += 2
settings.lastFile = "notes.txt"
print(settings.fontSize, settings.lastFile ?? "none")  // prints 14 notes.txt
// snippet.hide
try preferences.flush()
