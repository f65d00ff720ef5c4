// Random values and random JSON from a seed: the same seed gives the same values on every machine.

import Foundation
import PropertyLists

/// The generator SplitMix64.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  mutating func number(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func element<Element>(of choices: [Element]) -> Element {
    choices[number(below: choices.count)]
  }
}

/// Generates property list values of every kind, mostly unusual ones.
struct RandomPlists {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A value with containers up to a depth. Recursive, by the depth.
  mutating func value(depth: Int) -> Plist {
    switch random.number(below: depth > 0 ? 14 : 9) {
    case 0: .null
    case 1: .bool(random.number(below: 2) == 0)
    case 2: .integer(PlistInteger(integer()))
    case 3: .real(real())
    case 4: .date(Date(timeIntervalSinceReferenceDate: seconds()))
    case 5:
      .data(Data((0..<random.number(below: 40)).map { _ in UInt8(random.number(below: 256)) }))
    case 6, 7: .string(text())
    case 8: .uid(PlistUID(random.element(of: [0, 7, .max, UInt32(random.number(below: 1000))])))
    case 9, 10: .array(elements(depth))
    case 11: .set(elements(depth))
    default: dictionary(depth)
    }
  }

  private mutating func elements(_ depth: Int) -> [Plist] {
    (0..<random.number(below: 5)).map { _ in value(depth: depth - 1) }
  }

  private mutating func dictionary(_ depth: Int) -> Plist {
    var plist: Plist = [:]
    for _ in 0..<random.element(of: [0, 1, 1, 1, 2, 5]) {
      plist[key()] = value(depth: depth - 1)
    }
    return plist
  }

  private mutating func key() -> String {
    random.number(below: 3) == 0
      ? text()
      : random.element(of: [
        "$", "$$", "$date", "$$date", "$data", "$uid", "$set", "$real", "$$set", "$$$real",
        "CF$UID",
        "", "a", "b", "key", "$\u{301}", "$top\n", "\u{0}", "\\u0024date",
      ])
  }

  private mutating func integer() -> Int128 {
    let edges: [Int128] = [
      0, 1, -1, 999_999_999_999_999_999, 1_000_000_000_000_000_000, Int128(Int64.max),
      Int128(Int64.max) + 1, Int128(Int64.min), Int128(Int64.min) - 1, Int128(UInt64.max),
      Int128(UInt64.max) + 1, .max, .min, .max - 1, .min + 1,
    ]
    let wide = Int128(truncatingIfNeeded: random.next()) << 64 | Int128(random.next())
    return random.number(below: 2) == 0
      ? random.element(of: edges) : wide >> Int128(random.number(below: 128))
  }

  private mutating func real() -> Double {
    let edges: [Double] = [
      .nan, .infinity, -.infinity, 0, -0.0, 1, -1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
      .leastNormalMagnitude,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e15, 1e16, 1e17, 123_456_789, 0.1, 1e-5,
      1e22, 1e23,
    ]
    return random.number(below: 2) == 0
      ? random.element(of: edges) : Double(bitPattern: random.next())
  }

  /// Seconds since 2001.
  private mutating func seconds() -> Double {
    let edges: [Double] = [
      0, -0.0, 0.5, -0.5, 1e-9, 816_958_923, 816_958_923.25, -63_114_076_800, -63_114_076_801,
      -62_135_596_800 - 978_307_200, 252_423_993_599, 252_423_993_600, 1e12, -1e12, 1e300, -1e300,
      .infinity, -.infinity, .nan, .leastNonzeroMagnitude, -978_307_200,
    ]
    if random.number(below: 2) == 0 { return random.element(of: edges) }
    let whole = Double(random.number(below: 200_000_000_000)) - 100_000_000_000
    return random.number(below: 2) == 0 ? whole : whole + 1 / Double(1 + random.number(below: 1000))
  }

  private mutating func text() -> String {
    let pieces = [
      "a", "plain text", "\"", "\\", "/", "\n", "\r", "\t", "\u{8}", "\u{C}", "\0", "\u{1F}",
      "\u{7F}", "é", "e\u{301}", "€", "😀", "👩‍👧", "\u{2028}", "\u{FFFD}", "\u{FFFF}", "\u{10FFFF}",
      "$", "$date", "\\u0041", "<&>", "0123456789", "}", "]", ":", ",",
    ]
    return (0..<random.number(below: 6)).map { _ in random.element(of: pieces) }.joined()
  }
}

/// Generates JSON with all the variation that the grammar allows.
struct RandomJSON {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// JSON text whose root is a container.
  mutating func text() -> String { space() + container(depth: 4) + space() }

  private mutating func value(depth: Int) -> String {
    switch random.number(below: depth > 0 ? 8 : 5) {
    case 0: random.element(of: ["true", "false", "null"])
    case 1, 2: number()
    case 3, 4: string()
    default: container(depth: depth)
    }
  }

  private mutating func container(depth: Int) -> String {
    let isArray = random.number(below: 2) == 0
    let items = (0..<random.number(below: 5)).map { index in
      let value = space() + value(depth: depth - 1) + space()
      // Repeated keys are read differently: the number keeps the keys distinct.
      return isArray ? value : space() + string(ending: "\(index)") + space() + ":" + value
    }
    let inside = items.isEmpty ? space() : items.joined(separator: ",")
    return isArray ? "[\(inside)]" : "{\(inside)}"
  }

  private mutating func space() -> String {
    random.number(below: 2) == 0 ? "" : random.element(of: [" ", "\n", "\t", "\r\n", "  \n    "])
  }

  private mutating func number() -> String {
    let whole = random.element(of: ["0", "7", "10", "123456789", "9007199254740993", "4294967296"])
    let fraction = random.element(of: ["", "", ".0", ".5", ".125", ".1", ".0000001"])
    let exponent = random.element(of: ["", "", "e0", "E5", "e+2", "e-10", "E-300", "e200"])
    return random.element(of: ["", "-"]) + whole + fraction + exponent
  }

  private mutating func string(ending: String = "") -> String {
    let pieces = [
      "a", "text of some length", "é", "😀", "\\n", "\\t", "\\\"", "\\\\", "\\/", "/", "\\b", "\\f",
      "\\r", "\\u0041", "\\u00e9", "\\uD83D\\uDE00", "\\u2028", "\u{7F}", " ", "<>&'",
    ]
    let inside = (0..<random.number(below: 6)).map { _ in random.element(of: pieces) }.joined()
    return "\"\(inside)\(ending)\""
  }
}
