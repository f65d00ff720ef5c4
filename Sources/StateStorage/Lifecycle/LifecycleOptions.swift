// The signals that a lifecycle watches and the time limits of its handlers. Relies on CSystemCalls
// for signal numbers.

internal import CSystemCalls

extension AppLifecycle {
  /// An event in the life of an app. The names are the same as on iOS.
  public enum Event: String, Sendable, Hashable, CaseIterable {
    /// The app has been launched: load the saved state.
    case didFinishLaunching
    /// The app is about to be suspended and may never run again: save.
    case didEnterBackground
    /// The app was suspended and continues.
    case willEnterForeground
    /// The app is about to end: save.
    case willTerminate
  }

  /// A phase in the life of an app.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Not launched yet.
    case notStarted
    /// Running.
    case foreground
    /// About to be suspended, suspended, or about to continue.
    case background
    /// Ending: no more events follow.
    case terminated
  }

  /// The signals that a lifecycle can watch.
  public enum Signal: String, Sendable, Hashable, CaseIterable {
    /// `SIGTSTP` (Control-Z at the terminal), and with it `SIGCONT`.
    case suspend
    /// `SIGTERM`, which a system sends to end its services.
    case terminate
    /// `SIGINT` (Control-C at the terminal).
    case interrupt
    /// `SIGHUP`: the terminal was closed.
    case hangUp

    /// The signal number on this system.
    var number: Int32 {
      switch self {
      case .suspend: plinth_signal_number(plinth_suspend)
      case .terminate: plinth_signal_number(plinth_terminate)
      case .interrupt: plinth_signal_number(plinth_interrupt)
      case .hangUp: plinth_signal_number(plinth_hang_up)
      }
    }
  }

  /// The response of an app to a request to suspend.
  public enum Suspension: String, Sendable, Hashable, CaseIterable {
    /// It enters the background, saves and stops.
    case stops
    /// It ends, like an iOS app with `UIApplicationExitsOnSuspend`: `willTerminate` runs instead of
    /// `didEnterBackground`, and the exit status is ``Options/exitStatus`` or
    /// ``Options/failureStatus``.
    case exitsOnSuspend
  }

  /// The configuration of a lifecycle.
  public struct Options: Sendable, Hashable {
    /// The signals to watch. Default: all. A signal that the process ignores when the lifecycle
    /// starts, as under `nohup`, remains ignored.
    public var signals: Set<Signal>

    /// The response to a request to suspend. Default: ``Suspension/stops``.
    public var suspension: Suspension

    /// The time that the handlers of `didEnterBackground` and the writing of preferences may take
    /// together before the app stops regardless. Default: 2 seconds. With a longer limit, Control-Z
    /// seems to have no effect. Unfinished work resumes when the app is continued.
    public var suspensionLimit: Duration

    /// The time that ending by a signal may take in total before the app ends regardless: the
    /// handlers of `willTerminate`, the writing of preferences, and the emptying of temporary
    /// directories. Default: 5 seconds. A normal end has no limit unless such a signal arrives.
    public var terminationLimit: Duration

    /// The exit status of an app that exits on suspend. Default: 0.
    public var exitStatus: Int32

    /// The exit status of an app that exits on suspend if a handler failed or did not finish in
    /// time. Default: 1.
    public var failureStatus: Int32

    /// Creates options; each parameter defaults to the value that its property documents.
    public init(
      signals: Set<Signal> = Set(Signal.allCases), suspension: Suspension = .stops,
      suspensionLimit: Duration = .seconds(2), terminationLimit: Duration = .seconds(5),
      exitStatus: Int32 = 0, failureStatus: Int32 = 1
    ) {
      self.signals = signals
      self.suspension = suspension
      self.suspensionLimit = suspensionLimit
      self.terminationLimit = terminationLimit
      self.exitStatus = exitStatus
      self.failureStatus = failureStatus
    }
  }
}
