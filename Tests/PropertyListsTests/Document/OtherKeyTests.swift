// Tests of dictionaries with keys that are not strings: read from every format that supports them,
// addressed, written back, and rejected by APIs that require strings.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Keys that are not strings")
struct OtherKeyTests {
  /// `{1: "a", "1": "b", 1.5: "c", true: "d", date: "e", data: "f", -3: {2: "g"}}`.
  static let binary = BinaryFile.file([
    [0xD7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    [0x10, 1], [0x51, 0x31], [0x23] + BinaryFile.number((1.5).bitPattern, 8), [0x09],
    [0x33] + BinaryFile.number((86400.0).bitPattern, 8), [0x42, 0xDE, 0xAD],
    [0x13] + BinaryFile.number(UInt64(bitPattern: -3), 8),
    [0x51, 0x61], [0x51, 0x62], [0x51, 0x63], [0x51, 0x64], [0x51, 0x65], [0x51, 0x66],
    [0xD1, 15, 16], [0x10, 2], [0x51, 0x67],
  ])

  static let gnuStep = """
    {
        <*I1> = a;
        1 = b;
        <*R1.5> = c;
        <*BY> = d;
        <*D2001-01-02 00:00:00 +0000> = e;
        <[3q0=]> = f;
        <*I-3> = {
            <*I2> = g;
        };
    }
    """

  static let typedJSON = """
    {"$dict": [
      [1, "a"],
      ["1", "b"],
      [1.5, "c"],
      [true, "d"],
      [{"$date": "2001-01-02T00:00:00Z"}, "e"],
      [{"$data": "3q0="}, "f"],
      [-3, {"$dict": [
        [2, "g"]
      ]}]
    ]}

    """

  static let files = [binary, Array(gnuStep.utf8), Array(typedJSON.utf8)].map { TestInput($0) }

  @Test("Such keys survive each format that supports them", arguments: files)
  func conversion(_ file: TestInput) throws {
    let document = try PlistDocument(file.bytes)
    #expect(
      try String(decoding: document.encoded(as: .typedJSON), as: UTF8.self) == Self.typedJSON)
    #expect(
      try String(decoding: document.encoded(as: .gnuStep), as: UTF8.self)
        .replacing("\t", with: "        ") == Self.gnuStep)
    let binary = try document.encoded(as: .binary)
    #expect(
      try String(decoding: PlistDocument(binary).encoded(as: .typedJSON), as: UTF8.self)
        == Self.typedJSON)
    #expect(try PlistDocument(binary).encoded(as: .binary) == binary)
  }

  @Test("A key is found by its text unless a string has it, and keeps its kind", arguments: files)
  func addressing(_ file: TestInput) throws {
    let root = try PlistDocument(file.bytes).root
    #expect(root["1"]?.stringValue == "b")
    #expect(root["1.5"]?.stringValue == "c")
    #expect(root["true"]?.stringValue == "d")
    #expect(root["2001-01-02T00:00:00Z"]?.stringValue == "e")
    #expect(root["3q0="]?.stringValue == "f")
    #expect(try root.value(at: PlistPath("-3.2")).stringValue == "g")
    #expect(root["2"] == nil)
    #expect(
      (0..<7).map { root.key(at: $0)?.kind }
        == [.integer, .string, .real, .bool, .date, .data, .integer])
    #expect(root.key(at: 0)?.integerValue == 1)
    #expect(root.keys == ["1", "1", "1.5", "true", "2001-01-02T00:00:00Z", "3q0=", "-3"])
  }

  @Test("Keys have their own source ranges", arguments: [gnuStep, typedJSON])
  func ranges(_ text: String) throws {
    let root = try PlistDocument(Array(text.utf8)).root
    let bytes = Array(text.utf8)
    for position in 0..<root.count {
      let key = try #require(root.key(at: position))
      let range = try #require(key.sourceRange)
      let shown = String(decoding: bytes[range], as: UTF8.self)
      let expected = [
        ["<*I1>", "1"], ["1", "\"1\""], ["<*R1.5>", "1.5"], ["<*BY>", "true"],
        ["<*D2001-01-02 00:00:00 +0000>", "{\"$date\": \"2001-01-02T00:00:00Z\"}"],
        ["<[3q0=]>", "{\"$data\": \"3q0=\"}"], ["<*I-3>", "-3"],
      ]
      #expect(expected[position].contains(shown))
      #expect(key.position?.offset == range.lowerBound)
    }
  }

  @Test(
    "Formats with only string keys reject others, with the key, its kind and its path",
    arguments: [PlistFormat.xml, .openStep, .strings, .project, .glyphs, .json])
  func refusedFormats(_ format: PlistFormat) throws {
    for file in Self.files {
      let document = try PlistDocument(file.bytes)
      let error = try #require(
        failure { () throws(PlistError) in try document.encoded(as: format) })
      #expect(error.code == .keyNotString)
      #expect(error.message.hasSuffix("support only string keys; found an integer, 1"))
      #expect(error.path == PlistPath([.key("1")]))
      #expect(error.position == document.root.key(at: 0)?.position)
    }
  }

  @Test("Value trees and types reject such keys, with the path", arguments: files)
  func refusedTypes(_ file: TestInput) throws {
    let document = try PlistDocument(file.bytes)
    let tree = try #require(failure { () throws(PlistError) in try Plist(document) })
    #expect(tree.code == .keyNotString)
    let inner = try #require(document.root["-3"])
    let error = try #require(failure { () throws(PlistError) in try Plist(inner) })
    #expect(error.message == "`Plist` values support only string keys; found an integer, 2")
    #expect(error.path == PlistPath([.key("-3"), .key("2")]))
    let value = try #require(inner["2"])
    #expect(try Plist(value) == "g")
  }

  struct Named: Decodable { var name: String? }

  @Test("Decoding such keys is a type mismatch, as in Foundation, even if they are not used")
  func decoding() throws {
    let file = BinaryFile.file([[0xD1, 1, 2], [0x10, 1], [0x51, 0x61]])
    func check(_ decode: @escaping () throws -> Void) throws {
      let error = try #require(failure(DecodingError.self, decode))
      guard case .typeMismatch(let type, let context) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(type is String.Type)
      let cause = try #require(context.underlyingError as? PlistError)
      #expect(cause.code == .keyNotString)
      #expect(cause.message.contains("found an integer, 1"))
    }
    let (own, foundation) = (PlistDecoder(), PropertyListDecoder())
    try check { _ = try own.decode([Int: String].self, from: Data(file)) }
    try check { _ = try own.decode([String: String].self, from: Data(file)) }
    try check { _ = try own.decode(Named.self, from: Data(file)) }
    #expect(throws: DecodingError.self) { try own.decode(Plist.self, from: Data(file)) }
    for decode in [
      { _ = try foundation.decode([Int: String].self, from: Data(file)) },
      { _ = try foundation.decode([String: String].self, from: Data(file)) },
      { _ = try foundation.decode(Named.self, from: Data(file)) },
    ] as [() throws -> Void] {
      guard case .typeMismatch? = failure(DecodingError.self, decode) else {
        Issue.record("Foundation decodes it now")
        continue
      }
    }
  }

  @Test("Among equal keys the first counts in a binary file, and the last in text")
  func repeated() throws {
    // The integer 1 in one byte and in eight; 1 as text is another key.
    let binary = BinaryFile.file([
      [0xD3, 1, 2, 3, 4, 5, 4], [0x10, 1], [0x13, 0, 0, 0, 0, 0, 0, 0, 1], [0x51, 0x31],
      [0x51, 0x61], [0x51, 0x62],
    ])
    let document = try PlistDocument(binary)
    #expect(document.root.count == 2)
    #expect(document.root.value(at: 0)?.stringValue == "a")
    #expect(document.warnings.map(\.error.code) == [.duplicateKey])
    #expect(document.warnings.first?.error.path == PlistPath([.key("1")]))
    for text in [
      #"{ <*I1> = a; 1 = x; <*I"01"> = b; }"#,
      #"{"$dict": [[1, "a"], ["1", "x"], [1, "b"]]}"#,
    ] {
      let document = try PlistDocument(Array(text.utf8))
      #expect(document.root.count == 2)
      #expect(document.root.value(at: 0)?.stringValue == "b")
      #expect(document.root.key(at: 0)?.kind == .integer)
      #expect(document.warnings.map(\.error.path) == [PlistPath([.key("1")])], "\(text)")
    }
  }

  @Test("Typed JSON supports wide integers and escaped data as keys")
  func appended() throws {
    let wide = "170141183460469231731687303715884105727"
    let text = #"{"$dict": [[\#(wide), 1], [{"$data": "\u0041A=="}, 2], [\#(wide), 3]]}"#
    let document = try PlistDocument(Array(text.utf8))
    #expect(document.root.keys == [wide, "AA=="])
    #expect(document.root[wide]?.integerValue == 3)
    #expect(document.warnings.map(\.error.path) == [PlistPath([.key(wide)])])
    let binary = try PlistDocument(document.encoded(as: .binary))
    #expect(binary.root["AA=="]?.integerValue == 2)
  }

  @Test("Arrays, sets and dictionaries cannot be keys")
  func containers() {
    for container in [0xA0, 0xC0, 0xD0] as [UInt8] {
      let file = BinaryFile.file([[0xD1, 1, 2], [container], [0x51, 0x61]])
      let error = failure { () throws(PlistError) in try PlistDocument(file) }
      #expect(error?.code == .keyNotString)
      #expect(error?.message.contains("expected a scalar as a key") == true)
    }
    for text in ["{ (a) = b; }", "{ {} = b; }", "{ <*I1>; }"] {
      #expect(throws: PlistError.self) { try PlistDocument(Array(text.utf8)) }
    }
  }

  @Test("OpenStep rejects such keys in strict mode, as Apple's parser does")
  func strict() {
    var options = PlistReadingOptions()
    options.strictness = .strict
    for text in ["{ <*I1> = a; }", "{ <00> = a; }"] {
      let error = failure { () throws(PlistError) in
        try PlistDocument(Array(text.utf8), options: options)
      }
      #expect(error?.code == .keyNotString)
      #expect(error?.position?.offset == 2)
    }
  }

  @Test(
    "A $dict without pairs stays a dictionary, with a warning",
    arguments: [
      "1", "{}", "[1]", "[[1]]", "[[1, 2], 3]", "[[1, 2, 3]]", "[[[1], 2]]", "[[{}, 2]]",
      "[[{\"$set\": []}, 2]]", "[{}]", "[[]]",
    ])
  func malformed(_ value: String) throws {
    let text = "{\"$dict\": \(value)}"
    let document = try PlistDocument(Array(text.utf8))
    #expect(document.root.keys == ["$dict"])
    #expect(document.warnings.map(\.error.code) == [.unexpectedCharacter])
    var options = PlistReadingOptions()
    options.strictness = .strict
    #expect(throws: PlistError.self) { try PlistDocument(Array(text.utf8), options: options) }
    let more = try PlistDocument(Array("{\"$dict\": \(value), \"a\": 1}".utf8))
    #expect(more.root.keys == ["$dict", "a"])
    #expect(more.warnings.isEmpty)
  }

  @Test("A $dict of strings is an ordinary dictionary, even with keys that begin with $")
  func strings() throws {
    let text = #"{"$dict": [["a", 1], ["$dict", [[1, 2]]], ["$$", {"$dict": []}]]}"#
    let document = try PlistDocument(Array(text.utf8))
    #expect(try Plist(document) == ["a": 1, "$dict": [[1, 2]], "$$": [:]])
    let written = try document.encoded(as: .typedJSON)
    #expect(try Plist(PlistDocument(written)) == Plist(document))
  }

  @Test("A level of $dict counts once, like that of every other dictionary", arguments: [1, 2, 3])
  func levels(_ limit: Int) throws {
    var options = PlistReadingOptions()
    options.maximumDepth = limit
    var text = "1"
    for _ in 0..<limit { text = #"{"$dict": [[1, 1], [2, \#(text)]]}"# }
    #expect(try PlistDocument(Array(text.utf8), options: options).depth == limit)
    let deeper = #"{"$dict": [[1, \#(text)]]}"#
    let error = failure { () throws(PlistError) in
      try PlistDocument(Array(deeper.utf8), options: options)
    }
    #expect(error?.code == .depthLimit)
  }

  @Test(
    "An invalid $dict counts the levels as written",
    arguments: [
      (#"{"$dict": [[1, [[]]], 2]}"#, 5), (#"{"$dict": [[1, 2], [[[]]]]}"#, 5),
      (#"{"$dict": [[1, [[]]]], "a": 1}"#, 5), (#"{"$dict": [2, {}]}"#, 3),
    ])
  func brokenLevels(_ text: String, _ depth: Int) throws {
    var options = PlistReadingOptions()
    #expect(try PlistDocument(Array(text.utf8), options: options).depth == depth)
    options.maximumDepth = depth - 1
    #expect(throws: PlistError.self) { try PlistDocument(Array(text.utf8), options: options) }
  }

  @Test("Sorted keys begin with strings, then come other kinds, with numbers by value")
  func sorting() throws {
    let text =
      #"{"$dict": [[10, 1], [{"$real": "nan"}, 1], [9, 1], [true, 1], ["b", 1], [0.5, 1], ["10", 1], [-1, 1]]}"#
    var options = PlistWritingOptions()
    options.keyOrder = .sorted
    options.layout = .compact
    let document = try PlistDocument(Array(text.utf8))
    #expect(
      try String(decoding: document.encoded(as: .typedJSON, options: options), as: UTF8.self)
        == #"{"$dict":[["10",1],["b",1],[true,1],[-1,1],[9,1],[10,1],[0.5,1],[{"$real":"nan"},1]]}"#
        + "\n")
    let binary = try PlistDocument(document.encoded(as: .binary, options: options))
    #expect(binary.root.keys == ["10", "b", "true", "-1", "9", "10", "0.5", "nan"])
  }

  @Test("Binary files and typed JSON support UIDs and null as keys, and GNUstep does not")
  func uidAndNull() throws {
    let file = BinaryFile.file([[0xD2, 1, 2, 3, 3], [0x80, 7], [0x00], [0x51, 0x61]])
    let document = try PlistDocument(file)
    #expect(document.root["7"]?.stringValue == "a")
    #expect(document.root["null"]?.stringValue == "a")
    let json = try document.encoded(as: .typedJSON)
    #expect(try PlistDocument(json).root.keys == ["7", "null"])
    let error = failure { () throws(PlistError) in try document.encoded(as: .gnuStep) }
    #expect(error?.code == .keyNotString)
    #expect(error?.message.hasSuffix("cannot represent a key that is a UID: 7") == true)
  }

  @Test(
    "GNUstep rejects a date key with a fraction of a second, which could become another key")
  func fraction() throws {
    let file = BinaryFile.file([
      [0xD1, 1, 2], [0x33] + BinaryFile.number((0.5).bitPattern, 8), [0x51, 0x61],
    ])
    let document = try PlistDocument(file)
    var options = PlistWritingOptions()
    for choice in [PlistWritingOptions.UnsupportedValues.refused, .asText] {
      options.unsupportedValues = choice
      let error = failure { () throws(PlistError) in
        try document.encoded(as: .gnuStep, options: options)
      }
      #expect(error?.code == .keyNotString)
    }
    let json = try document.encoded(as: .typedJSON)
    #expect(
      try PlistDocument(json).root.key(at: 0)?.dateValue == document.root.key(at: 0)?.dateValue)
  }

  @Test("An unreachable dictionary does not prevent writing the rest")
  func orphans() throws {
    let file = BinaryFile.file([[0xA0], [0xD1, 2, 2], [0x10, 1]])
    let document = try PlistDocument(file)
    #expect(try Plist(document.encoded(as: .xml)) == [])
  }
}

