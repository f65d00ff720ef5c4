// A preference as a property of a type. Relies on `Preferences` for all operations.

internal import PropertyLists

/// A property whose value is a preference.
///
/// ```swift
/// struct Editor {
///   @Preference("fontSize", default: 12, in: preferences) var fontSize: Int
///   @Preference("lastFile", in: preferences) var lastFile: String?
/// }
/// ```
///
/// Setting an optional to nil removes the key. A property cannot throw: if the value has another
/// type or the file could not be read, the property returns the default, and ``failure`` of
/// `$fontSize` reports the reason. `$fontSize.get()` and `$fontSize.set(_:)` can throw.
@propertyWrapper
public struct Preference<Value: Codable & Sendable>: Sendable {
  /// The key.
  public let key: String
  /// The value if none is set.
  public let defaultValue: Value
  /// The preferences that store the value.
  public let preferences: Preferences
  private let read: @Sendable (Preferences, String) throws(StateError) -> Value?
  private let write: @Sendable (Preferences, String, Value) throws(StateError) -> Void

  /// Creates a property with a default, which it returns if the key is not in any part of the
  /// search list.
  public init(_ key: String, default defaultValue: Value, in preferences: Preferences) {
    self.init(key, defaultValue: defaultValue, preferences: preferences) {
      preferences, key throws(StateError) in
      try preferences.value(Value.self, forKey: key)
    } write: { preferences, key, value throws(StateError) in
      try preferences.set(value, forKey: key)
    }
  }

  /// Creates a property that is nil if the key is missing.
  public init<Wrapped: Codable & Sendable>(
    _ key: String, default defaultValue: Wrapped? = nil, in preferences: Preferences
  ) where Value == Wrapped? {
    self.init(key, defaultValue: defaultValue, preferences: preferences) {
      preferences, key throws(StateError) in
      try preferences.value(Wrapped.self, forKey: key).map { .some($0) }
    } write: { preferences, key, value throws(StateError) in
      try preferences.set(value, forKey: key)
    }
  }

  private init(
    _ key: String, defaultValue: Value, preferences: Preferences,
    read: @escaping @Sendable (Preferences, String) throws(StateError) -> Value?,
    write: @escaping @Sendable (Preferences, String, Value) throws(StateError) -> Void
  ) {
    self.key = key
    self.defaultValue = defaultValue
    self.preferences = preferences
    self.read = read
    self.write = write
  }

  /// The value; the default if it could not be read. A value that cannot be encoded is not set, and
  /// ``Preferences/failure`` reports the error.
  public var wrappedValue: Value {
    get { (try? get()) ?? defaultValue }
    nonmutating set {
      do throws(StateError) { try set(newValue) } catch { preferences.domain.note(error) }
    }
  }

  /// The property itself: `$name`.
  public var projectedValue: Preference { self }

  /// The value.
  ///
  /// - Throws: ``StateError``, as for ``Preferences/value(_:forKey:)``.
  public func get() throws(StateError) -> Value { try read(preferences, key) ?? defaultValue }

  /// Sets the value; nil removes the key.
  ///
  /// - Throws: ``StateError/Code/notEncodable``.
  public func set(_ value: Value) throws(StateError) { try write(preferences, key, value) }

  /// Removes the key, so that the property returns the default.
  public func remove() { preferences.remove(key) }

  /// The reason why the value could not be read; nil if it could.
  public var failure: StateError? {
    do throws(StateError) { _ = try get() } catch { return error }
    return nil
  }
}
