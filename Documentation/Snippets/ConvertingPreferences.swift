// Preferences that convert as UserDefaults does.
// snippet.hide
import Foundation
import StateStorage

let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: root) }
let container = try AppContainer(root: root.path)
// snippet.show
var options = Preferences.Options()
options.conversion = .userDefaults
let preferences = try Preferences(
  domain: "org.example.notes", in: container, options: options)
preferences.setArguments(["-fontSize", "14pt", "-dark", "YES", "-folder", "/srv/notes"])

let size = try preferences.integer(forKey: "fontSize")
let isDark = try preferences.bool(forKey: "dark")
let folder = try preferences.url(forKey: "folder")
print(size ?? 12, isDark ?? false, folder?.path ?? "none")  // prints 14 true /srv/notes
