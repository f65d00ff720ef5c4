// Tests of archives of the bridged classes that Apple's Foundation wrote: read, and written again
// byte for byte. Skipped without the shared collection.
import FoundationBridge
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

/// An archive of the shared collection.
private struct AppleArchive: Sendable, CustomStringConvertible {
  var id: String
  var data: Data
  var description: String { id }

  /// Archives of macOS 10.14, each of one object.
  static let binary = archives("apple").compactMap { archive in
    (archive["hex"] as? String).map { (archive, bytes(ofHex: $0)) }
  }.compactMap(AppleArchive.init)

  /// Older ones, in XML.
  static let xml = archives("apple_xml_and_older").compactMap { archive in
    (archive["text"] as? String).map { (archive, Data($0.utf8)) }
  }.compactMap(AppleArchive.init)

  private init?(_ archive: [String: Any], _ data: Data) {
    guard let id = archive["id"] as? String else { return nil }
    self.id = id
    self.data = data
  }

  private static func archives(_ part: String) -> [[String: Any]] {
    let name = "formats/vectors/third-party/keyed-archive-apple.json"
    guard let file = Repository.shared?.appendingPathComponent(name),
      let contents = FileManager.default.contents(atPath: file.path),
      let json = try? JSONSerialization.jsonObject(with: contents) as? [String: Any],
      let part = json[part] as? [String: Any]
    else { return [] }
    return part["archives"] as? [[String: Any]] ?? []
  }

  private static func bytes(ofHex hex: String) -> Data {
    let digits = Array(hex.utf8)
    return Data(
      stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
      })
  }
}

@Suite("Archives written by Apple's Foundation", .enabled(if: !AppleArchive.binary.isEmpty))
struct AppleArchiveTests {
  private static let classes: [AnyClass] = [
    NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self, NSUUID.self, NSNull.self,
    NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSIndexSet.self,
    NSIndexPath.self, NSValue.self, NSLocale.self, NSTimeZone.self, NSAttributedString.self,
    NSError.self,
  ]

  private func object(_ data: Data) throws -> NSObject {
    let object = try NSCodingUnarchiver.unarchivedObject(ofClasses: Self.classes, from: data)
    return try #require(object as? NSObject)
  }

  private func written(_ object: NSObject) throws -> Data {
    var options = ArchivingOptions()
    options.layout = .classic
    return try NSCodingArchiver.archivedData(root: object, options: options)
  }

  @Test(
    "Archives of ordered objects are read and written again byte for byte",
    arguments: AppleArchive.binary.filter {
      $0.isOf(
        "NSIndexPath", "NSIndexSet", "NSMutableIndexSet", "NSOrderedSet", "NSMutableOrderedSet")
        || $0.isOf("NSSet", "NSMutableSet", "NSCountedSet") && $0.id.hasSuffix("-Empty")
    })
  private func ordered(archive: AppleArchive) throws {
    #expect(try written(object(archive.data)) == archive.data)
  }

  @Test(
    "Sets and attributed strings are read and written again as equal objects",
    arguments: AppleArchive.binary.filter {
      $0.isOf("NSSet", "NSMutableSet", "NSCountedSet", "NSAttributedString")
        || $0.isOf("NSMutableAttributedString")
    })
  private func unordered(archive: AppleArchive) throws {
    let first = try object(archive.data)
    let second = try object(written(first))
    #expect(first == second)
    #expect(ObjectIdentifier(first.classForCoder) == ObjectIdentifier(second.classForCoder))
  }

  @Test(
    "An archive of a class that is not allowed is rejected with an error",
    arguments: AppleArchive.binary.filter { $0.isOf("NSMeasurement") })
  private func refused(archive: AppleArchive) {
    let error = #expect(throws: ArchiveError.self) { try object(archive.data) }
    #expect(error?.code == .unexpectedClass)
  }

  @Test(
    "An archive of a class without a bridge is rejected, or arrives as unknown objects",
    arguments: AppleArchive.binary.filter {
      $0.id.contains("Formatter") || $0.isOf("NSTextCheckingResult")
    })
  private func unmade(archive: AppleArchive) throws {
    let error = #expect(throws: ArchiveError.self) { try object(archive.data) }
    #expect(error?.code == .notRepresentable)
    let made = try NSCodingUnarchiver.unarchivedObject(
      ofClasses: [UnknownObject.self], from: archive.data)
    let unknown = try #require(made as? UnknownObject)
    #expect(error?.message.contains(unknown.className) == true)
  }

  @Test(
    "Old archives in XML are read",
    arguments: AppleArchive.xml.filter { archive in
      ["Array", "EdgeInsets", "OrderedSet", "Range", "Rect", "URL", "UUID"].contains {
        archive.id.hasSuffix("-\($0)Test")
      }
    })
  private func old(archive: AppleArchive) throws {
    let unarchiver = try NSCodingUnarchiver(forReadingFrom: archive.data)
    let keys = try PlistDocument(archive.data).root["$top"]?.keys ?? []
    #expect(!keys.isEmpty)
    for key in keys {
      #expect(try unarchiver.decodeObject(ofClasses: Self.classes, forKey: key) != nil)
    }
  }
}

extension AppleArchive {
  /// Whether the archive's class is one of the given classes.
  fileprivate func isOf(_ names: String...) -> Bool {
    names.contains { id == $0 || id.hasPrefix($0 + "-") }
  }
}
