// Tests of malicious archives: long chains, cycles, expansion bombs, missing members, and every
// single-byte change of small archives.

import Foundation
import KeyedArchives
import OrderedCollections
import PropertyLists
import Testing

@Suite("Hostile archives")
struct HostileArchiveTests {
  @Test("A chain of 50,000 objects is traversed without recursion, in linear space")
  func chain() throws {
    let count = 50_000
    var objects: [Plist] = ["$null", ["$classname": "N"]]
    for index in 0..<count {
      let next = PlistUID(UInt32(index + 1 < count ? index + 3 : 2))
      objects.append(["$class": .uid(PlistUID(1)), "next": .uid(next)])
    }
    let archive = try self.archive(objects, root: 2)
    #expect(archive.reachableObjects.count == count)
    #expect(archive.unreachableObjects.isEmpty)
    let json = try archive.json()
    #expect(json.count < count * 300)
    #expect(String(decoding: json, as: UTF8.self).components(separatedBy: "\"$ref\"").count == 2)
    #expect(KeyedArchive.diagnose(archive.document).map(\.error.code) == [.unknownArchiver])
  }

  @Test("A collection inside itself is shown once")
  func cycles() throws {
    let itself = ArchiveText(object(2, field("NS.objects", list(ref(1)))), record("NSArray"))
    #expect(try itself.json() == #""root":{"$id":1,"$class":"NSArray","$items":[{"$ref":1}]}"#)
    let pairs = field("NS.keys", list(ref(1))) + field("NS.objects", list(ref(1)))
    let key = ArchiveText(object(2, pairs), record("NSDictionary"))
    #expect(
      try key.json()
        == #""root":{"$id":1,"$class":"NSDictionary","$entries":[[{"$ref":1},{"$ref":1}]]}"#)
    let plain = ArchiveText("<array>\(ref(1))</array>")
    #expect(try plain.json() == #""root":{"$id":1,"$items":[{"$ref":1}]}"#)
  }

  @Test("Class records that refer to each other or themselves are harmless")
  func classCycles() throws {
    let own = "<dict>\(field("$classname", text("A")))\(field("$class", ref(1)))</dict>"
    #expect(try ArchiveText(own).json() == #""root":{"$id":1,"$class":"A","$$classname":"A"}"#)
    let other = ArchiveText(
      "<dict>\(field("$classname", text("A")))\(field("$class", ref(2)))</dict>",
      "<dict>\(field("$classname", text("B")))\(field("$class", ref(1)))</dict>")
    #expect(try other.json() == #""root":{"$id":1,"$class":"B","$$classname":"A"}"#)
    #expect(try other.archive().classes.map(\.name) == ["B"])
  }

  @Test("A class record that is reachable as a value is rejected in binary files as in XML")
  func classAsValue() throws {
    let record: Plist = ["$classname": "A"]
    let other: Plist = ["$classname": "B", "$class": .uid(PlistUID(1))]
    func object(_ fields: Plist...) -> Plist {
      var pairs: [(String, Plist)] = [("$class", .uid(PlistUID(1)))]
      for (number, field) in fields.enumerated() { pairs.append(("field\(number)", field)) }
      return .dictionary(.init(uniqueKeysWithValues: pairs))
    }
    let value = Plist.uid(PlistUID(2))
    let classAsValue = Plist.uid(PlistUID(1))
    let cases: [(objects: [Plist], code: ArchiveError.Code?)] = [
      (["$null", record, object(value)], nil),
      (["$null", record, object(value), object(5, value), object()], nil),
      (["$null", record, object(.uid(PlistUID(3))), other], nil),
      (["$null", record, object(classAsValue)], .missingClass),
      (["$null", record, object(.uid(PlistUID(3))), object(), object(classAsValue)], nil),
      (["$null", record, object(.uid(PlistUID(3))), object(classAsValue)], .missingClass),
      (["$null", record, object([5, [classAsValue]])], .missingClass),
      (["$null", record, object(.uid(PlistUID(3))), [classAsValue]], .missingClass),
      (["$null", record, object(.uid(PlistUID(9)))], .referenceOutOfRange),
    ]
    for (objects, code) in cases {
      let plist: Plist = [
        "$version": 100_000, "$top": ["root": .uid(PlistUID(2))], "$objects": .array(objects),
      ]
      for format in [PlistFormat.binary, .xml] {
        let copy = try PlistDocument(plist.encoded(as: format))
        var found: ArchiveError.Code?
        do { _ = try KeyedUnarchiver(copy) } catch { found = error.code }
        #expect(found == code, "\(format) \(objects)")
      }
    }
  }

  @Test("A small file of inline arrays that share each other is rejected")
  func bomb() throws {
    let refused = #expect(throws: ArchiveError.self) { try KeyedArchive(sharing(50)) }
    #expect(refused?.underlyingError?.code == .expansionLimit)
    var reading = PlistReadingOptions()
    reading.maximumExpansion = .max
    let archive = try KeyedArchive(sharing(50), options: reading)
    var writing = KeyedArchive.JSONOptions()
    writing.maximumExpansion = 100_000
    let error = #expect(throws: ArchiveError.self) { try archive.json(writing) }
    #expect(error?.code == .expansionLimit)
    #expect(KeyedArchive.diagnose(archive.document).contains { $0.error.code == .unknownVersion })
    #expect(!(try KeyedArchive(sharing(10)).json(writing)).isEmpty)
  }

