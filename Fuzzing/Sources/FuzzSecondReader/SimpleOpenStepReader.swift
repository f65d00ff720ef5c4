// The OpenStep part of the second reader: the grammar that Apple's parser accepts, and GNUstep's
// typed values, slow, recursive and short. Independent of this package.

import Foundation

/// The reader of the OpenStep family.
struct SimpleOpenStepReader {
  private let text: [Unicode.Scalar]
  private var position = 0

  init(_ utf8: [UInt8]) throws {
    guard let string = String(validating: utf8, as: UTF8.self) else {
      throw SimpleFailure(description: "not UTF-8")
    }
    text = Array(string.unicodeScalars)
  }

  mutating func read() throws -> SimpleValue {
    skip()
    if position == text.count { return .dictionary([]) }
    if "{(<".unicodeScalars.contains(text[position]) {
      let value = try value()
      skip()
      guard position == text.count else { throw fault("junk") }
      return value
    }
    let start = position
    let first = try string()
    skip()
    if position == text.count { return .string(first) }
    position = start
    return try pairs { $0.position == $0.text.count }
  }

  private func fault(_ words: String) -> SimpleFailure {
    SimpleFailure(description: "\(words) at \(position)")
  }

  private func isNext(_ words: String) -> Bool {
    text[min(position, text.count)...].starts(with: words.unicodeScalars)
  }

  private mutating func expect(_ word: String) throws {
    skip()
    guard isNext(word) else { throw fault("no \(word)") }
    position += word.unicodeScalars.count
  }

  /// White space and comments.
  private mutating func skip() {
    while position < text.count {
      if "\t\n\u{B}\u{C}\r \u{2028}\u{2029}".unicodeScalars.contains(text[position]) {
        position += 1
      } else if isNext("//") {
        while position < text.count, !"\n\r\u{2028}\u{2029}".unicodeScalars.contains(text[position])
        { position += 1 }
      } else if isNext("/*") {
        position += 2
        while position < text.count, !isNext("*/") { position += 1 }
        position = min(position + 2, text.count)
      } else {
        return
      }
    }
  }

  private mutating func value() throws -> SimpleValue {
    skip()
    guard position < text.count else { throw fault("the end") }
    switch text[position] {
    case "{":
      position += 1
      let value = try pairs { $0.isNext("}") }
      try expect("}")
      return value
    case "(": return try array()
    case "<": return isNext("<*") || isNext("<[") ? try typed() : try data()
    default: return .string(try string())
    }
  }

  /// Pairs up to the end of the dictionary; the last value of a key counts, at its first position.
  private mutating func pairs(until isEnd: (Self) -> Bool) throws -> SimpleValue {
    var pairs: [SimpleValue.Pair] = []
    while true {
      skip()
      if isEnd(self) { return .dictionary(pairs) }
      let key = try string()
      skip()
      var value = SimpleValue.string(key)
      if isNext("=") {
        position += 1
        value = try self.value()
      }
      try expect(";")
      if let index = pairs.firstIndex(where: { $0.key == key }) {
        pairs[index].value = value
      } else {
        pairs.append(SimpleValue.Pair(key: key, value: value))
      }
    }
  }

  private mutating func array() throws -> SimpleValue {
    position += 1
    var elements: [SimpleValue] = []
    skip()
    while !isNext(")") {
      elements.append(try value())
      skip()
      if isNext(",") {
        position += 1
        skip()
      } else if !isNext(")") {
        throw fault("no comma")
      }
    }
    position += 1
    return .array(elements)
  }

  /// The text up to a `>`.
  private mutating func upToAngle() throws -> String {
    let start = position
    while position < text.count, text[position] != ">" { position += 1 }
    guard position < text.count else { throw fault("no >") }
    position += 1
    return String(String.UnicodeScalarView(text[start..<position - 1]))
  }

  private mutating func data() throws -> SimpleValue {
    position += 1
    var bytes: [UInt8] = []
    var digits = ""
    for scalar in try upToAngle().unicodeScalars {
      let isSpace = " \t\n\r\u{2028}\u{2029}".unicodeScalars.contains(scalar)
      if isSpace, digits.isEmpty { continue }
      digits.unicodeScalars.append(scalar)
      if digits.unicodeScalars.count == 2 {
        guard digits.allSatisfy(\.isHexDigit), let byte = UInt8(digits, radix: 16) else {
          throw fault("no hexadecimal")
        }
        bytes.append(byte)
        digits = ""
      }
    }
    guard digits.isEmpty else { throw fault("half a byte") }
    return .data(bytes)
  }

  /// The plainest of GNUstep's values: only the reader under test supports rarer ones.
  private mutating func typed() throws -> SimpleValue {
    let content = try upToAngle()
    let payload = String(content.dropFirst(3))
    if content.hasPrefix("<["), content.hasSuffix("]"),
      let data = Data(base64Encoded: String(content.dropFirst(2).dropLast()))
    {
      return .data(Array(data))
    }
    if content.hasPrefix("<*I"), let value = Int128(payload), "\(value)" == payload,
      value >= Int128(Int64.min), value <= Int128(UInt64.max)
    {
      return .integer(value)
    }
    if content.hasPrefix("<*R"), let value = Double(payload), "\(value)" == payload {
      return .real(of: value)
    }
    if content == "<*BY" || content == "<*BN" { return .bool(content == "<*BY") }
    throw fault("a typed value that is left out")
  }

  // MARK: Strings

  private mutating func string() throws -> [UInt8] {
    guard position < text.count else { throw fault("the end") }
    if text[position] == "\"" || text[position] == "'" { return try quoted() }
    var result = String.UnicodeScalarView()
    while position < text.count, isBare(text[position]) {
      result.append(text[position])
      position += 1
    }
    guard !result.isEmpty else { throw fault("no string") }
    return Array(String(result).utf8)
  }

  private func isBare(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "_$/:.-".unicodeScalars.contains(scalar))
  }

  private mutating func quoted() throws -> [UInt8] {
    let quote = text[position]
    position += 1
    var units: [UInt16] = []
    while true {
      guard position < text.count else { throw fault("no quote") }
      let scalar = text[position]
      position += 1
      if scalar == quote { break }
      if scalar == "\\" { try escape(&units) } else { units += Array(String(scalar).utf16) }
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private mutating func escape(_ units: inout [UInt16]) throws {
    guard position < text.count else { throw fault("the end") }
    let scalar = text[position]
    if ("0"..."7").contains(scalar) {
      let byte = UInt16(number(radix: 8, digits: 3) & 0xFF)
      guard byte < 0x80 else { throw fault("an octal number above 0177, which is left out") }
      units.append(byte)
      return
    }
    position += 1
    if scalar == "U" { return units.append(UInt16(number(radix: 16, digits: 4))) }
    let named: [Unicode.Scalar: UInt16] = [
      "a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11,
    ]
    units += named[scalar].map { [$0] } ?? Array(String(scalar).utf16)
  }

  private mutating func number(radix: Int, digits: Int) -> Int {
    var value = 0
    for _ in 0..<digits {
      guard position < text.count, text[position].isASCII,
        let digit = Int(String(text[position]), radix: radix)
      else { break }
      value = value * radix + digit
      position += 1
    }
    return value
  }
}
