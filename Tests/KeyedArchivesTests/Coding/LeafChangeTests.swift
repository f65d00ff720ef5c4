// Tests in which every leaf of typed archives changes into every other kind, and every collection
// contains itself: each way of reading succeeds or throws, and never crashes.
import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

private class Record: Codable {
  var flag: Bool? = true
  var count: Int? = 3
  var small: UInt8? = 4
  var real: Double? = 2.5
  var text: String? = "text"
  var date: Date? = Date(timeIntervalSinceReferenceDate: 1)
  var data: Data? = Data([1, 2])
  var url: URL? = URL(string: "http://example.com")
  var uuid: UUID? = UUID()
  var decimal: Decimal? = 12
  var list: [Record?]? = []
  var map: [String: Record]? = [:]
  var numbers: Set<Double>? = [1]
  var next: Record?
  @Reference var link: Record?
  @WeakReference var weakLink: Record?
  @Polymorphic var anything: (any Codable)?
  init() {}
}

@Suite("Leaves of every kind at every path")
struct LeafChangeTests {
  private static let others: [Plist] = [
    .null, true, 0, -1, 1_000_000_000, .integer(PlistInteger(UInt64.max)), 1.5, .real(.nan),
    .real(-.infinity), "", "$null", "$class", .date(Date(timeIntervalSinceReferenceDate: 1e300)),
    .data(Data()), .data(Data(repeating: 0xFF, count: 20)), [], [[]], [:], ["$class": 1],
    ["CF$UID": 1], .uid(PlistUID(0)), .uid(PlistUID(1)), .uid(PlistUID(2)), .uid(PlistUID(.max)),
  ]

  /// Uses an archive in every way; returns whether any could read it.
  private func use(_ plist: Plist) -> Bool {
    guard let bytes = try? plist.encoded(as: .binary), let document = try? PlistDocument(bytes)
    else { return false }
    _ = KeyedArchive.diagnose(document).count
    _ = try? KeyedArchive(document).json()
    _ = try? ObjectGraph(document).encoded()
    let record = try? KeyedUnarchiver(document).decode(Record.self, forKey: "root")
    _ = record.flatMap { try? KeyedArchiver.archivedData(root: $0) }
    _ = record.flatMap { try? KeyedArchiver.copy(of: $0) }
    if let record { (record.next, record.link, record.list, record.map) = (nil, nil, nil, nil) }
    let any = try? KeyedUnarchiver(document).decode(AnyArchivedObject.self, forKey: "root")
    _ = any.flatMap { try? KeyedArchiver.archivedData(root: $0) }
    _ = any.flatMap { try? KeyedArchiver.copy(of: $0) }
    return record != nil || any != nil
  }

  /// The paths of all values below a value, without the value itself.
  private func paths(_ node: PlistNode, _ path: [PlistPath.Step] = []) -> [[PlistPath.Step]] {
    (path.isEmpty ? [] : [path])
      + (0..<(node.kind.isContainer ? node.count : 0)).flatMap { index in
        if let child = node[index] { return paths(child, path + [.index(index)]) }
        guard let key = node.key(at: index)?.stringValue, let child = node.value(at: index) else {
          return []
        }
        return paths(child, path + [.key(key)])
      }
  }

  private func replacing(_ path: ArraySlice<PlistPath.Step>, in plist: Plist, by other: Plist)
    -> Plist
  {
    guard let step = path.first else { return other }
    var changed = plist
    switch step {
    case .key(let key):
      changed[key] = replacing(path.dropFirst(), in: plist[key] ?? .null, by: other)
    case .index(let index):
      changed[index] = replacing(path.dropFirst(), in: plist[index] ?? .null, by: other)
    }
    return changed
  }

  private func check(_ archive: Plist) throws {
    var (read, refused) = (0, 0)
    for path in paths(try PlistDocument(archive).root) {
      for other in Self.others {
        let changed = replacing(path[...], in: archive, by: other)
        if use(changed) { read += 1 } else { refused += 1 }
      }
    }
    #expect(read > 0 && refused > 0)
  }

  @Test("A class with every kind of field is read or rejected")
  func typed() throws {
    let (root, kid) = (Record(), Record())
    root.list = [kid, nil]
    root.map = ["k": kid]
    (root.next, root.link, root.weakLink) = (kid, kid, kid)
    try check(try Plist(PlistDocument(KeyedArchiver.archivedData(root: root))))
  }

  @Test("Apple's archives of standard classes are read or rejected")
  func standard() throws {
    // Archives with an object under the key that the check decodes. The committed ones are made
    // like the shared ones.
    let files = try Corpus.archives.filter {
      try $0.bytes.count < 800 && $0.isShared == Corpus.hasSharedCollection
        && (!$0.isShared || $0.name.contains("Fixtures"))
        && PlistDocument($0.bytes).root["$top"]?["root"] != nil
    }
    #expect(files.count > 20)
    for file in files { try check(try Plist(PlistDocument(file.bytes))) }
  }

  @Test(
    "Standard objects inside themselves are read or rejected",
    arguments: [
      ("NSArray", ["NS.objects"]), ("NSSet", ["NS.objects"]), ("NSOrderedSet", ["NS.objects"]),
      ("NSDictionary", ["NS.keys", "NS.objects"]), ("NSCountedSet", ["NS.object0"]),
      ("NSAttributedString", ["NSString", "NSAttributes", "NSAttributeInfo"]),
      ("NSURL", ["NS.relative", "NS.base"]), ("NSString", ["NS.string"]), ("NSData", ["NS.data"]),
      ("NSError", ["NSDomain", "NSUserInfo"]), ("NSMeasurement", ["NS.unit"]),
      ("NSDateComponents", ["NS.calendar", "NS.timezone"]), ("NSDate", ["NS.time"]),
      ("NSCalendar", ["NS.locale", "NS.timezone"]), ("NSNotification", ["NSObject", "NSUserInfo"]),
      ("NSTextCheckingResult", ["NSRegularExpression", "NSRangeArray"]),
    ] as [(String, [String])])
  func inside(name: String, keys: [String]) throws {
    let itself = Plist.uid(PlistUID(1))
    for value in [itself, [itself], [itself, itself]] as [Plist] {
      var object: Plist = ["NS.count": 1, "$class": .uid(PlistUID(2))]
      for key in keys { object[key] = value }
      let archive: Plist = [
        "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": itself],
        "$objects": ["$null", object, ["$classname": .string(name), "$classes": [.string(name)]]],
      ]
      let document = try PlistDocument(archive.encoded(as: .binary))
      _ = use(archive)
      #expect(!(try KeyedArchive(document).reachableObjects.isEmpty))
      #expect(try ObjectGraph(document).encoded().count > 100)
    }
  }
}
