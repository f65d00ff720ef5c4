// Tests of warnings: readable forms that are hardly intended, and losses of conversions.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Warnings of a check")
struct SuspiciousFormTests {
  /// The codes, offsets and paths of the warnings; every finding must be one.
  private static func warnings(_ bytes: [UInt8]) -> [String] {
    PlistDocument.diagnose(bytes).map { finding in
      #expect(finding.severity == .warning)
      let error = finding.error
      return "\(error.code) @\(error.position?.offset ?? -1) \(error.path)"
    }
  }

  private static func warnings(_ text: String) -> [String] { warnings(Array(text.utf8)) }

  @Test("A binary file that lacks its last one to five bytes is reported", arguments: 1...5)
  func cutFile(_ count: Int) {
    #expect(Self.warnings(String("bplist".prefix(count))) == ["unexpected-end @\(count) "])
    #expect(Self.warnings("bplist".prefix(count) + "x").isEmpty)
  }

  @Test("Control characters in XML are reported, raw or as a reference")
  func controls() {
    let text =
      "<dict><key>a</key><string>&#0;</string><key>\u{1B}</key><array><string>\u{0}"
      + "</string></array></dict>"
    #expect(
      Self.warnings(text) == [
        "control-character @18 a", "control-character @39 \"\u{FFFD}\"",
        "control-character @58 \"\u{FFFD}\"[0]",
      ])
    #expect(Self.warnings("<string>\t\r\n\u{7F}é</string>").isEmpty)
  }

  @Test("White space that XML allows is not reported")
  func plainText() { #expect(Self.warnings("<array><string>a</string></array>").isEmpty) }

  @Test("A UID wider than eight bytes is reported")
  func wideUID() {
    let wide = BinaryFile.file([[0x8F] + [UInt8](repeating: 0, count: 16)])
    #expect(Self.warnings(wide) == ["lenient-form @8 "])
    #expect(Self.warnings(BinaryFile.file([[0x87, 0, 0, 0, 0, 0, 0, 0, 1]])).isEmpty)
  }

  @Test("Base64 text of which some is dropped is reported")
  func base64() {
    #expect(Self.warnings("<array><data>AAA</data></array>") == ["lenient-form @7 [0]"])
    #expect(Self.warnings("<data>AA-_</data>") == ["lenient-form @0 "])
    #expect(Self.warnings("<data>AAAA\n\tAA==</data>").isEmpty)
    #expect(Self.warnings("<data></data>").isEmpty)
    #expect(Self.warnings("<data>QQ== QUI=</data>").isEmpty)
    #expect(Self.warnings("<data>QUJD====</data>") == ["lenient-form @0 "])
    #expect(Self.warnings("<data>QQ=A</data>") == ["lenient-form @0 "])
    #expect(Self.warnings("<data>QUJ=</data>") == ["lenient-form @0 "])
    #expect(Self.warnings("{a=<[QUI=]>;b=<[QUI*JD]>;c=<[QUJDQ]>;}").count == 2)
  }

  @Test("A null in a binary file is reported")
  func null() {
    #expect(Self.warnings(BinaryFile.file([[0xA1, 1], [0x00]])) == ["lenient-form @10 [0]"])
  }

  @Test("A repeated key of a strings file is reported")
  func repeatedKey() {
    #expect(Self.warnings("a = 1;\na = 2;\n") == ["duplicate-key @7 a"])
  }

  @Test("At most a hundred values are reported, without very long paths")
  func manyFindings() {
    let long = String(repeating: "k", count: 20_000)
    let text =
      "<dict><key>\(long)</key><array>"
      + String(repeating: "<data>A</data>", count: 300) + "</array></dict>"
    let findings = PlistDocument.diagnose(Array(text.utf8))
    #expect(findings.count == 100)
    #expect(findings.allSatisfy { $0.error.path.isEmpty })
  }
}

@Suite("The layout of a file")
struct StyleTests {
  private static func style(_ text: String) -> String? {
    PlistDocument.diagnoseStyle(Array(text.utf8))?.error.description
  }

  private static func document(_ body: String) throws -> String {
    let plist = try PropertyListSerialization.data(
      fromPropertyList: [["k": 1.5]], format: .xml, options: 0)
    return String(decoding: plist, as: UTF8.self)
      .replacingOccurrences(of: "\t<dict>\n\t\t<key>k</key>\n\t\t<real>1.5</real>", with: body)
  }

