// The directories of an app, with the notices that a service should report.
// snippet.hide
import Foundation
import StateStorage

func report(_ message: String) { FileHandle.standardError.write(Data("notes: \(message)\n".utf8)) }

// snippet.show
func findFiles() throws {
  let container = try AppContainer(identifier: "org.example.notes", environment: .process)
  for notice in container.notices {
    report("\(notice)")  // for the log of a service
  }
  let notes = try container.path("notes.plist", in: .documents)
  let words = try container.resources.path("words.plist")
  report("\(notes), \(words)")
}
// snippet.hide

do { try findFiles() } catch { report("\(error)") }
