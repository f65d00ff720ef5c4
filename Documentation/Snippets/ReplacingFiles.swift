// Replaces a file, detects another writer, and reads the previous generation.
import DurableFiles
// snippet.hide
import Foundation
import SystemPackage

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
defer { try? FileManager.default.removeItem(at: folder) }
let notes = FilePath(folder.path).appending("notes.txt")
// snippet.show

var options = AtomicReplacement.Options(previousGenerations: 1, digest: .recorded)
try AtomicReplacement.write(Array("Lima".utf8), to: notes, options: options)

let snapshot = try FileContents.snapshot(of: notes)
print(String(decoding: snapshot.bytes, as: UTF8.self))  // prints Lima

// Meanwhile, another program replaces the file.
try AtomicReplacement.write(Array("Oslo".utf8), to: notes, options: options)

options.precondition = .unchanged(snapshot.identity)
do {
  try AtomicReplacement.write(Array("Lima, Rome".utf8), to: notes, options: options)
} catch {
  print(error.code.rawValue)  // prints conflict
}
let previous = try PreviousGenerations.snapshot(1, of: notes)
print(String(decoding: previous?.bytes ?? [], as: UTF8.self))  // prints Lima
