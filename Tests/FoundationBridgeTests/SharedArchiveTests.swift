// Tests of archives of many programs, which are next to the repository on some machines only: what
// KeyedArchives reads, the bridge reads. Skipped without them.
import FoundationBridge
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

/// A file of the shared collection of archives.
private struct SharedArchive: Sendable, CustomStringConvertible {
  var name: String
  var data: Data
  var description: String { name }

  /// The files of the collection.
  static let all: [SharedArchive] = {
    guard let shared = Repository.shared else { return [] }
    let folder = shared.appendingPathComponent("corpus/archives").resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.sorted().compactMap { name in
      FileManager.default.contents(atPath: "\(folder)/\(name)").map {
        SharedArchive(name: name, data: $0)
      }
    }
  }()

  /// The top-level keys whose objects KeyedArchives reads, if it accepts the file as an archive.
  func readableKeys() -> [String] {
    guard let unarchiver = try? KeyedUnarchiver(forReadingFrom: data) else { return [] }
    let keys = (try? PlistDocument(data).root["$top"]?.keys) ?? []
    return keys.filter {
      (try? unarchiver.decodeIfPresent(AnyArchivedObject.self, forKey: $0)) != nil
    }
  }
}

@Suite("Archives of other programs", .enabled(if: !SharedArchive.all.isEmpty))
struct SharedArchiveTests {
  private static let classes: [AnyClass] = [
    NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self, NSUUID.self, NSNull.self,
    NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSIndexSet.self,
    NSIndexPath.self, NSValue.self, NSLocale.self, NSTimeZone.self, NSAttributedString.self,
    NSError.self, NSMeasurement.self, NSCharacterSet.self, UnknownObject.self,
  ]

  @Test("The bridge reads every archive, as Foundation's objects or as unknown ones")
  func bridgeReadsWhatTheEngineReads() throws {
    var count = 0
    for archive in SharedArchive.all {
      for key in archive.readableKeys() {
        let unarchiver = try NSCodingUnarchiver(forReadingFrom: archive.data)
        #expect(throws: Never.self, "\(archive.name), \(key)") {
          _ = try unarchiver.decodeObject(ofClasses: Self.classes, forKey: key)
        }
        count += 1
      }
    }
    #expect(count >= 100)
  }
}
