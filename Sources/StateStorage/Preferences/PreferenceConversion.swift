// What a scalar preference is as another type, by the rules of `UserDefaults`: files that other programs
// have written hold `YES` as text and numbers as text, and `defaults write` makes them so.

internal import PropertyLists

/// Scalars as other types; nil where the value says nothing about that type.
enum PreferenceConversion {
  /// The value as a scalar type; nil where the type is no scalar or the value is nothing of it.
  static func scalar<Value>(_ plist: Plist, as type: Value.Type) -> Value? {
    if type == Bool.self { return bool(plist) as? Value }
    if type == String.self { return string(plist) as? Value }
    if let type = type as? any FixedWidthInteger.Type { return integer(plist, type) as? Value }
    if let type = type as? any BinaryFloatingPoint.Type { return real(plist, type) as? Value }
    return nil
  }

  /// Whether values are converted to a type.
  static func isTarget<Value>(_ type: Value.Type) -> Bool {
    type == Bool.self || type == String.self || type is any FixedWidthInteger.Type
      || type is any BinaryFloatingPoint.Type
  }

  /// A number is true unless it is zero. Text is true where it begins with Y, T or a number other than
  /// zero, and false where it begins with N, F or zero.
  static func bool(_ plist: Plist) -> Bool? {
    switch plist {
    case .bool(let value): return value
    case .integer(let value): return value.int128 != 0
    case .real(let value): return value != 0
    case .string(let text):
      let text = text.drop { $0 == " " || $0 == "\t" }
      guard let first = text.first else { return nil }
      if "yYtT".contains(first) { return true }
      if "nNfF".contains(first) { return false }
      return realPrefix(text).map { _ in
        text.drop { "+-0".contains($0) }.first.map { "123456789".contains($0) } ?? false
      }
    default: return nil
    }
  }

  /// The digits of a number; 1 and 0 for true and false.
  static func string(_ plist: Plist) -> String? {
    switch plist {
    case .string(let text): text
    case .bool(let value): value ? "1" : "0"
    case .integer(let value): value.description
    case .real(let value): text(of: value)
    default: nil
    }
  }

  /// A whole number without its point, any other number in as few digits as it takes.
  private static func text(of value: Double) -> String {
    if let integer = Int64(exactly: value), integer.magnitude < 1 << 53 { return "\(integer)" }
    return value.isFinite ? "\(value)" : value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
  }

  /// A number without its fraction, the number that a text begins with, 1 and 0 for true and false; nil
  /// where that does not fit.
  private static func integer<Value: FixedWidthInteger>(
    _ plist: Plist, _ type: Value.Type
  ) -> Value? {
    switch plist {
    case .bool(let value): return value ? 1 : 0
    case .integer(let value): return Value(exactly: value)
    case .real(let value):
      let whole = value.rounded(.towardZero)
      return Value(exactly: whole)
    case .string(let text):
      let text = text.drop { $0.isWhitespace }
      let digits = text.drop { "+-".contains($0) }.prefix { $0.isASCII && $0.isNumber }
      let sign = text.prefix { "+-".contains($0) }
      guard sign.count <= 1, !digits.isEmpty else { return nil }
      return Value(String(sign + digits))
    default: return nil
    }
  }

  /// A number, the number that a text begins with, 1 and 0 for true and false.
  private static func real<Value: BinaryFloatingPoint>(
    _ plist: Plist, _ type: Value.Type
  ) -> Value? {
    switch plist {
    case .bool(let value): return value ? 1 : 0
    case .integer(let value): return Value(value.int128)
    case .real(let value): return finite(value)
    case .string(let text): return realPrefix(text.drop { $0.isWhitespace }).flatMap { finite($0) }
    default: return nil
    }
  }

  /// The number in a narrower type; nil where it would become infinite.
  private static func finite<Value: BinaryFloatingPoint>(_ value: Double) -> Value? {
    let narrow = Value(value)
    return narrow.isInfinite && value.isFinite ? nil : narrow
  }

  /// The decimal number that a text begins with.
  private static func realPrefix(_ text: Substring) -> Double? {
    var end = text.startIndex
    var hasDigits = false
    func take(_ isWanted: (Character) -> Bool) -> Bool {
      let start = end
      while end < text.endIndex, isWanted(text[end]) { end = text.index(after: end) }
      return start != end
    }
    func takeOne(_ characters: String) {
      if end < text.endIndex, characters.contains(text[end]) { end = text.index(after: end) }
    }
    func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
    takeOne("+-")
    hasDigits = take(isDigit)
    takeOne(".")
    hasDigits = take(isDigit) || hasDigits
    guard hasDigits else { return nil }
    let mantissa = end
    takeOne("eE")
    takeOne("+-")
    if !take(isDigit) { end = mantissa }
    return Double(text[..<end])
  }
}
