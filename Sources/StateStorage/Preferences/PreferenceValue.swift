// Swift values as property lists and back. A value of a type other than the requested one is read
// according to `PreferenceReading`. Relies on the coders of property lists.

internal import PropertyLists

/// Encodes and decodes values in a file of preferences.
enum PreferenceValue {
  /// Returns the value in the form in which it is stored for a conversion: `UserDefaults` stores
  /// URLs differently. Returns nil for an optional without a value, however deeply nested.
  static func encoded<Value: Encodable>(
    _ value: Value, key: String, conversion: Preferences.Conversion
  ) throws(StateError) -> StoredPreference? {
    if let optional = value as? any OptionalEncoding {
      return try optional.encoded(key, conversion: conversion)
    }
    let stored: StoredPreference
    do {
      if let url = value as? URL {
        if conversion == .userDefaults {
          return StoredPreference(try UserDefaultsConversion.stored(url))
        }
        return StoredPreference(.string(url.absoluteString))
      }
      stored = try StoredPreference(PlistEncoder(outputFormat: .binary).document(value).root)
    } catch { throw notEncodable(key, what: "could not be encoded", cause: error) }
    _ = try checked(stored.plist, key: key, refusing: nullText)
    return stored
  }

  /// The text that the coders of property lists use for a nil inside an array.
  private static let nullText: Plist = .string("$null")

  /// Returns a value that every reader of property lists accepts.
  static func checked(_ plist: Plist, key: String, refusing refused: Plist? = nil)
    throws(StateError) -> Plist
  {
    try checkMarks(in: [key], of: key)
    var waiting = [(plist, 0)]
    while let (value, depth) = waiting.popLast() {
      if value == refused {
        throw notEncodable(key, what: "contains nil, or the string $null", cause: nil)
      }
      if depth >= Plist.maximumDepth - 2 {
        throw notEncodable(key, what: "is nested too deeply", cause: nil)
      }
      switch value {
      case .null, .uid, .set:
        throw notEncodable(
          key, what: "contains a value of type \(value.kind), which preferences cannot store",
          cause: nil)
      case .integer(let number) where !number.fits64Bits:
        throw notEncodable(key, what: "contains an integer of more than 64 bits", cause: nil)
      case .array(let elements): waiting += elements.map { ($0, depth + 1) }
      case .dictionary(let pairs):
        try checkMarks(in: pairs.map(\.key), of: key)
        waiting += pairs.map { ($0.value, depth + 1) }
      default: break
      }
    }
    return plist
  }

  /// Throws if a key must not be in a file whose keys become `String`s.
  private static func checkMarks(in keys: some Sequence<String>, of key: String) throws(StateError)
  {
    guard let marked = keys.first(where: { CombiningMarks.exceedLimit(in: $0) }) else { return }
    let cause = PlistError(.combiningLimit, message: KeyFault.combiningMarks(marked).message)
    throw notEncodable(key, what: "contains a key that could not be read again", cause: cause)
  }

  /// Decodes the value as a type; returns nil if `UserDefaults` returns nil for this type.
  static func decoded<Value: Decodable>(
    _ stored: StoredPreference, as type: Value.Type, key: String, reading: PreferenceReading
  ) throws(StateError) -> Value? {
    if let optional = type as? any OptionalDecoding.Type {
      // If the requested type is optional, the result has that type.
      return try optional.decoded(stored, key: key, reading: reading).flatMap { $0 as? Value }
    }
    if reading == .userDefaults,
      case .value(let value) = UserDefaultsConversion.outcome(stored, as: type)
    {
      return value
    }
    let plist = stored.plist
    if reading == .argument, let text = plist.stringValue,
      let value = ArgumentConversion.scalar(text, as: type)
    {
      return value
    }
    if type == URL.self, let text = plist.stringValue {
      guard let value = URL(string: text) as? Value else {
        throw wrongType(key, what: "is not a URL", cause: nil)
      }
      return value
    }
    do { return try PlistDecoder().decode(type, from: plist) } catch {
      throw wrongType(
        key, what: "is of type \(plist.kind) and cannot be read as \(type)", cause: error,
        suggestion: suggestion(stored, type: type))
    }
  }

  /// Returns the advice for a scalar that `UserDefaults` would convert.
  private static func suggestion<Value>(_ stored: StoredPreference, type: Value.Type) -> String? {
    switch stored.plist {
    case .string, .integer, .real, .bool:
      guard case .value(.some) = UserDefaultsConversion.outcome(stored, as: type) else {
        return nil
      }
      return "use the conversion .userDefaults to read it as UserDefaults does"
    default: return nil
    }
  }

  static func wrongType(_ key: String, what: String, cause: (any Error)?, suggestion: String? = nil)
    -> StateError
  {
    StateError(
      .wrongType, message: "the preference \(StateError.quoted(key)) \(what)",
      suggestion: suggestion, underlyingError: cause)
  }

  private static func notEncodable(_ key: String, what: String, cause: (any Error)?) -> StateError {
    StateError(
      .notEncodable, message: "the preference \(StateError.quoted(key)) \(what)",
      underlyingError: cause)
  }
}

/// An optional value. Property lists do not support it: it is stored as its value, or not at all.
private protocol OptionalEncoding {
  func encoded(_ key: String, conversion: Preferences.Conversion) throws(StateError)
    -> StoredPreference?
}

/// An optional type, whose values are stored as those of the wrapped type.
private protocol OptionalDecoding {
  static func decoded(_ stored: StoredPreference, key: String, reading: PreferenceReading)
    throws(StateError) -> Self?
}

extension Optional: OptionalEncoding where Wrapped: Encodable {
  fileprivate func encoded(_ key: String, conversion: Preferences.Conversion) throws(StateError)
    -> StoredPreference?
  {
    guard let value = self else { return nil }
    return try PreferenceValue.encoded(value, key: key, conversion: conversion)
  }
}

extension Optional: OptionalDecoding where Wrapped: Decodable {
  fileprivate static func decoded(
    _ stored: StoredPreference, key: String, reading: PreferenceReading
  ) throws(StateError) -> Self? {
    try PreferenceValue.decoded(stored, as: Wrapped.self, key: key, reading: reading).map(Self.some)
  }
}

/// The value of a key, and the width of a real, because a four-byte real as text has the digits of
/// a `Float`.
struct StoredPreference: Sendable {
  let plist: Plist
  /// Whether the value is a four-byte real.
  let isSingle: Bool

  init(_ plist: Plist, isSingle: Bool = false) { (self.plist, self.isSingle) = (plist, isSingle) }

  /// Creates the value of a node in a document.
  init(_ node: PlistNode) throws(PlistError) { self.init(try Plist(node), isSingle: node.isSingle) }
}
