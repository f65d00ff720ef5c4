// Tests of property lists and archives in data, as JSON: which data is recognized, how each is
// shown, and the cost of damage and sharing in data.

import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("JSON of data that contains property lists")
struct NestedDataTests {
  /// An archive of one object of the class A, with fields.
  private static func archive(_ fields: String = "") -> [UInt8] {
    ArchiveText(object(2, fields), record("A")).bytes
  }

  /// Data in XML.
  private static func data(_ bytes: [UInt8]) -> String {
    "<data>\(Data(bytes).base64EncodedString())</data>"
  }

  private static func plist(_ contents: String) -> [UInt8] {
    Array("<plist version=\"1.0\">\(contents)</plist>".utf8)
  }

  private static func binary(_ value: Plist) throws -> [UInt8] {
    Array(try value.encoded(as: .binary))
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// The JSON of an archive of one object, between the object's braces.
  private static func shown(
    _ fields: String = "",
    classes: String = #"{"$id":2,"$classname":"A"}"#
  ) -> String {
    #"{"$archiver":"NSKeyedArchiver","$version":100000,"$top":{"root":{"$id":1,"$class":"A"\#(fields)}},"#
      + #""$classes":[\#(classes)]}"#
  }

  private func json(
    of archive: [UInt8], _ options: KeyedArchive.JSONOptions = .init()
  ) throws -> (text: String, warnings: [ArchiveError]) {
    var options = options
    options.nestedData = .asContents
    var warnings: [ArchiveError] = []
    let json = try KeyedArchive(archive).json(options, warnings: &warnings)
    return (compact(json), warnings)
  }

  private func plainJSON(
    of bytes: [UInt8], _ options: KeyedArchive.JSONOptions = .init()
  ) throws -> (text: String, warnings: [ArchiveError]) {
    var warnings: [ArchiveError] = []
    var reading = PlistReadingOptions()
    reading.maximumExpansion = max(reading.maximumExpansion, options.maximumExpansion)
    let json = try PlistDocument(bytes, options: reading).root.jsonWithNestedData(
      options, warnings: &warnings)
    return (compact(json), warnings)
  }

  @Test(
    "An archive in a field, a slot or an object is shown, with separate ids")
  func archivesInData() throws {
    let inner = Self.archive()
    let nested = #"{"$data":"\#(Self.base64(inner))","$archive":\#(Self.shown())}"#
    let outer = ArchiveText(
      object(5, field("a", Self.data(inner)) + field("b", ref(2)) + field("c", ref(3))),
      Self.data(inner), object(4, field("NS.data", Self.data(inner))), record("NSData"),
      record("A"))
    let (text, warnings) = try json(of: outer.bytes)
    #expect(warnings.isEmpty)
    let fields =
      #","a":\#(nested),"b":\#(nested),"c":{"$id":3,"$class":"NSData",\#(nested.dropFirst().dropLast())}"#
    let records = #"{"$id":4,"$classname":"NSData"},{"$id":5,"$classname":"A"}"#
    #expect(text == Self.shown(fields, classes: records))
    let identity = try json(of: outer.bytes, .withIdentity).text
    #expect(identity.contains(#""b":{"$id":2,"$value":\#(nested)},"c":"#))
    #expect(try compact(outer.archive().json()).contains("$archive\"") == false)
  }

  @Test("A property list is shown as its value, in the form of the surrounding JSON")
  func propertyLists() throws {
    let inner = try Self.binary([
      "$a": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "d": .data(Data([1])),
      "u": .uid(PlistUID(7)), "r": 1.0, "l": [true, [:], []],
    ])
    let outer = ArchiveText(object(2, field("a", Self.data(inner))), record("A"))
    let value =
      #"{"$$a":{"$date":0.5},"d":{"$data":"AQ=="},"u":{"$uid":7},"r":1.0,"l":[true,{},[]]}"#
    #expect(
      try json(of: outer.bytes).text
        == Self.shown(#","a":{"$data":"\#(Self.base64(inner))","$plist":\#(value)}"#))
    let plain =
      #"{"$a":"2001-01-01T00:00:00.5Z","d":"AQ==","u":{"CF$UID":7},"r":1.0,"l":[true,{},[]]}"#
    let list = Self.plist("<array><data>AQ==</data>\(Self.data(inner))<string>$a</string></array>")
    #expect(
      try plainJSON(of: list).text
        == #"["AQ==",{"$data":"\#(Self.base64(inner))","$plist":\#(plain)},"$a"]"#)
  }

  @Test("Documents in documents are shown at any depth, each kind in the other")
  func depth() throws {
    var bytes = Self.archive()
    var expected = Self.shown()
    for level in 0..<40 {
      let kind = level.isMultiple(of: 2) ? "$archive" : "$plist"
      let nested = #"{"$data":"\#(Self.base64(bytes))","\#(kind)":\#(expected)}"#
      if level.isMultiple(of: 2) {
        (bytes, expected) = (try Self.binary([.data(Data(bytes))]), "[\(nested)]")
      } else {
        bytes = Self.archive(field("a", Self.data(bytes)))
        expected = Self.shown(#","a":\#(nested)"#)
      }
      if bytes.count > 200_000 { break }
    }
    let document = try PlistDocument(bytes)
    let text =
      document.root.kind == .array ? try plainJSON(of: bytes).text : try json(of: bytes).text
    #expect(text == expected)
  }

  @Test("A property list without documents in it has the usual JSON")
  func plainForms() throws {
    let value: Plist = [
      "date": .date(Date(timeIntervalSinceReferenceDate: 700_000_000.25)), "real": 1e300,
      "text": "a\"\\\n\u{1F600}", "list": [1, -2.5, .data(Data("bplist".utf8.dropLast()))],
      "set": .set([1]), "empty": [:], "$key": .uid(PlistUID(3)),
      "max": .integer(PlistInteger(Int64.max)),
    ]
    let bytes = try Self.binary(value)
    var warnings: [ArchiveError] = []
    let json = try PlistDocument(bytes).root.jsonWithNestedData(warnings: &warnings)
    #expect(Data(json) == (try PlistDocument(bytes).encoded(as: .json)))
    #expect(warnings.isEmpty)
    let error = #expect(throws: ArchiveError.self) {
      try plainJSON(of: Self.binary(["a": .real(.infinity)]))
    }
    #expect(error?.code == .notRepresentable && error.map { "\($0.path)" } == "a")
  }

  @Test(
    "OpenStep and JSON text, and XML of other kinds, stay data",
    arguments: [
      "hello", "{a = b;}", "(1, 2)", "{\"$top\": {}, \"$objects\": []}", "<0102>", "<html></html>",
      "<?xml version=\"1.0\"?><svg/>", "<!DOCTYPE html><p>", "", "bplis",
    ])
  func otherData(text: String) throws {
    let bytes = Self.plist("<array>\(Self.data(Array(text.utf8)))</array>")
    let (json, warnings) = try plainJSON(of: bytes)
    #expect(json == #"["\#(Self.base64(Array(text.utf8)))"]"#)
    #expect(warnings.isEmpty, "\(warnings)")
  }

  @Test("XML in UTF-16, or after a byte-order mark and white space, is recognized")
  func encodings() throws {
    let text = "<?xml version=\"1.0\"?><plist><true/></plist>"
    let wide: [UInt8] =
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
    for bytes in [Array("\u{FEFF} \n\(text.dropFirst(21))".utf8), wide] {
      let outer = Self.plist(Self.data(bytes))
      #expect(try plainJSON(of: outer).text == #"{"$data":"\#(Self.base64(bytes))","$plist":true}"#)
    }
  }

  @Test("Damaged data stays data, and a warning has its path and the location inside")
  func damage() throws {
    let broken = Array(try Self.binary(["a": 1]).dropLast())
    let misled = Self.archive(field("x", ref(9)))
    let members = ArchiveText(object(2, field("NS.objects", number(1))), record("NSArray")).bytes
    let list = try Self.binary(["deep": ["x", .data(Data(members))]])
    let outer = Self.plist(
      """
      <dict><key>a</key>\(Self.data(broken))<key>b</key><array>\(Self.data(misled))</array>
      <key>c</key>\(Self.data(list))<key>d</key><true/></dict>
      """)
    let (text, warnings) = try plainJSON(of: outer)
    #expect(
      text
        == #"{"a":"\#(Self.base64(broken))","b":["\#(Self.base64(misled))"],"c":"#
        + #"{"$data":"\#(Self.base64(list))","$plist":{"deep":["x","\#(Self.base64(members))"]}},"d":true}"#
    )
    #expect(warnings.map(\.code) == [.notPropertyList, .referenceOutOfRange, .invalidMembers])
    #expect(warnings.map { "\($0.path)" } == ["a", "b[0]", "c"])
    #expect(warnings.map(\.position?.line) == [1, 1, 2])
    #expect(warnings[1].message.contains(", at $objects[1].x (4:"), "\(warnings[1].message)")
    #expect(
      warnings[2].message.contains("$objects[1]") && warnings[2].message.contains("at deep[1] (@"),
      "\(warnings[2].message)")
  }

