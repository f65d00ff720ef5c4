// Tests of the archives of the corpus: what KeyedArchives reads, the bridge reads.
import FoundationBridge
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Archives of other programs")
struct ObjectReaderTests {
  private static let classes: [AnyClass] = [
    NSString.self, NSNumber.self, NSData.self, NSDate.self, NSURL.self, NSUUID.self, NSNull.self,
    NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSIndexSet.self,
    NSIndexPath.self, NSValue.self, NSLocale.self, NSTimeZone.self, NSAttributedString.self,
    NSError.self, NSMeasurement.self, NSCharacterSet.self,
    NSRegularExpression.self, UnknownObject.self,
  ]

  /// The top-level keys whose objects KeyedArchives reads, if it accepts the file as an archive.
  private func readableKeys(_ archive: Corpus.File) -> [String] {
    guard let unarchiver = try? KeyedUnarchiver(forReadingFrom: archive.data) else { return [] }
    let keys = (try? PlistDocument(archive.bytes).root["$top"]?.keys) ?? []
    return keys.filter {
      (try? unarchiver.decodeIfPresent(AnyArchivedObject.self, forKey: $0)) != nil
    }
  }

  @Test("The bridge reads every archive, as Foundation's objects or as unknown ones")
  func bridgeReadsWhatTheEngineReads() throws {
    var count = 0
    for archive in Corpus.archives {
      for key in readableKeys(archive) {
        let unarchiver = try NSCodingUnarchiver(forReadingFrom: archive.data)
        #expect(throws: Never.self, "\(archive.name), \(key)") {
          _ = try unarchiver.decodeObject(ofClasses: Self.classes, forKey: key)
        }
        count += 1
      }
    }
    #expect(count >= (Corpus.hasSharedCollection ? 150 : 40))
  }
}
