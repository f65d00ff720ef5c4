// Preferences with defaults, read by type.
// snippet.hide
import Foundation
import PropertyLists
import StateStorage

// snippet.show
func chooseFont(in container: AppContainer) throws {
  let preferences = try Preferences(domain: "org.example.notes", in: container)
  preferences.register(["fontName": "Palatino", "fontSize": 12])

  try preferences.set(14, forKey: "fontSize")
  let size = try preferences.integer(forKey: "fontSize")
  let name = try preferences.string(forKey: "fontName")
  let color = try preferences.string(forKey: "fontColor")
  print(name ?? "none", size ?? 0, color ?? "no color")  // prints Palatino 14 no color
  try preferences.flush()
}
// snippet.hide
let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: root) }
try chooseFont(in: AppContainer(root: root.path))
