// Converts values as `UserDefaults` does, by the rules of Foundation on Linux. Files from other
// programs contain `YES` and numbers as text, and `defaults write` creates such files. The tests
// compare each rule with `UserDefaults` in the same process. Relies on the unarchiver for URLs in
// data.

internal import KeyedArchives
internal import PropertyLists

/// Converts values to the types that `UserDefaults` has methods for.
enum UserDefaultsConversion {
  /// The result of a conversion by the rules of `UserDefaults`.
  enum Outcome<Value> {
    /// The converted value; nil if the conversion yields none.
    case value(Value?)
    /// `UserDefaults` has no method for the type.
    case unsupportedType
  }

  /// Converts a value to a type.
  static func outcome<Value>(_ stored: StoredPreference, as type: Value.Type) -> Outcome<Value> {
    let plist = stored.plist
    if type == Bool.self { return .value(bool(plist) as? Value) }
    if type == Int.self { return .value(integer(plist) as? Value) }
    if type == Double.self { return .value(double(plist) as? Value) }
    if type == Float.self { return .value(float(plist) as? Value) }
    if type == String.self { return .value(string(stored) as? Value) }
    if type == [String].self { return .value(strings(plist) as? Value) }
    if type == [Plist].self { return .value(array(plist) as? Value) }
    if type == [String: Plist].self { return .value(dictionary(plist) as? Value) }
    if type == Data.self { return .value(plist.dataValue as? Value) }
    if type == Date.self { return .value(plist.dateValue as? Value) }
    if type == URL.self { return .value(url(plist) as? Value) }
    return .unsupportedType
  }

  // MARK: Scalars

  /// Returns the Boolean of a value. A number is true unless it is zero. Text is true if it begins
  /// with Y or T, or with a number whose first nonzero digit is in its integer part.
  private static func bool(_ plist: Plist) -> Bool {
    switch plist {
    case .bool(let value): return value
    case .integer(let value): return value.int128 != 0
    case .real(let value): return value != 0
    case .string(let text):
      var rest = Substring(text)
      rest.skip(\.isSpaceOrLineBreak)
      if let first = rest.first, "yYtT".contains(first) { return true }
      if let first = rest.first, "+-".contains(first) { rest.removeFirst() }
      // White space may precede and follow the zeros.
      rest.skip(\.isSpaceOrLineBreak)
      rest.skip { $0 == "0" }
      rest.skip(\.isSpaceOrLineBreak)
      return rest.first.map { "123456789".contains($0) } ?? false
    default: return false
    }
  }

  /// Returns the integer of a value: a real without its fraction, the number at the beginning of a
  /// text, 1 and 0 for true and false; the nearest integer if the number does not fit.
  private static func integer(_ plist: Plist) -> Int {
    switch plist {
    case .bool(let value): return value ? 1 : 0
    case .integer(let value): return Int(clamping: value.int128)
    case .real(let value):
      if value.isNaN { return 0 }
      return Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    case .string(let text):
      var rest = text.unicodeScalars[...]
      let isNegative = rest.takeSign(skipping: \.isSpaceOrLineBreak)
      let digits = rest.prefix(while: \.isDigit)
      if digits.isEmpty { return 0 }
      return Int((isNegative ? "-" : "") + String(digits)) ?? (isNegative ? .min : .max)
    default: return 0
    }
  }

  private static func double(_ plist: Plist) -> Double {
    switch plist {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Double(value.int128)
    case .real(let value): value
    case .string(let text): decimal(text).flatMap { Double($0) } ?? 0
    default: 0
    }
  }

  private static func float(_ plist: Plist) -> Float {
    switch plist {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Float(value.int128)
    case .real(let value): Float(value)
    case .string(let text): decimal(text).flatMap { Float($0) } ?? 0
    default: 0
    }
  }

