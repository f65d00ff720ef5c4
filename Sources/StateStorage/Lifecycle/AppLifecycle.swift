// The lifecycle of an app: its handlers, its events, its start and its end.
// AppLifecycle+Signals.swift handles signals. Everything runs serially on one queue.

internal import Dispatch
internal import Synchronization

/// Notifies a terminal or server program when to load and when to save, as iOS notifies an app.
///
/// ```swift
/// let cards = try SavedState(store, initial: [])
/// let lifecycle = AppLifecycle()
/// lifecycle.keep(cards)
/// try await lifecycle.run {
///   …
/// }
/// ```
///
/// | event | handlers that run | effect on the process |
/// |---|---|---|
/// | `start`, `run` | `didFinishLaunching` | |
/// | `SIGTSTP` | `didEnterBackground` | stops, after ``Options/suspensionLimit`` at the latest |
/// | `SIGCONT` after that | `willEnterForeground` | continues |
/// | `SIGTERM`, `SIGINT`, `SIGHUP` | `willTerminate` | ends by that signal, as its parent sees |
/// | a second `SIGTERM` or `SIGINT` | none | ends at once by that signal |
/// | `SIGHUP` after one of these | none | ends as before: it is the same request |
/// | the end of `run`, `terminate` | `willTerminate` | continues |
///
/// Ending by a signal takes at most ``Options/terminationLimit``. Before the process stops or ends
/// by a signal, it writes its ``Preferences``, and before it ends, it empties its temporary
/// directories; both count toward these limits. Handlers of `didFinishLaunching` and
/// `willEnterForeground` have no time limit, and a request to suspend waits for them. After a
/// signal that ends the app, they are abandoned when half of the termination limit has passed. If
/// the launch was abandoned, the app does not receive `willTerminate`.
///
/// Handlers run on separate threads, one after the other in the order in which they were added. In
/// the meantime, the main thread may be waiting for terminal input; a handler that needs the main
/// actor then cannot proceed. If a handler throws, the others still run.
///
/// A lifecycle watches only the signals in ``Options/signals``, from its start to its end; a
/// process has one lifecycle at a time. `SIGQUIT` ends the process at once, as without a lifecycle.
/// A program that changes the modes of its terminal calls ``keepTerminalSettings()`` first, because
/// no handlers run when the process ends at once.
///
/// `SIGKILL`, running out of memory, a power failure and `SIGSTOP` give no warning. Save what must
/// not be lost whenever it changes; a lifecycle only reduces what could be lost.
public final class AppLifecycle: Sendable {
  /// A function that runs at an event.
  public typealias Handler = @Sendable () async throws -> Void
  /// A function that is called when a handler fails or when handlers do not finish in time.
  public typealias FailureReport = @Sendable (_ event: Event, _ error: any Error) -> Void

  /// The configuration of this lifecycle.
  public let options: Options

  let queue = DispatchQueue(label: "plinth.lifecycle")
  /// The time limit for an end by a signal, measured from when the signal was first noticed.
  let ending: TimeBudget
  private let report: FailureReport
  private let state = Mutex(LifecycleState())

  private struct LifecycleState {
    var phase = Phase.notStarted
    var watch: SignalWatch?
    var handlers: [Event: [Handler]] = [:]
    var listeners: [AsyncStream<Event>.Continuation] = []
  }

  /// Creates a lifecycle that does nothing until it is started.
  ///
  /// - Parameters:
  ///   - options: See ``Options``.
  ///   - onFailure: Called for each handler that fails, and when time runs out. After a signal,
  ///     this is the only report.
  public init(
    options: Options = Options(), onFailure: @escaping FailureReport = { _, _ in }
  ) {
    self.options = options
    ending = TimeBudget(options.terminationLimit)
    report = onFailure
  }

  /// Adds a handler for an event. Handlers run in the order in which they were added.
  public func on(_ event: Event, perform handler: @escaping Handler) {
    state.withLock { $0.handlers[event, default: []].append(handler) }
  }

  /// The events from now on; the sequence ends after `willTerminate`.
  ///
  /// An event is sent before its handlers run, and the lifecycle does not wait for readers of the
  /// sequence. Use the sequence to display the phase of the app, not to save.
  public var events: AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(64))
    let isOver = state.withLock { state in
      state.listeners.append(continuation)
      return state.phase == .terminated
    }
    if isOver { continuation.finish() }
    return stream
  }

  /// The current phase of the app.
  public var phase: Phase { state.withLock { $0.phase } }
}

// MARK: - Work on the queue

extension AppLifecycle {
  /// Enters a phase.
  func enter(_ phase: Phase) { state.withLock { $0.phase = phase } }

  /// Whether the lifecycle is notified when the process continues.
  var seesContinue: Bool { state.withLock { $0.watch?.seesContinue ?? false } }

  /// Sends an event to the listeners, runs its handlers and waits for them, with or without a
  /// budget. If a signal that ends the app arrives while handlers run, half of the time remains for
  /// the handlers of `willTerminate`.
  @discardableResult
  func deliver(_ event: Event, within budget: TimeBudget?) -> StateError? {
    let (handlers, listeners) = state.withLock { state in
      (state.handlers[event] ?? [], state.listeners)
    }
    for listener in listeners { listener.yield(event) }
    let mayWait = { (piece: Duration) in
      let isWithin = budget?.spend(piece) ?? true
      if budget === self.ending || !Self.isEndedBySignal { return isWithin }
      return self.ending.spend(piece, keeping: self.ending.whole / 2) && isWithin
    }
    return HandlerRun.run(handlers, of: event, while: mayWait, report: report)
  }

  /// Watches signals and reports the launch of the app. If that fails, the lifecycle is over.
  func launch(_ signals: Set<Signal>) throws(StateError) {
    guard phase == .notStarted else {
      throw StateError(.lifecycleStarted, message: "this lifecycle was started before")
    }
    let watch = try SignalWatch(signals, on: queue) { self.receive($0) }
    state.withLock { state in
      state.watch = watch
      state.phase = .foreground
    }
    if let error = deliver(.didFinishLaunching, within: nil) {
      finishUnlessSignalled()
      throw error
    }
  }

  /// Reports the end of the app, once, and restores the signal handlers.
  func end() throws(StateError) {
    guard phase == .foreground || phase == .background else { return }
    let error = deliver(.willTerminate, within: nil)
    finishUnlessSignalled()
    if let error { throw error }
  }

  /// A signal that arrives after the first check takes effect by its default action or at the
  /// second check.
  private func finishUnlessSignalled() {
    endIfSignalled()
    finish()
    endIfSignalled()
  }

  /// Ends the lifecycle: stops watching signals and ends the event sequences.
  func finish() {
    let (watch, listeners) = state.withLock { state in
      defer {
        state.watch = nil
        state.listeners = []
        state.phase = .terminated
      }
      return (state.watch, state.listeners)
    }
    watch?.end()
    for listener in listeners { listener.finish() }
  }
}
