// Writes and reads random values that a dialect supports; for plain OpenStep also with Foundation
// in the same process.

import Foundation
import PropertyLists
import Testing

@Suite("Random values in the OpenStep family")
struct OpenStepPropertyTests {
  @Test(
    "A written value is read as the same value",
    arguments: [PlistFormat.openStep, .gnuStep, .strings, .glyphs])
  func roundTrip(format: PlistFormat) throws {
    var maker = RandomPlist(seed: 0x5EED, format: format)
    for index in 0..<400 {
      var options = PlistWritingOptions()
      options.layout = index % 2 == 0 ? .indented : .compact
      let value = maker.root()
      let data = try value.encoded(as: format, options: options)
      #expect(
        try Self.read(data, format) == value,
        "\(index): \(String(decoding: data, as: UTF8.self))")
    }
  }

  private static func read(_ data: Data, _ format: PlistFormat) throws -> Plist {
    var options = PlistReadingOptions()
    if format == .glyphs { options.numbers = .typed }
    return try Plist(PlistDocument(data, options: options))
  }

  @Test("Foundation reads plain OpenStep text as the same value")
  func foundation() throws {
    var maker = RandomPlist(seed: 0xF0F0, format: .openStep)
    for index in 0..<400 {
      let value = maker.root()
      let data = try value.encoded(as: .openStep)
      let read = try unsafe PropertyListSerialization.propertyList(
        from: data, options: [], format: nil)
      #expect(Plist(foundation: read) == value, "\(index)")
    }
  }
}

extension Plist {
  /// A value of Foundation's old-style property lists.
  fileprivate init?(foundation value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let data as Data: self = .data(data)
    case let list as [Any]: self = .array(list.compactMap(Plist.init(foundation:)))
    case let pairs as [String: Any]:
      self = [:]
      for (key, child) in pairs { self[key] = Plist(foundation: child) }
    default: return nil
    }
  }
}

/// A source of random values of a format; the same for the same seed.
private struct RandomPlist: RandomNumberGenerator {
  private var state: UInt64
  private let format: PlistFormat

  init(seed: UInt64, format: PlistFormat) {
    state = seed
    self.format = format
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD ^ state >> 29
  }

  mutating func root() -> Plist {
    if format == .strings { return dictionary(depth: 2) }
    return value(depth: Int.random(in: 0...4, using: &self))
  }

  private mutating func value(depth: Int) -> Plist {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &self) {
    case 0...2: .string(text())
    case 3:
      .data(
        Data(
          (0..<Int.random(in: 0...9, using: &self)).map { _ in UInt8(truncatingIfNeeded: next()) }))
    case 4, 5: scalar()
    case 6, 7:
      .array((0..<Int.random(in: 0...4, using: &self)).map { _ in value(depth: depth - 1) })
    default: dictionary(depth: depth)
    }
  }

  private mutating func dictionary(depth: Int) -> Plist {
    var result: Plist = [:]
    for _ in 0..<Int.random(in: 0...4, using: &self) { result[text()] = value(depth: depth - 1) }
    return result
  }

  private mutating func scalar() -> Plist {
    switch format {
    case .gnuStep: typed()
    case .glyphs: number()
    default: .string(text())
    }
  }

  private mutating func number() -> Plist {
    let small = Double(Int.random(in: -99_999...99_999, using: &self))
    return small.truncatingRemainder(dividingBy: 8) == 0
      ? .integer(PlistInteger(Int64(bitPattern: next()))) : .real(small / 8)
  }

  private mutating func typed() -> Plist {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: .integer(PlistInteger(next()))
    case 1: .bool(next() & 1 == 0)
    case 2: .date(Date(timeIntervalSinceReferenceDate: Double(Int32(truncatingIfNeeded: next()))))
    default: real()
    }
  }

  private mutating func real() -> Plist {
    let value = Double(bitPattern: next())
    return .real(value.isNaN ? 0.1 : value)
  }

  /// Text with quotes, escapes, controls, numbers, comments and characters of every width.
  private mutating func text() -> String {
    let parts = [
      "a", "Z9", "0", "-1", "1.5", "0041", ".", "//", "/*", "*/", "\"", "'", "\\", "\\n", "\n",
      "\r",
      "\t", "\u{0}", "\u{7}", "\u{1B}", "\u{7F}", "\u{80}", "é", "\u{2028}", "漢", "\u{FEFF}", "😀",
      "{}", "()", ";", "=", "<", ",", " ", "$", "_", ":", "bplist",
    ]
    let count = Int.random(in: 0...3, using: &self)
    return (0..<count).map { _ in parts.randomElement(using: &self) ?? "" }.joined()
  }
}
