// References whose objects are not retained. Retaining and releasing an object are atomic operations,
// which take longer than reading a number from a property list.

/// A reference to an object that its owner retains as long as the reference is used.
@safe
@usableFromInline
package struct UnretainedReference<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable
  @inline(__always)
  package init(_ object: Object) { unsafe reference = Unmanaged.passUnretained(object) }

  /// Calls a function with the object.
  @inlinable
  @inline(__always)
  package func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
  }
}

/// An object that is not retained, as an element of a collection; nil once the object was freed.
package struct WeakInstance {
  package weak var object: AnyObject?

  package init(object: AnyObject) { self.object = object }
}
