// Values whose type is known at run time to be another name for the same type, or a class, passed on
// with no cast: one is looked up for each value that is archived.
internal import CPlatform

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

/// A type that is `T` or a subclass of it, as the caller has found.
@inline(__always)
func metatype<T>(_ type: Any.Type, as wanted: T.Type) -> T.Type {
  guard MemoryLayout<T.Type>.size == MemoryLayout<Any.Type>.size else { return wanted }
  return unsafe unsafeBitCast(type, to: T.Type.self)
}

/// Whether the values of a type are of another one, which may be a class or a protocol, too: told by
/// the types alone, with no value. A protocol whose associated types are fixed is taken for fitting.
func isKind<Value>(_ candidate: Any.Type, of type: Value.Type) -> Bool {
  if candidate is Value.Type { return true }
  let metadata = unsafe unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
  guard unsafe plinth_is_existential(metadata) != 0 else { return false }
  guard let metatype = unsafe plinth_existential_metatype(metadata) else { return true }
  func holds<Metatype>(_ metatype: Metatype.Type) -> Bool { candidate is Metatype }
  return _openExistential(
    unsafe unsafeBitCast(metatype, to: Any.Type.self), do: holds)
}
