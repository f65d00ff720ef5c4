// Raises every error code of readers, writers, paths and trees with a tiny input, and checks code
// and location. Reads the source file of the codes, so that a new code without a row fails.

import Foundation
import PropertyLists
import TestSupport
import Testing

/// An invalid input, with the expected code and location.
struct Refusal: Sendable, CustomStringConvertible {
  var code: PlistError.Code
  var input: [UInt8]
  var offset: Int
  var line: Int?
  var column: Int?
  var options = PlistReadingOptions()

  /// XML text in which a caret, `‸`, precedes the invalid byte.
  init(_ code: PlistError.Code, _ text: String, options: PlistReadingOptions = .init()) {
    let parts = text.components(separatedBy: "‸")
    let lines = parts[0].components(separatedBy: "\n")
    self.code = code
    input = Array(parts.joined().utf8)
    offset = parts[0].utf8.count
    line = lines.count
    column = (lines.last?.unicodeScalars.count ?? 0) + 1
    self.options = options
  }

  /// A binary file and the offset of the invalid byte.
  init(
    _ code: PlistError.Code, at offset: Int, _ input: [UInt8],
    options: PlistReadingOptions = .init()
  ) {
    (self.code, self.input, self.offset, self.options) = (code, input, offset, options)
  }

  var description: String { "\(code) \(TestInput.description(of: input))" }
}

@Suite("Error codes")
struct ErrorCodeTests {
  private static func limited(_ change: (inout PlistReadingOptions) -> Void) -> PlistReadingOptions
  {
    var options = PlistReadingOptions()
    change(&options)
    return options
  }

  static let xml = [
    Refusal(.unknownFormat, " \n‸}"),
    Refusal(.otherFormat, "<?xml version=\"1.0\"?>\n‸<rss/>"),
    Refusal(.unknownEncoding, "<?xml version=\"1.0\" encoding=\"‸EBCDIC\"?><true/>"),
    Refusal(.unexpectedEnd, "<plist>\n<array>‸"),
    Refusal(.unexpectedEnd, "<plist>‸<!-- never closed"),
    Refusal(.unexpectedEnd, "‸<!DOCTYPE plist"),
    Refusal(.unexpectedEnd, "<plist><string>a‸<![CDATA[b"),
    Refusal(.unexpectedEnd, "<plist>‸<string"),
    Refusal(.unexpectedCharacter, "<plist>\n<array>‸text</array></plist>"),
    Refusal(.unexpectedCharacter, "<array><true/></array ‸x>"),
    Refusal(.unexpectedCharacter, "<plist><true/>\n\t‸<false/></plist>"),
    Refusal(.unexpectedCharacter, "<array>‸<plist><true/></plist></array>"),
    Refusal(.unknownElement, "<array>\n  ‸<float>1</float></array>"),
    Refusal(.mismatchedTag, "<plist><array>\n‸</dict></plist>"),
    Refusal(.mismatchedTag, "<string>é‸</key>"),
    Refusal(.emptyElement, "<array>‸<integer/></array>"),
    Refusal(.emptyElement, "<plist>‸</plist>"),
    Refusal(.internalSubset, "<!DOCTYPE plist ‸[<!ENTITY a \"b\">]><true/>"),
    Refusal(.invalidReference, "<string>a‸&nbsp;</string>"),
    Refusal(.invalidReference, "<string>‸&#xD800;</string>"),
    Refusal(.invalidReference, "<string>‸&#000000065;</string>"),
    Refusal(.missingKey, "<dict>\n‸<integer>1</integer></dict>"),
    Refusal(.missingValue, "<dict><key>a</key>‸</dict>"),
    Refusal(.invalidInteger, "<array><integer>‸12x</integer></array>"),
    Refusal(.integerOutOfRange, "<integer>‸18446744073709551616</integer>"),
    Refusal(.integerOutOfRange, "<integer>‸-9223372036854775809</integer>"),
    Refusal(.invalidReal, "<real>‸1,5</real>"),
    Refusal(.invalidDate, "<date>‸2024-01-01</date>"),
    Refusal(.invalidData, "<data>AQ\nI‸é</data>"),
    Refusal(.invalidUID, "<array>‸<dict><key>CF$UID</key><integer>-1</integer></dict></array>"),
    Refusal(
      .depthLimit, "<array><array>‸<array/></array></array>",
      options: limited { $0.maximumDepth = 2 }),
    Refusal(
      .objectLimit, "<array><true/>‸<true/></array>", options: limited { $0.maximumObjectCount = 2 }
    ),
  ]

