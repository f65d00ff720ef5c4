// A class that was renamed, lost a field and got another, and still reads its old archives.
import KeyedArchives

/// As the program was.
struct Note: Codable {
  var text: String
  var color: Int
}

/// As it is now.
struct Memo: Codable, Archivable {
  var text: String
  var tags: [String]?

  static var archivedClassAliases: [String] { ["Note", "OldApp.Note"] }
}

let old = try KeyedArchiver.archivedData(root: Note(text: "milk", color: 3))
let memo = try KeyedUnarchiver.unarchivedObject(of: Memo.self, from: old)
print(memo.text, memo.tags ?? ["no tags"])  // prints milk ["no tags"]
