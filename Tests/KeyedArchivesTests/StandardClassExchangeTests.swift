// The standard classes exchanged with Foundation in the same process, both ways.
import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("Standard classes exchanged with Foundation")
struct StandardClassExchangeTests {
  /// Objects of Foundation, by their names.
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

  @Test("What Foundation writes is read, and what is written of that is read by Foundation")
  func roundTrip() throws {
    var known: [String] = []
    let objects = Self.objects()
    for (name, object) in objects {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: false)
      let root = try KeyedUnarchiver.unarchivedObject(of: AnyArchivedObject.self, from: data)
      if root.unknown == nil { known.append(name) }
      let again = try KeyedArchiver.archivedData(root: root)
      let back = try Self.unarchived(again)
      if let notification = back as? NSNotification {
        #expect(notification.name.rawValue == "N" && notification.object as? String == "o")
      } else {
        #expect(object.isEqual(back), "\(name): \(object) is \(String(describing: back))")
      }
    }
    #expect(known == objects.map(\.0))
  }

  @Test("What Foundation writes of further classes is read, for all its defects")
  func oneWay() throws {
    func read<Object: AnyObject>(_ object: NSObject, as type: Object.Type) throws -> Object {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: false)
      let root = try KeyedUnarchiver.unarchivedObject(of: AnyArchivedObject.self, from: data)
      return try #require(root.object(as: type))
    }
    let transform = AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6)
    #expect(
      try read(transform as NSAffineTransform, as: ArchivedAffineTransform.self).numbers
        == [1, 2, 3, 4, 5, 6])
    var parts = DateComponents()
    parts.year = 2024
    parts.month = 2
    let components = try read(parts as NSDateComponents, as: ArchivedDateComponents.self)
    #expect(components.values == [.year: 2024, .month: 2])
    #expect(components.dateComponents.month == 2 && components.dateComponents.day == nil)
    let expression = try NSRegularExpression(pattern: "b(c)")
    let found = try #require(
      expression.firstMatch(in: "abc", range: NSRange(location: 0, length: 3)))
    let result = try read(found, as: ArchivedTextCheckingResult.self)
    #expect(result.ranges.map(\.range) == [1..<3, 2..<3])
    #expect(result.expression?.pattern.string == "b(c)")
    let formatter = ByteCountFormatter()
    formatter.includesActualByteCount = true
    formatter.countStyle = .memory
    let bytes = try read(formatter, as: ArchivedByteCountFormatter.self)
    #expect(
      bytes.switches.contains(.includesActualByteCount)
        && bytes.countStyle == formatter.countStyle.rawValue)
    let dates = ISO8601DateFormatter()
    dates.formatOptions = [.withYear, .withMonth]
    let options = try read(dates, as: ArchivedISO8601DateFormatter.self).options
    #expect(UInt(options) == dates.formatOptions.rawValue)
    let start = Date(timeIntervalSinceReferenceDate: 10)
    let interval = DateInterval(start: start, duration: 20)
    let read = try read(interval as NSDateInterval, as: ArchivedDateInterval.self)
    #expect(read.dateInterval == interval)
  }

  @Test("Foundation reads objects that were made here")
  func ours() throws {
    func read(_ object: any StandardObject) throws -> NSObject? {
      try Self.unarchived(KeyedArchiver.archivedData(root: AnyArchivedObject.object(object)))
    }
    let facts = ArchivedDictionary([.init(.text("k"), .integer(3))])
    let error = try #require(
      try read(ArchivedError(domain: "D", code: 5, userInfo: facts)) as? NSError)
    #expect(error.domain == "D" && error.code == 5)
    #expect(error.userInfo["k"] as? Int == 3)
    let components = try #require(
      try read(ArchivedDateComponents([.year: 2024, .day: 3])) as? NSDateComponents)
    #expect(components.year == 2024 && components.day == 3)
    let rect = ArchivedRect(
      origin: ArchivedPoint(x: 1, y: 2.5), size: ArchivedSize(width: 3, height: 4))
    let value = try #require(try read(ArchivedStructure(.rect(rect))) as? NSValue)
    #expect(value.rectValue == NSRect(x: 1, y: 2.5, width: 3, height: 4))
    let point = try read(ArchivedStructure(.point(rect.origin))) as? NSValue
    #expect(point?.pointValue == NSPoint(x: 1, y: 2.5))
    let size = try read(ArchivedStructure(.size(rect.size))) as? NSValue
    #expect(size?.sizeValue == NSSize(width: 3, height: 4))
    let inverted = ArchivedCharacterSet(.string("abc"))
    inverted.isInverted = true
    let set = try #require(try read(inverted) as? NSCharacterSet)
    #expect(!set.characterIsMember(0x61) && set.characterIsMember(0x78))
    #expect(inverted.contains("a") == false && inverted.contains("x") == true)
    let formatter = try read(ArchivedISO8601DateFormatter(options: 1907, timeZone: .init("GMT")))
    #expect((formatter as? ISO8601DateFormatter)?.formatOptions.rawValue == 1907)
  }

  private static func unarchived(_ data: Data) throws -> NSObject? {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let object = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    return object as? NSObject ?? (object as? AnyHashable).flatMap { Self.bridged($0) }
  }

  /// The object that a value of Swift's stands for.
  private static func bridged(_ value: AnyHashable) -> NSObject? {
    NSArray(object: value).firstObject.flatMap { NSArray(object: $0).object(at: 0) as? NSObject }
  }
}
