// Compares the package's text of numbers, dates and base64 with the C library's and with plain
// arithmetic. Uses Foundation's `String(format:)`, which calls the C library.

import Foundation
import PropertyLists
import Testing

@Suite("Numbers, dates and data as text")
struct NumberTextTests {
  /// Numbers of all magnitudes, the same in every run.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64 = 42

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  /// 100,000 doubles of random bits, and the hard cases: subnormal, halfway, powers.
  private static let reals: [Double] = {
    var generator = Generator()
    let random = (0..<100_000).map { index in
      index % 4 == 0
        ? Double(generator.next() % 1_000_000) / 1000 : Double(bitPattern: generator.next())
    }
    let special =
      [
        0.1, 0.3, 1e15, 1e16, 1e17, 1e21, 1e22, 1e23, 9_007_199_254_740_992,
        123_456_789_012_345_680,
      ]
      + [.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude]
      + [.leastNormalMagnitude.nextDown, 0.00001, 0.0001, 4_503_599_627_370_496.5]
    let powers = (-1074...1023).map { Double(sign: .plus, exponent: $0, significand: 1) }
    let tens = (-307...308).compactMap { Double("1e\($0)") }
    return (random + special + special.map { -$0 } + powers + tens)
      .filter { $0.isFinite && !$0.isZero }
  }()

  private func read(_ text: String) throws -> [PlistNode] {
    try PlistDocument(Array("<array>\(text)</array>".utf8)).root.children
  }

  @Test("100,000 reals are written as %.17g in C writes them")
  func writesReals() throws {
    let plist = Plist.array(Self.reals.map { .real($0) })
    let lines = String(decoding: try plist.encoded(as: .xml), as: UTF8.self).split(separator: "\n")
    let written = lines.filter { $0.hasPrefix("\t<real>") }.map { $0.dropFirst(7).dropLast(7) }
    let expected = Self.reals.map { String(format: "%.17g", $0) }
    let others = zip(written, expected).filter { $0 != $1 }
    #expect(written.count == expected.count)
    #expect(others.isEmpty, "\(others.prefix(10))")
  }

  @Test("100,000 reals are read to the same bits as by the C library")
  func readsReals() throws {
    let texts = Self.reals.flatMap { value in
      [value.description, String(format: "%.17g", value), String(format: "%.9e", value)]
    }
    try expectSameBits(texts)
  }

  @Test("Reals halfway between two doubles are rounded to even")
  func halfway() throws {
    try expectSameBits([
      "9007199254740993", "9007199254740995", "9007199254740992.9999999999999999999",
      "9007199254740993.00000000000000000000000001", "2.4703282292062327208e-324",
      "2.47032822920623272088284396434110686182e-324", "2.2250738585072012e-308",
      "1.7976931348623158e308", "1.7976931348623159e308", "1e400", "-1e400", "1e-400", ".5", "5.",
      "+1.5", "-0", "0e999999999999999999999", "00000000000000000000000000001.5e0", "1e+0000000005",
      "123456789012345678901234567890", "0.000000000000000000000000000000000000000000001",
    ])
  }

  private func expectSameBits(_ texts: [String]) throws {
    let nodes = try read(texts.map { "<real>\($0)</real>" }.joined())
    let others = zip(texts, nodes).filter { text, node in
      node.realValue?.bitPattern != strtod(text).bitPattern
    }
    #expect(nodes.count == texts.count)
    #expect(others.isEmpty, "\(others.prefix(10).map { "\($0) \($1.realValue ?? .nan)" })")
  }

  /// The C library's conversion.
  private func strtod(_ text: String) -> Double { unsafe Foundation.strtod(text, nil) }

  @Test("Integers are read and written in full")
  func integers() throws {
    var generator = Generator()
    let edges: [Int128] = [
      0, 1, -1, 99, 100, 9_999_999, 99_999_999, 100_000_000, 10_000_000_000_000_000,
    ]
    let limits = [Int128(Int64.min), Int128(Int64.max), Int128(UInt64.max), Int128(Int64.max) + 1]
    let random = (0..<10_000).map { Int128(generator.next() >> UInt64($0 % 64)) }
    let values = edges + limits + random + random.map { -($0 >> 1) }
    let nodes = try read(values.map { "<integer>\($0)</integer>" }.joined())
    #expect(nodes.map { $0.integerValue?.int128 } == values)
    let plist = Plist.array(values.map { .integer($0) })
    let text = String(decoding: try plist.encoded(as: .xml), as: UTF8.self)
    let written = text.matches(of: /<integer>([-0-9]+)<\/integer>/).map { String($0.1) }
    #expect(written == values.map(\.description))
    for format in [PlistFormat.xml, .binary] {
      #expect(try Plist(plist.encoded(as: format)) == plist)
    }
  }

