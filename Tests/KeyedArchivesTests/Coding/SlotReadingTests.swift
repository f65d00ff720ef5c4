// Tests of the reader that takes classes with numbered fields straight from the slots of a binary
// file: it accepts only what the unarchiver accepts, with the same values.
import Foundation
import KeyedArchives
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

private final class Deck: PlistFieldCodable {
  var title: String
  var cards: [Card]
  var best: Card?
  var made: Date
  var cover: Data?
  var scores: [Int]
  var ratios: [Double]
  var flags: [Bool]
  static let plistFields = PlistFields(
    "title", "cards", "best", "made", "cover", "scores", "ratios", "flags")

  init(_ count: Int) {
    title = "Déjà vu"
    cards = (0..<count).map { Card("Question \($0)", number: $0) }
    best = cards.first
    made = Date(timeIntervalSinceReferenceDate: 700_000_000.5)
    cover = count > 1 ? Data([1, 2, 3]) : nil
    scores = [3, -1, 1 << 40]
    ratios = [0.5, 2]
    flags = [true, false]
  }

  init(from fields: borrowing PlistFieldReader) throws {
    title = try fields.decode(0)
    cards = try fields.decode(1)
    best = try fields.decodeIfPresent(2)
    made = try fields.decode(3)
    cover = try fields.decodeIfPresent(4)
    scores = try fields.decode(5)
    ratios = try fields.decode(6)
    flags = try fields.decode(7)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(title)
    case 1: try writer.encode(cards)
    case 2: try writer.encodeIfPresent(best)
    case 3: try writer.encode(made)
    case 4: try writer.encodeIfPresent(cover)
    case 5: try writer.encode(scores)
    case 6: try writer.encode(ratios)
    default: try writer.encode(flags)
    }
  }
}

private final class Card: PlistFieldCodable {
  let question: String
  let note: String?
  let number: Int
  let weight: Float
  let isDone: Bool
  static let plistFields = PlistFields("question", "note", "number", "weight", "isDone")

  init(_ question: String, number: Int) {
    (self.question, self.number) = (question, number)
    note = number % 2 == 0 ? nil : "A note"
    weight = Float(number) / 7
    isDone = number % 3 == 0
  }

  init(from fields: borrowing PlistFieldReader) throws {
    FieldMode.count.addDirect()
    question = try fields.decode(0)
    note = try fields.decodeIfPresent(1)
    number = try fields.decode(2)
    weight = try fields.decode(3)
    isDone = try fields.decode(4)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    switch field {
    case 0: try writer.encode(question)
    case 1: try writer.encodeIfPresent(note)
    case 2: try writer.encode(number)
    case 3: try writer.encode(weight)
    default: try writer.encode(isDone)
    }
  }
}

/// A class that ignores one of its fields.
private final class Careless: PlistFieldCodable, Archivable {
  let number: Int
  static let plistFields = PlistFields("number", "other")
  static let archivedClassName = "Careless"
  private enum CodingKeys: CodingKey { case number }

  init(from fields: borrowing PlistFieldReader) throws { number = try fields.decode(0) }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try writer.encode(number) }
  }
}

/// A class that takes what it can read.
private final class Lenient: PlistFieldCodable {
  let due: Date?
  let title: String?
  static let plistFields = PlistFields("due", "title")
  private enum CodingKeys: CodingKey { case due, title }

  init(from fields: borrowing PlistFieldReader) throws {
    due = try? fields.decode(0)
    title = try? fields.decode(1)
  }

  func encode(field: Int, to writer: inout PlistFieldWriter) throws {
    if field == 0 { try writer.encodeIfPresent(due) } else { try writer.encodeIfPresent(title) }
  }
}

@Suite("Archives that are read slot by slot")
struct SlotReadingTests {
  /// Unarchives through a table.
  private func byTable<Value: Decodable>(_ type: Value.Type, _ data: Data) throws -> Value {
    try KeyedUnarchiver(forReadingFrom: data).decode(type, forKey: "root")
  }

