// Tests of Foundation's classes in Apple's layout: written here, and read again here and by
// Foundation.
import FoundationBridge
import KeyedArchives
import PropertyLists
import Testing

/// One object of each bridged class.
private func samples() -> [NSObject] {
  objects + further
    + [NSURL(string: "http://example.com/a?b"), NSTimeZone(name: "UTC")].compactMap { $0 }
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

/// The objects that correspond to standard classes of archives.
private var further: [NSObject] {
  var name = PersonNameComponents()
  name.givenName = "Ada"
  let parts = DateComponents(timeZone: .gmt, year: 1815, month: 12, day: 10)
  let interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 5), duration: 60)
  return [
    parts as NSDateComponents, Calendar(identifier: .gregorian) as NSCalendar,
    CharacterSet(charactersIn: "abcß🙂") as NSCharacterSet, interval as NSDateInterval,
    name as NSPersonNameComponents, NSURLQueryItem(name: "q", value: "1"),
    NSMeasurement(doubleValue: 26, unit: UnitLength.miles), Unit(symbol: "bells"),
    UnitFuelEfficiency.milesPerGallon, NSValue(point: CGPoint(x: 1, y: -2.5)),
    NSValue(size: CGSize(width: 3, height: 4)),
    NSValue(rect: CGRect(x: 1, y: 2, width: 3, height: 4)),
  ] + [try? NSRegularExpression(pattern: "a+", options: .caseInsensitive)].compactMap { $0 }
}

extension NSData {
  fileprivate convenience init(_ bytes: [UInt8]) { self.init(data: Data(bytes)) }
}

