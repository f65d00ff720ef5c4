// A program on the main actor: its objects, its lifecycle, and lines that are read on another
// thread.
import Foundation
import ObservableState

final class Note: Codable {
  var text: String
  var readCount = 0

  init(_ text: String) { self.text = text }
}

@MainActor
final class NotesApp {
  let notes: SavedGraph<[Note]>

  init(in container: AppContainer) throws {
    notes = try SavedGraph(
      path: container.path("notes.archive", in: .documents), format: .keyedArchive(), initial: [])
  }

  func run() async throws {
    let lifecycle = AppLifecycle { event, error in say("\(event): \(error)") }
    lifecycle.keep(notes)  // saves at suspension and exit, and adopts others' changes on return
    lifecycle.on(.willTerminate) { @MainActor in say("\(self.notes.root.count) notes") }
    try await lifecycle.run {
      for await line in lines() { notes.change { $0.append(Note(line)) } }
    }
  }
}

/// Lines of standard input, read on a separate thread while the main actor is free.
func lines() -> AsyncStream<String> {
  AsyncStream { continuation in
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
  }
}

func say(_ message: String) {
  FileHandle.standardError.write(Data("notes: \(message)\n".utf8))
}
// snippet.hide

let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: root) }
let app = try NotesApp(in: AppContainer(root: root.path))
try await app.run()
print(app.notes.root.count, app.notes.hasUnsavedChanges)  // prints 0 false
