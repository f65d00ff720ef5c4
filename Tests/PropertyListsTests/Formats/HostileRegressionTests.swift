// Costly and misleading inputs that were found, one test each, named after the correct behavior.

import Foundation
import PropertyLists
import Testing

@Suite("Costly and misleading inputs")
struct HostileRegressionTests {
  /// A binary file with references of one byte and offsets of four.
  private func wideFile(_ objects: [[UInt8]]) -> [UInt8] {
    var file = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(file.count)
      file += object
    }
    let table = file.count
    for offset in offsets { file += bigEndian(offset, 4) }
    return file + [0, 0, 0, 0, 0, 0, 4, 1] + bigEndian(objects.count, 8) + bigEndian(0, 8)
      + bigEndian(table, 8)
  }

  private func bigEndian(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  @Test(
    "A large text with a million references is rejected: it would expand to 10^12 bytes")
  func sharedText() {
    let array = [0xAF, 0x12] + bigEndian(1_000_000, 4) + [UInt8](repeating: 1, count: 1_000_000)
    let text = [0x5F, 0x12] + bigEndian(1_000_000, 4) + [UInt8](repeating: 0x78, count: 1_000_000)
    let error = #expect(throws: PlistError.self) {
      try PlistDocument(self.wideFile([array, text]))
    }
    #expect(error?.code == .expansionLimit)
  }

  @Test("A large text with two references is read")
  func twiceSharedText() throws {
    let text = [0x5F, 0x12] + bigEndian(10_000, 4) + [UInt8](repeating: 0x78, count: 10_000)
    #expect(
      try PlistDocument(wideFile([[0xA2, 1, 1], text])).root[1]?.stringValue?.count == 10_000)
  }

  @Test("The largest possible limit does not overflow")
  func largestLimit() throws {
    var reading = PlistReadingOptions()
    reading.maximumExpansion = .max
    let file = wideFile([[0xA2, 1, 1], [0xA0]])
    var writing = PlistWritingOptions()
    writing.maximumExpansion = .max
    #expect(try PlistDocument(file, options: reading).encoded(as: .xml, options: writing).count > 0)
  }

  @Test("Keys are equal as text, whatever their form in a binary file")
  func keyForms() throws {
    let key = [0x51, 0x61] as [UInt8]
    let wide = [0x61, 0x00, 0x61] as [UInt8]
    let file = wideFile([[0xD2, 1, 2, 3, 4], key, wide, [0x09], [0x08]])
    #expect(try Plist(file) == ["a": true])
    let latin = wideFile([[0xD2, 1, 2, 3, 4], [0x51, 0xE9], [0x61, 0, 0xE9], [0x09], [0x08]])
    #expect(try Plist(latin) == ["é": true])
  }

  @Test("Errors at the end of a container have its path")
  func pathsAtTheEnd() {
    let inputs = [
      ("<array><dict><key>a</key></dict></array>", "[0].a"),
      ("<dict><key>x</key><dict><key>a</key></dict></dict>", "x.a"),
      ("<array><dict><key>CF$UID</key><integer>-1</integer></dict></array>", "[0]"),
    ]
    for (input, path) in inputs {
      let error = #expect(throws: PlistError.self) { try PlistDocument(Array(input.utf8)) }
      #expect(error.map { "\($0.path)" } == path)
    }
  }

  @Test("The XML writer rejects a dictionary that would be read as a reference")
  func referenceInDisguise() throws {
    let plist: Plist = ["list": [["CF$UID": 5]]]
    let error = #expect(throws: PlistError.self) { try plist.encoded(as: .xml) }
    #expect(error?.code == .notRepresentable)
    #expect(error.map { "\($0.path)" } == "list[0]")
    #expect(try Plist(plist.encoded(as: .binary)) == plist)
    let text: Plist = ["CF$UID": "text"]
    #expect(try Plist(text.encoded(as: .xml)) == text)
  }

  @Test("Equal keys of an XML document have their own locations")
  func rangesOfEqualKeys() throws {
    let text =
      "<array><dict><key>a</key><true/></dict><dict><!-- < --><key>b</key><true/><key>a</key><false/></dict></array>"
    let root = try PlistDocument(Array(text.utf8)).root
    let ranges = [root[0]?.key(at: 0), root[1]?.key(at: 1), root[1]?.key(at: 0)]
      .compactMap { $0?.sourceRange }
    #expect(ranges == [13..<25, 74..<86, 55..<67])
    #expect(root[1]?.key(at: 1)?.position?.column == 75)
  }

  @Test("The line numbers of all values are found without scanning the text for each")
  func linesOfManyValues() throws {
    let lines = (0..<50_000).map { "<string>\($0)</string>\n" }.joined()
    let document = try PlistDocument(Array("<array>\n\(lines)</array>".utf8))
    let lineNumbers = document.root.children.map { $0.position?.line }
    #expect(lineNumbers == (0..<50_000).map { $0 + 2 })
  }

  @Test("Offsets count bytes of the input in every encoding")
  func offsetsInEncodings() throws {
    let text = "<array><string>é😀</string>\n<true/></array>"
    let encodings: [(String.Encoding, Int)] = [
      (.utf8, 31), (.utf16LittleEndian, 56), (.utf32BigEndian, 108),
    ]
    for (encoding, offset) in encodings {
      let bytes = [UInt8](try #require(text.data(using: encoding)))
      let node = try #require(try PlistDocument(bytes).root[1])
      #expect(node.position == SourcePosition(offset: offset, line: 2, column: 1))
    }
  }

  @Test(
    "A declared single-byte encoding is read",
    arguments: [
      ("windows-1251", [0xCF, 0xF0], "Пр"), ("KOI8-R", [0xF0, 0xF2], "ПР"),
      ("ISO-8859-2", [0xB1, 0xE8], "ąč"), ("ISO-8859-5", [0xBF, 0xE0], "Пр"),
      ("windows-1250", [0x8A, 0xE8], "Šč"), ("windows-1252", [0x80, 0xE9], "€é"),
      ("ISO-8859-15", [0xA4], "€"), ("macintosh", [0x8E], "é"), ("ISO-8859-1", [0xE9], "é"),
    ] as [(String, [UInt8], String)])
  func encodings(name: String, bytes: [UInt8], text: String) throws {
    let head = "<?xml version=\"1.0\" encoding=\"\(name)\"?><string>"
    #expect(try Plist(Array(head.utf8) + bytes + Array("</string>".utf8)) == .string(text))
  }

  @Test("A container that outlives the encoding throws and encodes nothing")
  func keptContainer() throws {
    final class Keeper: Encodable {
      var kept: KeyedEncodingContainer<Key>?
      enum Key: CodingKey { case a }
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for number in 0..<1000 { try list.encode(number) }
        kept = list.nestedContainer(keyedBy: Key.self)
      }
    }
    let keeper = Keeper()
    _ = try PlistEncoder().encode(keeper)
    #expect(throws: EncodingError.self) { try keeper.kept?.encode(5, forKey: .a) }
  }

  @Test("A real in an unusual form is a style finding")
  func unusualReal() {
    let head =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC "
      + "\"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n"
    let body = { (real: String) in
      "\(head)<plist version=\"1.0\">\n<real>\(real)</real>\n</plist>\n"
    }
    for usual in ["1.5", "0.1", "0.10000000000000001"] {
      #expect(PlistDocument.diagnoseStyle(Array(body(usual).utf8)) == nil)
    }
    #expect(PlistDocument.diagnose(Array(body("1.50").utf8)).isEmpty)
    #expect(
      PlistDocument.diagnoseStyle(Array(body("1.50").utf8))?.error.code == .nonCanonicalForm)
  }

  /// Combining marks, which take more than linear time to compare as text.
  private static let marks = String(repeating: "\u{301}\u{316}", count: 40_000)

  @Test(
    "Long runs of combining marks are written in linear time, at the … of these strings",
    arguments: [
      (PlistFormat.project, "{objects={E={isa=\"e…\";};};}"),
      (.project, "{objects={E={isa=PBXGroup;name=\"e…\";};};x=(E,E,E,E);}"),
      (.glyphs, "{\".formatVersion\"=3;\"e…\"=(a);}"),
      (.glyphs, "{customParameters=({name=\"U…\";value=1;});\"e…\"=(a);}"),
    ])
  func combiningMarks(_ format: PlistFormat, _ text: String) throws {
    let marked = text.replacing("…", with: Self.marks)
    let document = try PlistDocument(Array(marked.utf8))
    let again = try PlistDocument(document.encoded(as: format))
    #expect(again.root.keys.count == document.root.keys.count)
  }

  @Test("The comment of a project object is created once, however many references it has")
  func manyReferences() throws {
    let id = "E000000000000000000000A1"
    let names = String(repeating: "\(id),", count: 100_000)
    let text =
      "{objects={\(id)={isa=XCRemoteSwiftPackageReference;repositoryURL=\"a/b\";};};x=(\(names));}"
    let written = try PlistDocument(Array(text.utf8)).encoded(as: .project)
    #expect(written.count > 100_000 * 50)
  }

  @Test("Warnings below long keys have no path")
  func longPaths() throws {
    let key = String(repeating: "k", count: 20_000)
    let text = "{\(key)={" + String(repeating: "a=é;", count: 200) + "};}"
    let warnings = try PlistDocument(Array(text.utf8)).warnings
    #expect(warnings.count == 100)
    #expect(warnings.allSatisfy { $0.error.path.isEmpty && $0.error.position != nil })
  }

  @Test("Nested repeated keys are found in linear time")
  func nestedRepetition() throws {
    var text = "(" + String(repeating: "a,", count: 100_000) + ")"
    for _ in 0..<98 { text = "{a=\(text);a=1;}" }
    let warnings = try PlistDocument(Array(text.utf8)).warnings
    #expect(warnings.count == 98)
  }

  @Test("A strings file with a NUL after the first quote survives a round trip")
  func nulInFirstKey() throws {
    let document = try PlistDocument(Array("\"b\"=\"1\";\"\u{0}a\"=\"2\";".utf8))
    var options = PlistWritingOptions()
    options.keyOrder = .sorted
    let again = try PlistDocument(document.encoded(as: .strings, options: options))
    #expect(try Plist(again) == Plist(document))
  }
}
