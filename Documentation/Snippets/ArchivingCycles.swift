// Objects that refer to each other, and the value of a link before all objects are complete.
import KeyedArchives

final class Folder: Codable, UnarchivingObserver {
  var name: String
  var files: [File] = []
  init(name: String) { self.name = name }

  func didUnarchive() { print("whole:", name, files.allSatisfy { $0.folder === self }) }
}

final class File: Codable {
  var name: String
  @Reference var folder: Folder?
  @WeakReference var lastReader: Reader?

  init(name: String, in folder: Folder) {
    self.name = name
    self.folder = folder
    folder.files.append(self)
  }
}

final class Reader: Codable {}

let folder = Folder(name: "notes")
let reader = Reader()
let file = File(name: "today", in: folder)
file.lastReader = reader

let data = try KeyedArchiver.archivedData(root: folder)
let again = try KeyedUnarchiver.unarchivedObject(of: Folder.self, from: data)
// prints whole: notes true
print(again.files[0].folder === again)  // prints true
print(again.files[0].lastReader == nil)  // prints true
