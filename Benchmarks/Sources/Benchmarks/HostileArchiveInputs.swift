// Archives designed to exhaust a reader: bombs of shared values, missing members, objects inside
// themselves, and large numbers of one kind of object.

/// A malicious archive.
struct MadeArchive {
  var name: String
  var bytes: [UInt8]

  static func all() -> [MadeArchive] {
    ladders + sharing + counts + texts + fields + cycles
  }

  private static let size = 20_000

  // MARK: Sharing

  /// Each object refers to the next one twice: 2^60 paths lead to the last.
  private static var ladders: [MadeArchive] {
    ["NSArray", "NSSet", "NSDictionary", "Ladder"].flatMap { name in
      [
        ("whole", BinaryObject.text("end")),
        ("broken", .record(["NS.objects": .int(1)], ofClass: 2)),
      ]
      .map { end, last in
        var archive = ArchiveMaker([name, "NSArray"])
        for rung in 0..<60 {
          let next = BinaryObject.uid(rung + 4)
          archive.objects.append(Self.rung(name, next))
        }
        archive.objects.append(last)
        return MadeArchive(name: "ladder of \(name), \(end)", bytes: archive.bytes)
      }
    }
  }

  private static func rung(_ name: String, _ next: BinaryObject) -> BinaryObject {
    switch name {
    case "Ladder": .record(["a": next, "b": next, "c": next], ofClass: 1)
    case "NSDictionary":
      .record(["NS.keys": .array([next, next]), "NS.objects": .array([next, next])], ofClass: 1)
    default: .record(["NS.objects": .array([next, next])], ofClass: 1)
    }
  }

  /// Many objects that share one large value: as many as a property list may have, so that the
  /// archive must reject them, and more.
  private static var sharing: [MadeArchive] {
    sharing(objects: 3000, of: 1200) + sharing(objects: 5000, of: 20_000)
      + [sharedRuns, relativeURLs, wideTop]
  }

  private static func sharing(objects: Int, of size: Int) -> [MadeArchive] {
    let members = BinaryObject.array((0..<size).map { _ in .uid(4) })
    let bytes = BinaryObject.data([UInt8](repeating: 1, count: size * 2))
    let text = BinaryObject.text(String(repeating: "x", count: size))
    let shared: [(String, [String: BinaryObject])] = [
      ("NSArray", ["NS.objects": members]),
      ("NSDictionary", ["NS.keys": members, "NS.objects": members]),
      ("NSSet", ["NS.objects": members]), ("Other", ["list": members]),
      ("NSIndexSet", ["NSRangeCount": .int(size), "NSRangeData": bytes]),
      ("NSIndexPath", ["NSIndexPathLength": .int(size * 2), "NSIndexPathData": bytes]),
      ("NSMutableString", ["NS.string": text]), ("NSMutableData", ["NS.data": bytes]),
      ("NSCharacterSet", ["NSBitmap": bytes]), ("NSUUID", ["NS.uuidbytes": bytes]),
    ]
    return [sharedChains(objects, size), packedByReference(objects, size)]
      + shared.map { name, fields in
        var archive = ArchiveMaker(["NSArray", name])
        archive.objects.append(list(5..<objects + 5))
        archive.objects.append(.text("member"))
        for _ in 0..<objects { archive.objects.append(.record(fields, ofClass: 2)) }
        return MadeArchive(
          name: "\(objects) \(name) with one value of \(size)", bytes: archive.bytes)
      }
  }

  private static func list(_ slots: Range<Int>) -> BinaryObject {
    .record(["NS.objects": .array(slots.map { .uid($0) })], ofClass: 1)
  }

  /// Index sets that refer to one object of data.
  private static func packedByReference(_ objects: Int, _ size: Int) -> MadeArchive {
    var archive = ArchiveMaker(["NSArray", "NSIndexSet"])
    archive.objects.append(list(5..<objects + 5))
    archive.objects.append(.data([UInt8](repeating: 1, count: size * 2)))
    for _ in 0..<objects {
      archive.objects.append(
        .record(["NSRangeCount": .int(size), "NSRangeData": .uid(4)], ofClass: 2))
    }
    return MadeArchive(name: "\(objects) index sets of one data of \(size)", bytes: archive.bytes)
  }

