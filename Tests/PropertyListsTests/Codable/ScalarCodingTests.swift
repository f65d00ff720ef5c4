// Compares every type of the standard library and Foundation that programs store in property lists
// with Foundation's coders. Uses `expectAgreement`.

import Foundation
import PropertyLists
import Testing

@Suite("Coding scalars")
struct ScalarCodingTests {
  private func expectExtremes<T: FixedWidthInteger & Codable>(_ type: T.Type) throws {
    try expectAgreement(Box([T.min, T.max, T.zero, 1, T.max / 2, T.min / 2]))
    try expectAgreement(Box(T.max))
    try expectAgreement([T.min])
  }

  @Test("Integers of all widths keep their extremes")
  func integers() throws {
    try expectExtremes(Int.self)
    try expectExtremes(Int8.self)
    try expectExtremes(Int16.self)
    try expectExtremes(Int32.self)
    try expectExtremes(Int64.self)
    try expectExtremes(UInt.self)
    try expectExtremes(UInt8.self)
    try expectExtremes(UInt16.self)
    try expectExtremes(UInt32.self)
    try expectExtremes(UInt64.self)
  }

  @Test("128-bit integers survive in binary files, and in XML where 64 bits suffice")
  func wideIntegers() throws {
    let binary = PlistEncoder(outputFormat: .binary)
    for value in [Int128.min, -1, 0, Int128(UInt64.max), Int128(UInt64.max) + 1, .max] {
      #expect(try PlistDecoder().decode(Int128.self, from: binary.encode(value)) == value)
      #expect(try PlistDecoder().decode([Int128].self, from: binary.encode([value])) == [value])
    }
    let unsigned = Box(UInt128(UInt64.max))
    #expect(try PlistDecoder().decode(Box.self, from: PlistEncoder().encode(unsigned)) == unsigned)
    for value in [Box(Int128.min), Box(Int128(UInt64.max) + 1)] {
      let error = #expect(throws: PlistError.self) { try PlistEncoder().encode(value) }
      #expect(error?.code == .notRepresentable && error?.path == PlistPath([.key("value")]))
    }
    #expect(throws: EncodingError.self) { try binary.encode([UInt128.max]) }
  }

  @Test("JSON keeps all numbers of UInt128, wherever they appear")
  func widestIntegers() throws {
    struct Wide: Codable, Equatable {
      var field = UInt128.max
      var optional: UInt128? = UInt128.max - 1
      var small: UInt128 = 5
      var list = [UInt128.max, 0, UInt128(Int128.max) + 1]
      var pairs = ["key": UInt128.max]
    }
    for format in [PlistFormat.json, .typedJSON] {
      let encoder = PlistEncoder(outputFormat: format)
      let data = try encoder.encode(Wide())
      #expect(try PlistDecoder().decode(Wide.self, from: data) == Wide())
      #expect(try PlistDecoder().decode(Wide.self, from: [UInt8](data)) == Wide())
      let root = try encoder.encode(UInt128.max)
      #expect(String(decoding: root, as: UTF8.self) == "340282366920938463463374607431768211455\n")
      var options = PlistReadingOptions()
      options.looseText = .json
      #expect(try PlistDecoder(options: options).decode(UInt128.self, from: root) == .max)
    }
  }

