// One value of a property list, compared with the same value of the whole document.

import Foundation
import PropertyLists
import TestSupport
import Testing

/// A path with the form that a command line has.
private func path(_ text: String) throws -> PlistPath {
  try #require(try PlistPathPattern(text).path)
}

/// What can be seen of a value: its typed JSON and its binary form, or the errors.
private struct VisibleValue: Equatable {
  /// The output of a writer, or its error.
  enum Written: Equatable {
    case bytes(Data)
    case failure(PlistError.Code)
  }

  var kind: PlistKind
  var json: Written
  var binary: Written
  var xml: Written
  var losses: [PlistError.Code]

  init(_ node: PlistNode) {
    kind = node.kind
    json = Self.written { () throws(PlistError) in try node.encoded(as: .typedJSON) }
    binary = Self.written { () throws(PlistError) in try node.encoded(as: .binary) }
    xml = Self.written { () throws(PlistError) in try node.encoded(as: .xml) }
    losses = node.losses(writtenAs: .xml).map(\.error.code)
  }

  private static func written(_ work: () throws(PlistError) -> Data) -> Written {
    do throws(PlistError) { return .bytes(try work()) } catch { return .failure(error.code) }
  }
}

/// The paths of some values of a document, with other spellings of their indexes.
private func samplePaths(_ document: PlistDocument, limit: Int) -> [PlistPath] {
  var found: [PlistPath] = []
  var open: [(node: PlistNode, path: PlistPath)] = [(document.root, PlistPath())]
  var next = 0
  while next < open.count, found.count < limit {
    let (node, path) = open[next]
    next += 1
    // The first and the last children, so that deep values are reached.
    let count = node.count
    for position in 0..<count where position < 4 || position >= count - 2 {
      guard
        let child = node.kind == .dictionary ? node.value(at: position) : node[position]
      else { continue }
      if node.kind == .dictionary {
        guard let key = node.key(at: position)?.stringValue,
          node[key]?.isIdentical(to: child) == true
        else { continue }
        open.append((child, path.appending(.key(key))))
      } else {
        open.append((child, path.appending(.index(position))))
        found.append(path.appending(.key("\(position)")))
      }
      found.append(open[open.count - 1].path)
    }
  }
  return found
}

/// Extracts a value. XML is scanned in parts of some size, or of the usual one.
private func extracted(_ bytes: [UInt8], _ path: PlistPath, partSize: Int? = nil)
  -> ExtractedValue?
{
  if !bytes.starts(with: "bplist".utf8) {
    return ExtractedValue(ofXMLFileAt: path, byteCount: bytes.count, partSize: partSize) {
      Array(bytes[$0])
    }
  }
  return ExtractedValue(ofBinaryFileAt: path, byteCount: bytes.count) { Array(bytes[$0]) }
}

/// The value that commands find at a path of the whole document.
private func whole(_ document: PlistDocument, _ path: PlistPath) -> PlistNode? {
  try? document.root.value(at: path)
}

/// Checks that the values of an input, which may be damaged, equal those of the whole document,
/// unless the whole document is needed.
///
/// - Parameter partSize: The size of the parts in which XML is scanned; nil for the usual one.
private func compare(
  _ bytes: [UInt8], at paths: [PlistPath], partSize: Int? = nil, _ change: String
) {
  let document = try? PlistDocument(bytes)
  let isBinary = bytes.starts(with: "bplist".utf8)
  for path in paths {
    guard let value = extracted(bytes, path, partSize: partSize) else { continue }
    // Only in binary files, damage elsewhere goes unnoticed.
    guard let document else {
      #expect(isBinary, "\(path); \(change)")
      continue
    }
    guard let node = whole(document, path) else {
      Issue.record("a value at \(path) only in the part; \(change)")
      continue
    }
    #expect(VisibleValue(value.node) == VisibleValue(node), "\(path); \(change)")
  }
}

@Suite("One value of a binary property list")
struct ExtractedBinaryValueTests {
  @Test(
    "Each value equals that of the whole document", arguments: Corpus.files.filter(\.isBinary))
  func corpus(file: Corpus.File) throws {
    let document = try PlistDocument(file.bytes)
    for path in samplePaths(document, limit: 60) {
      let part = extracted(file.bytes, path)
      // A value that is a large part of a large file needs the whole file.
      if part == nil, file.bytes.count > 1 << 16 { continue }
      let value = try #require(part, "\(path)")
      let node = try #require(whole(document, path))
      #expect(VisibleValue(value.node) == VisibleValue(node), "\(path)")
    }
  }

