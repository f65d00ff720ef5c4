// Decoding dictionaries of strings from the bytes of XML, which need no document in the form that
// Apple's software writes, and from a document of the same text: the same strings and the same errors.

import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Decoding dictionaries of strings from XML")
struct XMLTextPairsTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  private static func file(_ contents: String) -> [UInt8] {
    Array((head + "<dict>\n" + contents + "</dict>\n</plist>\n").utf8)
  }

  private static func pair(_ key: String, _ value: String) -> String {
    "\t<key>\(key)</key>\n\t<string>\(value)</string>\n"
  }

  /// Decodes strings from the bytes and from a document, compares them, and returns them.
  @discardableResult
  private func strings(
    _ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> CodingResult {
    let decoder = PlistDecoder(options: options)
    let found = CodingResult {
      try ByCodable.bits(decoder.decode([String: String].self, from: bytes))
    }
    let expected = CodingResult {
      try ByCodable.bits(
        decoder.decode([String: String].self, from: PlistDocument(bytes, options: options)))
    }
    #expect(found == expected, sourceLocation: sourceLocation)
    return found
  }

  private func isDirect(_ bytes: [UInt8], options: PlistReadingOptions = PlistReadingOptions())
    -> Bool
  { XMLTextPairs.read(SourceBytes(bytes), options: options) != nil }

  private static let many = (0..<500).map { number in
    pair("key.\(number)", number % 7 == 0 ? "größer &amp; <![CDATA[<b>]]> &#x1F389;" : "\(number)")
  }

  @Test("Plain, accented, escaped and empty text needs no document")
  func direct() throws {
    let texts = [
      "", Self.pair("a", ""), Self.pair("", "b"), Self.pair("$null", "$null"),
      Self.pair("a &amp; b", "&lt;&#228;&gt;"), Self.pair("Schlüssel 钥匙", "Wert 🎉"),
      Self.pair("a", "<![CDATA[</string>]]>") + Self.pair("b", "line\r\nline\ttab"),
      Self.many.joined(),
    ]
    for text in texts {
      strings(Self.file(text))
      #expect(isDirect(Self.file(text)), "\(text.prefix(80))")
    }
    let decoded = try PlistDecoder().decode(
      [String: String].self, from: Self.file(Self.many.joined()))
    #expect(decoded.count == 500)
    #expect(decoded["key.7"] == "größer & <b> 🎉")
    #expect(decoded["key.8"] == "8")
  }

  @Test("Foundation decodes the same strings")
  func foundation() throws {
    let file = Data(Self.file(Self.many.joined() + Self.pair("a &amp; b", "&lt;&#228;")))
    let expected = try PropertyListDecoder().decode([String: String].self, from: file)
    #expect(try PlistDecoder().decode([String: String].self, from: file) == expected)
  }

  @Test("Every other text gives the strings or the error of its document")
  func others() {
    let pair = Self.pair("a", "b")
    let texts = [
      pair + pair, Self.pair("é", "1") + Self.pair("e\u{301}", "2"),
      Self.pair("a", "1") + Self.pair("&#97;", "2"),
      Self.pair("e" + String(repeating: "\u{301}", count: 300), "b"),
      pair + "<key>c</key><integer>1</integer>", pair + "<key>c</key><string/>",
      pair + "<key>c</key>", pair + "<string>c</string>", pair + "<!-- note -->" + pair,
      "<key/><string>a</string>", "<key>a</key><string >b</string >", Self.pair("a", "&bad;"),
      Self.pair("a", "&#0;") + "<key>",
      Self.pair("&amp;" + String(repeating: "\u{301}", count: 300), "b"),
      Self.pair("a", "b & c"), Self.pair("a", "<![CDATA[open"), "<key>a</key><string>b</key>",
      pair + "text", "<key>CF$UID</key><integer>1</integer>", "<key>a</key><dict/>",
    ]
    for text in texts {
      let file = Self.file(text)
      strings(file)
      #expect(!isDirect(file), "\(text.prefix(80))")
    }
    let whole = String(decoding: Self.file(pair), as: UTF8.self)
    for changed in [
      whole.replacing("UTF-8", with: "utf-8"), whole.replacing("<?xml", with: "\n<?xml"),
      "\u{FEFF}" + whole, whole.replacing("\n", with: "\r\n"), whole + "<!-- end -->",
      whole + "rest", whole.replacing("</plist>", with: ""), whole.replacing("</dict>", with: ""),
      whole.replacing("Apple//", with: "Apple Computer//"), String(whole.dropFirst(38)),
      whole.replacing("1.0\">\n<dict>", with: "0.9\">\n<dict>"), "", "{ a = b; }",
      whole.replacing("<dict>", with: "<array>"),
    ] {
      strings(Array(changed.utf8))
    }
    strings(whole.replacing("UTF-8", with: "ISO-8859-1").utf8.map { $0 == 98 ? 0xE4 : $0 })
    strings(whole.utf8.map { $0 == 98 ? 0xFF : $0 })
    strings(Array(whole.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))
  }

  @Test("A text with a changed or missing byte gives the result of its document")
  func damaged() {
    let file = Self.file(Self.pair("a&amp;", "bé") + Self.pair("c", "<![CDATA[d]]>"))
    for index in file.indices {
      for change: UInt8 in [file[index] &+ 1, file[index] ^ 0x80, 0, 0x3C, 0x26] {
        var damaged = file
        damaged[index] = change
        strings(damaged)
      }
      strings(Array(file[..<index]))
      strings(Array(file[..<index] + file[(index + 1)...]))
    }
  }

  @Test("Limits and choices of the options apply")
  func limits() {
    let file = Self.file((0..<40).map { Self.pair("\($0)", "a") }.joined())
    let changes: [(inout PlistReadingOptions) -> Void] = [
      { $0.maximumDepth = 0 }, { $0.maximumDepth = 1 }, { $0.maximumDepth = -1 },
      { $0.maximumObjectCount = 81 }, { $0.maximumObjectCount = 80 },
      { $0.maximumObjectCount = 79 },
      { $0.maximumObjectCount = 1 }, { $0.maximumObjectCount = 0 },
      { $0.maximumObjectCount = .min },
      { $0.maximumByteCount = file.count }, { $0.maximumByteCount = file.count - 1 },
      { $0.maximumByteCount = 0 }, { $0.maximumExpansion = 0 }, { $0.encoding = .latin1 },
    ]
    for change in changes {
      var options = PlistReadingOptions()
      change(&options)
      strings(file, options: options)
      strings(Self.file(""), options: options)
      strings(Self.file(Self.pair("a", "b")), options: options)
    }
  }

  @Test("Text whose first pairs are short, or longer than the others, is decoded")
  func estimates() {
    let long = Self.pair("long", String(repeating: "a", count: 100_000))
    let short = (0..<3000).map { Self.pair("\($0)", "") }
    strings(Self.file(long + short.joined()))
    strings(Self.file(short.joined() + long))
  }

  @Test("Decoded strings do not keep memory for pairs that the first ones promised")
  func capacity() throws {
    let short = (0..<40).map { Self.pair("\($0)", "") }
    let file = Self.file(
      short.joined() + Self.pair("long", String(repeating: "a", count: 100_000)))
    #expect(isDirect(file))
    let decoded = try PlistDecoder().decode([String: String].self, from: file)
    #expect(decoded.count == 41)
    #expect(decoded.capacity < 200)
  }

  @Test("The bytes can be data of any size")
  func data() throws {
    for text in ["", Self.pair("a", "b"), Self.many.joined()] {
      let file = Self.file(text)
      let decoded = try PlistDecoder().decode([String: String].self, from: Data(file))
      #expect(try PlistDecoder().decode([String: String].self, from: file) == decoded)
    }
  }
}