  /// A small archive whose `$top` expands to 2^levels arrays by sharing.
  private func sharing(_ levels: Int) -> [UInt8] {
    var objects: [[UInt8]] = [
      [0xD2, 1, 2, 3, 4], [0x54] + Array("$top".utf8), [0x58] + Array("$objects".utf8),
      [0xD1, 1, 5], [0xA0],
    ]
    for index in 0..<levels { objects.append([0xA2, UInt8(6 + index), UInt8(6 + index)]) }
    return BinaryObjects(objects + [[0xA0]]).bytes
  }

  @Test("A long text with many references is rejected, not written out")
  func textBomb() throws {
    let objects: [Plist] = [
      "$null", .array(Array(repeating: .uid(PlistUID(2)), count: 100_000)),
      .string(String(repeating: "x", count: 100_000)),
    ]
    let archive = try self.archive(objects, root: 1)
    let error = #expect(throws: ArchiveError.self) { try archive.json() }
    #expect(error?.code == .expansionLimit)
    // With its identity the text is written once.
    #expect(try archive.json(.withIdentity).count < 5_000_000)
  }

  @Test("A long class name of many objects is rejected, and an ordinary one is not")
  func classNames() throws {
    for (length, isWritten) in [(100_000, false), (200, true)] {
      let name = String(repeating: "x", count: length)
      let members = (0..<10_000).map { Plist.uid(PlistUID(UInt32(3 + $0))) }
      let objects: [Plist] =
        ["$null", .array(members), ["$classname": .string(name)]]
        + Array(repeating: ["$class": .uid(PlistUID(2))], count: members.count)
      let archive = try self.archive(objects, root: 1)
      #expect(((try? archive.json()) != nil) == isWritten)
    }
  }

  @Test("A dictionary that is an object and also appears inline is checked as both")
  func objectInline() throws {
    // Slot 1 is an object of class 2; $top has the same dictionary inline, whose $class is then a
    // key like any other, with a class record as its value.
    let bytes = BinaryObjects([
      [0xD2, 1, 2, 3, 4], [0x54] + Array("$top".utf8), [0x58] + Array("$objects".utf8),
      [0xD2, 5, 6, 7, 8], [0xA3, 9, 8, 11], [0x51, 0x61], [0x51, 0x62], [0x80, 1],
      [0xD1, 10, 12], [0x55] + Array("$null".utf8), [0x56] + Array("$class".utf8),
      [0xD1, 13, 5], [0x80, 2], [0x5A] + Array("$classname".utf8),
    ]).bytes
    let error = #expect(throws: ArchiveError.self) { try KeyedArchive(bytes) }
    #expect(error?.code == .missingClass)
  }

  @Test("Many slots with one large dictionary cost its size once")
  func sharedDictionary() throws {
    // Slots 0 … 249 are one dictionary of 240 keys and no class.
    var objects: [[UInt8]] = [
      [0xD2, 1, 2, 3, 4], [0x54] + Array("$top".utf8), [0x58] + Array("$objects".utf8), [0xD0],
    ]
    let same = [UInt8](repeating: 5, count: 250)
    objects.append([0xAF, 0x10, 250] + same)
    let keys = Array(6..<UInt8(246))
    let values = [UInt8](repeating: 6, count: 240)
    objects.append([0xDF, 0x10, 240] + keys + values)
    for key in keys { objects.append([0x52, 33 + key / 90, 33 + key % 90]) }
    let archive = try KeyedArchive(BinaryObjects(objects).bytes)
    #expect(archive.objects.allSatisfy { $0.kind == .damaged })
    #expect(KeyedArchive.diagnose(archive.document).count > 250)
  }

  @Test("Every single-byte change of a small archive is read or rejected, with a location")
  func damage() throws {
    let text = ArchiveText(
      object(2, field("NS.keys", list(ref(3))) + field("NS.objects", list(ref(1)))),
      record("NSDictionary"), text("k"), object(5, field("NS.count", number(0))),
      record("NSCountedSet"), top: field("root", ref(1)) + field("b", ref(4)))
    let binary = try Array(PlistDocument(text.bytes).encoded(as: .binary))
    var refused = 0
    for file in [text.bytes, binary] {
      for index in file.indices {
        for value in [file[index] ^ 0xFF, file[index] &+ 1, 0, file[index] ^ 0x10] {
          var changed = file
          changed[index] = value
          if !use(changed) { refused += 1 }
        }
      }
    }
    #expect(refused > 500)
  }

  /// Uses all of an archive; returns whether it could be read.
  private func use(_ bytes: [UInt8]) -> Bool {
    if let document = try? PlistDocument(bytes) {
      for finding in KeyedArchive.diagnose(document) {
        #expect(finding.error.position.map { 0...bytes.count ~= $0.offset } == true)
      }
    }
    do throws(ArchiveError) {
      let archive = try KeyedArchive(bytes)
      _ = archive.objects.map { $0.object?.fields.map(\.value.kind) }
      _ = (archive.classes.map(\.chain), archive.unreachableObjects)
      _ = (try archive.json(.raw), try archive.json(.withIdentity), try archive.json())
      return true
    } catch {
      #expect(error.position.map { 0...bytes.count ~= $0.offset } == true)
      return false
    }
  }

  private func archive(_ objects: [Plist], root: UInt32) throws -> KeyedArchive {
    let plist: Plist = [
      "$version": 100_000, "$top": ["root": .uid(PlistUID(root))], "$objects": .array(objects),
    ]
    return try KeyedArchive(Array(plist.encoded(as: .binary)))
  }
}