  @Test("Integers are read in every form that Apple's parser accepts")
  func integerForms() throws {
    let forms: [(String, Int128)] = [
      ("0x10", 16), ("-0x10", -16), ("0XfF", 255), ("+5", 5), (" \n5", 5), ("- 5", -5),
      ("007", 7), ("-0", 0), ("0xFFFFFFFFFFFFFFFF", Int128(UInt64.max)), ("\u{2003}5", 5),
      ("-0x8000000000000000", Int128(Int64.min)), ("0000000000000000000000018", 18),
    ]
    for (text, value) in forms {
      #expect(
        try read("<integer>\(text)</integer>").first?.integerValue?.int128 == value, "\(text)")
    }
    for text in ["", "-", "0x", "5 ", "+-5", "1.0", "0x-1", "１", "1e3", "--5"] {
      #expect(throws: PlistError.self, "\(text)") { try read("<integer>\(text)</integer>") }
    }
  }

  @Test("Every day from the year 1 to 3000 has the correct date, in both directions")
  func dates() throws {
    var days = -730_485  // 0001-01-01, counted from 2001-01-01.
    var texts: [String] = []
    var seconds: [Double] = []
    for year in 1...3000 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in lengths.enumerated() {
        for day in Set([1, length]) {
          texts.append(String(format: "%04d-%02d-%02dT23:59:58Z", year, month + 1, day))
          seconds.append(Double(days + day - 1) * 86_400 + 86_398)
        }
        days += length
      }
    }
    let document = try PlistDocument(
      Array("<array>\(texts.map { "<date>\($0)</date>" }.joined())</array>".utf8))
    let read = document.root.children.map { $0.dateValue?.timeIntervalSinceReferenceDate }
    #expect(read == seconds)
    let written = String(decoding: try document.encoded(as: .xml), as: UTF8.self)
    #expect(written.matches(of: /<date>([^<]*)<\/date>/).map { String($0.1) } == texts)
  }

  @Test("The fields of a date roll over, and its fraction is rounded down")
  func dateEdges() throws {
    let forms: [(String, Double)] = [
      ("2000-13-01T00:00:00Z", 0), ("2000-12-31T24:00:00Z", 0), ("2000-12-31T23:59:60Z", 0),
      ("2001-01-00T00:00:00Z", -86_400), ("1-01-01T00:00:00Z", -63_113_904_000),
    ]
    for (text, seconds) in forms {
      let date = try read("<date>\(text)</date>").first?.dateValue
      #expect(date?.timeIntervalSinceReferenceDate == seconds, "\(text)")
    }
    let early = try Plist.date(Date(timeIntervalSinceReferenceDate: -0.5)).encoded(as: .xml)
    #expect(String(decoding: early, as: UTF8.self).contains("<date>2000-12-31T23:59:59Z</date>"))
  }

  @Test("Base64 is read as leniently as by Apple's parser")
  func base64() throws {
    let forms: [(String, [UInt8])] = [
      ("", []), ("AQID", [1, 2, 3]), ("AQI=", [1, 2]), ("AQ==", [1]), ("A Q\n=\t=", [1]),
      ("AQIDBA", [1, 2, 3]), ("AQ==AQ==", [1, 1]), ("AQID====", [1, 2, 3, 0]),
      ("*A-Q_I.D", [1, 2, 3]),
      ("AQ=*=", [1, 0]), ("AQIDBAUGBwgJ", [1, 2, 3, 4, 5, 6, 7, 8, 9]), ("====", [0]),
    ]
    for (text, bytes) in forms {
      #expect(try read("<data>\(text)</data>").first?.dataValue == Data(bytes), "\(text)")
    }
  }

  @Test("Data of every length up to 200 survives a round trip")
  func dataLengths() throws {
    for length in 0...200 {
      let plist = Plist.data(Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }))
      #expect(try Plist(plist.encoded(as: .xml)) == plist)
      #expect(try Plist(plist.encoded(as: .binary)) == plist)
    }
  }
}
