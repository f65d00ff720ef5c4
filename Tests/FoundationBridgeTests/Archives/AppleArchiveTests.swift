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
  static let binary = archives("apple")

  /// Older ones, in XML.
  static let xml = archives("apple_xml_and_older").filter {
    !$0.data.starts(with: Data("bplist".utf8))
  }

  private static func archives(_ group: String) -> [AppleArchive] {
    PublishedCases.archives("third-party/keyed-archive-apple", group).map {
      AppleArchive(id: $0.name, data: $0.data)
    }
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
