// Tests of standard classes exchanged with Foundation in the same process, in both directions.
import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("Standard classes exchanged with Foundation")
struct StandardClassExchangeTests {
  /// Objects of Foundation, by name.
  private static func objects() -> [(String, NSObject)] {
    let text = NSMutableAttributedString(
      string: "abcdef", attributes: [NSAttributedString.Key("Size"): 12])
    text.setAttributes(
      [NSAttributedString.Key("Size"): 9], range: NSRange(location: 2, length: 2))
    let indices = NSMutableIndexSet(indexesIn: NSRange(location: 3, length: 40))
    indices.add(in: NSRange(location: 1000, length: 7))
    var name = PersonNameComponents()
    name.givenName = "Ada"
    name.familyName = "Lovelace"
    let calendar = Calendar(identifier: .gregorian)
    let url = URL(string: "http://a.example/") ?? URL(fileURLWithPath: "/")
    let counted = NSCountedSet(array: ["a", "a", "b"])
    return [
      ("array", NSArray(array: ["a", 1, NSNull(), ["b"] as NSArray])),
      ("mutable array", NSMutableArray(array: ["a", 2.5, true])),
      ("dictionary", NSDictionary(dictionary: ["k": "v", "n": 3])),
      ("mutable dictionary", NSMutableDictionary(dictionary: ["k": NSDate()])),
      ("set", NSSet(array: ["a", "b"])), ("counted set", counted),
      ("ordered set", NSOrderedSet(array: ["b", "a", "c"])),
      ("date", NSDate(timeIntervalSinceReferenceDate: 5.5)), ("UUID", NSUUID()),
      ("URL", NSURL(string: "index.html", relativeTo: url) ?? NSNull()), ("null", NSNull()),
      ("mutable data", NSMutableData(data: Data([1, 2, 3]))), ("string", "hello" as NSString),
      ("number", NSNumber(value: 7)), ("real", NSNumber(value: 0.25)),
      ("index path", unsafe NSIndexPath(indexes: [1, 200, 30000], length: 3)),
      ("short index path", NSIndexPath(index: 9)), ("index set", indices),
      ("one range", NSIndexSet(indexesIn: NSRange(location: 4, length: 4))),
      ("built-in characters", NSCharacterSet.alphanumerics as NSCharacterSet),
      ("range of characters", NSCharacterSet(range: NSRange(location: 65, length: 26))),
      ("some characters", NSCharacterSet(charactersIn: "xyz")),
      ("attributed string", NSAttributedString(attributedString: text)),
      ("locale", NSLocale(localeIdentifier: "en_GB")),
      ("time zone", NSTimeZone(forSecondsFromGMT: 3600)),
      ("calendar", calendar as NSCalendar),
      ("measurement", NSMeasurement(doubleValue: 3, unit: UnitLength.kilometers)),
      ("unit", Unit(symbol: "widgets")), ("name", name as NSPersonNameComponents),
      ("query item", NSURLQueryItem(name: "a", value: "b")),
      ("range", NSValue(range: NSRange(location: 3, length: 4))),
      ("notification", NSNotification(name: Notification.Name("N"), object: "o")),
    ]
  }

  @Test("Foundation's archives are read, and Foundation reads them when they are written again")
  func roundTrip() throws {
    let objects = Self.objects()
    for (name, object) in objects {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: false)
      let root = try KeyedUnarchiver.unarchivedObject(of: AnyArchivedObject.self, from: data)
      let again = try KeyedArchiver.archivedData(root: root)
      let back = try Self.unarchived(again)
      if let notification = back as? NSNotification {
        #expect(notification.name.rawValue == "N" && notification.object as? String == "o")
      } else {
        #expect(object.isEqual(back), "\(name): \(object) is \(String(describing: back))")
      }
    }
  }

  @Test("Foundation reads the layouts that are written here")
  func ours() throws {
    func read(_ layout: some ObjectLayout) throws -> NSObject? {
      try Self.unarchived(KeyedArchiver.archivedData(root: BridgedObject(layout)))
    }
    var parts = DateComponents()
    parts.year = 2024
    parts.day = 3
    let components = try #require(
      try read(DateComponentsLayout(parts, calendar: nil)) as? NSDateComponents)
    #expect(components.year == 2024 && components.day == 3)
    let rect = StructureLayout.rect(x: 1, y: 2.5, width: 3, height: 4)
    let value = try #require(try read(rect) as? NSValue)
    #expect(value.rectValue == NSRect(x: 1, y: 2.5, width: 3, height: 4))
    let point = try read(StructureLayout.point(x: 1, y: 2.5)) as? NSValue
    #expect(point?.pointValue == NSPoint(x: 1, y: 2.5))
    let size = try read(StructureLayout.size(width: 3, height: 4)) as? NSValue
    #expect(size?.sizeValue == NSSize(width: 3, height: 4))
    var inverted = CharacterSetLayout(.string("abc"))
    inverted.isInverted = true
    let set = try #require(try read(inverted) as? NSCharacterSet)
    #expect(!set.characterIsMember(0x61) && set.characterIsMember(0x78))
  }

  @Test("Foundation reads errors and dictionaries that were created here")
  func error() throws {
    let facts = ArchivedDictionary([.init(.text("k"), value: .integer(3))])
    let object = BridgedObject(ArchivedClass("NSError", "NSObject")) {
      try ErrorLayout.write(domain: "D", code: 5, userInfo: .value(facts), to: $0)
    }
    let error = try #require(
      try Self.unarchived(KeyedArchiver.archivedData(root: object)) as? NSError)
    #expect(error.domain == "D" && error.code == 5)
    #expect(error.userInfo["k"] as? Int == 3)
  }

  private static func unarchived(_ data: Data) throws -> NSObject? {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let object = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    return object as? NSObject ?? (object as? AnyHashable).flatMap { Self.bridged($0) }
  }

  /// The object for a Swift value.
  private static func bridged(_ value: AnyHashable) -> NSObject? {
    NSArray(object: value).firstObject.flatMap { NSArray(object: $0).object(at: 0) as? NSObject }
  }
}
