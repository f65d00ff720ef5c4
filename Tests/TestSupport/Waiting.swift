// Waits for events on other threads.

/// Waits until a condition is true, but no longer than forty minutes: on a slow machine, other tests
/// may occupy all threads of Swift's pool until the end.
///
/// - Returns: Whether the condition is true at the end.
package func waitUntil(
  isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async -> Bool {
  let end = ContinuousClock.now + .seconds(2400)
  while !condition(), ContinuousClock.now < end {
    // A canceled task waits no longer.
    guard (try? await Task.sleep(for: .milliseconds(2))) != nil else { break }
  }
  return condition()
}
