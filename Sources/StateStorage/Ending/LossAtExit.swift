// What a program is told of that could not be saved before the process ended. The library itself prints
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
/// Where no handler is set, changed preferences are kept next to their file, as
/// `.NAME.unwritten`, and hold again when the preferences are opened the next time.
public struct LossAtExit: Sendable, CustomStringConvertible {
  /// The file that the changes were to be saved in.
  public let path: FilePath
  /// Why they could not be saved.
  public let reason: StateError
  /// What was to be saved, such as "preferences".
  let subject: String

  /// One sentence without a full stop, such as "preferences were lost (/x/y.plist): the lock …".
  public var description: String { "\(subject) were lost (\(path)): \(reason)" }

  /// Is told of each loss, on the thread that ends the process.
  public typealias Handler = @Sendable (LossAtExit) -> Void

  private static let handler = Mutex<Handler?>(nil)

  /// Sets the handler of this process, which replaces the one before; nil for none.
  ///
  /// It is called while the process ends, by `exit`, by returning from `main` or by a signal that an
  /// ``AppLifecycle`` watches, and must return soon. It must not wait for other threads.
  public static func handle(_ handler: Handler?) { Self.handler.withLock { $0 = handler } }

  /// Whether somebody is told of losses.
  static var isHandled: Bool { handler.withLock { $0 != nil } }

  /// Tells the handler; false where there is none.
  func report() -> Bool {
    guard let handler = Self.handler.withLock({ $0 }) else { return false }
    handler(self)
    return true
  }
}