  @Test("A path without a value, and the path of the root, need the whole file")
  func absent() throws {
    let bytes = Array(try (["a": [1, ["b": 2]]] as Plist).encoded(as: .binary))
    for text in ["x", "a[2]", "a[-3]", "a.b", "a[0].x", "a[1].b.c", "a.x"] {
      #expect(extracted(bytes, try path(text)) == nil, "\(text)")
    }
    #expect(extracted(bytes, PlistPath()) == nil)
    #expect(extracted(bytes, try path("a[-1].b"))?.node.integerValue == 2)
    #expect(extracted(bytes, try path("a.1.b"))?.node.integerValue == 2)
  }

  @Test("Of equal keys, the first counts, in whatever form they are stored")
  func repeatedKeys() throws {
    // {"é": 1, "é": 2}: Latin-1 and UTF-16, in both orders.
    let (latin, wide): ([UInt8], [UInt8]) = ([0x51, 0xE9], [0x61, 0x00, 0xE9])
    for keys in [[latin, wide], [wide, latin]] {
      let bytes = BinaryFile.file(
        [[0xD2, 1, 2, 3, 4], keys[0], keys[1], [0x10, 1], [0x10, 2]])
      #expect(try PlistDocument(bytes).root["é"]?.integerValue == 1)
      #expect(extracted(bytes, try path("é"))?.node.integerValue == 1)
    }
  }

  @Test("Keys that are not strings are skipped, and only the whole file is searched for them")
  func otherKeys() throws {
    // {5: 1, "5": 2, true: 3}
    let bytes = BinaryFile.file(
      [
        [0xD3, 1, 2, 3, 4, 5, 6], [0x10, 5], [0x51, 0x35], [0x09], [0x10, 1], [0x10, 2], [0x10, 3],
      ])
    #expect(try PlistDocument(bytes).root["5"]?.integerValue == 2)
    #expect(extracted(bytes, try path("5"))?.node.integerValue == 2)
    #expect(extracted(bytes, try path("true")) == nil)
  }

  @Test("Sets, references, wide integers and unpaired surrogates are kept")
  func unusualValues() throws {
    let bytes = BinaryFile.file([
      [0xA5, 1, 2, 3, 4, 5], [0xC2, 2, 2], [0x81, 0, 7], [0x14] + Array(repeating: 1, count: 16),
      [0x61, 0xD8, 0x00], [0x00],
    ])
    let document = try PlistDocument(bytes)
    for index in 0..<5 {
      let path = PlistPath([.index(index)])
      let value = try #require(extracted(bytes, path))
      #expect(VisibleValue(value.node) == VisibleValue(try document.root.value(at: path)))
    }
    let surrogate = try #require(extracted(bytes, try path("[3]")))
    #expect(surrogate.node.loneSurrogateWarning != nil)
  }

  @Test("A container that contains itself, or is in the path to itself, is rejected")
  func cycles() throws {
    let own = BinaryFile.file([[0xA2, 1, 2], [0xA1, 1], [0x09]])
    #expect(extracted(own, try path("[0]")) == nil)
    #expect(extracted(own, try path("[1]"))?.node.boolValue == true)
    let outer = BinaryFile.file([[0xA2, 1, 2], [0xA1, 0], [0x09]])
    #expect(extracted(outer, try path("[0]")) == nil)
  }

  @Test("The containers on the path count as levels")
  func depth() throws {
    for (depth, isRead) in [(512, true), (513, false)] {
      let bytes = BinaryFile.nestedArrays(depth)
      #expect(((try? PlistDocument(bytes)) != nil) == isRead)
      for steps in [1, 100, 511] {
        let path = PlistPath(Array(repeating: .index(0), count: steps))
        #expect((extracted(bytes, path) != nil) == isRead, "\(depth), \(steps)")
      }
    }
  }

  @Test("Values that expand without limit are rejected")
  func expansion() throws {
    var file = BinaryFile(
      (1..<30).map { [0xAF, 0x10, 20] + Array(repeating: UInt8($0), count: 20) } + [[0x09]])
    file.offsetWidth = 2
    #expect(extracted(file.bytes, try path("[0]")) == nil)
    let end = PlistPath(Array(repeating: .index(7), count: 29))
    #expect(extracted(file.bytes, end)?.node.boolValue == true)
  }

