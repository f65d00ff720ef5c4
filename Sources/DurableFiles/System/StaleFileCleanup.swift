// When this process looked for what killed programs left beside its files: not at each save, since a
// directory may have a hundred thousand names.

internal import Synchronization
internal import SystemPackage

/// The last times, by file.
final class StaleFileCleanup: Sendable {
  static let shared = StaleFileCleanup()

  /// How long it is not looked again.
  static let interval = Duration.seconds(600)
  /// How many files are remembered; then all are forgotten, which costs a look at each.
  static let limit = 1024

  private let times = Mutex<[FilePath: Duration]>([:])

  /// Whether it is time for a file, and from then on no longer.
  func isTime(for file: FilePath, at now: Duration) -> Bool {
    times.withLock { times in
      if let last = times[file], now - last < Self.interval { return false }
      if times.count >= Self.limit { times = [:] }
      times[file] = now
      return true
    }
  }
}
