// Tests of the work that a few bytes of an archive cause in Foundation: counted, and limited by the
// budget of the archive. Each of these archives once took seconds to minutes.
import Foundation
import FoundationBridge
import KeyedArchives
import PropertyLists
import Synchronization
import TestSupport
import Testing

@Suite("The cost of Foundation's objects", .serialized)
struct BridgeCostTests {
  // MARK: Counted sets

  @Test("A count of a million in a counted set is rejected before a member is added")
  func countedSets() throws {
    var slots = SlotList()
    let text = slots.add("x")
    let sets = (0..<10).map { _ in
      slots.object(
        "NSCountedSet", ["NS.count": 1, "NS.object0": text, "NS.count0": 1_000_000])
    }
    let outcome = try Outcome(slots.archive(slots.list(of: sets)))
    #expect(outcome.error?.code == .expansionLimit)
    #expect(outcome.work[.repetition] == 999_999)
  }

  @Test("Counts of a counted set survive, and each set is charged for its own")
  func countsAreCharged() throws {
    var slots = SlotList()
    let members = [slots.add("x"), slots.add("y")]
    func set(_ count: Int) -> Plist {
      slots.object(
        "NSCountedSet",
        [
          "NS.count": 2, "NS.object0": members[0], "NS.count0": .integer(PlistInteger(count)),
          "NS.object1": members[1], "NS.count1": 1,
        ])
    }
    let sets = [set(3), set(500)]
    let outcome = try Outcome(slots.archive(slots.list(of: sets)))
    let made = try #require(outcome.object as? NSArray)
    #expect((made.plistObject(at: 1) as? NSCountedSet)?.count(for: "x") == 500)
    #expect((made.plistObject(at: 0) as? NSCountedSet)?.count(for: "y") == 1)
    #expect(outcome.work == [.repetition: 2 + 499])
  }

