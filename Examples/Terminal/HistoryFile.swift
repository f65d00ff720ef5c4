// The history of an app's command line, in a private file next to the position of its user. Losing
// it is never an error.

internal import DurableFiles
internal import StateStorage

/// The last lines that were entered in any terminal.
struct HistoryFile: Sendable {
  static let limit = 500
  /// The size in bytes of the longest line that is stored.
  private static let longestLine = 4_096
  private let store: StateStore<[String]>

  /// The file of an app; nil where its directory is not available.
  init?(of app: String, in container: AppContainer) {
    guard let path = try? container.path("\(app)-history.plist", in: .state) else { return nil }
    var options = StateStoreOptions()
    options.previousGenerations = 0
    options.lockWaiting = .seconds(1)
    // Binary, because XML does not support every text that a person may type.
    store = StateStore(path: path, format: .binary, options: options)
  }

  /// The lines, the last one last.
  var lines: [String] { store.load().state?.suffix(Self.limit).map(\.shownWithTabs) ?? [] }

  /// Adds a line to those that this and other instances of the app have stored.
  func add(_ line: String) {
    guard line.utf8.count <= Self.longestLine else { return }
    do {
      try store.update(initial: [], durability: .consistent) { lines in
        if lines.last != line { lines = (lines + [line]).suffix(Self.limit) }
      }
    } catch {
      // A damaged file is set aside.
      if store.load().error != nil { try? store.save([line], over: .anything) }
    }
  }
}