  /// The archive of what an archive contains, or the error.
  private func result(_ unarchive: () throws -> Deck) -> String {
    do {
      return try KeyedArchiver.archivedData(root: unarchive()).base64EncodedString()
    } catch { return "error \(error)" }
  }

  @Test("A whole archive is read with the values that the unarchiver reads")
  func values() throws {
    for count in [0, 1, 2, 300] {
      let data = try KeyedArchiver.archivedData(root: Deck(count))
      let deck = try KeyedUnarchiver.unarchivedObject(of: Deck.self, from: data)
      #expect(try KeyedArchiver.archivedData(root: deck) == data)
      #expect(deck.best === deck.cards.first)
      #expect(deck.title == "Déjà vu" && deck.scores.last == 1 << 40)
      #expect(try KeyedArchiver.archivedData(root: byTable(Deck.self, data)) == data)
    }
  }

  @Test("Each object is created once")
  func once() throws {
    let data = try KeyedArchiver.archivedData(root: Deck(300))
    let count = FieldMode.Count()
    _ = try FieldMode.$count.withValue(count) {
      try KeyedUnarchiver.unarchivedObject(of: Deck.self, from: data)
    }
    #expect(count.direct == 300)
  }

  @Test("Lists, and values that are not objects, are read from the top")
  func tops() throws {
    let cards = (0..<20).map { Card("Q\($0)", number: $0) }
    let data = try KeyedArchiver.archivedData(root: cards)
    let read = try KeyedUnarchiver.unarchivedObject(of: [Card].self, from: data)
    #expect(read.map(\.question) == cards.map(\.question))
    #expect(read.map(\.note) == cards.map(\.note))
    let numbers = try KeyedArchiver.archivedData(root: [1, 2, 1])
    #expect(try KeyedUnarchiver.unarchivedObject(of: [Int].self, from: numbers) == [1, 2, 1])
    let text = try KeyedArchiver.archivedData(root: "text")
    #expect(try KeyedUnarchiver.unarchivedObject(of: String.self, from: text) == "text")
    #expect(try KeyedUnarchiver.unarchivedObject(of: String?.self, from: text) == "text")
  }

