// A trait for tests that mostly wait.
import Testing

/// Runs the tests of a suite at a high priority.
///
/// Their many short steps then do not take turns with tests that compute for seconds: they wait
/// while others compute, and not alone at the end.
struct WaitingTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      try await Task(priority: .high) { try await function() }.value
    }
  }
}

extension Trait where Self == WaitingTrait {
  /// For a suite whose tests mostly wait.
  static var waits: Self { WaitingTrait() }
}
