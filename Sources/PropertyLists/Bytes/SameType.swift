// Conversions without a cast, for types and numbers that are known to match at run time.

/// Returns a value as the type `U`, which must be the same type as `T`. The caller has compared the
/// two.
@inline(__always)
func sameType<T, U>(_ value: T, as type: U.Type) -> U {
  precondition(T.self == U.self, "the types must be the same")
  return unsafe unsafeBitCast(value, to: U.self)
}

extension PlistKind {
  /// Creates the kind with a raw value that came from a kind.
  init(trusted number: UInt8) {
    assert(number <= Self.largest, "the number must be the raw value of a kind")
    self = unsafe unsafeBitCast(number, to: PlistKind.self)
  }

  private static let largest = PlistKind.dictionary.rawValue
}