  @Test("Archives that Foundation wrote are read")
  func foundation() throws {
    let array = NSArray(array: ["a", "b", "a"].map { NSString(string: $0) })
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: array, requiringSecureCoding: false)
    #expect(try KeyedUnarchiver.unarchivedObject(of: [String].self, from: data) == ["a", "b", "a"])
  }

  @Test("Every changed byte gives the value or the error that the unarchiver gives")
  func changedBytes() throws {
    let data = try KeyedArchiver.archivedData(root: Deck(2))
    var refused = 0
    for index in data.indices {
      for change in [1, 0x10, 0x80, 0xFF] as [UInt8] {
        var damaged = data
        damaged[index] ^= change
        let expected = result { try byTable(Deck.self, damaged) }
        let found = result {
          try KeyedUnarchiver.unarchivedObject(of: Deck.self, from: damaged)
        }
        #expect(found == expected, "byte \(index) changed by \(change)")
        if expected.hasPrefix("error") { refused += 1 }
      }
    }
    #expect(refused > data.count)
  }

  @Test("Changed objects give the value or the error that the unarchiver gives")
  func changedObjects() throws {
    let archive = try Plist(KeyedArchiver.archivedData(root: Deck(3)))
    var random = ScriptGenerator(seed: 29)
    var (refused, accepted) = (0, 0)
    for _ in 0..<600 {
      let data = try damaged(archive, &random).encoded(as: .binary)
      let expected = result { try byTable(Deck.self, data) }
      #expect(
        result { try KeyedUnarchiver.unarchivedObject(of: Deck.self, from: data) } == expected)
      if expected.hasPrefix("error") { refused += 1 } else { accepted += 1 }
    }
    #expect(refused > 100 && accepted > 20)
  }

  /// Changes a few values of objects, or adds some.
  private func damaged(_ archive: Plist, _ random: inout ScriptGenerator) -> Plist {
    guard case .dictionary(var parts) = archive, case .array(var slots)? = parts["$objects"] else {
      return archive
    }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let slot = Int.random(in: 0..<slots.count, using: &random)
      let others: [Plist] = [
        1, -1, 1.5, true, "text", "$null", .data(Data([1])), uid(0), uid(1), uid(9999), ["a": 1],
        uid(Int.random(in: 0..<slots.count, using: &random)), .array([]), .array([uid(2)]),
        .integer(PlistInteger(UInt64.max)), .date(Date(timeIntervalSinceReferenceDate: 5)),
      ]
      let other = others[Int.random(in: 0..<others.count, using: &random)]
      guard case .dictionary(var fields) = slots[slot] else {
        if Int.random(in: 0..<3, using: &random) == 0 { slots[slot] = other }
        continue
      }
      let keys = fields.keys.sorted() + ["extra", "$class"]
      let key = keys[Int.random(in: 0..<keys.count, using: &random)]
      fields[key] = Int.random(in: 0..<4, using: &random) == 0 ? nil : other
      slots[slot] = .dictionary(fields)
    }
    parts["$objects"] = .array(slots)
    return .dictionary(parts)
  }

  @Test("A field that a class ignores is judged nevertheless")
  func ignoredFields() throws {
    for (other, isValid) in [(uid(3), true), (uid(2), false), (uid(77), false)] {
      let data = try archivePlist([
        "$null", ["number": 1, "other": other, "$class": uid(2)],
        ["$classname": "Careless", "$classes": ["Careless", "NSObject"]], "text",
      ]).encoded(as: .binary)
      #expect((unarchivingCode(Careless.self, data) == nil) == isValid)
      let error = failure(ArchiveError.self) {
        try KeyedUnarchiver.unarchivedObject(of: Careless.self, from: data)
      }
      #expect((error == nil) == isValid)
    }
  }

  @Test("A type that discards errors gets the values that the unarchiver reads")
  func discardedErrors() throws {
    let date: Plist = ["NS.time": 5, "$class": uid(5)]
    let data = try archivePlist(
      [
        "$null", .array([]), ["due": uid(4), "title": uid(6), "$class": uid(3)],
        ["$classname": "Lenient", "$classes": ["Lenient"]], date,
        ["$classname": "NSDate", "$classes": ["NSDate"]],
        ["NS.string": "text", "$class": uid(7)],
        ["$classname": "NSMutableString", "$classes": ["NSMutableString"]],
      ], root: uid(2)
    ).encoded(as: .binary)
    let lenient = try KeyedUnarchiver.unarchivedObject(of: Lenient.self, from: data)
    #expect(lenient.title == "text" && lenient.due == Date(timeIntervalSinceReferenceDate: 5))
  }

  @Test("A date whose time is a reference, and a version that is a real, are refused as before")
  func unusualNumbers() throws {
    let date = archivePlist([
      "$null", ["NS.time": uid(2), "$class": uid(3)], 1.5,
      ["$classname": "NSDate", "$classes": ["NSDate"]],
    ])
    var text = archivePlist(["$null", "text"])
    text["$version"] = .real(100_000)
    let (dateData, textData) = (try date.encoded(as: .binary), try text.encoded(as: .binary))
    let dateError = failure(ArchiveError.self) {
      try KeyedUnarchiver.unarchivedObject(of: Date.self, from: dateData)
    }
    #expect(dateError?.code == .typeMismatch)
    let textError = failure(ArchiveError.self) {
      try KeyedUnarchiver.unarchivedObject(of: String.self, from: textData)
    }
    #expect(textError?.code == .unknownVersion)
  }

  @Test("A file in which nothing refers to a broken object is refused as before")
  func unreachable() throws {
    let slots: [Plist] = [
      "$null", ["number": 1, "other": 2, "$class": uid(2)],
      ["$classname": "Careless", "$classes": ["Careless"]], ["lost": uid(99)],
    ]
    let data = try archivePlist(slots).encoded(as: .binary)
    #expect(
      failure(ArchiveError.self) {
        try KeyedUnarchiver.unarchivedObject(of: Careless.self, from: data)
      }?.code
        == failure(ArchiveError.self) { try byTable(Careless.self, data) }?.code)
  }
}
