// Measures the remaining stack of the thread. Nested values are coded by recursion through code
// outside this package, and a thread's stack can be small.
internal import CSystemCalls

/// Checks of the remaining stack.
package enum StackGuard {
  /// The stack space, in bytes, that must remain for coding one more value.
  private static let reserve = 96 << 10

  /// Whether the remaining stack is too small to continue.
  @inline(__always)
  package static var isLow: Bool { plinth_stack_left() < reserve }

  package static var remaining: Int { Int(clamping: plinth_stack_left()) }
}
