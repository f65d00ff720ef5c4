// Tests of archives whose references, classes and values are changed at random, reproducibly: each
// is an object or an error.
import FoundationBridge
import KeyedArchives
import OrderedCollections
import PropertyLists
import Testing

@Suite("Archives with changed references")
struct ShuffledArchiveTests {
  /// A generator of the same numbers each time.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static let classes: [AnyClass] = [
    NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSString.self, NSNumber.self,
    NSData.self, NSDate.self, NSURL.self, NSUUID.self, NSNull.self, NSIndexSet.self,
    NSIndexPath.self, NSValue.self, NSLocale.self, NSTimeZone.self, NSAttributedString.self,
    NSError.self, Foo.self, Bar.self, FaveVO.self, DataModel.self, FlashCard.self, BNRItem.self,
  ]

  private func sample() throws -> [Plist] {
    let text = NSMutableAttributedString(string: "abcd")
    text.addAttribute(.init("size"), value: 12, range: NSRange(location: 0, length: 2))
    let url = try #require(URL(string: "b", relativeTo: URL(string: "http://example.com/")))
    let list: [Any] = [
      DataModel([FaveVO("Here", 1.5, -2), FaveVO("There", 0.1, 3)], current: 1),
      Bar([Foo("A", 1), Foo("B", 2)]), FlashCard("Q", "A", 1, 2),
      BNRItem("N", nil, 3, Date(timeIntervalSinceReferenceDate: 5), "k"), text, url,
      NSCountedSet(array: ["q", "q"]), NSOrderedSet(array: [1, "x"]), IndexSet([1, 2, 9]),
      IndexPath(indexes: [1, 2]), NSMutableString(string: "m"), NSMutableData(data: Data([1])),
      Decimal(12.5), UUID(), NSNull(), Locale(identifier: "de"), NSRange(location: 1, length: 2),
      ["k": ["v", 1, true, 1.5]], Set(["s", "t"]),
      NSError(domain: "D", code: 1, userInfo: ["u": "v"]),
    ]
    let plist = try Plist(NSCodingArchiver.archivedData(root: list))
    return try #require(plist["$objects"]?.elements)
  }

  private func value(_ count: Int, _ random: inout Generator) -> Plist {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .integer(PlistInteger(Int64.random(in: -5...300, using: &random)))
    case 1: .integer(PlistInteger(Bool.random(using: &random) ? Int64.max : Int64.min))
    case 2: .string(["NSSet", "$null", "", "FaveVO"].randomElement(using: &random) ?? "")
    case 3: .data(Data([0xFF, 0x01, 0x80]))
    case 4: .array([.uid(PlistUID(UInt32.random(in: 0..<9, using: &random)))])
    default: .uid(PlistUID(UInt32.random(in: 0...UInt32(count), using: &random)))
    }
  }

  private func change(_ objects: inout [Plist], _ random: inout Generator) {
    let position = Int.random(in: 1..<objects.count, using: &random)
    let new = value(objects.count, &random)
    guard case .dictionary(var fields) = objects[position],
      let key = fields.keys.randomElement(using: &random)
    else {
      objects[position] = new
      return
    }
    if case .array(var members)? = fields[key], !members.isEmpty {
      members[Int.random(in: 0..<members.count, using: &random)] = new
      fields[key] = .array(members)
    } else {
      fields[key] = new
    }
    objects[position] = .dictionary(fields)
  }

  @Test("4,000 changed archives are objects or errors, and both occur")
  func shuffled() throws {
    let original = try sample()
    var random = Generator(state: 42)
    var (made, refused, listed) = (0, 0, 0)
    for _ in 0..<4000 {
      var objects = original
      for _ in 0..<Int.random(in: 1...4, using: &random) { change(&objects, &random) }
      let archive: Plist = [
        "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(PlistUID(1))],
        "$objects": .array(objects),
      ]
      do {
        let object = try NSCodingUnarchiver.unarchivedObject(
          ofClasses: Self.classes, from: archive.encoded(as: .binary))
        made += 1
        // What was decoded can be passed to Swift, and archived again or rejected.
        let elements = object as? [Any]
        if elements != nil { listed += 1 }
        _ = try NSCodingArchiver.archivedData(root: object)
      } catch is ArchiveError { refused += 1 }
    }
    #expect(made > 100)
    #expect(listed > 100)
    #expect(refused > 100)
  }
}
