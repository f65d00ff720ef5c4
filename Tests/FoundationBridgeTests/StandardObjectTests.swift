// Foundation's own classes: in Apple's layout, by our hands, and read again by us and by Foundation.
import FoundationBridge
import KeyedArchives
import PropertyLists
import Testing

/// One object of each class that is mapped.
private func samples() -> [NSObject] {
  objects + [NSURL(string: "http://example.com/a?b"), NSTimeZone(name: "UTC")].compactMap { $0 }
}

private var objects: [NSObject] {
  [
    NSString(string: "text"), NSMutableString(string: "more"), NSNumber(value: true),
    NSNumber(value: 7), NSNumber(value: UInt64.max), NSNumber(value: 2.5),
    NSDecimalNumber(string: "-12345678901234567890.5"), NSData([1, 2]),
    NSMutableData(data: Data([3])),
    NSDate(timeIntervalSinceReferenceDate: 0.25), NSUUID(), NSNull(),
    NSArray(array: ["a", 1]), NSMutableArray(array: ["b"]), NSDictionary(dictionary: ["k": "v"]),
    NSMutableDictionary(dictionary: ["k": [1]]), NSSet(array: ["x", "y"]),
    NSMutableSet(array: [1]), NSCountedSet(array: ["q", "q", "r"]),
    NSOrderedSet(array: ["2", "1"]), NSMutableOrderedSet(array: [3]),
    NSIndexSet(index: 5), NSMutableIndexSet(indexSet: IndexSet([1, 2, 3, 900, 901])),
    IndexPath(indexes: [4]) as NSIndexPath, IndexPath(indexes: [1, 300, 70_000]) as NSIndexPath,
    NSValue(range: NSRange(location: 3, length: 4)), NSLocale(localeIdentifier: "de_CH"),
    NSError(domain: "D", code: -3, userInfo: ["key": "value"]), NSIndexSet(),
  ]
}

extension NSData {
  fileprivate convenience init(_ bytes: [UInt8]) { self.init(data: Data(bytes)) }
}

@Suite("Foundation's own objects")
struct StandardObjectTests {
  @Test("each comes back equal, of the same class", arguments: 0..<31)
  func roundTrips(index: Int) throws {
    let sample = samples()[index]
    let data = try NSCodingArchiver.archivedData(root: sample)
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [sample.classForCoder, NSArray.self], from: data)
    let object = try #require(made as? NSObject)
    #expect(object == sample, "\(sample)")
    #expect(ObjectIdentifier(object.classForCoder) == ObjectIdentifier(sample.classForCoder))
  }

  @Test("Foundation reads each of them", arguments: 0..<31)
  func foundationReads(index: Int) throws {
    let sample = samples()[index]
    // What Foundation's own unarchiver cannot read whoever wrote it.
    if sample is NSDecimalNumber { return }
    let data = try NSCodingArchiver.archivedData(root: ["k": sample])
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    let made = unarchiver.decodeObject(forKey: "root") as? NSDictionary
    #expect(made?.isEqual(NSDictionary(dictionary: ["k": sample])) == true, "\(sample)")
  }

  @Test("there are as many samples as the tests take")
  func count() { #expect(samples().count == 31) }

  @Test("a URL that is relative to another stays so")
  func relativeURL() throws {
    let url = try #require(URL(string: "b/c", relativeTo: URL(string: "http://example.com/a/")))
    let data = try NSCodingArchiver.archivedData(root: url)
    let made = try NSCodingUnarchiver.unarchivedObject(ofClasses: [NSURL.self], from: data)
    #expect((made as? NSURL)?.absoluteString == "http://example.com/a/b/c")
    #expect((made as? NSURL)?.relativeString == "b/c")
  }

  @Test("attributed strings keep their runs")
  func attributedStrings() throws {
    let text = NSMutableAttributedString(string: "abcd")
    text.addAttribute(.init("size"), value: 12, range: NSRange(location: 0, length: 2))
    text.addAttribute(.init("size"), value: 9, range: NSRange(location: 3, length: 1))
    let made = try #require(
      NSCodingUnarchiver.unarchivedObject(
        ofClasses: [NSMutableAttributedString.self],
        from: NSCodingArchiver.archivedData(root: text)) as? NSMutableAttributedString)
    #expect(made.string == "abcd")
    let sizes = (0..<4).map { position in
      unsafe made.attribute(.init("size"), at: position, effectiveRange: nil) as? Int ?? 0
    }
    #expect(sizes == [12, 12, 0, 9])
  }

  @Test("true, 1 and 1.0 stay three kinds")
  func numberKinds() throws {
    let list: [Any] = [
      1, true, 1.0, NSNumber(value: false), NSNumber(value: 0), Int8(1), Float(0.5),
    ]
    let data = try NSCodingArchiver.archivedData(root: list)
    let made = try NSCodingUnarchiver.unarchivedObject(ofClasses: [NSArray.self], from: data)
    let plist = try Plist(foundationObject: #require(made))
    #expect(plist == .array([1, true, 1.0, false, 0, 1, 0.5]))
  }

  @Test("an object that stands in two collections is one object")
  func identity() throws {
    let text = NSMutableString(string: "shared")
    let list = NSArray(array: [text, NSDictionary(dictionary: ["k": text])])
    let data = try NSCodingArchiver.archivedData(root: list)
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, NSDictionary.self, NSMutableString.self], from: data)
    let first = (made as? NSArray)?.plistObject(at: 0)
    let inner = (made as? NSArray)?.plistObject(at: 1) as? NSDictionary
    #expect(first is NSMutableString)
    #expect(first === inner?.plistObject(forKey: "k"))
  }

  @Test("a text that says $null is no nil in a collection either")
  func nullText() throws {
    let data = try NSCodingArchiver.archivedData(root: ["$null", "a"])
    let made = try NSCodingUnarchiver.unarchivedObject(ofClasses: [NSArray.self], from: data)
    #expect(made as? [String] == ["$null", "a"])
  }

  @Test("classes that have no layout here are refused with the path to them")
  func unmapped() throws {
    let error = #expect(throws: ArchiveError.self) {
      try NSCodingArchiver.archivedData(root: ["k": [NSDateComponents()]])
    }
    #expect(error?.code == .notRepresentable)
    #expect(error?.path.isEmpty == false)
  }
}