  @Test("Objects that are not part of the value are not judged")
  func damageElsewhere() throws {
    let bytes = BinaryFile.file([[0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0x09], [0x77]])
    #expect((try? PlistDocument(bytes)) == nil)
    #expect(extracted(bytes, try path("a"))?.node.boolValue == true)
    #expect(extracted(bytes, try path("b")) == nil)
  }

  @Test("A damaged file yields the same values as the whole document, or needs the whole file")
  func damage() throws {
    let value: Plist = [
      "list": [1, 2.5, true, ["deep": ["é", "日本", .data(Data([1, 2]))]]], "uid": .uid(PlistUID(9)),
      "date": .date(Date(timeIntervalSinceReferenceDate: 5)), "text": "plain",
    ]
    let bytes = Array(try value.encoded(as: .binary))
    let paths = samplePaths(try PlistDocument(bytes), limit: 40)
    for offset in bytes.indices {
      for change: UInt8 in [0x01, 0x10, 0x80, 0xFF] {
        var damaged = bytes
        damaged[offset] ^= change
        compare(damaged, at: paths, "byte \(offset) ^ \(change)")
      }
      compare(Array(bytes[..<offset]), at: paths, "\(offset) bytes")
    }
  }

  @Test("If a part of the file cannot be read, the whole file is needed")
  func missingParts() throws {
    let list = (0..<40_000).map { Plist.string("text \($0)") }
    let bytes = Array(try Plist.array(list).encoded(as: .binary))
    let path = try path("[39000]")
    var calls = 0
    let value = ExtractedValue(ofBinaryFileAt: path, byteCount: bytes.count) {
      calls += 1
      return Array(bytes[$0])
    }
    #expect(value?.node.stringValue == "text 39000")
    #expect((3...6).contains(calls))
    for missing in 1...calls {
      var number = 0
      let value = ExtractedValue(ofBinaryFileAt: path, byteCount: bytes.count) { range in
        number += 1
        return number < missing ? Array(bytes[range]) : nil
      }
      #expect(value == nil)
      number = 0
      let short = ExtractedValue(ofBinaryFileAt: path, byteCount: bytes.count) { range in
        number += 1
        return Array(bytes[range].dropLast(number < missing ? 0 : 1))
      }
      #expect(short == nil)
    }
  }

  @Test("A value that is a large part of the file is read with the whole file")
  func largeValue() throws {
    let blob = Plist.data(Data(repeating: 7, count: 6 << 20))
    let bytes = Array(try (["blob": blob, "small": 1] as Plist).encoded(as: .binary))
    #expect(extracted(bytes, try path("blob")) == nil)
    #expect(extracted(bytes, try path("small"))?.node.integerValue == 1)
  }
}

