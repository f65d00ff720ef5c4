// The calls of UserDefaults, one by one, and the import of its file.
// snippet.hide
import Foundation
// snippet.show
import PropertyLists
import StateStorage

func restoreSettings(in container: AppContainer) throws {
  let preferences = try Preferences(domain: "org.example.notes", in: container)
  preferences.register(["fontSize": 12])
  preferences.setArguments()
  preferences.addSuite(try Preferences(domain: "org.example.shared", in: container))

  try preferences.set(14, forKey: "fontSize")
  try preferences.set(["Latin", "French"], forKey: "recent")
  let size = try preferences.integer(forKey: "fontSize") ?? 0
  let isDark = try preferences.bool(forKey: "dark") ?? false
  let name = try preferences.string(forKey: "fontName")
  let recent = try preferences.stringArray(forKey: "recent") ?? []
  print(size, isDark, name ?? "none", recent)  // prints 14 false none ["Latin", "French"]

  preferences.remove("recent")
  print(try preferences.plist(forKey: "recent") == nil)  // prints true
  print(try preferences.dictionaryRepresentation["fontSize"]?.intValue ?? 0)  // prints 14
  try preferences.flush()
}

/// Copies the values from a `UserDefaults` file, unless preferences already exist.
func importDefaults(fromFile path: String, into preferences: Preferences) throws {
  guard try preferences.keys.isEmpty else { return }
  for (key, value) in try Plist(contentsOfFile: path).pairs ?? [:] {
    try preferences.set(value, forKey: key)
  }
  try preferences.flush()
}
// snippet.hide

let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: root) }
let container = try AppContainer(root: root.path)
try restoreSettings(in: container)
let imported = try Preferences(domain: "org.example.imported", in: container)
try importDefaults(fromFile: "Examples/Data/settings.plist", into: imported)
print(try imported.string(forKey: "theme") ?? "none")  // prints dark
