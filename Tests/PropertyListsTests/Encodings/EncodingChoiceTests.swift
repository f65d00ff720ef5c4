// Tests of single-byte text that is not UTF-8: the error names possible encodings, and the caller
// chooses. Foundation decodes the same bytes.

import Foundation
import PropertyLists
import Testing

@Suite("8-bit text")
struct EncodingChoiceTests {
  /// `N = "©";` in Mac Roman, Latin-1 and others.
  static let sign: [UInt8] = Array("N = \"".utf8) + [0xA9] + Array("\";\n".utf8)

  private static func read(_ bytes: [UInt8], _ encoding: SingleByteEncoding) throws -> Plist {
    var options = PlistReadingOptions()
    options.encoding = encoding
    return try Plist(bytes, options: options)
  }

  @Test("Text that is not UTF-8 is rejected with the encodings that would fit")
  func named() throws {
    let error = try #require(throws: PlistError.self) { try PlistDocument(Self.sign) }
    #expect(error.code == .invalidText)
    #expect(error.position?.offset == 5)
    let advice = try #require(error.suggestion)
    #expect(advice.contains("windows-1252 (“©”)"))
    #expect(advice.contains("macintosh (“©”)"))
    #expect(advice.contains("iso-8859-2 (“Š”)"))
    #expect(!advice.contains("us-ascii"))
    #expect(PlistDocument.diagnose(Self.sign).first?.error.suggestion == advice)
  }

  @Test("The error names no encoding for binary data, or for UTF-8 with one invalid byte")
  func notNamed() {
    for bytes in [Self.sign + [0], Array("é = ".utf8), [0xFF, 0xFE, 0xFF]] {
      let error = #expect(throws: PlistError.self) { try PlistDocument(bytes) }
      #expect(error?.suggestion?.contains("encoding: ") != true, "\(bytes)")
    }
  }

  @Test(
    "Text in a chosen encoding is decoded as Foundation decodes it",
    arguments: [
      (SingleByteEncoding.latin1, String.Encoding.isoLatin1),
      (.windows1252, .windowsCP1252), (.latin2, .isoLatin2), (.windows1251, .windowsCP1251),
      (.windows1250, .windowsCP1250),
    ])
  func chosen(_ encoding: SingleByteEncoding, _ theirs: String.Encoding) throws {
    for byte in UInt8(0xA1)...0xFF {
      let bytes = Array("a = \"".utf8) + [byte] + Array("\";".utf8)
      guard let text = String(bytes: [byte], encoding: theirs),
        let ours = try? Self.read(bytes, encoding)["a"]?.stringValue
      else { continue }
      #expect(ours == text, "\(encoding) \(byte)")
    }
    #expect(try Self.read(Self.sign, .macRoman) == ["N": "©"])
  }

  @Test("The chosen encoding takes precedence over the XML declaration")
  func declaration() throws {
    let head = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><string>".utf8)
    let bytes = head + [0xE9] + Array("</string>".utf8)
    #expect(throws: PlistError.self) { try Plist(bytes) }
    #expect(try Self.read(bytes, .latin1) == "é")
  }

  @Test("A byte-order mark, UTF-16 and binary files are recognized all the same")
  func marks() throws {
    #expect(try Self.read(Array("\u{FEFF}a = é;".utf8), .macRoman) == ["a": "é"])
    let wide: [UInt8] =
      [0xFE, 0xFF] + "a = é;".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(try Self.read(wide, .macRoman) == ["a": "é"])
    #expect(try Self.read(Array((["é"] as Plist).encoded(as: .binary)), .macRoman) == ["é"])
  }

  @Test("A byte without a character in the encoding is rejected")
  func missing() {
    let error = #expect(throws: PlistError.self) {
      try Self.read(Array("a = ".utf8) + [0x81], .windows1252)
    }
    #expect(error?.code == .invalidText)
    #expect(error?.position?.offset == 4)
  }
}
