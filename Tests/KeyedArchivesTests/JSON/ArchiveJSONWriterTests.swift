// Tests of the JSON of archives, rule by rule: values, identity, fields, and top-level structure.

import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("The JSON of an archive")
struct ArchiveJSONWriterTests {
  @Test("The JSON has the archiver, the version, the top and the used class records, by index")
  func frame() throws {
    let archive = ArchiveText(
      object(4), object(3), record("Unused"),
      "<dict>\(field("$classname", text("A")))\(field("$classes", list(text("A"), text("B"))))\(field("$classhints", list()))</dict>",
      top: field("a", ref(1)) + field("$b", number(1)))
    #expect(
      compact(try archive.archive().json())
        == #"{"$archiver":"NSKeyedArchiver","$version":100000,"$top":{"a":{"$id":1,"$class":"A"},"$$b":1},"#
        + #""$classes":[{"$id":4,"$classname":"A","$classes":["A","B"],"$classhints":[]}]}"#)
  }

  @Test("Any version and archiver is accepted, and absent ones are null")
  func oddFrame() throws {
    var archive = ArchiveText(top: "")
    archive.version = "<real>3</real>"
    archive.archiver = "<array><true/>\(ref(9))<dict><key>$a</key><data>AQ==</data></dict></array>"
    #expect(
      compact(try archive.archive().json())
        == #"{"$archiver":[true,{"$uid":9},{"$$a":{"$data":"AQ=="}}],"$version":3.0,"$top":{},"$classes":[]}"#
    )
    let bare = "<plist><dict><key>$top</key><dict/><key>$objects</key><array/></dict></plist>"
    #expect(
      compact(try KeyedArchive(Array(bare.utf8)).json())
        == #"{"$archiver":null,"$version":null,"$top":{},"$classes":[]}"#)
  }

  @Test("An object appears at its first use, and later as a reference, even inside itself")
  func identity() throws {
    let archive = ArchiveText(
      object(3, field("a", ref(2)) + field("me", ref(1)) + field("b", ref(2))), object(3),
      record("A"))
    #expect(
      try archive.json()
        == #""root":{"$id":1,"$class":"A","a":{"$id":2,"$class":"A"},"me":{"$ref":1},"b":{"$ref":2}}"#
    )
  }

  @Test("The contents of an object come before its other fields")
  func order() throws {
    let archive = ArchiveText(
      object(4, field("first", ref(3)) + field("NS.objects", list(ref(3)))), "<true/>", object(5),
      record("NSArray"), record("A"))
    #expect(
      try archive.json()
        == #""root":{"$id":1,"$class":"NSArray","$items":[{"$id":3,"$class":"A"}],"first":{"$ref":3}}"#
    )
    #expect(
      try archive.json(.raw)
        == #""root":{"$id":1,"$class":"NSArray","first":{"$id":3,"$class":"A"},"NS.objects":[{"$ref":3}]}"#
    )
  }

  @Test("Plain slots appear as values, or with their index where identity is shown")
  func plainSlots() throws {
    let archive = ArchiveText(
      "<array>\(ref(2))\(ref(2))\(ref(0))\(ref(3))</array>", text("x"), text("$null"))
    #expect(try archive.json() == #""root":{"$id":1,"$items":["x","x",null,null]}"#)
    #expect(
      try archive.json(.withIdentity)
        == #""root":{"$id":1,"$items":[{"$id":2,"$value":"x"},{"$ref":2},null,null]}"#)
  }

  @Test("Inline values appear unchanged, with their references resolved")
  func inlineValues() throws {
    let archive = ArchiveText(
      object(
        2, field("$0", list(ref(0), text("$null"), "<dict><key>$class</key>\(ref(1))</dict>"))),
      record("A"))
    #expect(
      try archive.json()
        == #""root":{"$id":1,"$class":"A","$$0":[null,"$null",{"$$class":{"$ref":1}}]}"#)
  }

  @Test(
    "Scalars are written without loss",
    arguments: [
      (Plist.real(3), "3.0"), (.real(-0.0), "-0.0"), (.real(1e300), "1e+300"),
      (.real(.nan), #"{"$real":"nan"}"#), (.real(-.infinity), #"{"$real":"-inf"}"#),
      (.real(0.1), "0.1"), (.real(1e16), "1e+16"), (true, "true"),
      (.integer(PlistInteger(UInt64.max)), "18446744073709551615"),
      (.integer(PlistInteger(Int128.min)), "-170141183460469231731687303715884105728"),
      (.data(Data([1, 2, 255, 254])), #"{"$data":"AQL//g=="}"#),
      (.date(Date(timeIntervalSinceReferenceDate: 0.25)), #"{"$date":0.25}"#),
      ("a\"\\\n\u{1}\u{9B}é😀", #""a\"\\\n\u0001\u009bé😀""#), (.null, "null"),
    ])
  func scalars(value: Plist, json: String) throws {
    let archive: Plist = ["$top": ["a": value], "$objects": ["$null"]]
    let found = compact(try KeyedArchive(PlistDocument(archive)).json())
    #expect(found == #"{"$archiver":null,"$version":null,"$top":{"a":\#(json)},"$classes":[]}"#)
  }

  @Test("Four-byte reals are widened, and lone surrogates in values and keys survive")
  func binaryForms() throws {
    // The root with $top and $objects; $top with a key of a lone surrogate, its values a float and
    // a UTF-16 text.
    let bytes = BinaryObjects([
      [0xD2, 1, 2, 3, 4], [0x54] + Array("$top".utf8), [0x58] + Array("$objects".utf8),
      [0xD2, 5, 6, 7, 8], [0xA1, 9], [0x62, 0x00, 0x24, 0xD8, 0x00], [0x51, 0x62],
      [0x22, 0x3D, 0xCC, 0xCC, 0xCD], [0x63, 0xDC, 0x00, 0xD8, 0x3D, 0xDE, 0x00],
      [0x55] + Array("$null".utf8),
    ]).bytes
    let json = compact(try KeyedArchive(bytes).json())
    #expect(
      json.contains(#""$top":{"$$\ud800":0.10000000149011612,"b":"\udc00\ud83d\ude00"}"#)
        || json.contains(#""$top":{"$$\ud800":0.10000000149011612,"b":"\udc00😀"}"#), "\(json)")
  }

  @Test("An unreferenced object may be invalid, and is not shown")
  func unreachable() throws {
    let archive = ArchiveText("<true/>", object(77), ref(88))
    #expect(try archive.json() == #""root":true"#)
  }
}

/// A binary property list of small objects, the first being the root.
struct BinaryObjects {
  let bytes: [UInt8]

  init(_ objects: [[UInt8]]) {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [
        UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count),
      ]
      bytes += object
    }
    let table = bytes.count
    let trailer = [objects.count, 0, table].flatMap { number in
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    self.bytes = bytes + offsets + [0, 0, 0, 0, 0, 0, 2, 1] + trailer
  }
}
