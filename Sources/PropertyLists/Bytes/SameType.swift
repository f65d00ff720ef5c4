// Conversions without a cast, for types and numbers that are known to match at run time.

/// Returns a value as the type `U`, which must be the same type as `T`. The caller has compared the
/// two.
@inline(__always)
func sameType<T, U>(_ value: T, as type: U.Type) -> U {
  precondition(T.self == U.self, "the types must be the same")
  return unsafe unsafeBitCast(value, to: U.self)
}

/// Returns a value as the type `U`, which the caller has found to be `T`. Unlike `sameType`, this does
/// not ask the runtime for `U`.
@inline(__always)
func knownType<T, U>(_ value: T, as type: U.Type) -> U { unsafe unsafeBitCast(value, to: type) }

/// Returns the case of an enumeration with a raw value that came from one. The raw values are the
/// numbers from 0, in the order of the cases.
// Transparent, so that even without optimization the type is known: the kinds of nodes are needed often.
@_transparent
func knownCase<Case: RawRepresentable<UInt8>>(_ number: UInt8, of type: Case.Type) -> Case {
  precondition(MemoryLayout<Case>.size == 1, "the cases must be stored as one byte")
  return unsafe unsafeBitCast(number, to: type)
}