  @Test("The partial output of a damaged archive is discarded")
  func takingBack() throws {
    let members = ArchiveText(object(2, field("NS.objects", number(1))), record("NSArray")).bytes
    let inner = ArchiveText(
      object(2, field("before", text("x")) + field("bad", ref(3)) + field("after", text("y"))),
      record("A"), object(4, field("NS.objects", number(1))), record("NSArray")
    ).bytes
    for data in [members, inner] {
      let outer = ArchiveText(
        object(2, field("a", Self.data(data)) + field("b", text("z"))), record("A"))
      let (shown, warnings) = try json(of: outer.bytes)
      #expect(shown == Self.shown(#","a":{"$data":"\#(Self.base64(data))"},"b":"z""#))
      #expect(warnings.map { "\($0.path)" } == ["$objects[1].a"])
    }
  }

  @Test("More than 512 nested documents are one warning, not a crash")
  func tooDeep() throws {
    var bytes = Self.plist("<true/>")
    for _ in 0..<600 { bytes = try Self.binary(.data(Data(bytes))) }
    let (text, warnings) = try plainJSON(of: bytes)
    #expect(warnings.map(\.code) == [.depthLimit])
    #expect(text.components(separatedBy: "$plist").count == 513)
  }

  @Test("Data with many uses costs no more than the limit, and the rest is shown")
  func sharing() throws {
    // Arrays of 100 of arrays of 100 of one array of 100: a million visits in 400 bytes.
    var arrays = BinaryFile(
      (1...3).map { [0xAF, 0x10, 100] + [UInt8](repeating: UInt8($0), count: 100) } + [[0x09]])
    arrays.offsetWidth = 2
    let bomb = arrays.bytes
    #expect(throws: Never.self) { try PlistDocument(bomb) }
    let list: [Plist] = [.data(Data(bomb)), .data(Data(try Self.binary(["a": 1])))]
    var narrow = KeyedArchive.JSONOptions()
    narrow.maximumExpansion = 1 << 20
    let (text, warnings) = try plainJSON(of: Self.binary(.array(list)), narrow)
    #expect(warnings.map(\.code) == [.expansionLimit])
    // The limit is that of the options and of the document, not the remainder of other uses.
    let limit = (1 << 20) + 64 * bomb.count
    #expect(warnings.first?.message.contains("the limit is \(limit) ") == true)
    #expect(text.hasSuffix(#","$plist":{"a":1}}]"#))
    #expect(text.utf8.count < 2000)
    // One data value with 1,000 uses: read up to the limit of 16 MB, then shown as bytes.
    let inner = try Self.binary(
      .array((0..<20).map { .string("\($0)" + String(repeating: "a", count: 1000)) }))
    var file = BinaryFile([
      [0xA1, 0, 1], [0xAF, 0x11, 3, 232] + (0..<1000).flatMap { _ in [0, 2] as [UInt8] },
      [0x4F, 0x11, UInt8(inner.count >> 8), UInt8(inner.count & 0xFF)] + inner,
    ])
    (file.referenceWidth, file.offsetWidth) = (2, 4)
    var shared = (text: "", warnings: [ArchiveError]())
    let time = try processorTime { shared = try plainJSON(of: file.bytes, Self.wide) }
    #expect(time < .seconds(60))
    #expect(shared.text.components(separatedBy: "$plist").count > 500)
    #expect(shared.warnings.count == 100)
    #expect(shared.warnings.allSatisfy { $0.code == .expansionLimit })
    #expect(shared.text.utf8.count < 100_000_000)
    let limits = shared.warnings.compactMap { Self.usedAndLimit($0.message) }
    #expect(limits.allSatisfy { used, limit in limit >= 1 << 24 && used > limit })
  }

  /// The two numbers of "at least N bytes are needed, and the limit is M".
  private static func usedAndLimit(_ message: String) -> (Int, Int)? {
    let numbers = message.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
    return numbers.count >= 2 ? (numbers[0], numbers[1]) : nil
  }

  private static var wide: KeyedArchive.JSONOptions {
    var options = KeyedArchive.JSONOptions()
    options.maximumExpansion = 64 << 20
    return options
  }
}
