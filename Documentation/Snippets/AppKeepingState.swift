// A complete program: its directories, its state, its preferences and its lifecycle.
import Foundation
import ObservableState

struct Notes: Codable, Sendable {
  var lines: [String] = []
}

func say(_ message: String) {
  FileHandle.standardError.write(Data("notes: \(message)\n".utf8))  // immediately, not buffered
}

func runNotes() throws {
  let container = try AppContainer(identifier: "org.example.notes", environment: .process)
  let preferences = try Preferences(domain: "org.example.notes", in: container)
  @Preference("launches", default: 0, in: preferences) var launches: Int
  launches += 1

  let path = try container.path("notes.plist", in: .documents)
  let notes: SavedState<Notes>
  do {
    notes = try SavedState(StateStore(path: path, format: .xml), initial: Notes())
  } catch {
    say("\(error)")  // there is a state that cannot be loaded: leave it unchanged
    exit(3)
  }
  if let generation = notes.source?.generation, generation > 0 {
    say("the last changes are missing: generation \(generation) is used")
  }

  let lifecycle = AppLifecycle { event, error in say("\(event): \(error)") }
  lifecycle.keep(notes)  // saves at suspension and exit, and adopts others' changes on return
  try lifecycle.start()
  while let line = readLine() {
    notes.change { $0.lines.append(line) }  // saved automatically within a second or so
  }
  print("launch \(launches), notes: \(notes.value.lines.count)")  // prints launch 1, notes: 0
  try lifecycle.terminate()
  try preferences.flush()
}

// snippet.hide
// Not in the user's directories.
let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: root) }
for name in AppContainer.Environment.names where name != "TMPDIR" { unsetenv(name) }
setenv("HOME", root.path, 1)
// snippet.show
do {
  try runNotes()
} catch {
  say("\(error)")
  exit(1)
}
