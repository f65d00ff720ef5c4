// Conversions without a cast, for values whose type is known at run time to be the requested type
// or a class: a cast would require a lookup for each archived value.
internal import CSystemCalls

/// Returns the value as the type `U`, which the caller has verified to be `T`.
@inline(__always)
func sameType<T, U>(_ value: T, as type: U.Type) -> U {
  precondition(T.self == U.self, "the types must be the same")
  return unsafe unsafeBitCast(value, to: U.self)
}

/// Returns an instance whose static type is a class, which the caller has verified.
@inline(__always)
func instance<T>(_ value: T) -> AnyObject {
  precondition(MemoryLayout<T>.size == MemoryLayout<AnyObject>.size, "the type must be a class")
  return unsafe unsafeBitCast(value, to: AnyObject.self)
}

/// Returns instances whose static type is a class, which the caller has verified. Copies only an array
/// that Objective-C created.
func instances<T>(_ list: [T]) -> ContiguousArray<AnyObject> {
  precondition(MemoryLayout<T>.size == MemoryLayout<AnyObject>.size, "the type must be a class")
  return unsafe unsafeBitCast(ContiguousArray(list), to: ContiguousArray<AnyObject>.self)
}

/// Returns the identity of an element without retaining it, which would wait for its memory.
@inline(__always)
func identity(_ index: Int, in list: ContiguousArray<AnyObject>) -> UInt {
  precondition(list.indices.contains(index), "index out of range")
  return unsafe list.withUnsafeBytes {
    unsafe $0.load(fromByteOffset: index &* MemoryLayout<AnyObject>.stride, as: UInt.self)
  }
}

/// Returns an instance as `T`, which the caller has verified to be its class or a superclass.
@inline(__always)
func sameInstance<T>(_ instance: AnyObject, as type: T.Type) -> T {
  precondition(MemoryLayout<T>.size == MemoryLayout<AnyObject>.size, "the type must be a class")
  return unsafe unsafeBitCast(instance, to: T.self)
}

/// Returns a type that is `T` or a subclass of it, which the caller has verified.
@inline(__always)
func metatype<T>(_ type: Any.Type, as wanted: T.Type) -> T.Type {
  guard MemoryLayout<T.Type>.size == MemoryLayout<Any.Type>.size else { return wanted }
  return unsafe unsafeBitCast(type, to: T.Type.self)
}

/// Whether values of a type are also values of another type, which may be a class or a protocol.
/// This is determined from the types alone, without a value. A protocol with constrained associated
/// types is assumed to match.
func isKind<Value>(_ candidate: Any.Type, of type: Value.Type) -> Bool {
  if candidate is Value.Type { return true }
  let metadata = unsafe unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
  guard unsafe plinth_is_existential(metadata) != 0 else { return false }
  guard let metatype = unsafe plinth_existential_metatype(metadata) else { return true }
  func holds<Metatype>(_ metatype: Metatype.Type) -> Bool { candidate is Metatype }
  return _openExistential(unsafe unsafeBitCast(metatype, to: Any.Type.self), do: holds)
}
