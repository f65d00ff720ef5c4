// Waits for what happens on other threads.

/// Waits until something is true, but no longer than half a minute; whether it is true in the end.
package func waitUntil(_ condition: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(30)
  while !condition(), ContinuousClock.now < end {
    // A cancelled task waits no longer.
    guard (try? await Task.sleep(for: .milliseconds(2))) != nil else { break }
  }
  return condition()
}
