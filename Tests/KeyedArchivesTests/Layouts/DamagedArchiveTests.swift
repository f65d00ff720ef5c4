// Tests of damaged archives of standard classes, and of layouts that other software writes.
import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Damaged archives and archives of other software")
struct DamagedArchiveTests {
  @Test("An archive with any bytes changed is read or rejected, and never crashes")
  func damaged() throws {
    var random = SystemRandomNumberGenerator()
    var (read, refused) = (0, 0)
    let published = PublishedCases.archives("third-party/keyed-archive-apple", "apple")
    for file in Corpus.archives.filter({ $0.isBinary && !$0.isShared }) + published {
      for _ in 0..<60 {
        var bytes = file.data
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
        if survives(bytes) { read += 1 } else { refused += 1 }
      }
    }
    #expect(read > 0 && refused > 0)
  }

  /// Whether bytes can be read and the result written.
  private func survives(_ bytes: Data) -> Bool {
    do {
      _ = try ObjectGraph(forReadingFrom: bytes).encoded()
      let root = try KeyedUnarchiver.unarchivedObject(of: AnyArchivedObject.self, from: bytes)
      _ = try KeyedArchiver.archivedData(root: root)
      return true
    } catch { return false }
  }

  private func root(_ slots: Plist...) throws -> AnyArchivedObject {
    try KeyedUnarchiver(PlistDocument(archivePlist(["$null"] + slots)))
      .decode(AnyArchivedObject.self, forKey: "root")
  }

  private func record(_ name: String) -> Plist {
    ["$classname": .string(name), "$classes": [.string(name)]]
  }

  @Test("Collections with a key for each object are read")
  func numbered() throws {
    let array = try root(
      ["NS.object.0": uid(3), "NS.object.1": uid(4), "$class": uid(2)], record("NSArray"), "a", "b")
    #expect(
      array.object(as: ArchivedArray.self)?.elements.compactMap(\.string) == ["a", "b"])
    let dictionary = try root(
      ["NS.key.0": uid(3), "NS.object.0": uid(4), "$class": uid(2)], record("NSDictionary"), "a",
      "b")
    #expect(dictionary.object(as: ArchivedDictionary.self)?["a"]?.string == "b")
  }

  @Test("Objects with invalid fields are rejected")
  func unfit() throws {
    let packed: Plist = [
      "NSRangeCount": 3, "NSRangeData": .data(Data([1, 0x80])), "$class": uid(2),
    ]
    let cases: [(Plist, String)] = [
      (packed, "NSIndexSet"), (["NSIndexPathLength": 2, "$class": uid(2)], "NSIndexPath"),
      (["NS.uuidbytes": .data(Data([1])), "$class": uid(2)], "NSUUID"),
      (["NS.keys": [uid(1)], "NS.objects": [], "$class": uid(2)], "NSDictionary"),
    ]
    for (object, name) in cases {
      #expect(throws: ArchiveError.self, "\(name)") { try root(object, record(name)) }
    }
    for object: Plist in [
      ["NS.special": 99, "$class": uid(2)],
      ["NS.special": 3, "NS.rectval": "no", "$class": uid(2)],
    ] {
      let document = try PlistDocument(archivePlist(["$null", object, record("NSValue")]))
      let top = try KeyedUnarchiver(document).top
      #expect(throws: ArchiveError.self) { try top.layout(StructureLayout.self, key: "root") }
    }
  }

  @Test("A counted set that claims more members than it has is rejected immediately")
  func hugeCount() throws {
    let error = #expect(throws: ArchiveError.self) {
      try root(["NS.count": 4_000_000_000, "$class": uid(2)], record("NSCountedSet"))
    }
    #expect(error?.code == .invalidCount)
  }
}