  static let binary = [
    Refusal(.otherFormat, at: 0, Array("bplist15".utf8) + [UInt8](repeating: 0, count: 40)),
    Refusal(.unexpectedEnd, at: 0, Array("bplist00".utf8)),
    // 8: D1 marker, 9: key 1, 10: value 1; 11: A0, an array.
    Refusal(.keyNotString, at: 8, BinaryFile.file([[0xD1, 1, 1], [0xA0]])),
    // 8: 84 marker of five bytes.
    Refusal(.invalidUID, at: 8, BinaryFile.file([[0x84, 1, 0, 0, 0, 0]])),
    // 8: object, 9: offset table, 10: trailer, whose byte 6 is the width of offsets.
    Refusal(.invalidTrailer, at: 16, BinaryFile.file([[0x09]], trailer: [6: 0])),
    Refusal(.invalidTrailer, at: 17, BinaryFile.file([[0x09]], trailer: [7: 0])),
    Refusal(.invalidTrailer, at: 18, BinaryFile.file([[0x09]], trailer: [15: 2])),
    Refusal(.invalidTrailer, at: 26, BinaryFile.file([[0x09]], trailer: [23: 1])),
    Refusal(.invalidTrailer, at: 34, BinaryFile.file([[0x09]], trailer: [31: 200])),
    // 9: the only entry of the offset table.
    Refusal(.invalidOffset, at: 9, BinaryFile.file([[0x09]], offsets: [9])),
    Refusal(.invalidOffset, at: 9, BinaryFile.file([[0x09]], offsets: [7])),
    Refusal(.unknownMarker, at: 8, BinaryFile.file([[0x0F]])),
    // 8: 5F marker; 9: a count that is not an integer.
    Refusal(.unknownMarker, at: 9, BinaryFile.file([[0x5F, 0x51, 0x61]])),
    Refusal(.objectTooLong, at: 8, BinaryFile.file([[0x54, 0x61]])),
    // 8: A1 marker; 9: reference to object 5.
    Refusal(.invalidObjectReference, at: 9, BinaryFile.file([[0xA1, 5]])),
    // 8: A1 01; 10: A1 00, which closes the cycle.
    Refusal(.cycle, at: 10, BinaryFile.file([[0xA1, 1], [0xA1, 0]])),
    // 8, 10, 12: each contains the next.
    Refusal(
      .depthLimit, at: 12, BinaryFile.file([[0xA1, 1], [0xA1, 2], [0xA0]]),
      options: limited { $0.maximumDepth = 2 }),
    // 8: thirty references to object 1, which has thirty to object 2, and so on: 27,000 visits.
    Refusal(
      .expansionLimit, at: 8,
      BinaryFile.file(
        (1...3).map { [0xAF, 0x10, 30] + [UInt8](repeating: $0, count: 30) } + [[0xA0]]),
      options: limited { $0.maximumExpansion = 0 }),
  ]

  @Test("Each invalid input gives its code and location", arguments: xml + binary)
  func location(_ refusal: Refusal) {
    do throws(PlistError) {
      _ = try PlistDocument(refusal.input, options: refusal.options)
      Issue.record("\(refusal) is read")
    } catch {
      #expect(error.code == refusal.code, "\(error)")
      #expect(error.position?.offset == refusal.offset, "\(error)")
      #expect(error.position?.line == refusal.line, "\(error)")
      #expect(error.position?.column == refusal.column, "\(error)")
    }
  }

  @Test("The error for invalid UTF-8 has the location of the first such byte")
  func invalidUTF8() {
    let input = Array("<string>ab".utf8) + [0xFF] + Array("</string>".utf8)
    let error = #expect(throws: PlistError.self) { try PlistDocument(input) }
    #expect(error?.code == .invalidText)
    #expect(error?.position == SourcePosition(offset: 10, line: 1, column: 11))
  }

  @Test("An offset in UTF-16 counts the bytes of the file")
  func wideOffset() {
    let input: [UInt8] =
      [0xFE, 0xFF] + "<array>\u{1F600}".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let error = #expect(throws: PlistError.self) { try PlistDocument(input) }
    #expect(error?.code == .unexpectedCharacter)
    #expect(error?.position == SourcePosition(offset: 16, line: 1, column: 8))
  }

