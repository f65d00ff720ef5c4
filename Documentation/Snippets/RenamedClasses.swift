// A class that was renamed, lost a field and gained another, and still reads its old archives.
import KeyedArchives

/// The old program.
struct Note: Codable {
  var text: String
  var color: Int
}

/// The present program.
struct Memo: Codable, Archivable {
  var text: String
  var tags: [String]?

  static var archivedClassAliases: [String] { ["Note", "OldApp.Note"] }
}

let old = try KeyedArchiver.archivedData(root: Note(text: "milk", color: 3))
let memo = try KeyedUnarchiver.unarchivedObject(of: Memo.self, from: old)
print(memo.text, memo.tags ?? ["no tags"])  // prints milk ["no tags"]
