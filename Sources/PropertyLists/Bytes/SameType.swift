// A value whose type is known at run time to be another name for the same type, passed on as that
// type with no cast.

/// The value as the type `U`, which is `T`: the caller has compared the two.
@inline(__always)
func sameType<T, U>(_ value: T, as type: U.Type) -> U {
  precondition(T.self == U.self, "the types are the same")
  return unsafe unsafeBitCast(value, to: U.self)
}

extension PlistKind {
  /// The kind with a number that came from a kind.
  @inline(__always)
  init(trusted number: UInt8) {
    assert(PlistKind(rawValue: number) != nil, "a node's kind is one of the kinds")
    self = unsafe unsafeBitCast(number, to: PlistKind.self)
  }
}