@Suite("Repeated keys")
struct RepeatedKeyTests {
  @Test(
    "A repeated key is reported in every format, at its path",
    arguments: [
      "<plist><dict><key>x</key><array><dict><key>a</key><true/><key>a</key><false/></dict></array></dict></plist>",
      #"{"x": [{"a": true, "a": false}]}"#, "{ x = ( { a = 1; a = 2; } ); }",
    ])
  func path(_ text: String) {
    let findings = PlistDocument.diagnose(Array(text.utf8))
    #expect(findings.map(\.error.code) == [.duplicateKey])
    #expect(findings.first?.error.path.description == "x[0].a")
    #expect(findings.first?.error.message.hasSuffix("is repeated; the last value counts") == true)
  }

  @Test("A repeated key in a binary file is reported, and its first value counts")
  func binary() throws {
    let file = BinaryFile.file([
      [0xD1, 1, 2], [0x51, 0x78], [0xA1, 3], [0xD3, 4, 5, 4, 6, 7, 7], [0x51, 0x61],
      [0x61, 0, 0x61], [0x09], [0x08],
    ])
    let findings = PlistDocument.diagnose(file)
    #expect(findings.map(\.error.code) == [.duplicateKey, .duplicateKey])
    #expect(findings.map(\.error.path.description) == ["x[0].a", "x[0].a"])
    #expect(
      findings.first?.error.position?.offset
        == Int(file.firstRange(of: [0x61, 0, 0x61])?.lowerBound ?? 0))
    let document = try PlistDocument(file)
    #expect(try Plist(document) == ["x": [["a": true]]])
    #expect(document.losses(writtenAs: .xml).map(\.error.code) == [.duplicateKey, .duplicateKey])
  }

  @Test("A repeated key in an unreachable object of a binary file is ignored")
  func orphan() throws {
    let file = BinaryFile.file([[0xA0], [0xD2, 2, 2, 3, 3], [0x51, 0x61], [0x09]])
    #expect(PlistDocument.diagnose(file).isEmpty)
  }
}
