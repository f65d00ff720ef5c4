// Tests of archives exchanged with Foundation in the same process.
import Foundation
import KeyedArchives
import PropertyLists
import Testing

/// A card as a program with Foundation would declare it.
final class FoundationCard: NSObject, NSCoding {
  let question: String
  let answer: String
  let right: Int
  let wrong: Int

  init(_ question: String, _ answer: String, _ right: Int, _ wrong: Int) {
    self.question = question
    self.answer = answer
    self.right = right
    self.wrong = wrong
  }

  required init?(coder: NSCoder) {
    question = coder.decodeObject(forKey: "Question") as? String ?? ""
    answer = coder.decodeObject(forKey: "Answer") as? String ?? ""
    right = coder.decodeInteger(forKey: "RightCount")
    wrong = coder.decodeInteger(forKey: "WrongCount")
  }

  func encode(with coder: NSCoder) {
    coder.encode(question, forKey: "Question")
    coder.encode(answer, forKey: "Answer")
    coder.encode(right, forKey: "RightCount")
    coder.encode(wrong, forKey: "WrongCount")
  }
}

/// The same card as a plain Swift type.
private final class FlashCard: Codable, Archivable {
  var question: String
  var answer: String
  var rightCount: Int
  var wrongCount: Int
  static var archivedClassName: String { "FlashCard" }
  static var archivedClassAliases: [String] { [NSStringFromClass(FoundationCard.self)] }

  enum CodingKeys: String, CodingKey {
    case question = "Question"
    case answer = "Answer"
    case rightCount = "RightCount"
    case wrongCount = "WrongCount"
  }

  init(_ question: String, _ answer: String, _ right: Int, _ wrong: Int) {
    self.question = question
    self.answer = answer
    rightCount = right
    wrongCount = wrong
  }
}

@Suite("Exchange with Foundation")
struct FoundationExchangeTests {
  @Test("Foundation reads our array of cards")
  func ours() throws {
    let cards = [FlashCard("Q1", "A", 1, 2), FlashCard("Q2", "A", 3, 4)]
    let data = try KeyedArchiver.archivedData(root: cards)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    unarchiver.setClass(FoundationCard.self, forClassName: "FlashCard")
    let read = unarchiver.decodeObject(forKey: "root") as? [FoundationCard]
    #expect(read?.map(\.question) == ["Q1", "Q2"])
    #expect(read?.map(\.answer) == ["A", "A"])
    #expect(read?.map(\.right) == [1, 3])
    #expect(read?.map(\.wrong) == [2, 4])
  }

  @Test("We read Foundation's array of cards")
  func theirs() throws {
    let cards = [FoundationCard("Q1", "A", 1, 2), FoundationCard("Q2", "A", 3, 4)]
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: cards, requiringSecureCoding: false)
    let read = try KeyedUnarchiver.unarchivedObject(of: [FlashCard].self, from: data)
    #expect(read.map(\.question) == ["Q1", "Q2"])
    #expect(read.map(\.wrongCount) == [2, 4])
  }

  @Test("Foundation reads our dates, data, addresses and collections")
  func ourValues() throws {
    let archiver = KeyedArchiver()
    let (date, uuid) = (Date(timeIntervalSinceReferenceDate: 3.5), UUID())
    try archiver.encode(date, forKey: "date")
    try archiver.encode(uuid, forKey: "uuid")
    try archiver.encode(URL(string: "http://a.b/c"), forKey: "url")
    try archiver.encode(Data([1, 2]), forKey: "data")
    try archiver.encode(["a": [1, 2], "b": []], forKey: "dictionary")
    try archiver.encode(Set([1.5, 2.5]), forKey: "set")
    try archiver.encode(7, forKey: "int")
    try archiver.encode(true, forKey: "bool")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
    unarchiver.requiresSecureCoding = false
    #expect(unarchiver.decodeObject(of: NSDate.self, forKey: "date") as Date? == date)
    #expect(unarchiver.decodeObject(of: NSUUID.self, forKey: "uuid") as UUID? == uuid)
    #expect(
      unarchiver.decodeObject(of: NSURL.self, forKey: "url")?.absoluteString == "http://a.b/c")
    #expect(unarchiver.decodeObject(forKey: "data") as? Data == Data([1, 2]))
    #expect(
      unarchiver.decodeObject(forKey: "dictionary") as? [String: [Int]] == ["a": [1, 2], "b": []])
    #expect(unarchiver.decodeObject(forKey: "set") as? Set<Double> == [1.5, 2.5])
    #expect(unarchiver.decodeInteger(forKey: "int") == 7)
    #expect(unarchiver.decodeBool(forKey: "bool"))
  }

  @Test(
    "A date that is not finite survives in both directions, as a real number of seconds")
  func timelessDates() throws {
    // The description of such a date stops the program, so it never appears in an expectation.
    for seconds in [Double.infinity, -.infinity, .nan] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let ours = try NSKeyedUnarchiver(
        forReadingFrom: KeyedArchiver.archivedData(root: date))
      let decoded = ours.decodeObject(of: NSDate.self, forKey: "root")
      let found = decoded?.timeIntervalSinceReferenceDate
      #expect(found?.bitPattern == seconds.bitPattern)
      let theirs = try NSKeyedArchiver.archivedData(
        withRootObject: date as NSDate, requiringSecureCoding: true)
      let read = try KeyedUnarchiver.unarchivedObject(of: Date.self, from: theirs)
      let again = read.timeIntervalSinceReferenceDate
      #expect(again.bitPattern == seconds.bitPattern)
    }
  }

  @Test("We read Foundation's dates, data, addresses and collections")
  func theirValues() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    let (date, uuid) = (Date(timeIntervalSinceReferenceDate: 3.5), UUID())
    archiver.encode(date as NSDate, forKey: "date")
    archiver.encode(uuid as NSUUID, forKey: "uuid")
    archiver.encode(NSURL(string: "http://a.b/c"), forKey: "url")
    archiver.encode(Data([1, 2]) as NSData, forKey: "data")
    archiver.encode(["a": [1, 2], "b": []] as NSDictionary, forKey: "dictionary")
    archiver.encode(NSSet(array: [1.5, 2.5]), forKey: "set")
    archiver.encode(7, forKey: "int")
    archiver.encode(true, forKey: "bool")
    archiver.finishEncoding()
    let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(try unarchiver.decode(Date.self, forKey: "date") == date)
    #expect(try unarchiver.decode(UUID.self, forKey: "uuid") == uuid)
    #expect(try unarchiver.decode(URL.self, forKey: "url").absoluteString == "http://a.b/c")
    #expect(try unarchiver.decode(Data.self, forKey: "data") == Data([1, 2]))
    #expect(
      try unarchiver.decode([String: [Int]].self, forKey: "dictionary") == ["a": [1, 2], "b": []])
    #expect(try unarchiver.decode(Set<Double>.self, forKey: "set") == [1.5, 2.5])
    #expect(try unarchiver.decode(Int.self, forKey: "int") == 7)
    #expect(try unarchiver.decode(Bool.self, forKey: "bool"))
    #expect(try unarchiver.decodeIfPresent(Int.self, forKey: "absent") == nil)
  }
}
