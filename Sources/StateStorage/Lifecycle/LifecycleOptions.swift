// What a lifecycle watches and how long it waits. Relies on CPlatform for the numbers of signals.

internal import CPlatform

extension AppLifecycle {
  /// What happens to an app. The names are those of iOS.
  public enum Event: String, Sendable, Hashable, CaseIterable {
    /// The app has been launched: load what was saved.
    case didFinishLaunching
    /// The app is about to be suspended, and may never run again: save.
    case didEnterBackground
    /// The app was suspended and goes on.
    case willEnterForeground
    /// The app is about to end: save.
    case willTerminate
  }

  /// Where an app is in its life.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Not launched yet.
    case notStarted
    /// Running.
    case foreground
    /// About to be suspended, suspended, or about to go on.
    case background
    /// Ending: nothing more will happen.
    case terminated
  }

  /// The signals that a lifecycle can watch.
  public enum Signal: String, Sendable, Hashable, CaseIterable {
    /// `SIGTSTP`, the terminal's Control-Z, and with it `SIGCONT`.
    case suspend
    /// `SIGTERM`, with which a system ends its services.
    case terminate
    /// `SIGINT`, the terminal's Control-C.
    case interrupt
    /// `SIGHUP`: the terminal is gone.
    case hangUp

    /// The system's number.
    var number: Int32 {
      switch self {
      case .suspend: plinth_signal_number(plinth_suspend)
      case .terminate: plinth_signal_number(plinth_terminate)
      case .interrupt: plinth_signal_number(plinth_interrupt)
      case .hangUp: plinth_signal_number(plinth_hang_up)
      }
    }
  }

  /// What an app does when it is told to suspend.
  public enum Suspension: String, Sendable, Hashable, CaseIterable {
    /// It enters the background, saves and stops.
    case stops
    /// It ends, as an app of iOS with `UIApplicationExitsOnSuspend` does: `willTerminate` instead of
    /// `didEnterBackground`, then the status that ``Options/exitStatus`` and
    /// ``Options/failureStatus`` tell.
    case exitsOnSuspend
  }

  /// How a lifecycle works.
  public struct Options: Sendable, Hashable {
    /// The signals that are watched. Default: all. One that the process ignores when the lifecycle
    /// starts, as `nohup` has it, stays ignored.
    public var signals: Set<Signal>

    /// What the app does when it is told to suspend. Default: ``Suspension/stops``.
    public var suspension: Suspension

    /// How long the handlers of `didEnterBackground` and the writing of preferences together may take
    /// before the app stops nevertheless. Default: 2 seconds; more, and the user's Control-Z seems to
    /// have no effect. What is not done then goes on when the app is continued.
    public var suspensionLimit: Duration

    /// How long all of an end by a signal may take before the app ends nevertheless: the handlers of
    /// `willTerminate`, the writing of preferences, and the emptying of temporary directories. Default:
    /// 5 seconds. A normal end has no limit until such a signal comes.
    public var terminationLimit: Duration

    /// The status of an app that exits on suspend. Default: 0.
    public var exitStatus: Int32

    /// The status of an app that exits on suspend when a handler has failed or was not done in time.
    /// Default: 1.
    public var failureStatus: Int32

    /// Options; each has the default its property names.
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
