// Tests of small archives whose values are shared so often that expanding them would fill the
// memory or never end: an error, or a result with the same sharing.
import Foundation
import KeyedArchives
import PropertyLists
import Testing

/// A class with two links, either of which may be absent.
private final class Rung: Codable {
  var a: Rung?
  var b: Rung?
  var number: Int
}

@Suite("Bombs of shared values")
struct SharedValueBombTests {
  private func record(_ name: String) -> Plist {
    ["$classname": .string(name), "$classes": [.string(name), "NSObject"]]
  }

  /// A binary archive; the first object is the root, in slot 1.
  private func archive(_ objects: [Plist]) throws -> Data {
    try archivePlist(["$null"] + objects).encoded(as: .binary)
  }

  @Test("A chain with two links at each object that fails at its end fails once")
  func failingLadder() throws {
    // The chain from slot 3 on reveals both links; from slot 64 on 2^60 paths lead to slot 124.
    func rung(_ a: Int, _ b: Int, _ number: Plist = 1) -> Plist {
      ["a": uid(a), "b": uid(b), "number": number, "$class": uid(2)]
    }
    var objects = [rung(3, 64), record("Rung")]
    for slot in 3..<63 { objects.append(rung(slot == 62 ? 0 : slot + 1, 63)) }
    objects.append(rung(0, 0))
    for slot in 64..<124 { objects.append(rung(slot + 1, slot + 1)) }
    #expect(unarchivingCode(Rung.self, try archive(objects + [rung(0, 0)])) == nil)
    #expect(
      unarchivingCode(Rung.self, try archive(objects + [rung(0, 0, "none")])) == .typeMismatch)
  }

  @Test("A long text with many references is rejected")
  func texts() throws {
    let members = Plist.array((0..<20_000).map { _ in uid(3) })
    let list: Plist = ["NS.objects": members, "$class": uid(2)]
    let text = Plist.string(String(repeating: "é", count: 40_000))
    let data = Plist.data(Data(repeating: 1, count: 40_000))
    #expect(
      unarchivingCode([String].self, try archive([list, record("NSArray"), text]))
        == .expansionLimit)
    #expect(
      unarchivingCode([Data].self, try archive([list, record("NSArray"), data])) == .expansionLimit)
    // As objects they are one.
    let whole = try archive([list, record("NSArray"), text])
    let any = try KeyedUnarchiver.unarchivedObject(of: AnyArchivedObject.self, from: whole)
    #expect(any.object(as: ArchivedArray.self)?.elements.count == 20_000)
    #expect(try KeyedArchiver.archivedData(root: any).count < 400_000)
    // A single use is not a bomb, however long.
    let one: Plist = ["NS.objects": [uid(3)], "$class": uid(2)]
    let long = Plist.string(String(repeating: "x", count: 30_000_000))
    #expect(unarchivingCode([String].self, try archive([one, record("NSArray"), long])) == nil)
  }

  @Test("Packed numbers that many objects share are rejected")
  func packedNumbers() throws {
    let kinds: [(String, [(String, Plist)])] = [
      ("NSIndexSet", [("NSRangeCount", 10_000), ("NSRangeData", uid(4))]),
      ("NSIndexPath", [("NSIndexPathLength", 20_000), ("NSIndexPathData", uid(4))]),
    ]
    for (name, fields) in kinds {
      for (count, expected) in [(10, nil), (2000, .expansionLimit)] as [(Int, ArchiveError.Code?)] {
        var object: Plist = ["$class": uid(3)]
        for (key, value) in fields { object[key] = value }
        let members = Plist.array((0..<count).map { uid(6 + $0) })
        let objects: [Plist] =
          [
            ["NS.objects": members, "$class": uid(5)], "", record(name),
            .data(Data(repeating: 1, count: 20_000)), record("NSArray"),
          ] + Array(repeating: object, count: count)
        #expect(unarchivingCode(AnyArchivedObject.self, try archive(objects)) == expected)
      }
    }
  }

  @Test("Numbered keys and objects with many fields do not take quadratic time")
  func numberedKeys() throws {
    var set: Plist = ["NS.count": 20_000, "$class": uid(2)]
    var array: Plist = ["$class": uid(2)]
    for number in 0..<20_000 {
      set["NS.object\(number)"] = uid(0)
      set["NS.count\(number)"] = 1
      array["NS.object.\(number)"] = uid(3)
    }
    let read = try KeyedUnarchiver.unarchivedObject(
      of: AnyArchivedObject.self, from: archive([set, record("NSCountedSet")]))
    #expect(read.object(as: ArchivedSet.self)?.elements.count == 20_000)
    let texts = try KeyedUnarchiver.unarchivedObject(
      of: [String].self, from: archive([array, record("NSArray"), "text"]))
    #expect(texts.count == 20_000)
    let shared: Plist = [
      "NS.objects": .array((0..<200).map { _ in uid(5) }), "$class": uid(4),
    ]
    #expect(
      unarchivingCode(
        [[String]].self,
        try archive([shared, record("NSArray"), "text", record("NSArray"), array]))
        == .expansionLimit)
  }

  @Test("A URL with many uses is created once, and a long chain of URLs is rejected")
  func urls() throws {
    var objects: [Plist] = [
      ["NS.objects": .array((0..<20_000).map { _ in uid(5) }), "$class": uid(2)],
      record("NSArray"), record("NSURL"), "http://example.com/a",
    ]
    for number in 0..<400 {
      let base = number == 399 ? uid(0) : uid(number + 6)
      objects.append(["NS.relative": uid(4), "NS.base": base, "$class": uid(3)])
    }
    let urls = try KeyedUnarchiver.unarchivedObject(of: [URL].self, from: archive(objects))
    #expect(urls.count == 20_000 && urls[0].absoluteString == "http://example.com/a")
    var chain: [Plist] = [
      ["NS.objects": .array((0..<2000).reversed().map { uid(5 + $0) }), "$class": uid(2)]
    ]
    chain += objects[1...3]
    for number in 0..<2000 {
      let base = number == 1999 ? uid(0) : uid(number + 6)
      chain.append(["NS.relative": uid(4), "NS.base": base, "$class": uid(3)])
    }
    #expect(unarchivingCode([URL].self, try archive(chain)) == .depthLimit)
  }

  @Test("A graph whose arrays have many uses is rejected before any traversal")
  func graph() throws {
    // Three levels of arrays of 150, each of which is one object of the file.
    let head: [[UInt8]] = [
      [0xD3, 1, 2, 3, 4, 5, 6], [0x54] + Array("$top".utf8), [0x58] + Array("$objects".utf8),
      [0x58] + Array("$version".utf8), [0xD1, 7, 8], [0xA2, 9, 10], [0x12, 0, 1, 0x86, 0xA0],
      [0x54] + Array("root".utf8), [0x80, 1], [0x55] + Array("$null".utf8),
    ]
    let levels = (11...13).map { [0xAF, 0x10, 150] + [UInt8](repeating: UInt8($0), count: 150) }
    let bytes = Data(BinaryObjects(head + levels + [[0x51, 0x61]]).bytes)
    let refused = #expect(throws: PlistError.self) { try ObjectGraph(forReadingFrom: bytes) }
    #expect(refused?.code == .expansionLimit)
    // With a higher reading limit, the limits of the traversals apply.
    var reading = PlistReadingOptions()
    reading.maximumExpansion = .max
    let error = #expect(throws: ArchiveError.self) {
      try ObjectGraph(forReadingFrom: bytes, options: reading)
    }
    #expect(error?.code == .expansionLimit)
    #expect(error?.message.contains("the limit is") == true)
    let json = #expect(throws: ArchiveError.self) {
      try KeyedArchive(Array(bytes), options: reading).json()
    }
    #expect(json?.code == .expansionLimit)
    #expect(json?.message.contains("the limit is") == true)
  }

  @Test("A long list of superclasses counts for each class that shares it")
  func classLists() throws {
    // Slot 1 is an array of the objects 2 … 51, whose classes 52 … 101 share a list of 250 names.
    var head: [[UInt8]] = [
      [0xD3, 1, 2, 3, 4, 5, 6], [0x54] + Array("$top".utf8), [0x58] + Array("$objects".utf8),
      [0x58] + Array("$version".utf8), [0xD1, 7, 8], [0xAF, 0x10, 102, 9, 16],
      [0x12, 0, 1, 0x86, 0xA0], [0x54] + Array("root".utf8), [0x80, 1],
      [0x55] + Array("$null".utf8), [0x56] + Array("$class".utf8),
      [0x5A] + Array("NS.objects".utf8), [0x5A] + Array("$classname".utf8),
      [0x58] + Array("$classes".utf8), [0x57] + Array("NSArray".utf8),
      [0xAF, 0x10, 250] + [UInt8](repeating: 14, count: 250), [0xD2, 11, 10, 17, 18],
      [0xAF, 0x10, 50], [0x80, 52], [0xA0],
    ]
    var (elements, classes, tail): ([UInt8], [UInt8], [[UInt8]]) = ([], [], [])
    for number in 0..<50 as Range<UInt8> {
      let first = UInt8(20 + tail.count)
      tail += [
        [0xD2, 11, 10, 19, first + 1], [0x80, 52 + number], [0x80, 2 + number],
        [0xD2, 12, 13, 14, 15],
      ]
      elements.append(first)
      classes.append(first + 3)
      head[17].append(first + 2)
    }
    head[5] += elements + classes
    let data = Data(BinaryObjects(head + tail).bytes)
    #expect(unarchivingCode(AnyArchivedObject.self, data) == nil)
    var options = UnarchivingOptions()
    options.maximumExpansion = 0
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver.unarchivedObject(of: AnyArchivedObject.self, from: data, options: options)
    }
    #expect(error?.code == .expansionLimit)
  }

  @Test(
    "A negative reference is invalid in formats where references are dictionaries",
    arguments: ["-1", "-9223372036854775808", "18446744073709551615"])
  func outside(slot: String) throws {
    func json(_ top: String, _ objects: String...) -> Data {
      let list = (["\"$null\""] + objects).joined(separator: ",")
      let text = "{\"$version\":100000,\"$top\":{\"root\":\(top)},\"$objects\":[\(list)]}"
      return Data(text.utf8)
    }
    let (nowhere, one, two) = ("{\"CF$UID\":\(slot)}", "{\"CF$UID\":1}", "{\"CF$UID\":2}")
    let array = "{\"$classname\":\"NSArray\"}"
    let archives = [
      json(nowhere, "\"text\""),
      json(one, "{\"NS.objects\":[\(nowhere)],\"$class\":\(two)}", array),
      json(one, "{\"NS.objects\":[],\"$class\":\(nowhere)}", array),
    ]
    for archive in archives {
      #expect(unarchivingCode([String].self, archive) != nil)
      #expect(unarchivingCode(AnyArchivedObject.self, archive) != nil)
      #expect(unarchivingCode(Rung.self, archive) != nil)
      #expect(throws: ArchiveError.self) { try ObjectGraph(forReadingFrom: archive) }
      #expect(throws: ArchiveError.self) { try KeyedArchive(Array(archive)) }
    }
  }

  private func record(_ name: String) -> String {
    "<dict><key>$classname</key><string>\(name)</string></dict>"
  }

  @Test("A long text with escapes and many references is unescaped once")
  func escapedText() throws {
    let long = String(repeating: "&amp;", count: 100_000)
    let members = (0..<5000).map { _ in ref(3) }.joined()
    let bytes = Data(
      ArchiveText(
        object(2, field("NS.objects", "<array>\(members)</array>")), record("NSArray"), text(long)
      ).bytes)
    let any = try KeyedUnarchiver.unarchivedObject(of: AnyArchivedObject.self, from: bytes)
    #expect(any.object(as: ArchivedArray.self)?.elements.count == 5000)
    let null = Data(
      ArchiveText(
        object(2, field("NS.objects", list(ref(3)))), record("NSArray"), text("&#36;null")
      ).bytes)
    let nothing = try KeyedUnarchiver.unarchivedObject(of: [String?].self, from: null)
    #expect(nothing == [nil])
  }

  @Test("Tens of thousands of invalid references are not all reported with long paths")
  func findings() throws {
    var deep = Plist.array((0..<20_000).map { uid(100_000 + $0) })
    for _ in 0..<400 { deep = [deep] }
    let data = try archive([["list": deep, "$class": uid(2)], record("Deep")])
    let findings = KeyedArchive.diagnose(try PlistDocument(data))
    let steps = findings.reduce(0) { $0 + $1.error.path.steps.count }
    #expect(findings.count > 100 && steps < 102_000)
  }
}