  @Test("A byte-order mark has bytes, but no column")
  func markColumn() {
    let error = #expect(throws: PlistError.self) {
      try PlistDocument(Array("\u{FEFF}<array>x".utf8))
    }
    #expect(error?.position == SourcePosition(offset: 10, line: 1, column: 8))
  }

  /// Codes that other tests of this target raise, with a way to raise them.
  private static let raisedWithoutLocation: [PlistError.Code: @Sendable () throws -> Void] = [
    .emptyInput: { _ = try PlistDocument([UInt8]()) },
    .byteLimit: {
      _ = try PlistDocument(Array("<true/>".utf8), options: limited { $0.maximumByteCount = 6 })
    },
    .equivalentKeys: {
      _ = try Plist(Array("<dict><key>é</key><true/><key>e\u{301}</key><true/></dict>".utf8))
    },
    .combiningLimit: {
      let key = "a" + String(repeating: "\u{301}", count: 129)
      _ = try Plist(Array("<dict><key>\(key)</key><true/></dict>".utf8))
    },
    .notRepresentable: { _ = try Plist.array([true, .null]).encoded(as: .xml) },
    .noSuchPath: { _ = try PlistDocument(["a": [1]] as Plist).root.value(at: PlistPath("a[1]")) },
    .invalidPath: { _ = try PlistPath("a[x]") },
    .overlappingObjects: { _ = try PlistDocument(overlappingObjects) },
    .keyExists: {
      var value: Plist = ["a": 1]
      try value.insert(2, at: PlistPath("a"))
    },
    .invalidEdit: {
      var value: Plist = [1]
      try value.remove(at: PlistPath())
    },
    .invalidPatch: { _ = try PlistPatch(Data("[1]".utf8)) },
  ]

  /// 250 objects that are all the same string of 200 bytes at offset 8.
  private static var overlappingObjects: [UInt8] {
    let text = [0x5F, 0x10, 200] + [UInt8](repeating: 0x61, count: 200)
    let objects = [text] + [[UInt8]](repeating: [], count: 249)
    return BinaryFile.file(objects, offsets: [UInt8](repeating: 8, count: 250))
  }

  @Test("Codes without a location in text are raised", arguments: raisedWithoutLocation.keys)
  func raised(_ code: PlistError.Code) throws {
    let raise = try #require(Self.raisedWithoutLocation[code])
    let error = #expect(throws: PlistError.self) { try raise() }
    #expect(error?.code == code)
  }

  @Test("A writing error has the path to the value")
  func writingPath() {
    let plist: Plist = ["a": [1, ["b": .null]]]
    let error = #expect(throws: PlistError.self) { try plist.encoded(as: .xml) }
    #expect(error?.path == PlistPath([.key("a"), .index(1), .key("b")]))
  }

  @Test("A missing path gives how far it was found, and an invalid one gives the offset")
  func pathLocations() throws {
    let document = try PlistDocument(["a": ["b": 1]] as Plist)
    let missing = #expect(throws: PlistError.self) { try document.root.value(at: PlistPath("a.c")) }
    #expect(missing?.path == PlistPath([.key("a")]))
    let invalid = #expect(throws: PlistError.self) { try PlistPath("é[x]") }
    #expect(invalid?.position?.offset == 2)
  }

  @Test("A check warns of repeated keys and reports style separately, with locations")
  func warnings() {
    let repeated = "<dict><key>a</key><true/><key>a</key><true/></dict>"
    let findings = PlistDocument.diagnose(Array(repeated.utf8))
    #expect(findings.map(\.error.code) == [.duplicateKey])
    #expect(findings.map(\.error.position?.offset) == [37])
    #expect(findings.allSatisfy { $0.severity == .warning })
    let style = PlistDocument.diagnoseStyle(Array(repeated.utf8))
    #expect(style?.error.code == .nonCanonicalForm)
    #expect(style?.error.position?.offset == 1)
    #expect(style?.severity == .style)
  }

  @Test("Every code in the source has a row")
  func allCodes() throws {
    let file = Repository.root.appendingPathComponent(
      "Sources/PropertyLists/Errors/PlistErrorCode.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let declared = Set(text.matches(of: /PlistError\.Code\("([a-z0-9-]+)"\)/).map { String($0.1) })
    // The tests of Codable, of other bytes, of warnings and of merges raise these.
    let elsewhere = [
      "type-mismatch", "value-not-found", "duplicate-key", "non-canonical-form", "lenient-form",
      "control-character", "lone-surrogate", "lost-fraction", "invalid-text", "merge-conflict",
      "merge-decision",
    ]
    let rows = (Self.xml + Self.binary).map(\.code.rawValue)
    let raised = Self.raisedWithoutLocation.keys.map(\.rawValue)
    #expect(declared.subtracting(rows + raised + elsewhere).isEmpty)
    #expect(declared.count > 30)
  }
}
