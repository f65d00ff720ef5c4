// Intentional differences between this package and Foundation's PropertyListSerialization: one test
// each, with the reason, running both in this process. A test also fails when the difference no
// longer exists.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Differences from Foundation")
struct DifferencesTests {
  /// Foundation's result for some bytes; nil for an error.
  private func foundation(_ bytes: [UInt8]) -> Any? {
    try? unsafe PropertyListSerialization.propertyList(
      from: Data(bytes), options: [], format: nil)
  }

  private func foundation(_ element: String) -> Any? {
    foundation(Array("<plist>\(element)</plist>".utf8))
  }

  private func own(_ bytes: [UInt8]) -> Plist? { try? Plist(bytes) }

  private func own(_ element: String) -> Plist? { own(Array("<plist>\(element)</plist>".utf8)) }

  private func code(_ bytes: [UInt8]) -> PlistError.Code? {
    failure { () throws(PlistError) in try PlistDocument(bytes) }?.code
  }

  private func code(_ element: String) -> PlistError.Code? {
    code(Array("<plist>\(element)</plist>".utf8))
  }

  // MARK: Rejected here

  @Test("A key that is not a string is written where it can be read; Foundation only reads it")
  func keyNotString() throws {
    let file = BinaryFile.file([[0xD1, 1, 2], [0x10, 5], [0x51, 0x61]])
    let read = try #require(foundation(file) as? [AnyHashable: Any])
    #expect(read[NSNumber(value: 5)] as? String == "a")
    #expect(throws: (any Error).self) {
      try PropertyListSerialization.data(fromPropertyList: read, format: .binary, options: 0)
    }
    #expect(try PlistDocument(file).encoded(as: .binary) == Data(file))
  }

  @Test("CF$UID out of range is rejected, since wrapping it around refers to another object")
  func referenceOutOfRange() {
    for number in ["-1", "4294967296"] {
      let element = "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
      #expect(foundation(element) != nil)
      #expect(code(element) == .invalidUID)
    }
  }

  @Test("A CF$UID that is not a whole number is rejected, not truncated")
  func fractionalReference() {
    let element = "<dict><key>CF$UID</key><real>5.7</real></dict>"
    #expect(foundation(element) != nil)
    #expect(code(element) == .invalidUID)
  }

  private func twoBytes(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

  @Test("513 levels of a binary file are rejected, as in XML; Foundation counts one less")
  func depth() {
    let objects: [[UInt8]] = (1..<513).map { [0xA1] + twoBytes($0) } + [[0xA0]]
    var file = Array("bplist00".utf8) + objects.flatMap { $0 }
    let table = file.count
    for index in 0..<513 { file += twoBytes(8 + index * 3) }
    let zeros = [UInt8](repeating: 0, count: 6)
    file += zeros + [2, 2] + zeros + twoBytes(513) + zeros + zeros + [0, 0] + twoBytes(table)
    #expect(foundation(file) != nil)
    #expect(code(file) == .depthLimit)
  }

  @Test("<plist> in a container is rejected, since it belongs at the top")
  func innerPlist() {
    #expect(foundation("<array><plist><true/></plist></array>") != nil)
    #expect(code("<array><plist><true/></plist></array>") == .unexpectedCharacter)
  }

  @Test("A year of ten digits is rejected, since no calendar extends that far")
  func farDate() {
    #expect(foundation("<date>2000000000-01-01T00:00:00Z</date>") is Date)
    #expect(code("<date>2000000000-01-01T00:00:00Z</date>") == .invalidDate)
  }

  @Test("A huge expansion of shared containers is rejected")
  func explosion() throws {
    let arrays = (1...3).map { [0xAF, 0x10, 30] + [UInt8](repeating: $0, count: 30) }
    let file = BinaryFile.file(arrays + [[0xA0]])
    var options = PlistReadingOptions()
    options.maximumExpansion = 10
    #expect(foundation(file) != nil)
    #expect(throws: PlistError.self) { try PlistDocument(file, options: options) }
  }

  @Test("Invalid UTF-8 is rejected everywhere; Foundation accepts some in an array")
  func invalidUTF8() {
    let file = Array("<array><true/><string>".utf8) + [0xA9] + Array("</string></array>".utf8)
    #expect(foundation(file) != nil)
    #expect(code(file) == .invalidText)
  }

  @Test("A misspelled encoding is rejected; Foundation ignores its punctuation")
  func misspeltEncoding() {
    let file = Array("<?xml version=\"1.0\" encoding=\"UTF--8\"?><true/>".utf8)
    #expect(foundation(file) != nil)
    #expect(code(file) == .unknownEncoding)
  }

  // MARK: Read here

  @Test("An empty string in UTF-16 is read; Foundation rejects the file")
  func emptyUTF16() {
    #expect(foundation(BinaryFile.file([[0x60]])) == nil)
    #expect(own(BinaryFile.file([[0x60]])) == "")
  }

  @Test("An extra slash in an empty tag is ignored like an attribute")
  func secondSlash() {
    #expect(foundation("<true//>") == nil)
    #expect(own("<true//>") == true)
  }

  @Test("An encoding declaration that is not closed is read as UTF-8")
  func openDeclaration() {
    let file = Array(
      "<?xml version=\"1.0\" encoding=\"UTF-8?><plist version=\"1.0\"><true/></plist>".utf8)
    #expect(foundation(file) == nil)
    #expect(own(file) == true)
  }

  @Test("A 16-byte integer keeps its sign and all its bits")
  func wideInteger() {
    let file = BinaryFile.file([[0x14] + [UInt8](repeating: 0xFF, count: 16)])
    #expect((foundation(file) as? NSNumber)?.stringValue == "18446744073709551615")
    #expect(own(file) == -1)
  }

  @Test("UTF-16 without a byte-order mark is read; Foundation drops its first character")
  func markless() {
    let file = "<plist><true/></plist>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(foundation(file) == nil)
    #expect(own(file) == true)
  }

  @Test("An empty comment before the first element ends at its closing mark")
  func emptyComment() {
    let file = Array("<!----><plist><true/></plist>".utf8)
    #expect(foundation(file) == nil)
    #expect(own(file) == true)
  }

  @Test("Spaces around the = of an encoding declaration are white space")
  func spacedDeclaration() {
    let head = Array("<?xml version=\"1.0\" encoding = \"ISO-8859-1\"?>".utf8)
    let file = head + Array("<string>".utf8) + [0xE9] + Array("</string>".utf8)
    #expect(foundation(file) == nil)
    #expect(own(file) == "é")
  }

  @Test("Mac Roman is read on every system")
  func macRoman() {
    let head = Array("<?xml version=\"1.0\" encoding=\"macintosh\"?><string>".utf8)
    let file = head + [0x8E] + Array("</string>".utf8)
    #expect(foundation(file) == nil)
    #expect(own(file) == "é")
  }

  @Test("A no-break space before an integer is white space, as it is before a real")
  func noBreakSpace() {
    #expect(foundation("<integer>\u{A0}5</integer>") == nil)
    #expect(foundation("<real>\u{A0}5</real>") != nil)
    #expect(own("<integer>\u{A0}5</integer>") == 5)
  }

  @Test("Sets are read in the order of the file; Foundation has no order, or crashes")
  func sets() throws {
    #expect(
      own(BinaryFile.file([[0xC2, 1, 2], [0x51, 0x62], [0x51, 0x61]])) == .set(["b", "a"]))
  }

  // MARK: Written differently

  @Test("Keys keep their order; Foundation sorts them")
  func keyOrder() throws {
    let pair = { (key: String) in "<key>\(key)</key><true/>" }
    let file = Array("<plist><dict>\(pair("b"))\(pair("a"))</dict></plist>".utf8)
    let root = try #require(foundation(file))
    let theirs = try PropertyListSerialization.data(
      fromPropertyList: root, format: .xml, options: 0)
    let document = try PlistDocument(file)
    #expect(document.root.keys == ["b", "a"])
    #expect(try document.encoded(as: .xml) != theirs)
    var options = PlistWritingOptions()
    options.keyOrder = .sorted
    #expect(try document.encoded(as: .xml, options: options) == theirs)
  }

  @Test("An unchanged real keeps its text; Foundation writes 17 digits")
  func realText() throws {
    let root = try #require(foundation("<real>0.10</real>"))
    let theirs = try PropertyListSerialization.data(
      fromPropertyList: root, format: .xml, options: 0)
    #expect(String(decoding: theirs, as: UTF8.self).contains("<real>0.10000000000000001</real>"))
    let ours = try PlistDocument(Array("<real>0.10</real>".utf8)).encoded(as: .xml)
    #expect(String(decoding: ours, as: UTF8.self).contains("<real>0.10</real>"))
  }

  @Test("U+0000 is written as XML only on request; Foundation writes it raw")
  func nullCharacter() throws {
    let theirs = try PropertyListSerialization.data(
      fromPropertyList: ["a\0"], format: .xml, options: 0)
    let error = #expect(throws: PlistError.self) { try (["a\0"] as Plist).encoded(as: .xml) }
    #expect(error?.code == .notRepresentable)
    var options = PlistWritingOptions()
    options.nullCharacters = .written
    #expect(try (["a\0"] as Plist).encoded(as: .xml, options: options) == theirs)
  }

  @Test("Equal values are written once in binary files, Booleans too")
  func uniquing() throws {
    let ours = try ([true, true, "a long text", "a long text"] as Plist).encoded(as: .binary)
    let list: [Any] = [true, true, "a long text", "a long text"]
    let theirs = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    #expect(ours.count < theirs.count)
    #expect(try Plist(ours) == Plist(theirs))
  }

  @Test("A document keeps keys that differ only in bytes; Foundation sees one or both")
  func equivalentKeys() throws {
    let file = Array("<dict><key>é</key><true/><key>e\u{301}</key><false/></dict>".utf8)
    #expect(try PlistDocument(file).root.count == 2)
    let error = #expect(throws: PlistError.self) { try Plist(file) }
    #expect(error?.code == .equivalentKeys)
  }
}
