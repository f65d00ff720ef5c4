// The coding keys on the way to a value, held where their callers hold them. Coding paths are asked
// for so rarely that a copy of each key would be the dearest part of a small value.

/// A coding key of the caller's, for as long as the caller's call goes on.
///
/// Who keeps one takes it away before the call that made it returns.
@safe
struct BorrowedKey: BitwiseCopyable {
  private var type: (any CodingKey.Type)?
  private var location: UnsafeRawPointer?

  /// No key.
  @inline(__always)
  init() { unsafe (type, location) = (nil, nil) }

  @inline(__always)
  private init(_ type: any CodingKey.Type, _ location: UnsafeRawPointer) {
    unsafe (self.type, self.location) = (type, location)
  }

  /// A copy of the key; nil for none.
  var key: (any CodingKey)? {
    guard let type, let location = unsafe location else { return nil }
    return unsafe Self.load(type, location)
  }

  @unsafe
  private static func load<Key: CodingKey>(
    _ type: Key.Type, _ location: UnsafeRawPointer
  ) -> any CodingKey {
    unsafe location.assumingMemoryBound(to: Key.self).pointee
  }

  /// Calls a closure with a key, which is not to be used after that.
  @inline(__always)
  static func with<Key: CodingKey, Result>(
    _ key: Key, _ body: (BorrowedKey) throws -> Result
  ) rethrows -> Result {
    try unsafe withUnsafePointer(to: key) {
      try unsafe body(BorrowedKey(Key.self, UnsafeRawPointer($0)))
    }
  }
}
