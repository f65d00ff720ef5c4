// Where this package's coders and Foundation's PropertyListEncoder and PropertyListDecoder differ
// on purpose: one test each, with the reason, running both in this process.

import Foundation
import PropertyLists
import Testing

private struct Name: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Encodes two single values.
private struct Twice: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(1)
    try container.encode(2)
  }
}

/// The coding path of a super decoder whose key is absent.
private struct AbsentSuper: Decodable {
  var path: [String]

  init(from decoder: any Decoder) throws {
    path = try decoder.container(keyedBy: Name.self).superDecoder().codingPath.map(\.stringValue)
  }
}

@Suite("Differences from Foundation's coders")
struct CoderDifferencesTests {
  private func foundation(
    _ value: some Encodable, _ format: PropertyListSerialization.PropertyListFormat = .xml
  ) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    return try encoder.encode(value)
  }

  private func wrapped(_ element: String) -> Data {
    Data("<plist><array>\(element)</array></plist>".utf8)
  }

  @Test("a scalar may be the outermost value, as it may in the formats")
  func outermostScalar() throws {
    #expect(throws: EncodingError.self) { try foundation(5) }
    #expect(try PlistDecoder().decode(Int.self, from: PlistEncoder().encode(5)) == 5)
  }

  @Test("a real beyond Float's range is refused, not made infinite")
  func floatRange() throws {
    let data = wrapped("<real>1e300</real>")
    #expect(try PropertyListDecoder().decode([Float].self, from: data) == [.infinity])
    #expect(throws: DecodingError.self) { try PlistDecoder().decode([Float].self, from: data) }
  }

  @Test("a Float keeps its width in a binary file")
  func floatWidth() throws {
    let value = [0.1 as Float]
    let ours = try PlistEncoder(outputFormat: .binary).encode(value)
    #expect(Array(ours).contains(0x22))
    #expect(try PropertyListDecoder().decode([Float].self, from: ours) == value)
  }

  @Test("keys of binary files keep the order of encoding, which costs no sorting")
  func binaryKeyOrder() throws {
    struct Pair: Encodable {
      var b = 1
      var a = 2
    }
    let ours = try PlistEncoder(outputFormat: .binary).encode(Pair())
    #expect(try PlistDocument(ours).root.keys == ["b", "a"])
    #expect(try PlistDocument(PlistEncoder().encode(Pair())).root.keys == ["a", "b"])
  }

  @Test("keys in XML are sorted as Apple's serialization sorts them, by UTF-16 code units")
  func textKeyOrder() throws {
    let value = ["\u{FFFD}": 1, "😀": 2]
    #expect(try PlistDocument(PlistEncoder().encode(value)).root.keys == ["😀", "\u{FFFD}"])
    #expect(try PlistDocument(foundation(value)).root.keys == ["\u{FFFD}", "😀"])
  }

  @Test("$null means nil with escapes too, so that equal documents decode alike")
  func escapedNull() throws {
    for text in ["&#36;null", "<![CDATA[$null]]>"] {
      let data = wrapped("<string>\(text)</string>")
      #expect(try PropertyListDecoder().decode([String?].self, from: data) == ["$null"])
      #expect(try PlistDecoder().decode([String?].self, from: data) == [nil])
    }
  }

  @Test("the text $null is text where no optional is asked for, so that what is encoded is decoded")
  func nullAsText() throws {
    let texts = ["$null", "text"]
    #expect(throws: (any Error).self) {
      try PropertyListDecoder().decode([String].self, from: foundation(texts))
    }
    #expect(try PlistDecoder().decode([String].self, from: PlistEncoder().encode(texts)) == texts)
    let fields = ["field": "$null"]
    #expect(
      try PlistDecoder().decode([String: String].self, from: PlistEncoder().encode(fields))
        == fields)
  }

  @Test("128-bit integers are encoded")
  func wideIntegers() throws {
    #expect(throws: (any Error).self) { try foundation([Int128(5)]) }
    #expect(try Plist(PlistEncoder().encode([Int128(5)])) == [5])
  }

  @Test("a second value in one place is an error; Foundation stops the program")
  func secondValue() {
    #expect(throws: EncodingError.self) { try PlistEncoder().encode([Twice()]) }
  }

  @Test("a control character is refused in XML")
  func controlCharacter() throws {
    #expect(try !foundation(["\u{1}"]).isEmpty)
    #expect(throws: PlistError.self) { try PlistEncoder().encode(["\u{1}"]) }
  }

  @Test("the path of a super decoder whose key is absent ends at what was found")
  func absentSuper() throws {
    let data = wrapped("<dict/>")
    #expect(
      try PropertyListDecoder().decode([AbsentSuper].self, from: data)[0].path
        == ["Index 0", "super"])
    #expect(try PlistDecoder().decode([AbsentSuper].self, from: data)[0].path == ["Index 0"])
  }

  @Test("an error has its place in the file")
  func errorPlace() throws {
    let data = wrapped("<true/>")
    let theirs = #expect(throws: DecodingError.self) {
      try PropertyListDecoder().decode([Int].self, from: data)
    }
    let ours = #expect(throws: DecodingError.self) {
      try PlistDecoder().decode([Int].self, from: data)
    }
    guard case .typeMismatch(_, let other) = theirs, case .typeMismatch(_, let own) = ours else {
      Issue.record("\(String(describing: theirs)) \(String(describing: ours))")
      return
    }
    #expect(other.underlyingError == nil)
    #expect((own.underlyingError as? PlistError)?.position?.offset == 14)
  }
}