  /// Attributed strings that share the runs of one.
  private static var sharedRuns: MadeArchive {
    var archive = ArchiveMaker(["NSArray", "NSAttributedString", "NSDictionary"])
    archive.objects.append(list(7..<size / 4 + 7))
    archive.objects.append(.record(["NS.keys": .array([]), "NS.objects": .array([])], ofClass: 3))
    archive.objects.append(.record(["NS.objects": .array([.uid(5)])], ofClass: 1))
    let runs = BinaryObject.data([UInt8]((0..<size).flatMap { _ in [1, 0] as [UInt8] }))
    for _ in 0..<size / 4 {
      let fields: [String: BinaryObject] = [
        "NSString": .text("text"), "NSAttributes": .uid(6), "NSAttributeInfo": runs,
      ]
      archive.objects.append(.record(fields, ofClass: 2))
    }
    return MadeArchive(name: "attributed strings with one list of runs", bytes: archive.bytes)
  }

  /// Arrays whose classes share one list of superclasses.
  private static func sharedChains(_ objects: Int, _ size: Int) -> MadeArchive {
    let names = BinaryObject.array((0..<size).map { .text("Class \($0)") })
    var archive = ArchiveMaker(["NSArray"])
    archive.objects.append(list(3..<objects + 3))
    for number in 0..<objects {
      archive.objects.append(.record(["NS.objects": .array([])], ofClass: objects + 3 + number))
    }
    for _ in 0..<objects {
      archive.objects.append(.dictionary(["$classname": .text("NSArray"), "$classes": names]))
    }
    return MadeArchive(name: "\(objects) classes with one list of \(size)", bytes: archive.bytes)
  }

  /// URLs that are all relative to one at the end of a long chain.
  private static var relativeURLs: MadeArchive {
    var archive = ArchiveMaker(["NSArray", "NSURL"])
    archive.objects.append(
      .record(
        ["NS.objects": .array((0..<size).map { _ in .uid(5) })], ofClass: 1))
    archive.objects.append(.text("http://example.com/a"))
    for number in 0..<500 {
      archive.objects.append(
        .record(
          ["NS.relative": .uid(4), "NS.base": .uid(number == 499 ? 0 : number + 6)], ofClass: 2))
    }
    return MadeArchive(name: "URLs relative to each other", bytes: archive.bytes)
  }

  /// Nested arrays without objects, each with many uses in the next one.
  private static var wideTop: MadeArchive {
    var value = BinaryObject.text(String(repeating: "x", count: 250))
    for _ in 0..<3 { value = .array([BinaryObject](repeating: value, count: 150)) }
    var archive = ArchiveMaker([])
    archive.objects.append(value)
    return MadeArchive(name: "150^3 texts of 250 bytes", bytes: archive.bytes)
  }

  // MARK: Counts, texts and fields

  private static var counts: [MadeArchive] {
    let billion = BinaryObject.int(1_000_000_000)
    let fields: [(String, [String: BinaryObject])] = [
      ("NSCountedSet", ["NS.count": billion, "NS.object0": .uid(0), "NS.count0": billion]),
      ("NSIndexPath", ["NSIndexPathLength": billion, "NSIndexPathData": .data([1, 2])]),
      ("NSIndexSet", ["NSRangeCount": billion, "NSRangeData": .data([1, 2])]),
      (
        "NSDecimalNumber",
        [
          "NS.mantissa": .data([1, 2]), "NS.mantissa.bo": .int(1), "NS.exponent": billion,
          "NS.length": billion, "NS.negative": .bool(true), "NS.compact": .bool(true),
        ]
      ),
      ("NSData", ["NS.data": .uid(0), "NS.length": billion]),
      ("NSArray", ["NS.count": billion, "NS.objects": .array([])]),
      ("NSDictionary", ["NS.keys": .array([.uid(0)]), "NS.objects": .array([])]),
      ("NSValue", ["NS.special": .int(4), "NS.rangeval.length": billion]),
      ("NSCharacterSet", ["NSBuiltinID": billion]),
      ("NSTextCheckingResult", ["NSRangeCount": billion, "NSRangeArray": .data([1])]),
    ]
    return fields.map { name, fields in
      var archive = ArchiveMaker([name])
      archive.objects.append(.record(fields, ofClass: 1))
      return MadeArchive(name: "a count of 10^9 in \(name)", bytes: archive.bytes)
    } + [members("NSArray", "NS.object."), members("NSCountedSet", "NS.object")]
  }

