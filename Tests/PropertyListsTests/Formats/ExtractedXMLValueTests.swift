// One value of an XML property list, compared with the same value of the whole document.

import Foundation
import PropertyLists
import Synchronization
import TestSupport
import Testing

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

  /// The bytes of a file, and how many of them each thread read.
  private final class CountedFile: Sendable {
    let bytes: [UInt8]
    /// The offset from which on no part can be read, and whether parts are then too short instead.
    let end: Int?
    let isShort: Bool
    private let thread = ObjectIdentifier(Thread.current)
    private let counts = Mutex((own: 0, other: 0))

    init(_ bytes: [UInt8], end: Int? = nil, isShort: Bool = false) {
      (self.bytes, self.end, self.isShort) = (bytes, end, isShort)
    }

    /// The number of bytes that the thread of the test and another one read.
    var readByteCounts: (own: Int, other: Int) { counts.withLock { $0 } }

    func value(at wanted: String) throws -> ExtractedValue? {
      ExtractedValue(ofXMLFileAt: try path(wanted), byteCount: bytes.count, partSize: 1000) {
        range in
        let isOwn = ObjectIdentifier(Thread.current) == self.thread
        self.counts.withLock {
          if isOwn { $0.own += range.count } else { $0.other += range.count }
        }
        guard let end = self.end, range.upperBound > end else { return Array(self.bytes[range]) }
        return self.isShort ? Array(self.bytes[range].dropLast()) : nil
      }
    }
  }

  @Test("What more of the text cannot change ends the scan at once")
  func certainEnds() throws {
    let text = "<dict><key>a</key><array><true/></array><key>b</key><true/>"
    let rest = "<key>c</key><string>x</string>"
    let bytes = Array((text + String(repeating: rest, count: 10_000) + "</dict>").utf8)
    for wanted in ["a[-1]", "a[7]", "b.x", "a.x"] {
      let file = CountedFile(bytes)
      #expect(try file.value(at: wanted) == nil)
      #expect(file.readByteCounts == (1000, 0), "\(wanted)")
    }
  }

  @Test("If a part of the file cannot be read, the document is needed")
  func missingParts() throws {
    #expect(try CountedFile(Self.records).value(at: "[8].inner.n")?.node.integerValue == -8)
    for end in stride(from: 0, to: Self.records.count, by: 100) {
      for isShort in [false, true] {
        let file = CountedFile(Self.records, end: end, isShort: isShort)
        #expect(try file.value(at: "[8].inner.n") == nil)
      }
    }
  }

  // MARK: Scanning ahead

  /// An array of records with the same markup, each in a dictionary or not.
  private static func array(of count: Int, record: (Int) -> String) -> String {
    "<array>\n" + (0..<count).map { "\(record($0))\n" }.joined() + "</array>"
  }

  @Test("Another thread reads half of a text that repeats its markup, and every value is found")
  func similarRecords() throws {
    let text = Self.array(of: 3000) { "<dict><key>n</key><integer>\($0)</integer></dict>" }
    let bytes = Array("<plist><dict><key>a</key>\(text)</dict></plist>".utf8)
    for index in [0, 1, 100, 190, 250, 300, 350, 1000, 1500, 2000, 2998, 2999] {
      let file = CountedFile(bytes)
      #expect(try file.value(at: "a[\(index)].n")?.node.integerValue == PlistInteger(index))
      #expect(file.readByteCounts.other > bytes.count * 2 / 5)
    }
    for missing in ["a[3000].n", "a[-1].n", "b", "a[2999].m", "a.x"] {
      #expect(try CountedFile(bytes).value(at: missing) == nil)
    }
  }

  @Test("A search through several arrays does not end the scanning ahead")
  func nestedArrays() throws {
    let inner = Self.array(of: 500) { "<dict><key>n</key><integer>\($0)</integer></dict>" }
    let text = Self.array(of: 12) { _ in "<dict><key>a</key>\(inner)</dict>" }
    let bytes = Array("<plist>\(text)</plist>".utf8)
    for (outer, index) in [(0, 300), (1, 0), (1, 499), (3, 250), (6, 7), (11, 499)] {
      let file = CountedFile(bytes)
      let value = try file.value(at: "[\(outer)].a[\(index)].n")
      #expect(value?.node.integerValue == PlistInteger(index))
      #expect(file.readByteCounts.other > bytes.count / 4, "\(outer), \(index)")
    }
  }

  @Test("Text after the property list is not read, whatever it is")
  func textAfterTheEnd() throws {
    let head = "<!DOCTYPE plist PUBLIC \"-//Apple Computer//DTD PLIST 1.0//EN\" \"\">"
    let number = "<integer>1</integer>"
    let list = "\(head)<plist><array>\(String(repeating: number, count: 60))</array></plist>"
    for rest in ["", "x", "<", "<?xml version='1.0'?>", "</plist>", "<!-- ", list] {
      let bytes = Array("\(list)\(rest)\(String(repeating: number, count: 120))".utf8)
      for partSize in [100, 150, 200, 300] {
        let value = try #require(extracted(bytes, try path("[0]"), partSize: partSize))
        #expect(value.node.integerValue == 1)
        let text = try String(decoding: value.node.encoded(as: .xml), as: UTF8.self)
        #expect(text.contains("Apple Computer"), "\(rest), \(partSize)")
      }
    }
  }

  @Test("What looks like repeated markup but is something else does not mislead")
  func misleadingMarkup() throws {
    let record = "<dict><key>n</key><integer>7</integer></dict>"
    let others = [
      "<string><![CDATA[\(record)]]></string>", "<!-- \(record) -->", "<string/>",
      "<array>\(record)</array>", "<array>\(record)\(record)</array>",
      "<dict><key>m</key><array>\(record)</array></dict>", "<dict><key>n</key>\(record)</dict>",
      "<dict><key>CF$UID</key><integer>7</integer></dict>",
    ]
    for other in others {
      for period in [2, 13] {
        let text = Self.array(of: 300) {
          $0 % period == period - 1 ? other : record.replacing("7", with: "\($0)")
        }
        let bytes = Array("<plist>\(text)</plist>".utf8)
        let document = try PlistDocument(bytes)
        for index in [0, 30, document.root.count * 3 / 4, document.root.count - 1] {
          let wanted = PlistPath([.index(index)])
          let value = extracted(bytes, wanted, partSize: 200)
          let node = try #require(whole(document, wanted))
          #expect(value.map { VisibleValue($0.node) } == VisibleValue(node), "\(other), \(index)")
        }
      }
    }
  }

  @Test("An error in any stretch of the text is found")
  func errorsInStretches() throws {
    let record = "<dict><key>n</key><integer>7</integer></dict>"
    for bad in [
      "<dict></array>", "</array><array>", "<dict><key>n</key></dict>", "<integer>x</integer>",
      "</dict>",
    ] {
      for number in stride(from: 0, to: 400, by: 19) {
        let text = Self.array(of: 400) { $0 == number ? bad : record }
        let bytes = Array("<plist>\(text)</plist>".utf8)
        for index in [0, 200, 399] {
          #expect(extracted(bytes, PlistPath([.index(index)]), partSize: 200) == nil)
        }
      }
    }
  }

  @Test("A key that is repeated in a later stretch needs the document")
  func keysRepeatedLater() throws {
    let pairs = (0..<800).map { "<key>k\($0)</key>\n<integer>\($0)</integer>\n" }
    for number in stride(from: 0, to: 800, by: 37) {
      let text = "<dict>\n\(pairs.joined())</dict>"
      let value = extracted(Array(text.utf8), try path("k\(number)"), partSize: 300)
      #expect(value?.node.integerValue == PlistInteger(number))
      for later in [number + 1, 799] {
        var repeated = pairs
        repeated.insert(pairs[number], at: later)
        let bytes = Array("<dict>\n\(repeated.joined())</dict>".utf8)
        #expect(extracted(bytes, try path("k\(number)"), partSize: 300) == nil)
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

  /// Extracts a value from the text of a property list, and checks that the size of the parts in
  /// which it is scanned does not matter.
  private func read(_ text: String, _ wanted: String) throws -> ExtractedValue? {
    try readInParts(Array("<plist version=\"1.0\">\(text)</plist>".utf8), path(wanted))
  }

  private func readInParts(_ bytes: [UInt8], _ path: PlistPath) throws -> ExtractedValue? {
    let value = extracted(bytes, path)
    for partSize in 1...60 {
      let same = extracted(bytes, path, partSize: partSize)
      #expect(
        same.map { VisibleValue($0.node) } == value.map { VisibleValue($0.node) },
        "\(path), parts of \(partSize)")
    }
    return value
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
    let rest = Array("<dict><key>a</key><true/></dict> rest".utf8)
    #expect(try readInParts(rest, path("a")) != nil)
  }

  @Test("Texts in other encodings, in other formats, and of great depth need the document")
  func otherInput() throws {
    let text = "<plist><dict><key>a</key><string>é</string></dict></plist>"
    let marked = Array("\u{FEFF}\(text)".utf8)
    #expect(try readInParts(marked, path("a"))?.node.stringValue == "é")
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?>\(text)".utf8)
    #expect(try readInParts(latin, path("a")) == nil)
    #expect(try readInParts(Array("{a = 1;}".utf8), path("a")) == nil)
    for (depth, isRead) in [(50, true), (100, false)] {
      let nested =
        String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
      #expect((try read("<array><true/>\(nested)</array>", "[0]") != nil) == isRead)
    }
  }
}
