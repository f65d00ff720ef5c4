// How a preference of another type than the requested one is read: as an error, or by the rules of
// `UserDefaults`. Relies on `UserDefaultsConversion` for those rules.

internal import PropertyLists

extension Preferences {
  /// The treatment of a value whose type is not the requested one.
  public enum Conversion: Sendable, Hashable {
    /// The value is an error with the code ``StateError/Code/wrongType``. An integer is also a
    /// real, and a real without a fraction is also an integer. An argument of the program, which is
    /// always text, is a Boolean if it is `yes`, `no`, `true`, `false`, `1` or `0` in any case, and
    /// a number if all of it is a number.
    case strict
    /// The value is converted as `UserDefaults` does: to false or zero if it cannot be converted to
    /// a Boolean or a number, and to nil for other types. This applies to the types that
    /// `UserDefaults` has methods for: `Bool`, `Int`, `Float`, `Double`, `String`, `[String]`,
    /// arrays and dictionaries of `Plist`, `Data`, `URL`, and `Date`, which it returns as an
    /// object. All other types are read strictly. The article "Keeping preferences" lists the
    /// rules.
    case userDefaults
  }
}

/// The rules for reading one value.
enum PreferenceReading {
  /// Only as its own type.
  case strict
  /// Text from the command line as any scalar type.
  case argument
  /// By the rules of `UserDefaults`.
  case userDefaults
}

/// Converts arguments of a program to scalars: an argument does not have a type.
enum ArgumentConversion {
  private static let booleans = [
    "yes": true, "true": true, "1": true, "no": false, "false": false, "0": false,
  ]

  /// Returns the scalar that the entire text denotes; nil if there is none, and for types that are
  /// not converted.
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

  /// Accepts infinity only by name, not as a number that is too large.
  private static func real<Value: BinaryFloatingPoint>(
    _ text: String, type: Value.Type
  ) -> Value? {
    guard let value = Double(text).map({ Value($0) }) else { return nil }
    return value.isInfinite && text.contains(where: \.isNumber) ? nil : value
  }
}
