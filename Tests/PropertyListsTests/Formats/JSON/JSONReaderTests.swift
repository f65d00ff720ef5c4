// Tests of what the JSON reader accepts and rejects, each rule with its location in the input. Uses
// the reader itself, since a lone scalar is not detected as JSON.

import Foundation
import Testing

@testable import PropertyLists

@Suite("Reading JSON")
struct JSONReaderTests {
  // MARK: Values

  @Test("Every kind of value is read, including as the root")
  func kinds() throws {
    #expect(try value("null") == .null)
    #expect(try value(" true\n") == true)
    #expect(try value("false") == false)
    #expect(try value("\"\"") == "")
    #expect(try value("[]") == [])
    #expect(try value("{ }") == [:])
    #expect(
      try value("\r\n\t {\"a\" : [1, 2.5,\"x\" , null], \"b\":{\"c\":false}} ")
        == ["a": [1, 2.5, "x", .null], "b": ["c": false]])
  }

  @Test("The order of keys is kept, and JSON is distinguished from typed JSON")
  func order() throws {
    let document = try read("{\"b\":1,\"a\":2,\"c\":3}")
    #expect(document.root.keys == ["b", "a", "c"])
    #expect(document.format == .json && document.warnings.isEmpty)
    #expect(try PlistDocument(Array("{\"b\":1}".utf8)).format == .json)
    #expect(try PlistDocument(Array("{\"b\":{\"$uid\":1}}".utf8)).format == .typedJSON)
  }

  @Test(
    "Whole numbers are integers of up to 128 bits",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("999999999999999999", 999_999_999_999_999_999),
      ("9223372036854775807", Int128(Int64.max)), ("9223372036854775808", Int128(Int64.max) + 1),
      ("-9223372036854775808", Int128(Int64.min)), ("-9223372036854775809", Int128(Int64.min) - 1),
      ("18446744073709551615", Int128(UInt64.max)),
      ("18446744073709551616", Int128(UInt64.max) + 1),
      ("170141183460469231731687303715884105727", Int128.max),
      ("-170141183460469231731687303715884105728", Int128.min),
    ] as [(String, Int128)])
  func integers(text: String, number: Int128) throws {
    #expect(try value(text) == .integer(PlistInteger(number)))
    #expect(
      try value("[\(text),\"é\",\(text)]")
        == [.integer(PlistInteger(number)), "é", .integer(PlistInteger(number))])
  }

  @Test(
    "A fraction or an exponent makes a real",
    arguments: [
      ("1.0", 1), ("-1.5", -1.5), ("1e0", 1), ("1E+2", 100), ("25e-1", 2.5), ("0.1", 0.1),
      ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
      ("1.7976931348623157e308", .greatestFiniteMagnitude),
      ("123456789012345678901234567890.5", 123456789012345678901234567890.5),
    ] as [(String, Double)])
  func reals(text: String, number: Double) throws {
    #expect(try value(text) == .real(number))
  }

  @Test("The sign of a real zero is kept")
  func negativeZero() throws {
    #expect(try value("-0.0").realValue?.sign == .minus)
    #expect(try value("0.0").realValue?.sign == .plus)
  }

  @Test(
    "Escapes in strings are resolved",
    arguments: [
      (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
      (#""\ud83d\uDE00!""#, "😀!"), (#""\u0000""#, "\0"), ("\"é€😀\u{7F}\"", "é€😀\u{7F}"),
      (#""seven chars before \n and é after""#, "seven chars before \n and é after"),
    ])
  func strings(text: String, resolved: String) throws {
    #expect(try value(text) == .string(resolved))
    #expect(try value("{\(text):\(text)}") == [resolved: .string(resolved)])
  }

  @Test("Values have their locations and source ranges in the text")
  func ranges() throws {
    let document = try read("{\n \"é\": [1, \"a\\\"b\", {\"$uid\": 3}],\n\"$$k\": 2}")
    let list = try #require(document.root["é"])
    #expect(list.position == SourcePosition(offset: 9, line: 2, column: 7))
    #expect(list.children.map(\.sourceRange) == [10..<11, 13..<19, 21..<32])
    #expect(document.root.key(at: 1)?.sourceRange == 35..<40)
    #expect(document.root.key(at: 1)?.stringValue == "$k")
  }

  @Test("The source range of a 128-bit integer is that of its text")
  func rangeOfWideInteger() throws {
    let text = "170141183460469231731687303715884105727"
    let document = try read(text)
    #expect(document.root.sourceRange == 0..<text.utf8.count)
    #expect(document.root.integerValue?.int128 == .max)
  }

  @Test("Other encodings are read, with locations in the original input")
  func encodings() throws {
    let text = "[\"é😀\",-170141183460469231731687303715884105728, {\"$data\":\"\\/w==\"},\n1]"
    let expected: Plist = ["é😀", .integer(PlistInteger(Int128.min)), .data(Data([255])), 1]
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
      let document = try PlistDocument(try #require(text.data(using: encoding)))
      #expect(try Plist(document) == expected)
      let end = text.utf16.count * 2 - 4
      #expect(
        document.root[3]?.position
          == SourcePosition(
            offset: encoding == .utf32LittleEndian ? end * 2 - 4 : end, line: 2, column: 1))
    }
    let marked = try PlistDocument([0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(try Plist(marked) == expected)
  }

  @Test("A check finds the warnings and the error after them")
  func diagnosis() {
    let findings = PlistDocument.diagnose(Array("[{\"a\":1,\"a\":2},{\"$uid\":-1},x]".utf8))
    #expect(findings.map(\.severity) == [.warning, .warning, .error])
    #expect(findings.map(\.error.code) == [.duplicateKey, .invalidUID, .unexpectedCharacter])
    #expect(findings.map { $0.error.position?.offset } == [8, 23, 27])
    #expect(findings.map { "\($0.error.path)" } == ["[0].a", "[1]", "[2]"])
  }

  // MARK: Repeated keys

  @Test("The last value of a repeated key counts, with a warning at the key")
  func repeatedKeys() throws {
    let document = try read("{\"a\":1,\"b\":2,\"\\u0061\":3}")
    #expect(try Plist(document) == ["a": 3, "b": 2])
    let warning = try #require(document.warnings.first)
    #expect(document.warnings.count == 1 && warning.severity == .warning)
    #expect(warning.error.code == .duplicateKey && warning.error.position?.offset == 13)
  }

  @Test("Many repeated keys take linear time")
  func manyRepeatedKeys() throws {
    let pairs = (0..<100_000).map { "\"k\($0 % 3)\":{\"$date\":\($0)}" }.joined(separator: ",\n")
    let document = try read("{\(pairs)}")
    #expect(document.warnings.count == 100)
    #expect(document.root["k0"]?["$date"]?.integerValue == 99_999)
  }

  // MARK: Errors

  /// A text, the code of its error, the byte and the path.
  struct Fault: Sendable {
    var text: String
    var code: PlistError.Code
    var offset: Int
    var path = ""
  }

  @Test(
    "Invalid JSON is rejected at its location",
    arguments: [
      Fault(text: "[1,]", code: .unexpectedCharacter, offset: 3, path: "[1]"),
      Fault(text: "{\"a\":1,}", code: .unexpectedCharacter, offset: 7),
      Fault(text: "{\"a\":}", code: .unexpectedCharacter, offset: 5, path: "a"),
      Fault(text: "{\"a\" 1}", code: .unexpectedCharacter, offset: 5, path: "a"),
      Fault(text: "{,}", code: .unexpectedCharacter, offset: 1),
      Fault(text: "{a:1}", code: .unexpectedCharacter, offset: 1),
      Fault(text: "{1:1}", code: .unexpectedCharacter, offset: 1),
      Fault(text: "[,1]", code: .unexpectedCharacter, offset: 1, path: "[0]"),
      Fault(text: "[1 2]", code: .unexpectedCharacter, offset: 3, path: "[1]"),
      Fault(text: "[1}", code: .unexpectedCharacter, offset: 2, path: "[1]"),
      Fault(text: "{\"a\":[1}}", code: .unexpectedCharacter, offset: 7, path: "a[1]"),
      Fault(text: "[1] 2", code: .unexpectedCharacter, offset: 4),
      Fault(text: "[1]]", code: .unexpectedCharacter, offset: 3),
      Fault(text: "[1] // end", code: .unexpectedCharacter, offset: 4),
      Fault(text: "[1 /* one */]", code: .unexpectedCharacter, offset: 3, path: "[1]"),
      Fault(text: "[/* one */ 1]", code: .unexpectedCharacter, offset: 1, path: "[0]"),
      Fault(text: "['a']", code: .unexpectedCharacter, offset: 1, path: "[0]"),
      Fault(text: "[NaN]", code: .unexpectedCharacter, offset: 1, path: "[0]"),
      Fault(text: "[Infinity]", code: .unexpectedCharacter, offset: 1, path: "[0]"),
      Fault(text: "[-Infinity]", code: .unexpectedCharacter, offset: 2, path: "[0]"),
      Fault(text: "[True]", code: .unexpectedCharacter, offset: 1, path: "[0]"),
      Fault(text: "[truex]", code: .unexpectedCharacter, offset: 5, path: "[1]"),
      Fault(text: "[01]", code: .unexpectedCharacter, offset: 1, path: "[0]"),
      Fault(text: "[-01]", code: .unexpectedCharacter, offset: 2, path: "[0]"),
      Fault(text: "[00.5]", code: .unexpectedCharacter, offset: 1, path: "[0]"),
      Fault(text: "[+1]", code: .unexpectedCharacter, offset: 1, path: "[0]"),
      Fault(text: "[.5]", code: .unexpectedCharacter, offset: 1, path: "[0]"),
      Fault(text: "[1.]", code: .unexpectedCharacter, offset: 3, path: "[0]"),
      Fault(text: "[1.e5]", code: .unexpectedCharacter, offset: 3, path: "[0]"),
      Fault(text: "[1e]", code: .unexpectedCharacter, offset: 3, path: "[0]"),
      Fault(text: "[1e+]", code: .unexpectedCharacter, offset: 4, path: "[0]"),
      Fault(text: "[-]", code: .unexpectedCharacter, offset: 2, path: "[0]"),
      Fault(text: "[0x10]", code: .unexpectedCharacter, offset: 2, path: "[1]"),
      Fault(text: "[1e400]", code: .invalidReal, offset: 1, path: "[0]"),
      Fault(text: "[-1e999999999]", code: .invalidReal, offset: 1, path: "[0]"),
      Fault(
        text: "[170141183460469231731687303715884105728]", code: .integerOutOfRange, offset: 1,
        path: "[0]"),
      Fault(
        text: "{\"a\":[-170141183460469231731687303715884105729]}", code: .integerOutOfRange,
        offset: 6, path: "a[0]"),
      Fault(text: "[\"a\nb\"]", code: .unexpectedCharacter, offset: 3, path: "[0]"),
      Fault(text: "[\"a\\n\tb\"]", code: .unexpectedCharacter, offset: 5, path: "[0]"),
      Fault(text: "[\"\u{0}\"]", code: .unexpectedCharacter, offset: 2, path: "[0]"),
      Fault(text: "[\"\\q\"]", code: .unexpectedCharacter, offset: 2, path: "[0]"),
      Fault(text: "[\"\\u12G4\"]", code: .unexpectedCharacter, offset: 6, path: "[0]"),
      Fault(text: "[1,\u{B}2]", code: .unexpectedCharacter, offset: 3, path: "[1]"),
      Fault(text: "[1,\u{A0}2]", code: .unexpectedCharacter, offset: 3, path: "[1]"),
      Fault(
        text: "{\"k\":[true,{\"x\":nul}]}", code: .unexpectedCharacter, offset: 16, path: "k[1].x"),
    ])
  func refused(_ fault: Fault) {
    let error = #expect(throws: PlistError.self) { try self.read(fault.text) }
    #expect(error?.code == fault.code && error?.position?.offset == fault.offset)
    #expect(error.map { "\($0.path)" } == fault.path)
  }

  @Test(
    "An input that ends early reports the open container and its line",
    arguments: [
      ("", "", nil), (" \n", "", nil), ("[", "[0]", 1), ("[1", "[1]", 1), ("[1,", "[1]", 1),
      ("\n{", "", 2), ("{\n\"a\"", "a", 1), ("{\"a\":", "a", 1), ("{\"a\":1", "", 1),
      ("{\"a\":1,", "", 1), ("[\n\n[2", "[0][1]", 3), ("[\n\"a", "[0]", 2), ("[\"\\", "[0]", 1),
      ("[\"\\u12", "[0]", 1), ("[\"\\ud83d\\u", "[0]", 1), ("[tru", "[0]", 1), ("[-", "[0]", nil),
      ("[1.", "[0]", nil), ("[1e", "[0]", nil), ("[1e-", "[0]", nil),
    ] as [(String, String, Int?)])
  func ends(text: String, path: String, line: Int?) throws {
    let error = #expect(throws: PlistError.self) { try self.read(text) }
    #expect(error?.code == .unexpectedEnd && error?.position?.offset == text.utf8.count)
    #expect(error.map { "\($0.path)" } == path)
    if let line { #expect(error?.message.contains("on line \(line), found the end") == true) }
  }

  @Test(
    "Invalid UTF-8 is rejected at the first such byte",
    arguments: [
      (Array("[\"ab".utf8) + [0xFF] + Array("\"]".utf8), 4),
      (Array("[\"é".utf8) + [0xC0, 0x80] + Array("\"]".utf8), 4),
      (Array("[\"\\n".utf8) + [0xED, 0xA0, 0x80] + Array("\"]".utf8), 4),
      (Array("{\"k".utf8) + [0xE2, 0x82] + Array("\":1}".utf8), 3),
      (Array("[1, ".utf8) + [0xFE, 0x5D], 4),
    ] as [([UInt8], Int)])
  func invalidText(bytes: [UInt8], offset: Int) {
    let error = #expect(throws: PlistError.self) { try self.read(bytes) }
    #expect(error?.code == .invalidText && error?.position?.offset == offset)
  }

  @Test("Containers may be nested up to the depth limit")
  func depth() throws {
    var options = PlistReadingOptions()
    options.maximumDepth = 3
    #expect(try read("[[{}]]", options).depth == 3)
    let error = #expect(throws: PlistError.self) { try self.read("[1,[{\"a\":[]}]]", options) }
    #expect(error?.code == .depthLimit && error?.position?.offset == 9)
    #expect(error.map { "\($0.path)" } == "[1][0].a")
    options.maximumObjectCount = 3
    #expect(try read("[1,2]", options).root.count == 2)
    let many = #expect(throws: PlistError.self) { try self.read("[1,2,3]", options) }
    #expect(many?.code == .objectLimit && many?.position?.offset == 5)
  }

  // MARK: Reading

  private func read(
    _ text: String, _ options: PlistReadingOptions = PlistReadingOptions()
  ) throws(PlistError) -> PlistDocument {
    try read(Array(text.utf8), options)
  }

  private func read(
    _ bytes: [UInt8], _ options: PlistReadingOptions = PlistReadingOptions()
  ) throws(PlistError) -> PlistDocument {
    let bytes = SourceBytes(bytes)
    return PlistDocument(
      try JSONReader.read(FormatInput(bytes: bytes, text: bytes), options: options))
  }

  private func value(_ text: String) throws(PlistError) -> Plist { try Plist(read(text)) }
}
