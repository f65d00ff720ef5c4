// The classes of Apple's Foundation: archives of macOS read, and written afresh.
import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Standard classes")
struct StandardClassTests {
  private static let vectors = "third-party/keyed-archive-apple"

  /// Archives of macOS that are not written again byte for byte, and why.
  static let exceptions: [String: String] = [:]

  @Test(
    "Archives of macOS are made into objects of known classes, and archived afresh byte for byte",
    .enabled(if: SharedArchives.isPresent))
  func byteForByte() throws {
    let files = SharedArchives.vectors(Self.vectors, "apple")
    var different: Set<String> = []
    for file in files {
      let unarchiver = try KeyedUnarchiver(forReadingFrom: file.bytes)
      let root = try unarchiver.decode(AnyArchivedObject.self, forKey: "root")
      #expect(root.object is any StandardObject, "\(file.name)")
      var options = ArchivingOptions()
      options.layout = .classic
      let again = try KeyedArchiver.archivedData(root: root, options: options)
      if again != file.bytes { different.insert(file.name) }
    }
    #expect(files.count == 36)
    #expect(different == Set(Self.exceptions.keys))
  }

  /// Objects as a program makes them, by the archives that macOS has written of the like.
  private static func made() -> [String: any StandardObject] {
    let numbers = (1...5).map { AnyArchivedObject.integer(PlistInteger($0)) }
    let shuffled = [3, 2, 5, 1, 4].map { AnyArchivedObject.integer($0) }
    let mile = ArchivedUnitConverter(.linear(coefficient: 1609.34, constant: 0))
    let unit = ArchivedUnit("mi", dimension: "NSUnitLength", converter: mile, specifier: 1287)
    func found(_ pattern: ArchivedText, _ ranges: [(UInt64, UInt64)]) -> ArchivedTextCheckingResult
    {
      ArchivedTextCheckingResult(
        ranges.map { ArchivedRange(location: $0.0, length: $0.1) },
        expression: ArchivedRegularExpression(pattern: pattern))
    }
    return [
      "NSSet-Empty": ArchivedSet(), "NSSet-Numbers": ArchivedSet(shuffled),
      "NSMutableSet-Numbers": ArchivedSet(shuffled, as: ArchivedSet.mutableClass),
      "NSOrderedSet-Numbers": ArchivedOrderedSet(numbers),
      "NSMutableOrderedSet-Empty": ArchivedOrderedSet([], as: ArchivedOrderedSet.mutableClass),
      "NSCountedSet-NumbersAppearingSeveralTimes": ArchivedCountedSet(
        shuffled.map { (object: $0, count: 5) }),
      "NSIndexPath-ManyIndices": ArchivedIndexPath([4, 8, 15, 16, 23, 42]),
      "NSIndexPath-OneIndex": ArchivedIndexPath([52]), "NSIndexPath-Empty": ArchivedIndexPath(),
      "NSIndexSet-OneRange": ArchivedIndexSet([ArchivedRange(location: 0, length: 50)]),
      "NSMeasurement-Length": ArchivedMeasurement(value: 45, unit: unit),
      "NSMeasurement-Zero": ArchivedMeasurement(value: 0, unit: ArchivedUnit("")),
      "ByteCountFormatter-Default": ArchivedByteCountFormatter(),
      "NSTextCheckingResult-SimpleRegex": found("aaa", [(0, 3)]),
      "NSTextCheckingResult-ExtendedRegex": found(
        "a(a(a(a(a(a)))))", (0..<6).map { ($0, 6 - $0) }),
      "NSTextCheckingResult-ComplexRegex": found(
        "a(a(a(a(a(a(a(a(a))))))))", (0..<9).map { ($0, 9 - $0) }),
    ]
  }

  @Test(
    "Objects that are made here are archived as macOS does",
    .enabled(if: SharedArchives.isPresent))
  func madeHere() throws {
    let made = Self.made()
    var options = ArchivingOptions()
    options.layout = .classic
    var compared = 0
    for file in SharedArchives.vectors(Self.vectors, "apple") {
      guard let object = made[file.name] else { continue }
      compared += 1
      let data = try KeyedArchiver.archivedData(
        root: AnyArchivedObject.object(object), options: options)
      #expect(data == file.bytes, "\(file.name)")
    }
    #expect(compared == made.count)
  }

  @Test("Older and XML archives are made into objects", .enabled(if: SharedArchives.isPresent))
  func older() throws {
    var roots: [String: AnyArchivedObject] = [:]
    for file in SharedArchives.vectors(Self.vectors, "apple_xml_and_older") {
      let name = file.name.replacing("NSKeyedUnarchiver-", with: "")
      roots[name] = try KeyedUnarchiver(forReadingFrom: file.bytes)
        .decode(AnyArchivedObject.self, forKey: "root")
    }
    #expect(roots.count == 10)
    let array = try #require(roots["ArrayTest"]?.object(as: ArchivedArray.self))
    #expect(array.elements.compactMap(\.string) == ["baa", "baa", "black", "sheep"])
    guard case .text(let first) = array.elements[0], case .text(let second) = array.elements[1]
    else { throw UnexpectedShape() }
    #expect(first === second)
    let complex = try #require(roots["ComplexTest"]?.object(as: ArchivedDictionary.self))
    #expect(complex["array"]?.object(as: ArchivedArray.self)?.elements.count == 4)
    #expect(complex["uuid"]?.object(as: ArchivedUUID.self) != nil)
    let url = try #require(roots["URLTest"]?.object(as: ArchivedURL.self)?.url)
    #expect(url.absoluteString == "https://www.example.com/foo.xml")
    let ordered = try #require(roots["OrderedSetTest"]?.object(as: ArchivedOrderedSet.self))
    #expect(ordered.elements.compactMap(\.string) == ["valgeir", "nico", "puzzle"])
    let notification = try #require(
      roots["NotificationTest"]?.object(as: ArchivedNotification.self))
    #expect(notification.name.string == "notification-name")
    #expect(notification.object.string == "notification-object")
    #expect(notification.userInfo?["notification-key"]?.string == "notification-val")
    let uuid = try #require(roots["UUIDTest"]?.object(as: ArchivedUUID.self))
    #expect(uuid.uuid.uuidString == "0AD863BA-7584-40CF-8896-BD87B3280C34")
    try checkStructures(roots)
  }

  private func checkStructures(_ roots: [String: AnyArchivedObject]) throws {
    func content(_ name: String) throws -> ArchivedStructure.Content {
      try #require(roots[name]?.object(as: ArchivedStructure.self)).content
    }
    guard case .range(let range) = try content("RangeTest"),
      case .rect(let rect) = try content("RectTest"),
      case .edgeInsets(let top, let left, let bottom, let right) = try content("EdgeInsetsTest"),
      case .other(let type, let value) = try content("ConcreteValueTest")
    else { throw UnexpectedShape() }
    #expect(range.range == 97345..<195690)
    #expect(rect.origin == ArchivedPoint(x: 400, y: 300))
    #expect(rect.size == ArchivedSize(width: 200, height: 300))
    #expect([top, left, bottom, right] == [1, 2, 3, 4])
    #expect(type.string == "[3i]")
    let array = try #require(value.unknown)
    #expect(array.className == "_NSKeyedCoderOldStyleArray")
    #expect(["$0", "$1", "$2"].compactMap { array[$0]?.integer } == [1, 2, 3])
  }
}

struct UnexpectedShape: Error {}
