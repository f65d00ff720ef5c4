// The numbers, dates and data of the simple reader: regular expressions and the standard library's
// conversions, where the package has its own. Uses Foundation's calendar-free `Date`.

import Foundation

/// Scalars from their text.
enum SimpleScalars {
  /// White space of numbers, as in the description of the format.
  private static func trimmed(_ text: Substring) -> Substring {
    text.drop { character in
      character.unicodeScalars.allSatisfy { scalar in
        scalar.value < 0x21 || (0x7F...0xA0).contains(scalar.value)
          || (0x2000...0x200B).contains(scalar.value)
          || [0x202F, 0x205F, 0x3000].contains(scalar.value)
      }
    }
  }

  static func integer(_ bytes: ArraySlice<UInt8>) throws -> SimpleValue {
    guard let whole = String(validating: bytes, as: UTF8.self) else {
      throw SimpleFailure(description: "integer")
    }
    var text = trimmed(whole[...])
    let sign = text.first
    if sign == "-" || sign == "+" { text = trimmed(text.dropFirst()) }
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    if isHexadecimal { text = text.dropFirst(2) }
    guard text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }), !text.isEmpty,
      let magnitude = Int128(text, radix: isHexadecimal ? 16 : 10)
    else { throw SimpleFailure(description: "integer \(text)") }
    let value = sign == "-" ? -magnitude : magnitude
    guard value >= Int128(Int64.min), value <= Int128(UInt64.max) else {
      throw SimpleFailure(description: "integer range")
    }
    return .integer(value)
  }

  static func real(_ bytes: [UInt8]) throws -> SimpleValue {
    let whole = String(decoding: bytes, as: UTF8.self)
    switch whole.lowercased() {
    case "nan": return .real(of: .nan)
    case "inf", "+inf", "infinity", "+infinity": return .real(of: .infinity)
    case "-inf", "-infinity": return .real(of: -.infinity)
    default: break
    }
    let text = trimmed(whole[...])
    guard text.allSatisfy({ "0123456789+-.eE".contains($0) }), let value = Double(String(text))
    else { throw SimpleFailure(description: "real \(text)") }
    return .real(of: value)
  }

  /// Years are counted one by one: slow, and obviously correct.
  static func date(_ bytes: ArraySlice<UInt8>) throws -> SimpleValue {
    let text = String(decoding: bytes, as: UTF8.self)
    let form = /(-?[0-9]{1,9})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z/
    guard let match = text.wholeMatch(of: form), let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3), let hour = Int(match.4),
      let minute = Int(match.5), let second = Int(match.6)
    else { throw SimpleFailure(description: "date \(text)") }
    let days = daysFrom2001(year: year, month: month) + day - 1
    return .date(Double(days * 86_400 + hour * 3600 + minute * 60 + second).bitPattern)
  }

  /// Days from 2001-01-01 to the first of a month; months roll over into other years.
  private static func daysFrom2001(year: Int, month: Int) -> Int {
    var (year, month) = (year, month)
    while month > 12 { (year, month) = (year + 1, month - 12) }
    while month < 1 { (year, month) = (year - 1, month + 12) }
    var days = 0
    let isLeap = isLeap(year)
    // 400 years always have the same length.
    while year < 1801 { (year, days) = (year + 400, days - 146_097) }
    while year > 2401 { (year, days) = (year - 400, days + 146_097) }
    while year > 2001 { (year, days) = (year - 1, days + length(ofYear: year - 1)) }
    while year < 2001 { (year, days) = (year + 1, days - length(ofYear: year)) }
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return days + lengths.prefix(month - 1).reduce(0, +)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(ofYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func data(_ bytes: ArraySlice<UInt8>) throws -> SimpleValue {
    if bytes.contains(where: { $0 >= 0x80 }) { throw SimpleFailure(description: "data") }
    var output: [UInt8] = []
    var group: [Int] = []
    var padding = 0
    for byte in bytes {
      let sextet = byte == 0x3D ? 0 : alphabet.firstIndex(of: byte)
      if byte == 0x3D {
        padding += 1
      } else if byte != 0x20, !(0x09...0x0D).contains(byte) {
        padding = 0
      }
      guard let sextet else { continue }
      group.append(sextet)
      if group.count == 4 {
        let bits = group.reduce(0) { $0 << 6 | $1 }
        let decoded = [UInt8(bits >> 16), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
        output += decoded.prefix(3 - min(padding, 2))
        group = []
      }
    }
    return .data(output)
  }
}
