// Intentional differences between this package's coders and Foundation's PropertyListEncoder and
// PropertyListDecoder: one test each, with the reason, running both in this process.

import Foundation
import PropertyLists
import Testing

/// Encodes two single values.
private struct Twice: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(1)
    try container.encode(2)
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

  @Test("The root may be a scalar, as the formats allow")
  func outermostScalar() throws {
    #expect(throws: EncodingError.self) { try foundation(5) }
    #expect(try PlistDecoder().decode(Int.self, from: PlistEncoder().encode(5)) == 5)
  }

  @Test("A real beyond Float's range is rejected, not made infinite")
  func floatRange() throws {
    let data = wrapped("<real>1e300</real>")
    #expect(try PropertyListDecoder().decode([Float].self, from: data) == [.infinity])
    #expect(throws: DecodingError.self) { try PlistDecoder().decode([Float].self, from: data) }
  }

  @Test("A Float keeps its width in a binary file")
  func floatWidth() throws {
    let value = [0.1 as Float]
    let ours = try PlistEncoder(outputFormat: .binary).encode(value)
    #expect(Array(ours).contains(0x22))
    #expect(try PropertyListDecoder().decode([Float].self, from: ours) == value)
  }

  @Test("Keys of binary files keep the order of encoding, which avoids sorting")
  func binaryKeyOrder() throws {
    struct Pair: Encodable {
      var b = 1
      var a = 2
    }
    let ours = try PlistEncoder(outputFormat: .binary).encode(Pair())
    #expect(try PlistDocument(ours).root.keys == ["b", "a"])
    #expect(try PlistDocument(PlistEncoder().encode(Pair())).root.keys == ["a", "b"])
  }

  @Test("Keys in XML are sorted as Apple's serialization sorts them, by UTF-16 code units")
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

  @Test("The text $null is text unless an optional is requested, so that it survives a round trip")
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

  @Test("A second single value is an error; Foundation stops the program")
  func secondValue() {
    #expect(throws: EncodingError.self) { try PlistEncoder().encode([Twice()]) }
  }

  @Test("A new encoder writes XML, which people can read; Foundation's writes a binary file")
  func defaultFormat() throws {
    let theirs = try PropertyListEncoder().encode(["k": 1])
    #expect(try PlistDocument(theirs).format == .binary)
    #expect(try PlistDocument(PlistEncoder().encode(["k": 1])).format == .xml)
  }

  @Test("Fractions of a second are lost in XML, and kept by a binary file")
  func fractionsOfDates() throws {
    let dates = [Date(timeIntervalSinceReferenceDate: 7.25)]
    let theirs = try PropertyListEncoder().encode(dates)
    #expect(try PropertyListDecoder().decode([Date].self, from: theirs) == dates)
    let ours = try PlistDecoder().decode([Date].self, from: PlistEncoder().encode(dates))
    #expect(ours == [Date(timeIntervalSinceReferenceDate: 7)])
    let binary = try PlistEncoder(outputFormat: .binary).encode(dates)
    #expect(try PlistDecoder().decode([Date].self, from: binary) == dates)
  }

  @Test("Dates before 1582 are in the Gregorian calendar, as in CoreFoundation")
  func earlyDates() throws {
    let data = wrapped("<date>1500-06-01T00:00:00Z</date>")
    let theirs = try PropertyListDecoder().decode([Date].self, from: data)[0]
    let ours = try PlistDecoder().decode([Date].self, from: data)[0]
    #expect(theirs.timeIntervalSince(ours) == 10 * 86_400)
    let later = wrapped("<date>1582-10-15T00:00:00Z</date>")
    #expect(
      try PropertyListDecoder().decode([Date].self, from: later)
        == PlistDecoder().decode([Date].self, from: later))
  }

  @Test("Month 00 is the month before January, as in Foundation's decoder")
  func monthZero() throws {
    let data = wrapped("<date>2002-00-01T00:00:00Z</date>")
    #expect(
      try PropertyListDecoder().decode([Date].self, from: data)
        == PlistDecoder().decode([Date].self, from: data))
  }

  @Test("A real that is not a Float is rounded to one, as in XML")
  func floatFromDouble() throws {
    let data = try foundation([0.1], .binary)
    #expect(throws: DecodingError.self) {
      try PropertyListDecoder().decode([Float].self, from: data)
    }
    #expect(try PlistDecoder().decode([Float].self, from: data) == [0.1])
  }

  @Test("A date that is not finite is rejected, since no reader could represent it")
  func timelessDate() throws {
    // The description of such a date stops the program, so it never appears in an expectation.
    for seconds in [Double.infinity, -.infinity, .nan] {
      let dates = [Date(timeIntervalSinceReferenceDate: seconds)]
      let theirs = try? foundation(dates, .binary)
      #expect(theirs != nil)
      for format in [PlistFormat.binary, .xml, .json, .typedJSON, .openStep, .gnuStep] {
        #expect(throws: EncodingError.self) { try PlistEncoder(outputFormat: format).encode(dates) }
      }
    }
  }

  @Test("513 levels are rejected unless the options allow them")
  func levels() throws {
    indirect enum Nest: Encodable {
      case end
      case level(Nest)

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if case .level(let inner) = self { try container.encode(inner) }
      }
    }
    var nest = Nest.end
    for _ in 0..<512 { nest = .level(nest) }
    #expect(try !foundation(nest, .binary).isEmpty)
    #expect(throws: PlistError.self) { try PlistEncoder(outputFormat: .binary).encode(nest) }
    var encoder = PlistEncoder(outputFormat: .binary)
    encoder.options.maximumDepth = 513
    #expect(try !encoder.encode(nest).isEmpty)
  }

  @Test(
    "Only JSON accepts numbers above 2^127 - 1; Foundation's coder rejects all 128-bit numbers")
  func unsignedWideIntegers() throws {
    #expect(throws: (any Error).self) { try foundation([UInt128.max]) }
    let most = UInt128(Int128.max)
    #expect(try Plist(PlistEncoder().document([most])) == [.integer(PlistInteger(Int128.max))])
    for format in [PlistFormat.xml, .binary, .openStep] {
      let error = #expect(throws: EncodingError.self) {
        try PlistEncoder(outputFormat: format).encode([most + 1])
      }
      guard case .invalidValue(_, let context) = error else { continue }
      #expect((context.underlyingError as? PlistError)?.code == .notRepresentable)
    }
    let numbers = [0, most + 1, .max]
    let json = try PlistEncoder(outputFormat: .json).encode(numbers)
    #expect(try JSONDecoder().decode([UInt128].self, from: json) == numbers)
    #expect(
      try PlistDecoder().decode([UInt128].self, from: JSONEncoder().encode(numbers)) == numbers)
  }

  @Test("An error has its location in the file")
  func errorLocation() throws {
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
