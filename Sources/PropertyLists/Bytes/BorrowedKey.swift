// The coding keys on the way to a value, held where their callers hold them. Coding paths are asked
// for so rarely that a copy of each key would be the dearest part of a small value: enums, which are
// most keys, are made again from their text, and others are looked up at the caller's.

/// A coding key of the caller's, for as long as the caller's call goes on.
///
/// Who keeps one takes it away before the call that made it returns.
@safe
struct BorrowedKey: BitwiseCopyable {
  private var type: (any CodingKey.Type)?
  /// Where the key is; nil for one that is made from its text.
  private var location: UnsafeRawPointer?

  /// No key.
  @inline(__always)
  init() { unsafe (type, location) = (nil, nil) }

  @inline(__always)
  private init(_ type: any CodingKey.Type, location: UnsafeRawPointer?) {
    unsafe (self.type, self.location) = (type, location)
  }

  /// Whether the keys of a type are made again from their text: so small a type is an enum without
  /// payloads.
  @inline(__always)
  static func isMadeFromText<Key: CodingKey>(_ type: Key.Type) -> Bool {
    MemoryLayout<Key>.size <= 2
  }

  /// A key of a type whose keys are made again from their text.
  @inline(__always)
  init(madeFromText type: any CodingKey.Type) { unsafe self.init(type, location: nil) }

  /// A copy of the key, whose text is given; nil for none.
  func key(_ text: @autoclosure () -> String?) -> (any CodingKey)? {
    guard let type else { return nil }
    guard let location = unsafe location else {
      return text().flatMap { type.init(stringValue: $0) }
    }
    return unsafe Self.load(type, location: location)
  }

  @unsafe
  private static func load<Key: CodingKey>(
    _ type: Key.Type, location: UnsafeRawPointer
  ) -> any CodingKey {
    unsafe location.assumingMemoryBound(to: Key.self).pointee
  }

  /// Calls a closure with a key, which is not to be used after that.
  static func with<Key: CodingKey, Result>(
    _ key: Key, body: (BorrowedKey) throws -> Result
  ) rethrows -> Result {
    if isMadeFromText(Key.self) { return try body(BorrowedKey(madeFromText: Key.self)) }
    return try unsafe withUnsafePointer(to: key) {
      try unsafe body(BorrowedKey(Key.self, location: UnsafeRawPointer($0)))
    }
  }
}
