// Tests of existing NSCoding classes in our archives, unchanged, compared with Foundation's
// archiver.
import FoundationBridge
import KeyedArchives
import PropertyLists
import Testing

/// The object after a round trip through an archive.
func roundTrip<T: NSObject & NSCoding>(
  _ object: T, _ others: [AnyClass] = [], options: NSCodingOptions = NSCodingOptions()
) throws -> T {
  let data = try NSCodingArchiver.archivedData(root: object)
  let made = try NSCodingUnarchiver.unarchivedObject(
    ofClasses: [T.self] + others, from: data, options: options)
  return try #require(made as? T)
}

@Suite("NSCoding classes")
struct NSCodingTests {
  @Test("A mutable array of objects survives as one")
  func bar() throws {
    let bar = try roundTrip(Bar([Foo("Juliana", 7), Foo("Nicolas", 3)]), [Foo.self])
    let foos = try #require(bar.foos as? [Foo])
    #expect(foos.map(\.name) == ["Juliana", "Nicolas"])
    #expect(foos.map(\.age) == [7, 3])
    bar.foos.add(Foo("James", 40))
    #expect(bar.foos.count == 3)
  }

  @Test("The current favorite is the same object as the one in the array")
  func faves() throws {
    let model = DataModel([FaveVO("Here", 1.5, -2), FaveVO("There", 0.1, 1e300)], current: 1)
    let made = try roundTrip(model, [FaveVO.self])
    #expect(made.favesArray.map(\.label) == ["Here", "There"])
    #expect(made.favesArray.map(\.lon) == [-2, 1e300])
    #expect(made.currentFave === made.favesArray[1])
    #expect(made.faveIndex == 1)
  }

  @Test("Dates, absent strings and whole numbers survive")
  func items() throws {
    let created = Date(timeIntervalSinceReferenceDate: 1234.5)
    let item = try roundTrip(BNRItem("Rusty Spork", nil, -42, created, "K"))
    #expect(item.itemName == "Rusty Spork")
    #expect(item.serialNumber == nil)
    #expect(item.valueInDollars == -42)
    #expect(item.dateCreated == created)
    #expect(item.itemKey == "K")
  }

  @Test("The root may be an array of cards, and a class is archived without its module name")
  func cards() throws {
    let data = try NSCodingArchiver.archivedData(root: [FlashCard("Q", "A", 1, 2)])
    let names = try PlistDocument(data).root["$objects"]?.children
      .compactMap { $0["$classname"]?.stringValue }
    #expect(names == ["FlashCard", "NSArray"])
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, FlashCard.self], from: data)
    let card = try #require((made as? [FlashCard])?.first)
    #expect([card.question, card.answer] == ["Q", "A"])
    #expect([card.rightCount, card.wrongCount] == [1, 2])
  }

  @Test("Foundation reads what we archive of its NSCoding classes")
  func foundationReads() throws {
    let created = Date(timeIntervalSinceReferenceDate: 99)
    let items = [BNRItem("A", "1", 1, created, nil), BNRItem("B", nil, 2, created, "k")]
    let unarchiver = try NSKeyedUnarchiver(
      forReadingFrom: NSCodingArchiver.archivedData(root: items))
    unarchiver.requiresSecureCoding = false
    unarchiver.setClass(BNRItem.self, forClassName: "BNRItem")
    let made = try #require(unarchiver.decodeObject(forKey: "root") as? [BNRItem])
    #expect(made.map(\.itemName) == ["A", "B"])
    #expect(made.map(\.serialNumber) == ["1", nil])
    #expect(made.map(\.valueInDollars) == [1, 2])
    #expect(made.map(\.dateCreated) == [created, created])
  }

  @Test("We read what Foundation archives, with or without the module in the class name")
  func foundationWrites() throws {
    let cards = [FlashCard("Q1", "A", 1, 2), FlashCard("Q2", "A", 3, 4)]
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: cards, requiringSecureCoding: false)
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, FlashCard.self], from: data)
    #expect((made as? [FlashCard])?.map(\.question) == ["Q1", "Q2"])
    #expect((made as? [FlashCard])?.map(\.wrongCount) == [2, 4])
  }

  @Test("Plain Codable types read what NSCoding classes have archived")
  func codableReads() throws {
    let data = try NSCodingArchiver.archivedData(root: FlashCard("Q", "A", 1, 7))
    let card = try KeyedUnarchiver.unarchivedObject(of: CodableCard.self, from: data)
    #expect(card.question == "Q")
    #expect(card.wrongCount == 7)
  }

  @Test("NSCoding classes read what plain Codable types have archived")
  func codableWrites() throws {
    let data = try KeyedArchiver.archivedData(root: [CodableCard("Q", 7)])
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, FlashCard.self], from: data)
    #expect((made as? [FlashCard])?.map(\.question) == ["Q"])
    #expect((made as? [FlashCard])?.map(\.wrongCount) == [7])
  }

  @Test("The archived name of a class can be chosen, in both directions")
  func names() throws {
    var names = ArchivedClassNames()
    names.set("MyFoo", for: Foo.self)
    let data = try NSCodingArchiver.archivedData(root: Foo("A", 1), classNames: names)
    #expect(throws: ArchiveError.self) {
      try NSCodingUnarchiver.unarchivedObject(ofClass: Foo.self, from: data)
    }
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClass: Foo.self, from: data, classNames: names)
    #expect(made?.name == "A")
    names.set("NewFoo", for: Foo.self)
    names.setClass(Foo.self, forClassName: "MyFoo")
    let renamed = try NSCodingUnarchiver.unarchivedObject(
      ofClass: Foo.self, from: data, classNames: names)
    #expect(renamed?.name == "A")
  }

  @Test("Several objects have separate keys, and a finished archive accepts no more")
  func severalKeys() throws {
    let archiver = NSCodingArchiver()
    let shared = Foo("James", 40)
    try archiver.encode(shared, forKey: "myfoo")
    try archiver.encode(Bar([shared]), forKey: "mybar")
    let data = try archiver.finishEncoding()
    #expect(throws: ArchiveError.self) { try archiver.encode(shared, forKey: "late") }
    let unarchiver = try NSCodingUnarchiver(forReadingFrom: data)
    let foo = try unarchiver.decodeObject(ofClasses: [Foo.self], forKey: "myfoo") as? Foo
    let bar = try unarchiver.decodeObject(ofClasses: [Bar.self, Foo.self], forKey: "mybar") as? Bar
    #expect(foo?.name == "James")
    #expect(bar?.foos.plistObject(at: 0) === foo)
    #expect(try unarchiver.decodeObject(ofClasses: [Foo.self], forKey: "absent") == nil)
    #expect(!unarchiver.containsValue(forKey: "absent"))
  }
}

/// The card as a plain Swift class.
private final class CodableCard: Codable, Archivable {
  var question: String
  var answer = "A"
  var wrongCount: Int

  enum CodingKeys: String, CodingKey {
    case question = "Question"
    case answer = "Answer"
    case wrongCount = "WrongCount"
  }

  init(_ question: String, _ wrongCount: Int) {
    self.question = question
    self.wrongCount = wrongCount
  }

  static var archivedClassName: String { "FlashCard" }
}
