// Coding keys of the values that enclose the current one, borrowed from the callers. Coding paths
// are needed so rarely that copying each key would dominate the cost of a small value. Most keys
// are enums, which are recreated from their text; other keys are read from the caller's memory.

/// A coding key that is borrowed from the caller for the duration of the call.
///
/// Code that stores a borrowed key must remove it before the call that created it returns.
@safe
struct BorrowedKey: BitwiseCopyable {
  private var type: (any CodingKey.Type)?
  /// The address of the key; nil for a key that is recreated from its text.
  private var location: UnsafeRawPointer?

  /// Creates an empty borrowed key.
  init() { unsafe (type, location) = (nil, nil) }

  private init(_ type: any CodingKey.Type, location: UnsafeRawPointer?) {
    unsafe (self.type, self.location) = (type, location)
  }

  /// Returns whether keys of a type are recreated from their text: a type this small is an enum
  /// without payloads.
  @inline(__always)
  static func isRecreatedFromText<Key: CodingKey>(_ type: Key.Type) -> Bool {
    MemoryLayout<Key>.size <= 2
  }

  /// Creates a key of a type whose keys are recreated from their text.
  init(recreatedFromText type: any CodingKey.Type) { unsafe self.init(type, location: nil) }

  /// Returns a copy of the key with the given text; nil if there is no key.
  func key(_ text: @autoclosure () -> String?) -> (any CodingKey)? {
    guard let type else { return nil }
    guard let location = unsafe location else {
      return text().flatMap { type.init(stringValue: $0) }
    }
    return unsafe Self.load(type, location: location)
  }

  @unsafe
  private static func load<Key: CodingKey>(_ type: Key.Type, location: UnsafeRawPointer)
    -> any CodingKey
  { unsafe location.assumingMemoryBound(to: Key.self).pointee }

  /// Calls a closure with a borrowed key, which must not be used after the call.
  static func with<Key: CodingKey, Result>(_ key: Key, body: (BorrowedKey) throws -> Result)
    rethrows -> Result
  {
    if isRecreatedFromText(Key.self) { return try body(BorrowedKey(recreatedFromText: Key.self)) }
    return try unsafe withUnsafePointer(to: key) {
      try unsafe body(BorrowedKey(Key.self, location: UnsafeRawPointer($0)))
    }
  }
}
