// A preference as a property of a type. Relies on `Preferences` for everything.

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
/// Setting an optional to nil removes the key. A property cannot throw: where the value is of another
/// type, or the file could not be read, it is the default, and ``failure`` of `$fontSize` says why;
/// `$fontSize.get()` and `$fontSize.set(_:)` throw.
@propertyWrapper
public struct Preference<Value: Codable & Sendable>: Sendable {
  /// The key.
  public let key: String
  /// The value where none is set.
  public let defaultValue: Value
  /// Where the value is kept.
  public let preferences: Preferences
  private let read: @Sendable (Preferences, String) throws(StateError) -> Value?
  private let write: @Sendable (Preferences, String, Value) throws(StateError) -> Void

  /// A property with a default, which holds where the key is in none of the places where a
  /// preference is looked for.
  public init(_ key: String, default defaultValue: Value, in preferences: Preferences) {
    self.init(key, defaultValue: defaultValue, preferences: preferences) {
      preferences, key throws(StateError) in
      try preferences.value(Value.self, forKey: key)
    } write: { preferences, key, value throws(StateError) in
      try preferences.set(value, forKey: key)
    }
  }

  /// A property that is nil where the key is missing.
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

  /// The value; the default where it could not be had. What cannot be encoded is not set, and
  /// ``Preferences/failure`` says so.
  public var wrappedValue: Value {
    get { (try? get()) ?? defaultValue }
    nonmutating set {
      do throws(StateError) {
        try set(newValue)
      } catch {
        preferences.note(error)
      }
    }
  }

  /// The property itself: `$name`.
  public var projectedValue: Preference { self }

  /// The value.
  ///
  /// - Throws: ``StateError``, as ``Preferences/value(_:forKey:)``.
  public func get() throws(StateError) -> Value { try read(preferences, key) ?? defaultValue }

  /// Sets the value; nil removes the key.
  ///
  /// - Throws: ``StateError/Code/notEncodable``.
  public func set(_ value: Value) throws(StateError) { try write(preferences, key, value) }

  /// Removes the key, so that the default holds.
  public func remove() { preferences.remove(key) }

  /// Why the value could not be had; nil when it could.
  public var failure: StateError? {
    do throws(StateError) {
      _ = try get()
      return nil
    } catch {
      return error
    }
  }
}
