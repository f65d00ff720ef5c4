// Tests of reading the OpenStep family: values, lenient forms, errors with locations, comments, and
// source ranges.

import Foundation
import PropertyLists
import Testing

@Suite("Reading the OpenStep family")
struct OpenStepReaderTests {
  private static func tree(_ text: String) throws -> Plist {
    try Plist(PlistDocument(Array(text.utf8)))
  }

  private static let strict: PlistReadingOptions = {
    var options = PlistReadingOptions()
    options.strictness = .strict
    return options
  }()

  @Test("Strings, data, arrays and dictionaries are read")
  func values() throws {
    let tree = try Self.tree("{ a = 1; \"b c\" = (x, 'y\"', ); d = <0fbd 77>; e; }")
    #expect(
      tree == ["a": "1", "b c": ["x", "y\""], "d": .data(Data([0x0F, 0xBD, 0x77])), "e": "e"])
  }

  @Test("Escapes denote their characters, in keys too")
  func escapes() throws {
    let text = #"{ "\n\t\"\\\'" = "\101\012\251\U00e9\Ud83d\Ude00\q\U41"; "a\U0062" = 1; ab = 2; }"#
    #expect(
      try Self.tree(text) == [
        "\n\t\"\\'": .string("A\n\u{2019}é😀qA"), "ab": "2",
      ])
  }

  @Test(
    "\\U without a hexadecimal digit is rejected at its location",
    arguments: [#""a\U""#, #""a\Ux""#])
  func escapeWithoutDigits(_ text: String) {
    let error = #expect(throws: PlistError.self) { try Self.tree(text) }
    #expect(error?.code == .unexpectedCharacter && error?.position?.offset == 2)
  }

  @Test("GNUstep's typed values are read")
  func typedValues() throws {
    let text = """
      (<*I-5>, <*I18446744073709551615>, <*R1.5>, <*BY>, <*BN>, <*I"7">, <[AQID]>, <[]>,
       <*D2001-01-01 00:00:01 +0000>, <*D2001-01-01 02:00:00 +0200>)
      """
    let document = try PlistDocument(Array(text.utf8))
    #expect(document.format == .gnuStep)
    #expect(
      try Plist(document) == [
        -5, .integer(UInt64.max), 1.5, true, false, 7, .data(Data([1, 2, 3])), .data(Data()),
        .date(Date(timeIntervalSinceReferenceDate: 1)),
        .date(Date(timeIntervalSinceReferenceDate: 0)),
      ])
    #expect(throws: PlistError.self) {
      try PlistDocument(Array(text.utf8), options: Self.strict)
    }
  }

  @Test("A strings file is a dictionary without braces, in every encoding")
  func stringsFiles() throws {
    let text = "/* greeting */\n\"hello\" = \"héllo 😀\";\nbye;\n"
    let expected: Plist = ["hello": "héllo 😀", "bye": "bye"]
    let encodings: [(String.Encoding, [UInt8])] = [
      (.utf8, []), (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, []),
      (.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, []), (.utf16BigEndian, [0xFE, 0xFF]),
      (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]), (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
    ]
    for (encoding, mark) in encodings {
      let bytes = try mark + Array(#require(text.data(using: encoding)))
      let document = try PlistDocument(bytes)
      #expect(document.format == .strings)
      #expect(try Plist(document) == expected)
    }
  }

  @Test("White space alone is an empty dictionary, and a lone string is a string")
  func looseTexts() throws {
    #expect(try Self.tree(" \n// nothing\n") == [:])
    #expect(try Self.tree("\"just a string\"") == "just a string")
    #expect(try Self.tree("word // and a comment") == "word")
  }

  @Test("Comments of every kind are skipped")
  func comments() throws {
    #expect(try Self.tree("// a\n{ /* b */ k /* c */ = // d\r v; /* e */ }") == ["k": "v"])
    #expect(try Self.tree("(a//b, /c)") == ["a//b", "/c"])
  }

  @Test("Unquoted numbers are strings, or numbers where that loses nothing")
  func numbers() throws {
    let text = "(1, -20, 1.5, 0041, -0, 1.50, 1e3, \"7\", 9223372036854775808, 600.125, .5)"
    var options = PlistReadingOptions()
    options.numbers = .typed
    let typed = try Plist(PlistDocument(Array(text.utf8), options: options))
    #expect(
      typed == [
        1, -20, 1.5, "0041", "-0", "1.50", "1e3", "7", "9223372036854775808", 600.125, ".5",
      ])
    #expect(try Self.tree("(1, 1.5)") == ["1", "1.5"])
  }

  @Test("The last value of a repeated key counts, with a warning at the key")
  func repeatedKeys() throws {
    let document = try PlistDocument(Array("{ a = 1; b = (2); \"a\" = 3; }".utf8))
    #expect(try Plist(document) == ["a": "3", "b": ["2"]])
    #expect(document.warnings.map(\.error.code) == [.duplicateKey])
    #expect(document.warnings.map(\.error.position?.offset) == [18])
  }

  /// Text that only a lenient reader accepts: its value, and the location of the deviation (`‸`).
  struct LenientSample: Sendable, CustomStringConvertible {
    var text: String
    var value: Plist
    var description: String { text }

    init(_ text: String, _ value: Plist) {
      self.text = text
      self.value = value
    }
  }

  @Test(
    "Common deviations are accepted with a warning, and rejected in strict mode",
    arguments: [
      LenientSample("{ a = 1‸}", ["a": "1"]),
      LenientSample("a = 1;\nb = 2‸", ["a": "1", "b": "2"]),
      LenientSample("{ a = ‸x+y@z; }", ["a": "x+y@z"]),
      LenientSample("{ a = ‸クオート; }", ["a": "クオート"]),
      LenientSample("<a‸ b>", .data(Data([0xAB]))), LenientSample("{ a =‸\u{A0}1; }", ["a": "1"]),
      LenientSample("a = 1;‸\u{3000}\nb = 2;", ["a": "1", "b": "2"]),
    ])
  func lenientForms(_ sample: LenientSample) throws {
    let parts = sample.text.split(separator: "‸", omittingEmptySubsequences: false)
    let bytes = Array(parts.joined().utf8)
    let document = try PlistDocument(bytes)
    #expect(try Plist(document) == sample.value)
    #expect(document.warnings.map(\.error.code) == [.lenientForm])
    #expect(document.warnings.first?.error.position?.offset == parts[0].utf8.count)
    let error = #expect(throws: PlistError.self) {
      try PlistDocument(bytes, options: Self.strict)
    }
    #expect(error?.position?.offset == parts[0].utf8.count)
  }

  @Test("A comment that is not closed extends to the end, with a warning")
  func unclosedComment() throws {
    let document = try PlistDocument(Array("{a=1;} /* never".utf8))
    #expect(try Plist(document) == ["a": "1"])
    #expect(document.warnings.map(\.error.position?.offset) == [7])
  }

  /// An invalid text, with its error at `‸`.
  struct Refused: Sendable, CustomStringConvertible {
    var code: PlistError.Code
    var text: String
    var path: String
    var description: String { text }

    init(_ code: PlistError.Code, _ text: String, _ path: String = "") {
      self.code = code
      self.text = text
      self.path = path
    }
  }

  @Test(
    "Errors have their location in the text and their path",
    arguments: [
      Refused(.unknownFormat, "‸}"), Refused(.unexpectedCharacter, "abc ‸def"),
      Refused(.unexpectedCharacter, "(a ‸b)", "[1]"),
      Refused(.unexpectedCharacter, "(a,‸,b)", "[1]"),
      Refused(.unexpectedCharacter, "{ a = (1, { b ‸} ); }", "a[1].b"),
      Refused(.unexpectedCharacter, "{ a = 1 ‸b = 2; }"),
      Refused(.unexpectedCharacter, "{ ‸(a) = 1; }"),
      Refused(.unexpectedCharacter, "{a=1;}‸{b=2;}"),
      Refused(.unexpectedCharacter, "a = 1; ‸}"),
      Refused(.unexpectedCharacter, "{\n‸<<<<<<< HEAD\na = 1;\n}"),
      Refused(.unexpectedCharacter, "{ a = 1;\n‸=======\n}"),
      Refused(.unexpectedEnd, "{ a = \"b‸", "a"), Refused(.unexpectedEnd, "{ a = ( b,‸", "a[1]"),
      Refused(.unexpectedEnd, "\"abc\\‸"), Refused(.invalidData, "(<[AQID]‸ x>)", "[0]"),
      Refused(.unexpectedCharacter, "<*‸X\"5\">"), Refused(.unexpectedCharacter, "<*‸>"),
      Refused(.unexpectedEnd, "a = ‸", "a"),
      Refused(.unexpectedEnd, "<abcd‸"), Refused(.unexpectedEnd, "{ a = <[AQ‸", "a"),
      Refused(.invalidData, "( ‸<abc> )", "[0]"), Refused(.invalidData, "<ab‸xy>"),
      Refused(.invalidData, "<ab‸/*x*/cd>"),
      Refused(.invalidInteger, "<*I‸five>"),
      Refused(.integerOutOfRange, "<*I‸99999999999999999999>"),
      Refused(.invalidReal, "<*R‸x>"), Refused(.invalidDate, "<*D‸yesterday>"),
      Refused(.unexpectedCharacter, "<*B‸X>"), Refused(.unexpectedCharacter, "<*‸Q1>"),
    ])
  func refused(_ sample: Refused) {
    let parts = sample.text.split(separator: "‸", omittingEmptySubsequences: false)
    let error = #expect(throws: PlistError.self) {
      try PlistDocument(Array(parts.joined().utf8))
    }
    #expect(error?.code == sample.code)
    #expect(error?.position?.offset == parts[0].utf8.count)
    #expect(error?.path.description == sample.path)
  }

  @Test("Invalid UTF-8 is rejected at its location")
  func invalidText() {
    let error = #expect(throws: PlistError.self) {
      try PlistDocument(Array("{a=\"".utf8) + [0xE9] + Array("\";}".utf8))
    }
    #expect(error?.code == .invalidText)
    #expect(error?.position?.offset == 4)
  }

  @Test("Locations count in the encoding of the input")
  func wideLocations() throws {
    let text = "\"é\" = \"x\";\n\"b\" = (1;"
    let bytes = [0xFF, 0xFE] + Array(try #require(text.data(using: .utf16LittleEndian)))
    let error = #expect(throws: PlistError.self) { try PlistDocument(bytes) }
    #expect(error?.position == SourcePosition(offset: 2 + 2 * 19, line: 2, column: 9))
  }

  @Test("512 levels are read, and 513 rejected")
  func depth() throws {
    let deep = String(repeating: "(", count: 512) + String(repeating: ")", count: 512)
    #expect(try PlistDocument(Array(deep.utf8)).depth == 512)
    let error = #expect(throws: PlistError.self) { try PlistDocument(Array("(\(deep))".utf8)) }
    #expect(error?.code == .depthLimit)
    #expect(error?.position?.offset == 512)
  }

  @Test("Keys and values have their source ranges")
  func ranges() throws {
    let text = "{ /* ; */ a = 1; \"b;\" = { c = (x, \"}\"); }; d; }"
    let document = try PlistDocument(Array(text.utf8))
    func source(_ node: PlistNode?) -> String? {
      node?.sourceRange.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }
    #expect(source(document.root) == text)
    #expect((0..<3).map { source(document.root.key(at: $0)) } == ["a", "\"b;\"", "d"])
    #expect(source(document.root["b;"]) == "{ c = (x, \"}\"); }")
    #expect(source(document.root["b;"]?["c"]?[1]) == "\"}\"")
  }

  @Test("The dictionary of a strings file is the whole text, and a lone byte-order mark is empty")
  func stringsFileRange() throws {
    let text = "/* c */\na = 1;\nb;\n"
    let document = try PlistDocument(Array(text.utf8))
    #expect(document.root.sourceRange == 0..<text.utf8.count)
    #expect(document.root.key(at: 1)?.sourceRange == 15..<16)
    for mark in [[0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
      let error = #expect(throws: PlistError.self) { try PlistDocument(mark) }
      #expect(error?.code == .emptyInput)
    }
  }

  @Test("Data in hexadecimal digits is written as its bytes")
  func hexadecimalData() throws {
    let document = try PlistDocument(Array("{ a = <0fbd77 1c27>; b = <0FBD771C27>; }".utf8))
    let data = Data([0x0F, 0xBD, 0x77, 0x1C, 0x27])
    for format in [PlistFormat.xml, .binary, .typedJSON, .openStep, .gnuStep] {
      let again = try PlistDocument(document.encoded(as: format))
      #expect(again.root["a"]?.dataValue == data && again.root["b"]?.dataValue == data)
    }
  }

  @Test("A lenient key in the first line of a strings file is reported once")
  func noticedOnce() throws {
    let document = try PlistDocument(Array("a+b = c;\n".utf8))
    #expect(document.warnings.map(\.error.position?.offset) == [0])
  }

  @Test("A merge conflict in the first line is reported, even after a byte-order mark")
  func firstLineConflict() {
    for prefix in [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
      let error = #expect(throws: PlistError.self) {
        try PlistDocument(prefix + Array("<<<<<<< HEAD\n\"a\" = \"b\";\n".utf8))
      }
      #expect(error?.message.contains("merge") == true)
      #expect(error?.position?.offset == prefix.count)
    }
  }

  @Test("Invalid UTF-8 is rejected in comments too")
  func invalidComment() {
    let error = #expect(throws: PlistError.self) {
      try PlistDocument(Array("/* ".utf8) + [0xE9] + Array(" */ a = b;".utf8))
    }
    #expect(error?.code == .invalidText && error?.position?.offset == 3)
  }

  @Test("Keys next to non-ASCII spaces have their locations")
  func spacesBeyondASCII() throws {
    let text = "{ a = 1;\u{A0}a = 2; b\u{2028}= 3; }"
    let document = try PlistDocument(Array(text.utf8))
    #expect(document.warnings.map(\.error.code) == [.lenientForm, .duplicateKey])
    #expect(document.warnings.last?.error.position?.offset == 10)
    #expect(document.root.key(at: 1)?.sourceRange == 17..<18)
  }

  @Test("A check continues after invalid values and reports them all")
  func stepping() {
    let text = "{a=<*Ifoo>; b=<*Rx>; c=<abc>; d=<*BX>; e=<*Dnow>; f=<[é]>; g}"
    let findings = PlistDocument.diagnose(Array(text.utf8))
    #expect(
      findings.map(\.error.code) == [
        .invalidInteger, .invalidReal, .invalidData, .unexpectedCharacter, .invalidDate,
        .invalidData, .unexpectedCharacter,
      ])
    #expect(findings.allSatisfy { $0.severity == .error })
    let long = String(repeating: "9", count: 40)
    let json = PlistDocument.diagnose(Array("[1e999, \(long), 1]".utf8))
    #expect(json.map(\.error.code) == [.invalidReal, .integerOutOfRange])
  }

  @Test("Text that ends inside a UTF-16 code unit has a line and a column")
  func invalidWideText() {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x0A, 0, 0x62, 0, 0x63]
    let error = #expect(throws: PlistError.self) { try PlistDocument(bytes) }
    #expect(error?.position == SourcePosition(offset: 8, line: 2, column: 2))
  }

  @Test("A lone surrogate in UTF-16 is read as U+FFFD, with a warning")
  func loneSurrogateInWideText() throws {
    let text: [UInt16] = [0xFEFF] + Array("a = \"x".utf16) + [0xD800] + Array("\";\n".utf16)
    let bytes = text.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let document = try PlistDocument(bytes)
    #expect(document.root["a"]?.stringValue == "x\u{FFFD}")
    let warning = try #require(PlistDocument.diagnose(bytes).first)
    #expect(warning.error.code == .loneSurrogate)
    #expect(warning.error.position == SourcePosition(offset: 14, line: 1, column: 7))
    #expect(document.losses(writtenAs: .strings).map(\.error.code) == [.loneSurrogate])
  }

  @Test("Structures are decoded from a project")
  func decoding() throws {
    struct Project: Decodable {
      var objectVersion: String
      var objects: [String: [String: String]]
    }
    let text = """
      // !$*UTF8*$!
      {
      \tarchiveVersion = 1;
      \tobjectVersion = 56;
      \tobjects = { A1 /* x */ = {isa = PBXFileReference; path = "a b.swift"; }; };
      \trootObject = A1;
      }
      """
    let document = try PlistDocument(Array(text.utf8))
    #expect(document.format == .project)
    let project = try PlistDecoder().decode(Project.self, from: document)
    #expect(project.objects["A1"]?["path"] == "a b.swift")
    #expect(project.objectVersion == "56")
  }
}
