// Values whose type is known at run time to be another name for the same type, or a class, passed on
// with no cast: one is looked up for each value that is archived.

/// The value as the type `U`, which is `T`: the caller has compared the two.
@inline(__always)
func sameType<T, U>(_ value: T, as type: U.Type) -> U {
  precondition(T.self == U.self, "the types are the same")
  return unsafe unsafeBitCast(value, to: U.self)
}

/// An instance whose static type is a class, as the caller has found.
@inline(__always)
func instance<T>(_ value: T) -> AnyObject {
  precondition(MemoryLayout<T>.size == MemoryLayout<AnyObject>.size, "a class is one reference")
  return unsafe unsafeBitCast(value, to: AnyObject.self)
}

/// An instance as the class `T`, which is its own or one above it, as the caller has found.
@inline(__always)
func sameInstance<T>(_ instance: AnyObject, as type: T.Type) -> T {
  precondition(MemoryLayout<T>.size == MemoryLayout<AnyObject>.size, "a class is one reference")
  return unsafe unsafeBitCast(instance, to: T.self)
}
