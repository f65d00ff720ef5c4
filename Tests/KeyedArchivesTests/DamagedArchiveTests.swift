// Damaged archives of standard classes, and forms that other software writes.
import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("Damaged and foreign archives")
struct DamagedArchiveTests {
  @Test(
    "Archives with any bytes changed are read or refused, never a trap",
    .enabled(if: SharedArchives.isPresent))
  func damaged() throws {
    var random = SystemRandomNumberGenerator()
    var (read, refused) = (0, 0)
    for file in SharedArchives.vectors("third-party/keyed-archive-apple", "apple") {
      for _ in 0..<60 {
        var bytes = file.bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
        if survives(bytes) { read += 1 } else { refused += 1 }
      }
    }
    #expect(read > 0 && refused > 0)
  }

  /// Whether bytes are read, and what is read of them is written.
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

  @Test("Sort descriptors are read in all spellings", arguments: ["NSKey", "Key", "key"])
  func spellings(key: String) throws {
    let object = Plist(dictionaryLiteral: (key, uid(3)), ("$class", uid(2)))
    let read = try root(object, record("NSSortDescriptor"), "name")
    #expect(read.object(as: ArchivedSortDescriptor.self)?.key?.string == "name")
  }

  @Test("Objects whose fields do not fit are refused")
  func unfit() throws {
    let packed: Plist = [
      "NSRangeCount": 3, "NSRangeData": .data(Data([1, 0x80])), "$class": uid(2),
    ]
    let cases: [(Plist, String)] = [
      (packed, "NSIndexSet"), (["NSIndexPathLength": 2, "$class": uid(2)], "NSIndexPath"),
      (["NS.special": 99, "$class": uid(2)], "NSValue"),
      (["NS.special": 3, "NS.rectval": "no", "$class": uid(2)], "NSValue"),
      (["NS.uuidbytes": .data(Data([1])), "$class": uid(2)], "NSUUID"),
      (["NS.keys": [uid(1)], "NS.objects": [], "$class": uid(2)], "NSDictionary"),
      (["NSTransformStruct": .data(Data()), "$class": uid(2)], "NSAffineTransform"),
    ]
    for (object, name) in cases {
      #expect(throws: ArchiveError.self, "\(name)") { try root(object, record(name)) }
    }
  }

  @Test("A huge count of a counted set costs nothing")
  func hugeCount() throws {
    let set = try root(["NS.count": 4_000_000_000, "$class": uid(2)], record("NSCountedSet"))
    #expect(set.object(as: ArchivedCountedSet.self)?.elements.isEmpty == true)
  }

  @Test("Colours of nibs are known", .enabled(if: SharedArchives.isPresent))
  func colors() throws {
    var (colors, missing) = (0, 0)
    for file in SharedArchives.files where file.name.hasSuffix(".nib") {
      let graph = try ObjectGraph(forReadingFrom: file.bytes)
      for slot in 0..<graph.count {
        guard let object = graph[slot]?.object, object.className == "NSColor" else { continue }
        if ArchivedColor(object) != nil { colors += 1 } else { missing += 1 }
      }
    }
    #expect(colors > 1000 && missing * 100 <= colors, "\(colors) \(missing)")
  }
}
