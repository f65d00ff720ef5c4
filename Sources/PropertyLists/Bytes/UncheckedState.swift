// State of one call that is never shared between threads and never changed from two places at once:
// the sessions of encoders and decoders. Swift would check each access for that at run time, which
// costs more than the accesses.

/// A reference to mutable state that its owner confines to one call.
@safe
@usableFromInline
package final class UncheckedState<State: ~Copyable> {
  @usableFromInline let storage: UnsafeMutablePointer<State>

  /// Confines a state.
  @inlinable
  package init(_ state: consuming State) {
    unsafe storage = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe storage.initialize(to: state)
  }

  deinit {
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// The state. No change may begin while another goes on: the owners' methods change it and
  /// return, calling nobody.
  @inlinable
  @inline(__always)
  package var state: State {
    @inline(__always) _read { yield unsafe storage.pointee }
    @inline(__always) _modify { yield unsafe &storage.pointee }
  }
}
