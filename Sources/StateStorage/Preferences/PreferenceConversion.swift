// How a preference is read that has another type than was asked for: as an error, or as `UserDefaults`
// reads it. Relies on `UserDefaultsConversion` for the rules of `UserDefaults`.

internal import PropertyLists

extension Preferences {
  /// How a value is read that has another type than was asked for.
  public enum Conversion: Sendable, Hashable {
    /// Such a value is an error with the code ``StateError/Code/wrongType``. An integer is also a real,
    /// and a real without a fraction an integer. An argument of the program, which is always text, is a Boolean where it is `yes`, `no`,
    /// `true`, `false`, `1` or `0` in any case, and a number where all of it is one.
    case strict
    /// Such a value is what `UserDefaults` reads, which gives false or zero for a value that it cannot
    /// convert to a Boolean or a number, and nil for other types. This concerns the types that
    /// `UserDefaults` has methods for: `Bool`, `Int`, `Float`, `Double`, `String`, `[String]`, arrays
    /// and dictionaries of `Plist`, `Data`, `URL`, and `Date`, which it gives as an object. All other
    /// types are read strictly. The article "Keeping preferences" has the rules.
    case userDefaults
  }
}

/// How one value is read.
enum PreferenceReading {
  /// Only as the type that it has.
  case strict
  /// Text of the command line as any scalar type.
  case argument
  /// By the rules of `UserDefaults`.
  case userDefaults
}

/// Arguments of a program as scalars: an argument has no type of its own.
enum ArgumentConversion {
  private static let booleans = [
    "yes": true, "true": true, "1": true, "no": false, "false": false, "0": false,
  ]

  /// The scalar that all of a text is; nil where it is none, and for types that are not converted.
  static func scalar<Value>(_ text: String, as type: Value.Type) -> Value? {
    if type == Bool.self { return booleans[text.lowercased()] as? Value }
    if let type = type as? any FixedWidthInteger.Type { return integer(text, type: type) as? Value }
    if let type = type as? any BinaryFloatingPoint.Type { return real(text, type: type) as? Value }
    return nil
  }

  private static func integer<Value: FixedWidthInteger>(
    _ text: String, type: Value.Type
  ) -> Value? {
    Value(text)
  }

  /// Infinity by its name alone, not for a number that is too large.
  private static func real<Value: BinaryFloatingPoint>(
    _ text: String, type: Value.Type
  ) -> Value? {
    guard let value = Double(text).map({ Value($0) }) else { return nil }
    return value.isInfinite && text.contains(where: \.isNumber) ? nil : value
  }
}