@Suite("One value of an XML property list")
struct ExtractedXMLValueTests {
  /// Some records with values of all kinds, in which the markup is repeated and varied.
  private static let records: [UInt8] = {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "">
      <plist version="1.0">
      <array>

      """
    for number in 0..<9 {
      text += """
        \t<dict>
        \t\t<key>on</key>
        \t\t<\(number % 3 == 0)/>
        \t\t<key>tags</key>
        \t\t<array>
        \(String(repeating: "\t\t\t<string>é &lt; x</string>\n", count: number % 4))\t\t</array>
        \t\t<key>inner</key>
        \t\t<dict>
        \t\t\t<key>n</key>
        \t\t\t<integer>-\(number)</integer>
        \t\t\t<key>r</key>
        \t\t\t<real>\(number).5</real>
        \t\t</dict>
        \t\t<key>ref</key>
        \t\t<dict>
        \t\t\t<key>CF$UID</key>
        \t\t\t<integer>\(number)</integer>
        \t\t</dict>
        \t\t<key>when</key>
        \t\t<date>2026-11-21T01:02:03Z</date>
        \t\t<key>data</key>
        \t\t<data>AQID</data>
        \t</dict>

        """
    }
    return Array((text + "</array>\n</plist>\n").utf8)
  }()

  @Test(
    "Each value equals that of the whole document", arguments: Corpus.files.filter { !$0.isBinary })
  func corpus(file: Corpus.File) throws {
    let document = try PlistDocument(file.bytes)
    // In other encodings, and for repeated keys, the document is needed.
    let isUTF8 = String(validating: file.bytes, as: UTF8.self).map { !$0.utf8.contains(0) } ?? false
    let isRequired = isUTF8 && document.format == .xml && document.warnings.isEmpty
    for path in samplePaths(document, limit: 12) {
      let value = extracted(file.bytes, path)
      // A value that is a large part of a large file needs the document.
      if isRequired, file.bytes.count <= 1 << 16 { #expect(value != nil, "\(path)") }
      let inParts = extracted(file.bytes, path, partSize: 250)
      #expect((inParts == nil) == (value == nil), "\(path)")
      guard let value, let inParts else { continue }
      let expected = VisibleValue(try document.root.value(at: path))
      #expect(VisibleValue(value.node) == expected)
      #expect(VisibleValue(inParts.node) == expected)
    }
  }

  @Test("The size of the parts in which the text is scanned does not matter")
  func parts() throws {
    let document = try PlistDocument(Self.records)
    let paths = [try path("[0]"), try path("[3].tags[1]"), try path("[8].inner"), try path("[9]")]
    for partSize in Array(1...120) + [500, 2000, Self.records.count - 1, Self.records.count] {
      for path in paths {
        let value = extracted(Self.records, path, partSize: partSize)
        let node = whole(document, path)
        #expect(value.map { VisibleValue($0.node) } == node.map { VisibleValue($0) })
      }
    }
  }

  @Test("If a part of the file cannot be read, the document is needed")
  func missingParts() throws {
    let path = try path("[8].inner.n")
    var calls = 0
    let value = ExtractedValue(
      ofXMLFileAt: path, byteCount: Self.records.count, partSize: 1000
    ) {
      calls += 1
      return Array(Self.records[$0])
    }
    #expect(value?.node.integerValue == -8)
    #expect(calls >= 4)
    for missing in 1...calls {
      for isShort in [false, true] {
        var number = 0
        let value = ExtractedValue(
          ofXMLFileAt: path, byteCount: Self.records.count, partSize: 1000
        ) { range in
          number += 1
          if number < missing { return Array(Self.records[range]) }
          return isShort ? Array(Self.records[range].dropLast()) : nil
        }
        #expect(value == nil)
      }
    }
  }

  @Test("A value that is a large part of the file is read with the document")
  func largeValue() throws {
    let list = Plist.array((0..<40_000).map { Plist.string("text \($0)") })
    let bytes = Array(try (["list": list, "small": 1] as Plist).encoded(as: .xml))
    #expect(extracted(bytes, try path("list")) == nil)
    #expect(extracted(bytes, try path("small"))?.node.integerValue == 1)
    #expect(extracted(bytes, try path("list[39999]"))?.node.stringValue == "text 39999")
    let text = Plist.string(String(repeating: "long ", count: 30_000))
    let longBytes = Array(try (["a": text, "b": list] as Plist).encoded(as: .xml))
    #expect(extracted(longBytes, try path("a"), partSize: 1000)?.node.stringValue?.count == 150_000)
  }

  @Test("Values between similar values are found")
  func records() throws {
    let document = try PlistDocument(Self.records)
    for index in 0..<9 {
      let record = PlistPath([.index(index)])
      for key in ["on", "tags", "inner", "ref", "when", "data"] {
        let path = record.appending(.key(key))
        let value = try #require(extracted(Self.records, path))
        let node = try document.root.value(at: path)
        #expect(VisibleValue(value.node) == VisibleValue(node))
      }
      #expect(
        extracted(Self.records, record.appending(.key("inner")).appending(.key("n")))?.node
          .integerValue == PlistInteger(-index))
    }
    #expect(extracted(Self.records, PlistPath([.index(9)])) == nil)
  }

  @Test("Every damaged text is invalid, or yields the same value as the whole document")
  func damage() throws {
    let paths = [try path("[6].inner.r"), try path("[8].tags"), try path("[2]")]
    for offset in Self.records.indices {
      for byte in "<>/&x\u{0}\u{80}".utf8 where offset % 5 == Int(byte) % 5 {
        var damaged = Self.records
        damaged[offset] = byte
        for partSize in [nil, 90] {
          compare(
            damaged, at: [paths[offset % 3]], partSize: partSize, "byte \(offset) is \(byte)")
        }
      }
    }
    for count in stride(from: 0, to: Self.records.count, by: 11) {
      compare(Array(Self.records[..<count]), at: paths, "\(count) bytes")
      compare(
        Array(Self.records[..<count] + Self.records.dropFirst(count + 9)), at: paths,
        "without 9 bytes at \(count)")
      compare(
        Array(Self.records[..<count] + Self.records[count...].prefix(40) + Self.records[count...]),
        at: paths, "40 bytes at \(count) twice")
    }
  }

  private func read(_ text: String, _ wanted: String) throws -> ExtractedValue? {
    extracted(Array("<plist version=\"1.0\">\(text)</plist>".utf8), try path(wanted))
  }

  @Test("A path that the text does not answer needs the document")
  func absent() throws {
    let text = "<dict><key>a</key><array><integer>1</integer><dict/></array></dict>"
    for wanted in ["b", "a[2]", "a[-1]", "a.x", "a[0].b", "[0]", "a[1].b", "a[0][0]"] {
      #expect(try read(text, wanted) == nil, "\(wanted)")
    }
    #expect(try read(text, "a[0]")?.node.integerValue == 1)
    #expect(try read(text, "a.1")?.node.kind == .dictionary)
    #expect(try read("<string>x</string>", "a") == nil)
  }

  @Test("A repeated key on the path needs the document, in whatever form it is written")
  func repeatedKeys() throws {
    let pair = { (key: String, number: Int) in "<key>\(key)</key><integer>\(number)</integer>" }
    #expect(try read("<dict>\(pair("a", 1))\(pair("b", 2))\(pair("a", 3))</dict>", "a") == nil)
    #expect(try read("<dict>\(pair("a", 1))\(pair("&#97;", 3))</dict>", "a") == nil)
    #expect(
      try read("<dict>\(pair("b", 1))\(pair("b", 2))\(pair("a", 3))</dict>", "a")?.node
        .integerValue == 3)
    #expect(try read("<dict>\(pair("&#97;&amp;", 3))</dict>", "\"a&\"")?.node.integerValue == 3)
  }

  @Test("References in dictionaries are values, and their numbers are judged")
  func references() throws {
    let uid = { (number: String) in "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }
    #expect(
      try read("<array>\(uid("5"))\(uid("6"))</array>", "[1]")?.node.uidValue == PlistUID(6))
    #expect(try read("<array>\(uid("5"))</array>", "[0].CF$UID") == nil)
    for number in ["-1", "4294967296"] {
      #expect(try read("<array><true/>\(uid(number))</array>", "[0]") == nil)
      #expect(
        try read("<array><true/>\(uid("1"))\(uid("2"))\(uid(number))</array>", "[0]") == nil)
    }
    for key in ["CF$UI&#68;", "<![CDATA[CF$UID]]>"] {
      let dictionary = "<dict><key>\(key)</key><integer>-1</integer></dict>"
      #expect(try read("<array><true/>\(dictionary)</array>", "[0]") == nil)
    }
  }

  @Test("Comments, empty elements and other forms of tags are read")
  func unusualForms() throws {
    let text = """
      <!-- c --><dict ><key>a</key> <?pi?> <array/><key >b</key ><string/><key>c</key><dict/>
      <key>d</key><true></true><key>e</key><array><string>x<![CDATA[<]]></string ></array></dict >
      """
    #expect(try read(text, "e[0]")?.node.stringValue == "x<")
    #expect(try read(text, "b")?.node.stringValue == "")
    #expect(try read(text, "d")?.node.boolValue == true)
    #expect(try read(text, "c")?.node.count == 0)
    #expect(extracted(Array("<dict><key>a</key><true/></dict> rest".utf8), try path("a")) != nil)
  }

  @Test("Texts in other encodings, in other formats, and of great depth need the document")
  func otherInput() throws {
    let text = "<plist><dict><key>a</key><string>é</string></dict></plist>"
    #expect(extracted(Array("\u{FEFF}\(text)".utf8), try path("a"))?.node.stringValue == "é")
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?>\(text)".utf8)
    #expect(extracted(latin, try path("a")) == nil)
    #expect(extracted(Array("{a = 1;}".utf8), try path("a")) == nil)
    for (depth, isRead) in [(50, true), (100, false)] {
      let nested =
        String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
      #expect((try read("<array><true/>\(nested)</array>", "[0]") != nil) == isRead)
    }
  }
}
