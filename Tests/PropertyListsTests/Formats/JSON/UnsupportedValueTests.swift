// Tests of values that JSON supports and property lists do not, and the reverse: null, references,
// lone surrogates. None becomes something else without a warning.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Null in JSON")
struct JSONNullTests {
  @Test(
    "A null is an error in every other format, with its path",
    arguments: PlistFormat.allCases.filter { $0 != .json && $0 != .typedJSON })
  func refused(_ format: PlistFormat) throws {
    let document = try PlistDocument(Array(#"{"a": ["x", null]}"#.utf8))
    let error = #expect(throws: PlistError.self) { try document.encoded(as: format) }
    #expect(error?.code == .notRepresentable)
    if format != .project { #expect(error?.path == PlistPath([.key("a"), .index(1)])) }
  }

  @Test("A null survives in JSON, and a binary file keeps its own")
  func kept() throws {
    let document = try PlistDocument(Array(#"[null]"#.utf8))
    for format in [PlistFormat.json, .typedJSON] {
      #expect(try Plist(document.encoded(as: format)) == [.null])
    }
    let binary = BinaryFile.file([[0xA1, 1], [0x00]])
    #expect(try PlistDocument(binary).encoded(as: .binary) == Data(binary))
  }
}

@Suite("References of an archive in plain JSON")
struct JSONReferenceTests {
  private static let archive: Plist = [
    "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(PlistUID(1))],
    "$objects": ["$null", ["$class": .uid(PlistUID(2))], ["$classname": "A", "$classes": ["A"]]],
  ]

  @Test("References are dictionaries with CF$UID, as in XML")
  func written() throws {
    let json = try ([.uid(PlistUID(7))] as Plist).encoded(as: .json)
    #expect(try JSONSerialization.jsonObject(with: json) as? [[String: Int]] == [["CF$UID": 7]])
  }

  @Test("References survive, so that the archive is the same in every format")
  func roundTrip() throws {
    let json = try Self.archive.encoded(as: .json)
    #expect(try Plist(json) == Self.archive)
    let binary = try PlistDocument(json).encoded(as: .binary)
    #expect(try binary == Self.archive.encoded(as: .binary))
    #expect(try PlistDocument(json).encoded(as: .xml) == Self.archive.encoded(as: .xml))
  }

  @Test("References survive outside archives in every spelling")
  func parts() throws {
    let part: Plist = ["a": .uid(PlistUID(7)), "b": [.uid(PlistUID(.max))]]
    #expect(try Plist(part.encoded(as: .json)) == part)
    #expect(try Plist(Array(#"{"CF\u0024UID" : 7 }"#.utf8)) == .uid(PlistUID(7)))
    #expect(try Plist(Array(#"{"CF$UID": 1, "CF$UID": 2}"#.utf8)) == .uid(PlistUID(2)))
  }

  @Test(
    "A dictionary with an invalid reference number stays a dictionary",
    arguments: ["-1", "1.5", "4294967296", "18446744073709551616", "\"1\"", "null", "[1]"])
  func otherDictionaries(_ number: String) throws {
    let text =
      #"{"$top": {"a": {"CF$UID": \#(number)}, "b": {"CF$UID": 1, "c": 2}}, "$objects": []}"#
    let top = try Plist(Array(text.utf8))["$top"]
    #expect(top?["a"]?.kind == .dictionary)
    #expect(top?["b"] == ["CF$UID": 1, "c": 2])
  }

  @Test("Such dictionaries are rejected by plain JSON and survive in typed JSON")
  func dictionariesInDisguise() throws {
    let plist: Plist = ["list": [["CF$UID": 5], .uid(PlistUID(3))], "CF$UID": -1]
    let error = #expect(throws: PlistError.self) { try plist.encoded(as: .json) }
    #expect(error?.code == .notRepresentable)
    #expect(error.map { "\($0.path)" } == "list[0]")
    #expect(try Plist(plist.encoded(as: .typedJSON)) == plist)
    var options = PlistWritingOptions()
    options.layout = .compact
    let compact = try (["CF$UID": 5] as Plist).encoded(as: .typedJSON, options: options)
    #expect(String(decoding: compact, as: UTF8.self) == #"{"$dict":[["CF$UID",5]]}"# + "\n")
    #expect(try Plist(compact) == ["CF$UID": 5])
  }
}

@Suite("Lone surrogates")
struct LoneSurrogateTests {
  /// A binary file of two strings: `a`, the unit, `b`; and the unit alone.
  private static func file(_ unit: UInt16) -> [UInt8] {
    let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    return BinaryFile.file([
      [0xA2, 1, 2], [0x63, 0, 0x61] + bytes + [0, 0x62], [0x61] + bytes,
    ])
  }

  @Test(
    "A lone surrogate is an escape in JSON, and survives a round trip",
    arguments: [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
  func roundTrip(_ unit: UInt16) throws {
    let binary = Self.file(unit)
    let document = try PlistDocument(binary)
    let digits = String(unit, radix: 16)
    for format in [PlistFormat.json, .typedJSON] {
      #expect(document.losses(writtenAs: format).isEmpty)
      let json = try document.encoded(as: format)
      #expect(String(decoding: json, as: UTF8.self).contains("\"a\\u\(digits)b\""))
      #expect(try PlistDocument(json).encoded(as: .binary) == Data(binary))
      #expect(try PlistDocument(json).encoded(as: format) == json)
    }
  }

  @Test(
    "A lone surrogate is an escape in every OpenStep text, and survives a round trip",
    arguments: [PlistFormat.openStep, .gnuStep])
  func openStep(_ format: PlistFormat) throws {
    for unit in [0xD800, 0xDFFF] as [UInt16] {
      let binary = Self.file(unit)
      let document = try PlistDocument(binary)
      #expect(document.losses(writtenAs: format).isEmpty)
      let text = try document.encoded(as: format)
      let digits = String(unit, radix: 16, uppercase: true)
      #expect(String(decoding: text, as: UTF8.self).contains("\"a\\U\(digits)b\""))
      #expect(try PlistDocument(text).encoded(as: .binary) == Data(binary))
      #expect(try PlistDocument(text).encoded(as: format) == text)
    }
  }

  @Test("A lone surrogate survives in a strings file, a project and a font")
  func otherTexts() throws {
    let json = Array(#"{"a": "x\ud800\u00e9", "\udc00": "y"}"#.utf8)
    let document = try PlistDocument(json)
    for format in [PlistFormat.strings, .glyphs] {
      let again = try PlistDocument(document.encoded(as: format))
      #expect(try again.encoded(as: .binary) == document.encoded(as: .binary), "\(format)")
    }
  }

  @Test("A lone surrogate becomes U+FFFD in XML and in Swift strings, with a warning")
  func replaced() throws {
    let document = try PlistDocument(Self.file(0xD800))
    #expect(try Plist(document) == ["a\u{FFFD}b", "\u{FFFD}"])
    #expect(try PlistDecoder().decode([String].self, from: document) == ["a\u{FFFD}b", "\u{FFFD}"])
    #expect(try Plist(document.encoded(as: .xml)) == ["a\u{FFFD}b", "\u{FFFD}"])
    let losses = document.losses(writtenAs: .xml)
    #expect(losses.map(\.error.code) == [.loneSurrogate])
    #expect(losses.first?.error.path == PlistPath([.index(0)]))
  }

  @Test(
    "Every format reads a lone surrogate, warns of it, and keeps it in keys",
    arguments: [
      #"{"k\ud800": 1, "k\ud801": 2, "k\ufffd": 3}"#,
      #"{ "k\Ud800" = <*I1>; "k\Ud801" = <*I2>; "k\Ufffd" = <*I3>; }"#,
    ])
  func keys(_ text: String) throws {
    let bytes = Array(text.utf8)
    let findings = PlistDocument.diagnose(bytes)
    #expect(findings.map(\.error.code) == [.loneSurrogate, .loneSurrogate])
    #expect(findings.allSatisfy { $0.severity == .warning })
    let document = try PlistDocument(bytes)
    #expect(document.root.count == 3)
    let binary = Array(try document.encoded(as: .binary))
    #expect(PlistDocument.diagnose(binary).map(\.error.code) == [.loneSurrogate, .loneSurrogate])
    for source in [document, try PlistDocument(binary)] {
      let json = try source.encoded(as: .json, options: .compact)
      #expect(
        String(decoding: json, as: UTF8.self)
          == "{\"k\\ud800\":1,\"k\\ud801\":2,\"k\u{FFFD}\":3}\n")
      let gnuStep = try PlistDocument(source.encoded(as: .gnuStep))
      #expect(try gnuStep.encoded(as: .binary) == Data(binary))
    }
    #expect(throws: PlistError.self) { try Plist(document) }
  }

  @Test("Different strings with lone surrogates are not equal")
  func different() throws {
    let json = Array(#"["\ud800", "\ud801", "\ud800", "\ud83d\ude00", "\\ud800"]"#.utf8)
    let binary = try PlistDocument(json).encoded(as: .binary)
    let again = try PlistDocument(binary).encoded(as: .json, options: .compact)
    #expect(
      String(decoding: again, as: UTF8.self)
        == "[\"\\ud800\",\"\\ud801\",\"\\ud800\",\"😀\",\"\\\\ud800\"]\n")
  }
}

extension PlistWritingOptions {
  fileprivate static var compact: PlistWritingOptions {
    var options = PlistWritingOptions()
    options.layout = .compact
    return options
  }
}
