// The times at which this process searched for stale files next to its files. It does not search on
// every save, since a directory may have a hundred thousand names.

internal import Synchronization
internal import SystemPackage

/// The time of the last search for each file.
final class StaleFileCleanup: Sendable {
  static let shared = StaleFileCleanup()

  /// The minimum time between two searches.
  static let interval = Duration.seconds(600)
  /// The maximum number of files in the table; when it is reached, the table is cleared, and the
  /// next save of any file searches again.
  static let limit = 1024

  private let times = Mutex<[FilePath: Duration]>([:])

  /// Returns whether it is time to search next to a file, and if so, records the search.
  func isTime(for file: FilePath, at now: Duration) -> Bool {
    times.withLock { times in
      if let last = times[file], now - last < Self.interval { return false }
      if times.count >= Self.limit { times = [:] }
      times[file] = now
      return true
    }
  }
}