  /// Returns the decimal number at the beginning of a string; nil if there is none, or if nothing
  /// follows the letter of its exponent.
  private static func decimal(_ text: String) -> String? {
    var rest = text.unicodeScalars[...]
    var number = rest.takeSign(skipping: \.isSpace) ? "-" : ""
    let whole = rest.take(\.isDigit)
    number += whole.isEmpty ? "0" : whole
    if rest.first == "." {
      rest.removeFirst()
      let fraction = rest.take(\.isDigit)
      if whole.isEmpty, fraction.isEmpty { return nil }
      number += fraction.isEmpty ? "" : "." + fraction
    } else if whole.isEmpty {
      return nil
    }
    guard rest.first == "e" || rest.first == "E" else { return number }
    rest.removeFirst()
    let isNegative = rest.takeSign(skipping: { _ in false })
    let exponent = rest.take(\.isDigit)
    return exponent.isEmpty ? nil : number + "e" + (isNegative ? "-" : "") + exponent
  }

  /// Returns text as it is, a number in its own precision, and 1 or 0 for true or false.
  private static func string(_ stored: StoredPreference) -> String? {
    switch stored.plist {
    case .string(let text): text
    case .bool(let value): value ? "1" : "0"
    case .integer(let value): value.description
    case .real(let value) where value.isNaN: "nan"
    case .real(let value): stored.isSingle ? "\(Float(value))" : "\(value)"
    default: nil
    }
  }

  // MARK: Objects

  private static func array(_ plist: Plist) -> [Plist]? {
    if case .array(let elements) = plist { elements } else { nil }
  }

  /// Returns an array if it contains only strings; its elements are not converted.
  private static func strings(_ plist: Plist) -> [String]? {
    guard let elements = array(plist) else { return nil }
    let texts = elements.compactMap(\.stringValue)
    return texts.count == elements.count ? texts : nil
  }

  private static func dictionary(_ plist: Plist) -> [String: Plist]? {
    plist.pairs.map { pairs in Dictionary(pairs.map { ($0.key, $0.value) }) { $1 } }
  }

  /// Returns the URL of a value. Text is the path of a file, in which `~` and `~name` denote home
  /// directories. Data is an archive of a URL.
  private static func url(_ plist: Plist) -> URL? {
    switch plist {
    case .string(var path):
      // A path that begins with a home directory does not end in a slash.
      if path.hasPrefix("~"), path.hasSuffix("/") { path.removeLast() }
      return URL(fileURLWithPath: path)
    case .data(let archive):
      return try? KeyedUnarchiver.unarchivedObject(of: URL.self, from: archive)
    default: return nil
    }
  }

  /// Returns a URL as `UserDefaults` stores it: the path of a file, or otherwise an archive of the
  /// URL.
  static func stored(_ url: URL) throws -> Plist {
    url.isFileURL ? .string(url.path) : .data(try KeyedArchiver.archivedData(root: url))
  }
}

extension Character {
  /// Whether it is white space. The two scalars of a CR LF line break are one character.
  fileprivate var isSpaceOrLineBreak: Bool { unicodeScalars.allSatisfy(\.isSpaceOrLineBreak) }
}

extension Unicode.Scalar {
  /// Whether it is white space within a line, like Foundation's `whitespaces`.
  fileprivate var isSpace: Bool {
    self == "\t" || self == "\u{200B}" || properties.generalCategory == .spaceSeparator
  }

  /// Whether it is white space or ends a line, like Foundation's `whitespacesAndNewlines`.
  fileprivate var isSpaceOrLineBreak: Bool { isSpace || properties.isWhitespace }

  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Substring {
  fileprivate mutating func skip(_ isSkipped: (Character) -> Bool) { self = drop(while: isSkipped) }
}

extension Substring.UnicodeScalarView {
  /// Removes and returns the longest matching prefix.
  fileprivate mutating func take(_ isTaken: (Unicode.Scalar) -> Bool) -> String {
    let taken = prefix(while: isTaken)
    self = self[taken.endIndex...]
    return String(taken)
  }

  /// Removes a sign and the white space around it; returns whether it is a minus sign.
  fileprivate mutating func takeSign(skipping isSkipped: (Unicode.Scalar) -> Bool) -> Bool {
    self = drop(while: isSkipped)
    guard let sign = first, sign == "+" || sign == "-" else { return false }
    removeFirst()
    self = drop(while: isSkipped)
    return sign == "-"
  }
}
