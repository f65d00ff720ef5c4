// Codes a type by its fields, without the containers of Codable.
import Foundation
import PropertyLists

struct Card: Codable {
  var question: String
  var answer: String
  var due: Date?
}

extension Card: PlistFieldCodable {
  static let plistFields = PlistFields("question", "answer", "due")

  init(from fields: borrowing PlistFieldReader) throws {
    question = try fields.decode(0)
    answer = try fields.decode(1)
    due = try fields.decodeIfPresent(2)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(question)
    case 1: try writer.encode(answer)
    default: try writer.encodeIfPresent(due)
    }
  }
}

let cards = [Card(question: "Capital of Peru?", answer: "Lima")]
let file = try PlistEncoder(outputFormat: .binary).encode(cards)
let again = try PlistDecoder().decode([Card].self, from: file)
print(again[0].answer)  // prints Lima

// If direct decoding does not accept a value, Codable decodes it or reports the error.
do {
  _ = try PlistDecoder().decode(Card.self, from: ["question": "Capital of Chile?"] as Plist)
} catch DecodingError.keyNotFound(let key, _) {
  print(key.stringValue)  // prints answer
}

// snippet.hide
/// Builds with optimization also compile asynchronous functions of clients.
func decodedInTask(_ file: Data) async throws -> [Card] {
  await Task.yield()
  return try PlistDecoder().decode([Card].self, from: file)
}

print(try await decodedInTask(file).count)  // prints 1
// snippet.show