  @Test("A number that requires UInt128 decodes as no other type except the nearest Double")
  func widestIntegerAsOthers() throws {
    let data = Data("[340282366920938463463374607431768211455]".utf8)
    #expect(try PlistDecoder().decode([Double].self, from: data) == [0x1p128])
    #expect(throws: DecodingError.self) { try PlistDecoder().decode([Int128].self, from: data) }
    #expect(throws: DecodingError.self) { try PlistDecoder().decode([Int].self, from: data) }
    #expect(throws: DecodingError.self) { try PlistDecoder().decode([Float].self, from: data) }
    let error = #expect(throws: DecodingError.self) {
      try PlistDecoder().decode([Plist].self, from: data)
    }
    if case .dataCorrupted(let context) = error {
      let own = context.underlyingError as? PlistError
      #expect(own?.code == .integerOutOfRange && own?.position?.offset == 1)
    }
    #expect(throws: PlistError.self) { try Plist(data) }
    let tooWide = Data("[340282366920938463463374607431768211456]".utf8)
    #expect(throws: PlistError.self) { try PlistDecoder().decode([Double].self, from: tooWide) }
    #expect(throws: EncodingError.self) {
      try PlistEncoder(outputFormat: .json).document([UInt128.max])
    }
  }

  @Test("Reals of both widths keep their bits")
  func reals() throws {
    try expectAgreement(Box([0, -0.0, 0.1, 1e300, .pi, -.infinity, .infinity] as [Double]))
    try expectAgreement(Box([.leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16] as [Double]))
    try expectAgreement(Box([0, -0.0, 0.1, 1e30, .pi, -.infinity, .infinity] as [Float]))
    try expectAgreement(Box([.leastNonzeroMagnitude, .greatestFiniteMagnitude] as [Float]))
    try expectAgreement(Box(0.1 as Float))
    for format in [PlistFormat.xml, .binary] {
      let data = try PlistEncoder(outputFormat: format).encode([-0.0, .nan])
      let reals = try PlistDecoder().decode([Double].self, from: data)
      #expect(reals[0].sign == .minus && reals[1].isNaN)
    }
    #expect(
      try ownText([Double.nan]) == String(decoding: foundationData([Double.nan]), as: UTF8.self))
  }

  @Test("Booleans, strings, dates and data are distinct kinds of values")
  func plainValues() throws {
    try expectAgreement(Box([true, false]))
    try expectAgreement(Box(["", "a", "é<&>\"'", "😀\n\t\r", " spaced ", "e\u{301}"]))
    try expectAgreement([
      Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSince1970: -1e9),
    ])
    try expectAgreement(Box(Data(0...255)))
    try expectAgreement([Data(), Data([1]), Data(repeating: 7, count: 100)])
  }

  @Test("Types of Foundation encode themselves as they do for Foundation")
  func foundationTypes() throws {
    let url = try #require(URL(string: "https://example.org/a?b=c#d"))
    try expectAgreement([url, URL(fileURLWithPath: "/tmp/a b")])
    try expectAgreement(Box(UUID()))
    try expectAgreement([Decimal(string: "3.14159265358979")] as [Decimal?])
    try expectAgreement(Box(Decimal(-1)))
    try expectAgreement(IndexSet([1, 2, 3, 9]))
    try expectAgreement(Locale(identifier: "de_DE"))
    try expectAgreement(DateComponents(year: 2024, month: 2))
  }

  @Test("A nil is omitted from structs and written as $null in arrays")
  func optionals() throws {
    try expectAgreement([nil, 1, nil] as [Int?])
    try expectAgreement(["a": nil, "b": "c"] as [String: String?])
    try expectAgreement(Box(nil as Int?))
    try expectAgreement(Box(5 as Int??))
    try expectAgreement([nil, Date(timeIntervalSinceReferenceDate: 1)] as [Date?])
    try expectAgreement(Box(["a", nil] as [String?]))
  }

  @Test("Text that resembles $null in another encoding is not nil")
  func lookalikeNull() throws {
    let text = "\u{246E}\u{756C}\u{6C61}ab"
    for format in [PlistFormat.xml, .binary] {
      let data = try PlistEncoder(outputFormat: format).encode([text])
      #expect(try PlistDecoder().decode([String?].self, from: data) == [text])
      #expect(try PropertyListDecoder().decode([String?].self, from: data) == [text])
    }
  }

  @Test("$null means nil in every spelling, not only in plain characters")
  func nullForms() throws {
    for form in ["$null", "&#36;null", "<![CDATA[$null]]>"] {
      let bytes = Data("<plist><array><string>\(form)</string></array></plist>".utf8)
      #expect(try PlistDecoder().decode([String?].self, from: bytes) == [nil])
    }
  }

  @Test("The root may be a scalar")
  func outermost() throws {
    for format in [PlistFormat.xml, .binary] {
      let encoder = PlistEncoder(outputFormat: format)
      #expect(try PlistDecoder().decode(Int.self, from: encoder.encode(-7)) == -7)
      #expect(try PlistDecoder().decode(String.self, from: encoder.encode("a")) == "a")
      #expect(try PlistDecoder().decode(Int?.self, from: encoder.encode(nil as Int?)) == nil)
      #expect(try PlistDecoder().decode(Data.self, from: encoder.encode(Data([1]))) == Data([1]))
    }
  }
}
