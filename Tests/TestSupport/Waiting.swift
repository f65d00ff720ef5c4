// Waits for events on other threads.

/// Waits until a condition is true, but no longer than fifteen minutes: other tests may
/// occupy all threads of Swift's pool for several.
///
/// - Returns: Whether the condition is true at the end.
package func waitUntil(
  isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async -> Bool {
  let end = ContinuousClock.now + .seconds(900)
  while !condition(), ContinuousClock.now < end {
    // A canceled task waits no longer.
    guard (try? await Task.sleep(for: .milliseconds(2))) != nil else { break }
  }
  return condition()
}