  @Test("A caller can raise the limit")
  func raisedLimit() throws {
    var slots = SlotList()
    let text = slots.add("x")
    let set = slots.object(
      "NSCountedSet", ["NS.count": 1, "NS.object0": text, "NS.count0": 1000])
    let archive = try slots.archive(set)
    var options = NSCodingOptions()
    options.maximumExpansion = 0
    #expect(try Outcome(archive, options: options).error?.code == .expansionLimit)
    options.maximumExpansion = 1_000_000
    #expect(
      (try Outcome(archive, options: options).object as? NSCountedSet)?.count(for: "x") == 1000)
  }

  // MARK: Keys with one hash

  @Test(
    "Keys that all have one hash are rejected before Foundation compares them",
    arguments: ["NSDictionary", "NSSet", "NSOrderedSet"])
  func collidingKeys(name: String) throws {
    func outcome(_ keys: [String]) throws -> Outcome {
      var slots = SlotList()
      let members = keys.map { slots.add(.string($0)) }
      let root =
        switch name {
        case "NSDictionary": slots.dictionary(members, members)
        case "NSSet": slots.list("NSSet", of: members)
        default: slots.list("NSOrderedSet", of: members)
        }
      return try Outcome(slots.archive(root))
    }
    #expect(Set(keysOfOneHash(100).map { NSString(string: $0).hash }).count == 1)
    let few = try outcome(keysOfOneHash(50))
    #expect((few.object as? NSDictionary)?.count ?? 50 == 50 && few.error == nil)
    #expect(few.work[.comparison] == 50 * 49 / 2)
    let many = try outcome(keysOfOneHash(2000))
    #expect(many.error?.code == .expansionLimit)
    #expect(many.work[.comparison] ?? 0 < 200_000)
    let ordinary = try outcome((0..<2000).map { "key \($0)" })
    #expect(ordinary.error == nil && ordinary.work.isEmpty)
  }

  @Test("Foundation compares objects of one hash as often as was calculated")
  func comparisonsAreCounted() throws {
    var slots = SlotList()
    let keys = (0..<100).map { _ in slots.object("CountingKey", [:]) }
    let archive = try slots.archive(slots.list("NSSet", of: keys))
    CountingKey.comparisons.withLock { $0 = 0 }
    let outcome = try Outcome(archive)
    #expect((outcome.object as? NSSet)?.count == 100)
    #expect(outcome.work[.comparison] == 100 * 99 / 2)
    #expect(CountingKey.comparisons.withLock { $0 } <= 100 * 99 / 2 + 100)
  }

  @Test(
    "Comparing nested sets is charged for, and not exponential in the levels")
  func setsOfSets() throws {
    var slots = SlotList()
    // Both sets of each level contain both of the level below: they are equal, which requires all
    // levels to determine.
    var pair = [
      slots.list("NSSet", of: [slots.add("a")]), slots.list("NSSet", of: [slots.add("b")]),
    ]
    for _ in 0..<40 {
      pair = [slots.list("NSSet", of: pair), slots.list("NSSet", of: [pair[0]])]
    }
    for _ in 0..<40 { pair = [slots.list("NSSet", of: pair), slots.list("NSSet", of: pair)] }
    let outcome = try Outcome(slots.archive(slots.list("NSSet", of: pair)))
    #expect(outcome.error?.code == .expansionLimit)
  }

  @Test("A set of sets survives a round trip")
  func setOfSets() throws {
    let sets = [["a"], ["b"], ["a", "c"]].map { NSSet(array: $0) }
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClass: NSSet.self, from: NSCodingArchiver.archivedData(root: NSSet(array: sets)))
    #expect(made == NSSet(array: sets))
  }

  @Test("Members of a counted set with one hash are compared for each count")
  func countedCollisions() throws {
    var slots = SlotList()
    var fields: [(String, Plist)] = [("NS.count", 60)]
    for (index, key) in keysOfOneHash(60).enumerated() {
      fields.append(("NS.object\(index)", slots.add(.string(key))))
      fields.append(("NS.count\(index)", index == 59 ? 10_000 : 1))
    }
    var object: Plist = ["$class": slots.add(["$classname": "NSCountedSet"])]
    for (key, value) in fields { object[key] = value }
    let outcome = try Outcome(slots.archive(slots.add(object)))
    #expect(outcome.error?.code == .expansionLimit)
    #expect(outcome.work[.comparison] == 60 * 59 / 2 + 9999 * 59)
  }

  // MARK: Equal texts

  @Test("Keys and members that are equal as text but differ in bytes are rejected, not dropped")
  func equalTexts() throws {
    for (first, second) in [("\u{E9}", "e\u{301}"), ("K", "\u{212A}")] {
      var slots = SlotList()
      let keys = [slots.add(.string(first)), slots.add("other"), slots.add(.string(second))]
      let roots = [
        slots.dictionary(keys, keys), slots.list("NSSet", of: keys),
        slots.list("NSOrderedSet", of: keys),
      ]
      for root in roots {
        let archive = try slots.archive(root)
        #expect(try Outcome(archive).error?.code == .equivalentKeys)
        // As an unknown object it keeps both.
        let outcome = try Outcome(archive, and: [UnknownObject.self])
        #expect(outcome.object is UnknownObject)
      }
    }
  }

  @Test("A repeated key has its last value, as in Foundation")
  func sameKeys() throws {
    var slots = SlotList()
    let keys = [slots.add("é"), slots.add("b"), slots.add("é")]
    let values = (1...3).map { slots.add(.integer(PlistInteger($0))) }
    let outcome = try Outcome(slots.archive(slots.dictionary(keys, values)))
    #expect(outcome.object as? NSDictionary == ["é": 3, "b": 2])
  }

  @Test(
    "A run of combining marks has a quadratic cost as a key, and is rejected in a class name"
  )
  func combiningMarks() throws {
    let marks = "a" + String(repeating: "\u{315}\u{300}\u{316}", count: 1000)
    var slots = SlotList()
    let keys = [slots.add(.string(marks)), slots.add("b")]
    let outcome = try Outcome(slots.archive(slots.dictionary(keys, keys)))
    #expect(outcome.error?.code == .expansionLimit)
    #expect(outcome.work[.markPair] == 3000 * 2999 / 2)
    var others = SlotList()
    let object = others.object(marks, [:])
    let named = try others.archive(object)
    let refused = #expect(throws: ArchiveError.self) { try Outcome(named) }
    #expect(refused?.code == .invalidClassRecord)
    // Ordinary text outside ASCII has no such runs.
    var ordinary = SlotList()
    let members = (0..<500).map { ordinary.add(.string("schlüssel \($0) für e\u{301}")) }
    let made = try Outcome(ordinary.archive(ordinary.list("NSSet", of: members)))
    #expect((made.object as? NSSet)?.count == 500)
    #expect(made.work.isEmpty)
  }

  // MARK: Character sets and index sets

  private func characterSets(
    _ fields: KeyValuePairs<String, Plist>, count: Int, mutable: Bool = false
  )
    throws -> Outcome
  {
    var slots = SlotList()
    let name = mutable ? "NSMutableCharacterSet" : "NSCharacterSet"
    let sets = (0..<count).map { _ in slots.object(name, fields) }
    return try Outcome(slots.archive(slots.list(of: sets)))
  }

  @Test("Built-in character sets and ranges need no bitmap, whether mutable or not")
  func builtInSets() throws {
    for fields in [["NSBuiltinID": 5], ["NSRange": 0x11_0000]] as [KeyValuePairs<String, Plist>] {
      for mutable in [false, true] {
        let outcome = try characterSets(fields, count: 1000, mutable: mutable)
        #expect((outcome.object as? NSArray)?.count == 1000 && outcome.work.isEmpty)
      }
    }
  }

  @Test("A character set that needs a bitmap is charged for its bytes")
  func bitmaps() throws {
    let range: KeyValuePairs<String, Plist> = ["NSRange": 0x11_0000, "NSIsInverted": true]
    let one = try characterSets(range, count: 1)
    #expect(one.error == nil && one.work == [.bitmapByte: 17 * 8193 - 1])
    let many = try characterSets(range, count: 1000)
    #expect(many.error?.code == .expansionLimit)
    #expect(many.work[.bitmapByte] ?? 0 < 64 << 20)
  }

  @Test("Each form of a character set has the same members as Foundation's")
  func members() throws {
    let first = UInt64(0x1F600) << 32 | 9
    let forms: [(KeyValuePairs<String, Plist>, CharacterSet)] = [
      (["NSBuiltinID": 4], .decimalDigits), (["NSBuiltinID": 5], .letters),
      (["NSBuiltinID": 12, "NSIsInverted": true], CharacterSet.illegalCharacters.inverted),
      (["NSBitmap": .data(CharacterSet.letters.bitmapRepresentation)], .letters),
      (["NSBuiltinID": 13, "NSIsInverted": true], CharacterSet.capitalizedLetters.inverted),
      (
        ["NSRange": .integer(PlistInteger(first))],
        CharacterSet(charactersIn: "\u{1F600}"..."\u{1F608}")
      ),
      (
        ["NSRange": .integer(PlistInteger(first)), "NSIsInverted": true],
        CharacterSet(charactersIn: "\u{1F600}"..."\u{1F608}").inverted
      ),
      (["NSString": "ab\u{10FFFF}"], CharacterSet(charactersIn: "ab\u{10FFFF}")),
      (
        ["NSString": "ab\u{10FFFF}", "NSIsInverted": true],
        CharacterSet(charactersIn: "ab\u{10FFFF}").inverted
      ),
    ]
    let scalars = [
      0x41, 0x30, 0x61, 0x1C5, 0x0, 0xFFFF, 0x1F5FF, 0x1F600, 0x1F608, 0x1F609, 0x10FFFF,
    ]
    for (fields, expected) in forms {
      for mutable in [false, true] {
        let outcome = try characterSets(fields, count: 1, mutable: mutable)
        let made = (outcome.object as? NSArray)?.plistObject(at: 0)
        let set = try #require(
          made as? NSCharacterSet, "\(fields): \(String(describing: outcome.error))")
        #expect(set is NSMutableCharacterSet == mutable)
        for scalar in scalars {
          let value = UInt32(scalar)
          #expect(
            set.longCharacterIsMember(value)
              == (expected as NSCharacterSet).longCharacterIsMember(value), "\(fields), \(scalar)")
        }
      }
    }
  }

  @Test("A bitmap with an invalid plane is an error, where Foundation stops the program")
  func invalidPlanes() throws {
    // Pages that differ: Foundation cannot compress them.
    let plane = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 / 32 ^ $0) | 1 })
    for numbers in [[0], [17], [255], [1, 1], [2, 2, 3]] as [[UInt8]] {
      let bitmap = numbers.reduce(plane) { $0 + [$1] + plane }
      let outcome = try characterSets(["NSBitmap": .data(bitmap)], count: 1)
      #expect(outcome.error?.code == .notRepresentable, "\(numbers)")
    }
    let outcome = try characterSets(["NSBitmap": .data(plane + [3] + plane)], count: 1)
    let set = (outcome.object as? NSArray)?.plistObject(at: 0) as? NSCharacterSet
    #expect(set?.longCharacterIsMember(0x3_0000) == true)
  }

  @Test("Ranges of indexes in any order give the same set, each appended at the end")
  func descendingRanges() throws {
    var ranges = (0..<2000).reversed().map { $0 * 10..<$0 * 10 + 3 }
    ranges += [5..<12, 0..<1, 19_995..<19_996]
    var numbers: [UInt64] = []
    for range in ranges { numbers += [UInt64(range.lowerBound), UInt64(range.count)] }
    numbers += [7, 0]
    var slots = SlotList()
    let packed = slots.add(.data(PackedNumbers.bytes(of: numbers)))
    let root = slots.object(
      "NSIndexSet",
      ["NSRangeCount": .integer(PlistInteger(numbers.count / 2)), "NSRangeData": packed])
    let outcome = try Outcome(slots.archive(root))
    let expected = ranges.reduce(into: IndexSet()) { $0.insert(integersIn: $1) }
    #expect(outcome.object as? NSIndexSet == expected as NSIndexSet)
    let order = ranges.inOrderApart
    #expect(zip(order, order.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
  }

  @Test(
    "Ranges of indexes whose total length overflows an integer do not stop the program")
  func enormousRanges() throws {
    let top = UInt64(Int.max)
    let numbers = [1, top / 2, top / 2 + 10, top / 2 - 20, 0, top]
    var slots = SlotList()
    let packed = slots.add(.data(PackedNumbers.bytes(of: numbers)))
    let root = slots.object("NSMutableIndexSet", ["NSRangeCount": 3, "NSRangeData": packed])
    let outcome = try Outcome(slots.archive(root))
    #expect((outcome.object as? NSIndexSet)?.contains(5_000_000_000) == true)
  }

  // MARK: Other objects

  @Test("Long regular expressions are rejected, and their total in an archive is limited")
  func expressions() throws {
    func outcome(_ pattern: String, count: Int) throws -> Outcome {
      var slots = SlotList()
      let text = slots.add(.string(pattern))
      let expressions = (0..<count).map { _ in
        slots.object("NSRegularExpression", ["NSPattern": text, "NSOptions": 0])
      }
      return try Outcome(slots.archive(slots.list(of: expressions)))
    }
    #expect(
      try outcome(String(repeating: #"\p{L}"#, count: 20_000), count: 1).error?.code
        == .notRepresentable)
    let ordinary = try outcome(#"^\p{Lu}[a-z]+$"#, count: 10)
    #expect(ordinary.error == nil && ordinary.work == [.patternByte: 140, .characterClass: 10])
    #expect(
      try outcome(String(repeating: #"\p{L}"#, count: 20), count: 1000).error?.code
        == .expansionLimit)
  }

  @Test("Each error is charged for the user info that it shares")
  func sharedInformation() throws {
    var slots = SlotList()
    let member = slots.add("x")
    let list = slots.list(of: Array(repeating: member, count: 1000))
    let info = slots.dictionary([slots.add("key")], [list])
    let domain = slots.add("D")
    let errors = (0..<1000).map { _ in
      slots.object("NSError", ["NSDomain": domain, "NSCode": 1, "NSUserInfo": info])
    }
    let outcome = try Outcome(slots.archive(slots.list(of: errors)))
    #expect(outcome.error?.code == .expansionLimit)
    #expect(outcome.work[.conversion] ?? 0 < 500_000)
  }

  @Test("Each run of attributed text is charged for its attributes")
  func attributes() throws {
    var slots = SlotList()
    let keys = (0..<500).map { slots.add(.string("attribute \($0)")) }
    let attributes = slots.list(of: [slots.dictionary(keys, keys)])
    let runs: [UInt64] = (0..<4000).map { $0.isMultiple(of: 2) ? 1 : 0 }
    let root = slots.object(
      "NSAttributedString",
      [
        "NSString": slots.add(.string(String(repeating: "x", count: 2000))),
        "NSAttributes": attributes,
        "NSAttributeInfo": slots.add(.data(PackedNumbers.bytes(of: runs))),
      ])
    let outcome = try Outcome(slots.archive(root))
    #expect(outcome.error?.code == .expansionLimit)
    #expect(outcome.work[.conversion] ?? 0 < 500_000)
  }

  /// Text in runs of one character, each with a value of one attribute.
  private func text(_ values: [Any]) -> NSAttributedString {
    let text = NSMutableAttributedString(string: String(repeating: "x", count: values.count))
    for (index, value) in values.enumerated() {
      let range = NSRange(location: index, length: 1)
      // Foundation on Linux cannot compare adjacent values of a program's class.
      let key = NSAttributedString.Key(index.isMultiple(of: 2) ? "even" : "odd")
      text.addAttribute(key, value: value, range: range)
    }
    return text
  }

  @Test("Archiving compares attributes with only a few others, whatever their hashes")
  func archivedAttributes() throws {
    let count = 600
    let text = text((0..<count).map { _ in CountingKey() })
    let before = CountingKey.comparisons.withLock { $0 }
    _ = try NSCodingArchiver.archivedData(root: text)
    // Comparing each with all others would take 180,000.
    #expect(CountingKey.comparisons.withLock { $0 } - before < 40 * count)
  }

  @Test("Equal attributes are archived once, however many runs and values there are")
  func equalAttributes() throws {
    for makeValue in [{ "value \($0)" }, { $0 as NSNumber }, { NSString(string: "v\($0)") }]
      as [(Int) -> Any]
    {
      let data = try NSCodingArchiver.archivedData(
        root: text((0..<400).map { makeValue($0 % 100) }))
      let objects = try KeyedArchive(Array(data)).reachableObjects
      #expect(objects.count { $0.archivedClass.name == "NSDictionary" } == 100)
    }
  }

  @Test("Attributes that Foundation cannot compare are rejected where it would have to")
  func incomparableAttributes() throws {
    func archive(_ values: [(inout SlotList) -> Plist]) throws -> Data {
      var slots = SlotList()
      let key = slots.add("attribute")
      let dictionaries = values.map { slots.dictionary([key], [$0(&slots)]) }
      let runs: [UInt64] = values.indices.flatMap { [1, UInt64($0)] as [UInt64] }
      let root = slots.object(
        "NSAttributedString",
        [
          "NSString": slots.add(.string(String(repeating: "x", count: values.count))),
          "NSAttributes": slots.list(of: dictionaries),
          "NSAttributeInfo": slots.add(.data(PackedNumbers.bytes(of: runs))),
        ])
      return try slots.archive(root)
    }
    let null: (inout SlotList) -> Plist = { $0.object("NSNull", [:]) }
    let text: (inout SlotList) -> Plist = { $0.add("text") }
    let error: (inout SlotList) -> Plist = { slots in
      let domain = slots.add("D")
      return slots.object("NSError", ["NSDomain": domain, "NSCode": 1])
    }
    #expect(try Outcome(archive([text, text])).object is NSAttributedString)
    #expect(try Outcome(archive([null])).object is NSAttributedString)
    #if !canImport(ObjectiveC)
      // These once stopped the process.
      for values in [[error, error], [error, text], [text, error]] {
        #expect(try Outcome(archive(values)).error?.code == .notRepresentable)
      }
    #endif
  }

  // MARK: Property lists

  @Test(
    "A property list with keys of one hash, or nested sets, is rejected before comparisons")
  func trees() throws {
    func tree(_ plist: Plist) throws -> NSObject? {
      try PlistSerialization.propertyList(from: plist.encoded(as: .binary)) as? NSObject
    }
    func dictionary(_ count: Int) -> Plist {
      keysOfOneHash(count).reduce(into: [:]) { $0[$1] = true }
    }
    #expect((try tree(dictionary(50)) as? NSDictionary)?.count == 50)
    let keys = #expect(throws: PlistError.self) { try tree(dictionary(2000)) }
    #expect(keys?.code == .expansionLimit)
    // Two sets of each level contain both of the level below.
    var file = BinaryFile([[0x51, 0x61], [0x51, 0x62], [0x51, 0x63], [0xC1, 0], [0xC1, 1]])
    for level in UInt8(0)..<14 {
      let below = 3 + 2 * level
      file.objects += [[0xC2, below, below + 1], [0xC3, below, below + 1, 2]]
    }
    file.objects.append([0xC2, UInt8(file.objects.count - 2), UInt8(file.objects.count - 1)])
    file.top = UInt64(file.objects.count - 1)
    let sets = #expect(throws: PlistError.self) {
      try PlistSerialization.propertyList(from: Data(file.bytes))
    }
    #expect(sets?.code == .expansionLimit)
    let members = #expect(throws: PlistError.self) { try tree(.set(["\u{E9}", "e\u{301}"])) }
    #expect(members?.code == .equivalentKeys)
    #expect(
      try tree(.set([.set(["a"]), .set(["b"])]))
        == NSSet(array: [NSSet(array: ["a"]), NSSet(array: ["b"])]))
  }
}
