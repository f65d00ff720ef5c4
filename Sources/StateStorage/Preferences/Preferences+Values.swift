// Reading values by key, as the requested type or not at all, and changing them. Relies on
// `PreferenceValue` for encoding and decoding.

public import PropertyLists

extension Preferences {
  // MARK: Reading

  /// Returns the value of a key.
  ///
  /// - Parameters:
  ///   - type: Its type. Types that are not scalars are decoded as with `PlistDecoder`.
  ///   - key: The key.
  /// - Returns: Nil if the key is missing or, with ``Conversion/userDefaults``, if the requested
  ///   type is a string, date, URL, array, dictionary or data and the value cannot be read as one.
  /// - Throws: ``StateError/Code/wrongType`` for a value of another type; with
  ///   ``Conversion/userDefaults``, only for types that `UserDefaults` has no method for. See also
  ///   ``plist(forKey:)``.
  public func value<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: String)
    throws(StateError) -> Value?
  {
    guard let (stored, reading) = try find(key) else { return nil }
    return try PreferenceValue.decoded(stored, as: type, key: key, reading: reading)
  }

  /// Returns the string of a key; see ``value(_:forKey:)``.
  public func string(forKey key: String) throws(StateError) -> String? { try value(forKey: key) }

  /// Returns the integer of a key; see ``value(_:forKey:)``.
  public func integer(forKey key: String) throws(StateError) -> Int? { try value(forKey: key) }

  /// Returns the Boolean of a key; see ``value(_:forKey:)``.
  public func bool(forKey key: String) throws(StateError) -> Bool? { try value(forKey: key) }

  /// Returns the floating-point number of a key; see ``value(_:forKey:)``.
  public func double(forKey key: String) throws(StateError) -> Double? { try value(forKey: key) }

  /// Returns the single-precision floating-point number of a key; see ``value(_:forKey:)``.
  public func float(forKey key: String) throws(StateError) -> Float? { try value(forKey: key) }

  /// Returns the date of a key; see ``value(_:forKey:)``.
  public func date(forKey key: String) throws(StateError) -> Date? { try value(forKey: key) }

  /// Returns the data of a key; see ``value(_:forKey:)``.
  public func data(forKey key: String) throws(StateError) -> Data? { try value(forKey: key) }

  /// Returns the URL of a key. It is stored as text; with ``Conversion/userDefaults``, as a path if
  /// it is a file URL, and otherwise as an archive. See ``value(_:forKey:)``.
  public func url(forKey key: String) throws(StateError) -> URL? { try value(forKey: key) }

  /// Returns the strings in a key's array; see ``value(_:forKey:)``. Elements are not converted.
  public func stringArray(forKey key: String) throws(StateError) -> [String]? {
    try value(forKey: key)
  }

  /// Returns the elements of a key's array; see ``value(_:forKey:)``.
  public func array(forKey key: String) throws(StateError) -> [Plist]? {
    guard let (stored, reading) = try find(key) else { return nil }
    if case .array(let elements) = stored.plist { return elements }
    if reading == .userDefaults { return nil }
    throw PreferenceValue.wrongType(
      key, what: "is of type \(stored.plist.kind), not array", cause: nil)
  }

  /// Returns the pairs of a key's dictionary; see ``value(_:forKey:)``.
  public func dictionary(forKey key: String) throws(StateError) -> [String: Plist]? {
    guard let (stored, reading) = try find(key) else { return nil }
    if let pairs = stored.plist.pairs { return Dictionary(pairs.map { ($0.key, $0.value) }) { $1 } }
    if reading == .userDefaults { return nil }
    throw PreferenceValue.wrongType(
      key, what: "is of type \(stored.plist.kind), not dictionary", cause: nil)
  }

  // MARK: Changing

  /// Sets the value of a key in this domain; nil or an optional without a value removes it.
  ///
  /// - Throws: ``StateError/Code/notEncodable``; the old value stays. Arrays and types that encode
  ///   a nested nil are rejected, and so is the text `$null`, which decoders interpret as nil.
  public func set<Value: Encodable>(_ value: Value?, forKey key: String) throws(StateError) {
    guard let value,
      let stored = try PreferenceValue.encoded(value, key: key, conversion: conversion)
    else { return remove(key) }
    domain.change([key: stored])
  }

  /// Sets the value of a key in this domain; nil removes it.
  ///
  /// - Throws: ``StateError/Code/notEncodable`` for values that not every property list can store:
  ///   null, references, sets, and numbers of more than 64 bits.
  public func set(_ value: Plist?, forKey key: String) throws(StateError) {
    guard let value else { return remove(key) }
    domain.change([key: StoredPreference(try PreferenceValue.checked(value, key: key))])
  }

  /// Removes a key from this domain; suites and registered defaults may still contain it.
  public func remove(_ key: String) { domain.change([key: nil]) }

  /// Removes all keys that are currently in this domain.
  ///
  /// - Throws: ``StateError`` if its file could not be read.
  public func removeAll() throws(StateError) {
    var changes: PreferenceChangeSet = [:]
    for key in try keys { changes.updateValue(nil, forKey: key) }
    domain.change(changes)
  }
}
