// Two calls at the same time, for work on a large file. The second thread exists for the time of the
// calls only, so that neither a run loop nor an asynchronous context is needed.
internal import CSystemCalls

/// Whether two calls can run at the same time in this process.
enum SimultaneousCalls {
  static var areFaster: Bool { plinth_processor_count() > 1 }

  /// Calls both closures at the same time, and returns when both have returned. If the system does
  /// not start a thread, `own` is called first, then `other`.
  ///
  /// - Parameters:
  ///   - own: Is called on this thread.
  ///   - other: Is called on another thread.
  static func call(_ own: () -> Void, and other: @Sendable () -> Void) {
    withoutActuallyEscaping(own) { own in
      withoutActuallyEscaping(other) { other in
        var calls = PairOfCalls(own: own, other: other)
        unsafe withUnsafeMutablePointer(to: &calls) { calls in
          unsafe plinth_call_both(
            { unsafe $0?.assumingMemoryBound(to: PairOfCalls.self).pointee.own() },
            { unsafe $0?.assumingMemoryBound(to: PairOfCalls.self).pointee.other() }, calls)
        }
      }
    }
  }
}

private struct PairOfCalls {
  let own: () -> Void
  let other: @Sendable () -> Void
}

/// The result of a call on another thread, which is read after the call has returned.
final class CallResult<Value>: @unchecked Sendable {
  var value: Value?
}
