// State, preferences and the lifecycle of an app in a few lines.
// snippet.hide
import Foundation
// snippet.show
import ObservableState

struct Notes: Codable, Sendable {
  var lines: [String] = []
}
// snippet.hide

// Not in the user's directories.
let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: root) }
for name in AppContainer.Environment.names where name != "TMPDIR" { unsetenv(name) }
setenv("HOME", root.path, 1)
// snippet.show

let container = try AppContainer(identifier: "org.example.brief", environment: .process)
let file = try container.path("notes.plist", in: .documents)
let store = StateStore<Notes>(path: file, format: .xml)
let notes = try SavedState(store, initial: Notes())  // throws if the file exists but cannot be read

let preferences = try Preferences(domain: "org.example.brief", in: container)
try preferences.set(14, forKey: "fontSize")  // written automatically half a second later

let lifecycle = AppLifecycle()
lifecycle.keep(notes)  // saves on Control-Z, Control-C and SIGTERM, and at the end of `run`
try await lifecycle.run {
  notes.change { $0.lines.append("Lima") }  // saved automatically within a second or so
}
print(try store.load(orInitial: Notes()).lines)  // prints ["Lima"]
print(try preferences.integer(forKey: "fontSize") ?? 12)  // prints 14
// snippet.hide
try preferences.flush()
