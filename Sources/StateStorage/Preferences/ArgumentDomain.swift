// The preferences in the arguments of a program, such as `-fontSize 14`, parsed as in
// `UserDefaults`; and how a preference of a type other than the requested one is read. Relies on
// `UserDefaultsConversion` for the rules of `UserDefaults`.

internal import PropertyLists

/// Parses arguments as preferences.
enum ArgumentDomain {
  /// The first characters of a value that may be a property list.
  private static let beginnings: Set<Character> = ["{", "(", "[", "<", "\""]

  /// Returns the values by key. If a key appears more than once, its last value counts.
  static func values(_ arguments: [String]) -> [String: Plist] {
    var values: [String: Plist] = [:]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), let value = rest.first, !value.hasPrefix("-") else { continue }
      rest.removeFirst()
      let key = String(word.dropFirst())
      if key.isEmpty || CombiningMarks.exceedLimit(in: key) { continue }
      // Removes leading and trailing white space.
      let start = value.unicodeScalars.drop { $0.properties.isWhitespace }
      let end = start.lastIndex { !$0.properties.isWhitespace }
      values[key] = plist(end.map { String(start[...$0]) } ?? "")
    }
    return values
  }

  private static func plist(_ text: String) -> Plist {
    guard let first = text.first, beginnings.contains(first),
      let document = try? PlistDocument(Array(text.utf8)),
      document.format == .xml || document.format == .openStep,
      let value = try? PreferenceValue.checked(Plist(document), key: "")
    else { return .string(text) }
    return value
  }
}

extension Preferences {
  /// The treatment of a value whose type is not the requested one.
  public enum Conversion: Sendable, Hashable {
    /// The value is an error with the code ``StateError/Code/wrongType``. An integer is also a
    /// real, and a real without a fraction is also an integer. An argument of the program, which is
    /// always text, is a Boolean if it is `yes`, `no`, `true`, `false`, `1` or `0` in any letter
    /// case, and a number if the entire text is one.
    case strict
    /// The value is converted as in `UserDefaults`: to false or zero if it cannot be converted to a
    /// Boolean or a number, and to nil for the other types that `UserDefaults` has methods for:
    /// `String`, `[String]`, arrays and dictionaries of `Plist`, `Data`, `URL` and `Date`. All
    /// other types are read strictly. The article "Keeping preferences" lists the rules.
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

/// Converts arguments of a program, which do not have types, to scalars.
enum ArgumentConversion {
  private static let booleans = [
    "yes": true, "true": true, "1": true, "no": false, "false": false, "0": false,
  ]

  /// Returns the scalar that the entire text denotes; nil if there is none or the type is not
  /// supported.
  static func scalar<Value>(_ text: String, as type: Value.Type) -> Value? {
    if type == Bool.self { return booleans[text.lowercased()] as? Value }
    func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? { Integer(text) }
    // Accepts infinity only by name, not as a number that is too large.
    func real<Real: BinaryFloatingPoint>(_: Real.Type) -> Real? {
      guard let value = Double(text).map({ Real($0) }) else { return nil }
      return value.isInfinite && text.contains(where: \.isNumber) ? nil : value
    }
    if let type = type as? any FixedWidthInteger.Type { return integer(type) as? Value }
    if let type = type as? any BinaryFloatingPoint.Type { return real(type) as? Value }
    return nil
  }
}
