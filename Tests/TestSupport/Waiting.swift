// Waits for what happens on other threads.

/// Waits until something is true, but no longer than two minutes, since other tests may use all threads; whether it is true in the end.
package func waitUntil(_ condition: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(120)
  while !condition(), ContinuousClock.now < end {
    // A cancelled task waits no longer.
    guard (try? await Task.sleep(for: .milliseconds(2))) != nil else { break }
  }
  return condition()
}
