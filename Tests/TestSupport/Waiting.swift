// Waits for events on other threads.

/// Waits until a condition is true, but not much longer than fifteen minutes. Other tests may occupy
/// all threads of Swift's pool for as long; therefore the condition is tested many times before the
/// wait ends.
///
/// - Returns: Whether the condition is true at the end.
package func waitUntil(
  isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async -> Bool {
  let end = ContinuousClock.now + .seconds(900)
  var testCount = 0
  while !condition(), testCount < 1000 || ContinuousClock.now < end {
    testCount += 1
    // A canceled task waits no longer.
    guard (try? await Task.sleep(for: .milliseconds(2))) != nil else { break }
  }
  return condition()
}
