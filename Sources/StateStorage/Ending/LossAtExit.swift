// The report of changes that could not be saved before the process ended. The library itself prints
// nothing.

internal import Synchronization
public import SystemPackage

/// Changes that could not be saved before the process ended.
///
/// ```swift
/// LossAtExit.handle { loss in
///   FileHandle.standardError.write(Data("\(loss)\n".utf8))
/// }
/// ```
///
/// Without a handler, changed preferences are stored next to their file, as `.NAME.unwritten`, and
/// take effect again the next time the preferences are opened.
public struct LossAtExit: Sendable, CustomStringConvertible {
  /// The file that the changes belong to.
  public let path: FilePath
  /// Why the changes could not be saved.
  public let reason: StateError
  /// What was lost, such as "preferences".
  let subject: String

  /// One sentence without a period, such as "preferences were lost (/x/y.plist): the lock …".
  public var description: String { "\(subject) were lost (\(path)): \(reason)" }

  /// A function that is called for each loss, on the thread that ends the process.
  public typealias Handler = @Sendable (LossAtExit) -> Void

  private static let handler = Mutex<Handler?>(nil)

  /// Sets the handler of this process, replacing the previous one; nil removes it.
  ///
  /// It is called while the process ends: by `exit`, by returning from `main`, or by a signal that
  /// an ``AppLifecycle`` watches. It must return quickly and must not wait for other threads.
  public static func handle(_ handler: Handler?) { Self.handler.withLock { $0 = handler } }

  /// Whether a handler for losses is set.
  static var isHandled: Bool { handler.withLock { $0 != nil } }

  /// Calls the handler; returns false if there is none.
  func report() -> Bool {
    guard let handler = Self.handler.withLock({ $0 }) else { return false }
    handler(self)
    return true
  }
}