  /// A collection with a key for each member.
  private static func members(_ name: String, _ prefix: String) -> MadeArchive {
    var archive = ArchiveMaker([name])
    var fields: [String: BinaryObject] = ["NS.count": .int(size)]
    for number in 0..<size { fields["\(prefix)\(number)"] = .uid(0) }
    archive.objects.append(.record(fields, ofClass: 1))
    return MadeArchive(name: "\(name) with \(size) keys", bytes: archive.bytes)
  }

  /// Long strings and bytes with many uses.
  private static var texts: [MadeArchive] {
    let values: [(String, BinaryObject)] = [
      ("text", .text(String(repeating: "é", count: size * 2))),
      ("text of 4,000 bytes", .text(String(repeating: "x", count: 4000))),
      ("data", .data([UInt8](repeating: 7, count: size * 2))),
    ]
    return values.flatMap { name, value in
      var slots = ArchiveMaker(["NSArray"])
      slots.objects.append(
        .record(["NS.objects": .array((0..<size).map { _ in .uid(3) })], ofClass: 1))
      slots.objects.append(value)
      var inline = ArchiveMaker(["NSArray"])
      inline.objects.append(
        .record(["list": .array([BinaryObject](repeating: value, count: size))], ofClass: 1))
      return [
        MadeArchive(name: "one \(name) by \(size) references", bytes: slots.bytes),
        MadeArchive(name: "one \(name) used \(size) times", bytes: inline.bytes),
      ]
    }
  }

  /// Objects with many fields, and many invalid references at a great depth.
  private static var fields: [MadeArchive] {
    var wide = ArchiveMaker(["NSArray", "Wide"])
    wide.objects.append(
      .record(["NS.objects": .array((0..<size).map { _ in .uid(4) })], ofClass: 1))
    var pairs: [String: BinaryObject] = [:]
    for number in 0..<size { pairs["\(number < size / 2 ? "!" : "~")\(number)"] = .uid(0) }
    wide.objects.append(.record(pairs, ofClass: 2))
    var deep = BinaryObject.array((0..<size).map { .uid(100_000 + $0 % 2) })
    for _ in 0..<450 { deep = .array([deep]) }
    var broken = ArchiveMaker(["Deep"])
    broken.objects.append(.record(["list": deep], ofClass: 1))
    return [
      MadeArchive(name: "an object of \(size) fields", bytes: wide.bytes),
      MadeArchive(name: "\(size) references to nowhere 450 deep", bytes: broken.bytes),
    ]
  }

  // MARK: Cycles

  private static var cycles: [MadeArchive] {
    let own: [(String, [String: BinaryObject])] = [
      ("NSArray", ["NS.objects": .array([.uid(2)])]), ("NSSet", ["NS.objects": .array([.uid(2)])]),
      ("NSDictionary", ["NS.keys": .array([.uid(2)]), "NS.objects": .array([.uid(2)])]),
      ("NSAttributedString", ["NSString": .uid(2), "NSAttributes": .uid(2)]),
      ("NSURL", ["NS.relative": .uid(2), "NS.base": .uid(2)]),
      ("NSString", ["NS.string": .uid(2)]), ("NSError", ["NSUserInfo": .uid(2)]),
      ("Ladder", ["a": .uid(2)]), ("Everything", ["next": .uid(2)]),
    ]
    let alone = own.map { name, fields in
      var archive = ArchiveMaker([name])
      archive.objects.append(.record(fields, ofClass: 1))
      return MadeArchive(name: "\(name) in itself", bytes: archive.bytes)
    }
    let rings = ["NSArray", "Ladder"].map { name in
      var archive = ArchiveMaker([name])
      for number in 0..<5000 {
        let next = BinaryObject.uid(number == 4999 ? 2 : number + 3)
        archive.objects.append(rung(name, next))
      }
      return MadeArchive(name: "a ring of 5,000 \(name)", bytes: archive.bytes)
    }
    return alone + rings
  }
}
