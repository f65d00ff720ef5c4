// How much of the thread's stack is left: values that hold values are coded by recursion, through
// code that is not ours, and a thread's stack may be small.
internal import CPlatform

/// A look at the stack.
package enum StackGuard {
  /// What must be left for the code of one more value, in bytes.
  private static let reserve = 96 << 10

  /// Whether too little is left to go on.
  @inline(__always)
  package static var isLow: Bool { plinth_stack_left() < reserve }

  /// The bytes that are left.
  package static var remaining: Int { Int(clamping: plinth_stack_left()) }
}