@Suite("Foundation's own objects")
struct StandardObjectTests {
  @Test("Each object survives a round trip, equal and of the same class", arguments: 0..<44)
  func roundTrips(index: Int) throws {
    let sample = samples()[index]
    let data = try NSCodingArchiver.archivedData(root: sample)
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [sample.classForCoder, NSArray.self], from: data)
    let object = try #require(made as? NSObject)
    if let interval = object as? NSDateInterval, let wanted = sample as? NSDateInterval {
      // Except on Apple's systems, equal intervals are not equal as objects.
      #expect(interval as DateInterval == wanted as DateInterval)
    } else {
      #expect(object == sample, "\(sample)")
    }
    #expect(ObjectIdentifier(object.classForCoder) == ObjectIdentifier(sample.classForCoder))
  }

  @Test("Foundation reads each object", arguments: 0..<44)
  func foundationReads(index: Int) throws {
    let sample = samples()[index]
    // Foundation's own unarchiver cannot read these from any writer: it treats the absent parts of
    // a date as 0, and the start of an interval as its end.
    if sample is NSDecimalNumber || sample is NSDateComponents || sample is NSDateInterval {
      return
    }
    let data = try NSCodingArchiver.archivedData(root: ["k": sample])
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    let made = unarchiver.decodeObject(forKey: "root") as? NSDictionary
    #expect(made?.isEqual(NSDictionary(dictionary: ["k": sample])) == true, "\(sample)")
  }

  @Test("There are as many samples as the tests use")
  func count() { #expect(samples().count == 44) }

  @Test("A URL that is relative to another stays so")
  func relativeURL() throws {
    let url = try #require(URL(string: "b/c", relativeTo: URL(string: "http://example.com/a/")))
    let data = try NSCodingArchiver.archivedData(root: url)
    let made = try NSCodingUnarchiver.unarchivedObject(ofClasses: [NSURL.self], from: data)
    #expect((made as? NSURL)?.absoluteString == "http://example.com/a/b/c")
    #expect((made as? NSURL)?.relativeString == "b/c")
  }

  /// The archive of the string "abcd" with attributes, each of which may be an object of another
  /// class.
  private func attributed(
    _ runs: [UInt64]?, _ attributes: (inout SlotList, Plist) -> Plist
  ) throws -> Data {
    var slots = SlotList()
    let keys = [slots.add("size")]
    let dictionary = slots.dictionary(keys, [slots.add(12)])
    let made = attributes(&slots, dictionary)
    let text = slots.add("abcd")
    guard let runs else {
      return try slots.archive(
        slots.object("NSAttributedString", ["NSString": text, "NSAttributes": made]))
    }
    let info = slots.add(.data(PackedNumbers.bytes(of: runs)))
    return try slots.archive(
      slots.object(
        "NSAttributedString",
        ["NSString": text, "NSAttributes": made, "NSAttributeInfo": info]))
  }

  @Test("Invalid attributes of a string are rejected by the unarchiver and the bridge alike")
  func invalidAttributes() throws {
    let whole = [
      try attributed(nil) { $1 }, try attributed([4, 0]) { $0.list(of: [$1]) },
      try attributed([1, 1, 2, 0]) { $0.list(of: [$1, $1]) },
      try attributed([]) { $0.list(of: [$1]) },
      try attributed(nil) { _, _ in .uid(PlistUID(0)) },
      try attributed([4, 0]) { $0.list(of: [$1, $0.object("Foo", [:])]) },
    ]
    let refused = [
      try attributed(nil) { $0.list(of: [$1]) }, try attributed(nil) { $0.list(of: [$1, $1]) },
      try attributed(nil) { $0.list(of: [$0.object("Foo", [:]), $1]) },
      try attributed([4, 0]) { $0.list(of: [$0.object("Foo", [:]), $1]) },
      try attributed([4, 1]) { $0.list(of: [$1]) },
      try attributed([3, 0, 2, 0]) { $0.list(of: [$1]) },
      try attributed(nil) { $0.object("Foo", ["size": $1]) },
      try attributed(nil) { slots, _ in slots.add("x") },
    ]
    for archive in whole { try expectOneVerdict(on: archive, nil) }
    for archive in refused { try expectOneVerdict(on: archive, .typeMismatch) }
  }

  /// The unarchiver and the bridge decode the root of an archive, or throw the same error.
  private func expectOneVerdict(on archive: Data, _ code: ArchiveError.Code?) throws {
    let unarchiver = try KeyedUnarchiver(forReadingFrom: archive)
    var engine: ArchiveError?
    do { _ = try unarchiver.decode(AnyArchivedObject.self, forKey: "root") } catch {
      engine = error as? ArchiveError
      #expect(engine != nil)
    }
    let bridge = try Outcome(archive, and: [UnknownObject.self, NSURL.self]).error
    #expect(bridge?.code == engine?.code && bridge?.position == engine?.position)
    #expect(engine?.code == code)
  }

  @Test("A URL that is relative to something other than a URL is rejected, and not archived")
  func invalidURLs() throws {
    func archive(_ base: (inout SlotList) -> Plist) throws -> Data {
      var slots = SlotList()
      let text = slots.add("a")
      let first = slots.object("NSURL", ["NS.base": base(&slots), "NS.relative": text])
      return try slots.archive(
        slots.object("NSURL", ["NS.base": first, "NS.relative": text]))
    }
    let null: Plist = .uid(PlistUID(0))
    let bases: [((inout SlotList) -> Plist, ArchiveError.Code?)] = [
      ({ _ in null }, nil),
      ({ $0.object("NSURL", ["NS.base": null, "NS.relative": $0.add("http://b")]) }, nil),
      ({ $0.add("http://b") }, .typeMismatch), ({ $0.list(of: []) }, .typeMismatch),
      ({ $0.object("NSNull", [:]) }, .typeMismatch), ({ $0.object("Foo", [:]) }, .typeMismatch),
      ({ $0.object("NSURL", ["NS.relative": $0.list(of: [])]) }, .typeMismatch),
    ]
    for (base, code) in bases { try expectOneVerdict(on: archive(base), code) }
    let url = ArchivedURL(ArchivedText("b"))
    url.base = .text("a")
    let error = #expect(throws: ArchiveError.self) { try KeyedArchiver.archivedData(root: url) }
    #expect(error?.code == .typeMismatch)
  }

  @Test("An error with user info that Foundation does not support is rejected")
  func unsupportedErrors() throws {
    func outcome(_ info: (inout SlotList) -> Plist) throws -> Outcome {
      var slots = SlotList()
      let (domain, made) = (slots.add("D"), info(&slots))
      return try Outcome(
        slots.archive(
          slots.object("NSError", ["NSDomain": domain, "NSCode": 1, "NSUserInfo": made])))
    }
    let (whole, none) = (
      try outcome { slots in slots.dictionary([slots.add("a")], [slots.add(1)]) },
      try outcome { _ in .uid(PlistUID(0)) }
    )
    #expect((whole.object as? NSError)?.userInfo["a"] as? Int == 1)
    #expect((none.object as? NSError)?.userInfo.isEmpty == true)
    #expect(try outcome { $0.list(of: []) }.error?.code == .notRepresentable)
    #expect(
      try outcome { slots in slots.dictionary([slots.add(1)], [slots.add(1)]) }.error?.code
        == .notRepresentable)
  }

  @Test("Attributed strings keep their runs")
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

  @Test("true, 1 and 1.0 keep their kinds")
  func numberKinds() throws {
    let list: [Any] = [
      1, true, 1.0, NSNumber(value: false), NSNumber(value: 0), Int8(1), Float(0.5),
    ]
    let data = try NSCodingArchiver.archivedData(root: list)
    let made = try NSCodingUnarchiver.unarchivedObject(ofClasses: [NSArray.self], from: data)
    let plist = try Plist(foundationObject: #require(made))
    #expect(plist == .array([1, true, 1.0, false, 0, 1, 0.5]))
  }

  @Test("An object in two collections stays one object")
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

  @Test("The text $null is not nil in a collection either")
  func nullText() throws {
    let data = try NSCodingArchiver.archivedData(root: ["$null", "a"])
    let made = try NSCodingUnarchiver.unarchivedObject(ofClasses: [NSArray.self], from: data)
    #expect(made as? [String] == ["$null", "a"])
  }

  @Test("A class without a layout is rejected with its path")
  func unmapped() throws {
    let error = #expect(throws: ArchiveError.self) {
      try NSCodingArchiver.archivedData(root: ["k": [ByteCountFormatter()]])
    }
    #expect(error?.code == .notRepresentable)
    #expect(error?.path.isEmpty == false)
  }

  @Test("A built-in character set is decoded by its number, as in Apple's archives")
  func builtInCharacters() throws {
    let data = try KeyedArchiver.archivedData(root: BridgedObject(CharacterSetLayout(.builtIn(4))))
    let made = try NSCodingUnarchiver.unarchivedObject(ofClasses: [NSCharacterSet.self], from: data)
    let set = try #require(made as? NSCharacterSet)
    #expect(set.longCharacterIsMember(0x37) && !set.longCharacterIsMember(0x41))
  }

  @Test("Contents that do not make a valid object are an error, not a crash")
  func unfitValues() throws {
    let zero = Date(timeIntervalSinceReferenceDate: 0)
    let unfit: [any ObjectLayout] = [
      CharacterSetLayout(.bitmap(Data([1, 2]))), CharacterSetLayout(.builtIn(99)),
      CharacterSetLayout(.range(first: 0x11_0000, count: 5)),
      RegularExpressionLayout(pattern: "(", options: 0),
      CalendarLayout(
        identifier: "none", locale: nil, timeZone: nil, firstWeekday: nil, minimumDays: nil),
      DateIntervalLayout(start: zero, duration: -1),
      DateIntervalLayout(start: Date(timeIntervalSinceReferenceDate: .nan), duration: 1),
      MeasurementLayout(value: 1, unit: nil),
      UnitLayout("x", dimension: "NSUnitLength", converter: .unknown),
      StructureLayout.range(location: .max, length: 2),
    ]
    for object in unfit {
      let data = try KeyedArchiver.archivedData(root: BridgedObject(object))
      #expect(throws: ArchiveError.self, "\(object.archivedClass.name)") {
        try NSCodingUnarchiver.unarchivedObject(
          ofClasses: [
            NSCharacterSet.self, NSRegularExpression.self, NSCalendar.self, NSDateInterval.self,
            NSMeasurement.self, NSValue.self, Unit.self,
          ], from: data)
      }
    }
  }

  @Test("Swift values are archived as the objects that correspond to them")
  func swiftValues() throws {
    let values: [String: Any] = [
      "point": CGPoint(x: 1, y: 2), "parts": DateComponents(year: 2001),
      "set": CharacterSet(charactersIn: "ab"), "calendar": Calendar(identifier: .buddhist),
    ]
    let data = try NSCodingArchiver.archivedData(root: values)
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [
        NSDictionary.self, NSValue.self, NSDateComponents.self, NSCharacterSet.self,
        NSCalendar.self,
      ], from: data)
    let dictionary = try #require(made as? NSDictionary)
    #expect((dictionary.plistObject(forKey: "point") as? NSValue)?.pointValue.y == 2)
    #expect((dictionary.plistObject(forKey: "parts") as? NSDateComponents)?.year == 2001)
    let calendar = dictionary.plistObject(forKey: "calendar") as? NSCalendar
    #expect(calendar?.calendarIdentifier == .buddhist)
  }
}
