// Mutable state of one call that is never shared between threads and never mutated twice at the
// same time, such as an encoding or decoding session. Swift would check each access for exclusivity
// at run time, which costs more than the accesses.

/// A reference to mutable state that its owner confines to one call.
@safe
@usableFromInline
package final class UncheckedState<State: ~Copyable> {
  @usableFromInline
  let storage: UnsafeMutablePointer<State>

  @inlinable
  package init(_ state: consuming State) {
    unsafe storage = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe storage.initialize(to: state)
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// The address of the state, for objects that retain it.
  @inlinable @unsafe package var address: UnsafeMutablePointer<State> { unsafe storage }

  /// The state. Mutations must not overlap: the methods of the owner mutate it and return without
  /// calling other code.
  @inlinable
  @inline(__always)
  package var state: State {
    @inline(__always)
    _read { yield unsafe storage.pointee }
    @inline(__always)
    _modify { yield unsafe &storage.pointee }
  }
}
