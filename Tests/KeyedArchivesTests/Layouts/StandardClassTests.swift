// Tests of the classes of Apple's Foundation: macOS archives are read, and written again.
import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Standard classes")
struct StandardClassTests {
  private static let vectors = "third-party/keyed-archive-apple"

  /// macOS archives that are not written again byte for byte, and the reasons.
  static let exceptions: [String: String] = [:]

  @Test(
    "macOS archives are decoded into objects, and archived again byte for byte",
    .enabled(if: Corpus.hasSharedCollection))
  func byteForByte() throws {
    let files = PublishedCases.archives(Self.vectors, "apple")
    var different: Set<String> = []
    for file in files {
      let unarchiver = try KeyedUnarchiver(forReadingFrom: file.data)
      let root = try unarchiver.decode(AnyArchivedObject.self, forKey: "root")
      #expect(root.object != nil || root.unknown != nil, "\(file.name)")
      var options = ArchivingOptions()
      options.layout = .classic
      let again = try KeyedArchiver.archivedData(root: root, options: options)
      if again != file.data { different.insert(file.name) }
    }
    #expect(files.count == 36)
    #expect(different == Set(Self.exceptions.keys))
  }

  /// Objects as a program creates them, by the corresponding macOS archives.
  private static func made() -> [String: any StandardObject] {
    let numbers = (1...5).map { AnyArchivedObject.integer(PlistInteger($0)) }
    let shuffled = [3, 2, 5, 1, 4].map { AnyArchivedObject.integer($0) }
    return [
      "NSSet-Empty": ArchivedSet(), "NSSet-Numbers": ArchivedSet(shuffled),
      "NSMutableSet-Numbers": ArchivedSet(shuffled, as: ArchivedSet.mutableClass),
      "NSOrderedSet-Numbers": ArchivedSet(numbers, as: ArchivedSet.orderedClass),
      "NSMutableOrderedSet-Empty": ArchivedSet([], as: ArchivedSet.mutableOrderedClass),
      "NSCountedSet-NumbersAppearingSeveralTimes": ArchivedSet(
        shuffled, counts: Array(repeating: 5, count: 5)),
      "NSIndexPath-ManyIndices": ArchivedIndexPath([4, 8, 15, 16, 23, 42]),
      "NSIndexPath-OneIndex": ArchivedIndexPath([52]), "NSIndexPath-Empty": ArchivedIndexPath(),
      "NSIndexSet-OneRange": ArchivedIndexSet([0..<50]),
    ]
  }

  @Test(
    "Objects that are created here are archived as macOS does",
    .enabled(if: Corpus.hasSharedCollection))
  func madeHere() throws {
    let made = Self.made()
    var options = ArchivingOptions()
    options.layout = .classic
    var compared = 0
    for file in PublishedCases.archives(Self.vectors, "apple") {
      guard let object = made[file.name] else { continue }
      compared += 1
      let data = try KeyedArchiver.archivedData(
        root: AnyArchivedObject.object(object), options: options)
      #expect(data == file.data, "\(file.name)")
    }
    #expect(compared == made.count)
  }

  @Test("Older and XML archives are decoded into objects", .enabled(if: Corpus.hasSharedCollection))
  func older() throws {
    var roots: [String: AnyArchivedObject] = [:]
    for file in PublishedCases.archives(Self.vectors, "apple_xml_and_older") {
      let name = file.name.replacing("NSKeyedUnarchiver-", with: "")
      roots[name] = try KeyedUnarchiver(forReadingFrom: file.data)
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
    let ordered = try #require(roots["OrderedSetTest"]?.object(as: ArchivedSet.self))
    #expect(ordered.archivedClass.name == "NSOrderedSet")
    #expect(ordered.elements.compactMap(\.string) == ["valgeir", "nico", "puzzle"])
    let notification = try #require(roots["NotificationTest"]?.unknown)
    #expect(notification.text("NS.name") == "notification-name")
    #expect(notification.text("NS.object") == "notification-object")
    let uuid = try #require(roots["UUIDTest"]?.object(as: ArchivedUUID.self))
    #expect(uuid.uuid.uuidString == "0AD863BA-7584-40CF-8896-BD87B3280C34")
    let old = try #require(roots["ConcreteValueTest"]?.unknown?.object("$1")?.object)
    #expect(old.className == "_NSKeyedCoderOldStyleArray")
    #expect(["$0", "$1", "$2"].compactMap { old[$0]?.integer } == [1, 2, 3])
  }

  @Test("The structures of older archives are read", .enabled(if: Corpus.hasSharedCollection))
  func structures() throws {
    var found: Set<StructureLayout> = []
    for file in PublishedCases.archives(Self.vectors, "apple_xml_and_older") {
      let source = try KeyedUnarchiver(forReadingFrom: file.data).top
      if let structure = try? source.layout(StructureLayout.self, key: "root") {
        found.insert(structure)
      }
    }
    #expect(
      found == [
        .range(location: 97345, length: 98345), .rect(x: 400, y: 300, width: 200, height: 300),
        .edgeInsets(top: 1, left: 2, bottom: 3, right: 4),
      ])
  }
}

struct UnexpectedShape: Error {}