  @Test("A file that Foundation wrote has no style finding")
  func foundation() throws {
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: ["a": [1, "b"]], format: format, options: 0)
      #expect(PlistDocument.diagnoseStyle(Array(data)) == nil)
      #expect(PlistDocument.diagnose(Array(data)).isEmpty)
    }
  }

  @Test("A style finding shows what Apple's writer has there")
  func differences() throws {
    let spaces = try Self.style(Self.document("  <dict>\n\t\t<key>k</key>\n\t\t<real>1.5</real>"))
    #expect(
      spaces == "5:1: expected “\\t<dict>”, as Apple's writer produces, found “  <dict>”")
    let real = try Self.style(Self.document("\t<dict>\n\t\t<key>k</key>\n\t\t<real>1.50</real>"))
    #expect(real == "7:3: expected the real in its shortest form or with 17 digits")
    let file = try Self.document("\t<dict>\n\t\t<key>k</key>\n\t\t<real>1.5</real>")
    #expect(Self.style(file) == nil)
    #expect(Self.style("\u{FEFF}" + file)?.contains("without a byte-order mark") == true)
    #expect(Self.style(file + "\n")?.contains("expected the end of the file") == true)
    #expect(Self.style("{ a = 1; }") == nil)
    #expect(Self.style("<plist><dict>") == nil)
  }

  @Test("The style finding for a binary file is its first misplaced object")
  func binary() throws {
    // One byte that belongs to no object.
    let file = BinaryFile.file([[0x09, 0xFF]])
    let finding = try #require(PlistDocument.diagnoseStyle(file))
    #expect(finding.error.position?.offset == 9)
    #expect(finding.error.message.contains("at object 0 (bool)"))
  }
}

@Suite("Losses of a conversion")
struct LossTests {
  private static func losses(_ document: PlistDocument, _ format: PlistFormat) -> [String] {
    document.losses(writtenAs: format).map { finding in
      #expect(finding.severity == .warning)
      return "\(finding.error.code) \(finding.error.path)"
    }
  }

  @Test("Control characters and fractions of seconds are reported for XML only")
  func losses() throws {
    let date = Plist.date(Date(timeIntervalSinceReferenceDate: 0.5))
    let plist: Plist = ["a": ["x", "\u{1B}", "\u{8}"], "b": [date]]
    let document = try PlistDocument(plist.encoded(as: .binary))
    #expect(Self.losses(document, .xml) == ["control-character a[1]", "lost-fraction b[0]"])
    #expect(document.losses(writtenAs: .xml)[0].error.message.contains("U+001B"))
    #expect(document.losses(writtenAs: .xml)[0].error.message.contains("another value"))
    for format in [PlistFormat.binary, .json, .typedJSON] {
      #expect(Self.losses(document, format).isEmpty)
    }
  }

  @Test(
    "Repeated keys are reported for XML and strings files",
    arguments: [
      "<dict><key>a</key><true/><key>a</key><false/></dict>", "a = 1; a = 2;",
      "{\"a\": 1, \"a\": 2}",
    ])
  func repeatedKeys(_ text: String) throws {
    let document = try PlistDocument(Array(text.utf8))
    #expect(Self.losses(document, .binary) == ["duplicate-key a"])
  }

  @Test("Nothing is reported for a file that stays unchanged")
  func nothing() throws {
    let document = try PlistDocument(Data(contentsOf: Repository.example("settings.plist")))
    for format in [PlistFormat.xml, .binary, .json] {
      #expect(Self.losses(document, format).isEmpty)
    }
  }
}

@Suite("Control characters in XML")
struct ControlCharacterTests {
  /// All that a strict XML parser rejects in text, except U+0000.
  static let controls = (1..<0x20).filter { ![9, 10, 13].contains($0) }

  @Test("Control characters are written as by Foundation, byte for byte", arguments: controls)
  func foundation(_ code: Int) throws {
    let text = "a" + String(try #require(Unicode.Scalar(code))) + "<b"
    let theirs = try PropertyListSerialization.data(
      fromPropertyList: [text, ["k" + text: 1]], format: .xml, options: 0)
    let ours = try Plist.array([.string(text), ["k" + text: 1]]).encoded(as: .xml)
    #expect(ours == theirs)
    #expect(try Plist(ours) == Plist.array([.string(text), ["k" + text: 1]]))
    #expect(try PlistEncoder().encode([text]) == PropertyListEncoder.xml.encode([text]))
  }

  @Test("U+0000 is an error unless it is requested")
  func nullCharacter() throws {
    let error = #expect(throws: PlistError.self) { try PlistEncoder().encode(["a\0"]) }
    #expect(error?.code == .notRepresentable)
    #expect(error?.path == PlistPath([.index(0)]))
    var options = PlistWritingOptions()
    options.nullCharacters = .written
    let data = try (["a\0"] as Plist).encoded(as: .xml, options: options)
    #expect(try Plist(data) == ["a\0"])
    let theirs =
      try unsafe PropertyListSerialization.propertyList(from: data, format: nil) as? [String]
    #expect(theirs == ["a\0"])
  }
}

extension PropertyListEncoder {
  fileprivate static var xml: PropertyListEncoder {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    return encoder
  }
}
