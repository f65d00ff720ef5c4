// An archive in a file without a state store: a missing file is distinguished from an unreadable one.
import DurableFiles
import FoundationBridge

// snippet.hide

final class FlashCard: NSObject, NSCoding {
  let question: String

  init(_ question: String) { self.question = question }
  required init?(coder: NSCoder) {
    question = coder.decodeObject(forKey: "Question") as? String ?? ""
  }
  func encode(with coder: NSCoder) { coder.encode(question, forKey: "Question") }
}
// snippet.show

func loadCards(fromFile path: String) throws -> [FlashCard] {
  let object: Any?
  do {
    object = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, FlashCard.self], fromFile: path)
  } catch let error as FileError where error.code == .notFound {
    return []  // there is no file: the first run
  }
  guard let cards = object as? [FlashCard] else { throw CocoaError(.coderReadCorrupt) }
  return cards
}
// snippet.hide

let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
defer { try? FileManager.default.removeItem(atPath: path) }
print(try loadCards(fromFile: path).count)  // prints 0
try NSCodingArchiver.archive([FlashCard("6 × 7?")], toFile: path)
print(try loadCards(fromFile: path).count)  // prints 1
try NSCodingArchiver.archive("6 × 7?", toFile: path)
do { _ = try loadCards(fromFile: path) } catch { print("refused") }  // prints refused
