// The lifecycle of an app, as its callers use it: its handlers, its events, its start and its end.
// Synchronous programs wait; asynchronous ones do not block a thread of Swift's pool. The work is
// in AppLifecycle+Queue.swift. Relies on CSystemCalls, whose signal handler restores the terminal.

internal import CSystemCalls
internal import DurableFiles
internal import Synchronization

/// Lets a terminal or server program know when to load and when to save, as iOS does for an app.
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
/// | `SIGTSTP` | `didEnterBackground` | stops, after at most ``Options/suspensionLimit`` |
/// | `SIGCONT` after that | `willEnterForeground` | continues |
/// | `SIGTERM`, `SIGINT`, `SIGHUP` | `willTerminate` | ends by that signal, which its parent sees |
/// | a second `SIGTERM` or `SIGINT` | none | ends at once by that signal |
/// | `SIGHUP` after one of these | none | ends as before: it counts as the same request |
/// | the end of `run`, `terminate` | `willTerminate` | continues |
///
/// Ending by a signal takes at most ``Options/terminationLimit``. Within the two limits, the
/// process writes its ``Preferences`` before it stops or is ended by a signal, and empties its
/// temporary directories before it ends. Handlers of `didFinishLaunching` and `willEnterForeground`
/// have no time limit, and a request to suspend waits for them. After a signal that ends the app,
/// they are abandoned when half of the termination limit has passed; if the launch was abandoned,
/// the app does not receive `willTerminate`.
///
/// Handlers run on separate threads, one after the other in the order in which they were added. A
/// handler that needs the main actor cannot proceed while the main thread waits for terminal input.
/// If a handler throws, the others still run.
///
/// A lifecycle watches only the signals in ``Options/signals``, from its start to its end; a
/// process has one lifecycle at a time. `SIGQUIT` ends the process at once, without handlers: a
/// program that changes the modes of its terminal calls ``keepTerminalSettings()`` first.
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

  let queue = WorkQueue(label: "plinth.lifecycle")
  /// The time limit for ending by a signal, measured from when the signal was first noticed.
  let ending: TimeBudget
  let report: FailureReport
  let state = Mutex(LifecycleState())

  struct LifecycleState {
    var phase = Phase.notStarted
    var watch: SignalWatch?
    var handlers: [Event: [Handler]] = [:]
    var listeners: [AsyncStream<Event>.Continuation] = []
  }

  /// Creates a lifecycle that does nothing until it is started.
  ///
  /// - Parameters:
  ///   - options: The options of the lifecycle.
  ///   - onFailure: Called for each handler that fails, and when time runs out. After a signal,
  ///     this is the only report.
  public init(options: Options = Options(), onFailure: @escaping FailureReport = { _, _ in }) {
    self.options = options
    ending = TimeBudget(options.terminationLimit)
    report = onFailure
  }

  /// Adds a handler for an event. Handlers run in the order in which they were added.
  public func on(_ event: Event, perform handler: @escaping Handler) {
    state.withLock { $0.handlers[event, default: []].append(handler) }
  }

  /// The events from now on; the sequence ends after `willTerminate`. An event is sent before its
  /// handlers run, and the lifecycle does not wait for readers of the sequence: use it to display
  /// the phase of the app, not to save.
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

// MARK: - Start and end

extension AppLifecycle {
  /// Watches the signals and runs the handlers of `didFinishLaunching`.
  ///
  /// - Throws: ``StateError/Code/lifecycleStarted``, ``StateError/Code/signalsUnavailable``, or
  ///   ``StateError/Code/handlerFailed``. After an error, signals are not watched and the lifecycle
  ///   is over.
  public func start() async throws(StateError) { try await start(watching: options.signals) }

  /// Does the same and waits on the caller's thread, for programs whose `main` is synchronous.
  public func start() throws(StateError) {
    try onQueue { () throws(StateError) in try self.launch(self.options.signals) }
  }

  /// Does the same with a different set of signals.
  func start(watching signals: Set<Signal>) async throws(StateError) {
    try await onQueue { () throws(StateError) in try self.launch(signals) }
  }

  /// Runs the handlers of `willTerminate` and restores the previous signal handlers. The caller
  /// then exits or continues.
  ///
  /// The handlers have no time limit unless a signal that ends the process arrives; once they have
  /// run, that signal ends the process. Does nothing if the lifecycle is already over.
  ///
  /// - Throws: ``StateError/Code/handlerFailed`` if a handler failed: the state that it was meant
  ///   to save is not saved.
  public func terminate() async throws(StateError) {
    try await onQueue { () throws(StateError) in try self.end() }
  }

  /// Does the same and waits on the caller's thread, for programs whose `main` is synchronous.
  public func terminate() throws(StateError) {
    try onQueue { () throws(StateError) in try self.end() }
  }

  /// Runs the app from launch to normal end: starts the lifecycle, runs the body and terminates the
  /// lifecycle.
  ///
  /// - Throws: An error from `start`, without running the body; an error from the body, after the
  ///   handlers of `willTerminate`; or an error from `terminate`.
  public func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    try await start()
    do {
      let result = try await body()
      try await terminate()
      return result
    } catch {
      // After an error from `terminate` itself, this does nothing.
      try? await terminate()
      throw error
    }
  }
}

extension AppLifecycle {
  private static func checkCaller() throws(StateError) {
    if HandlerRun.isInHandler {
      throw StateError(
        .lifecycleReentered, message: "a handler of the lifecycle cannot start or end it")
    }
  }

  private func onQueue(_ work: @escaping @Sendable () throws(StateError) -> Void) throws(StateError)
  {
    try Self.checkCaller()
    var result = Result<Void, StateError>.success(())
    queue.sync { result = Result(catching: work) }
    try result.get()
  }

  private func onQueue(_ work: @escaping @Sendable () throws(StateError) -> Void)
    async throws(StateError)
  {
    try Self.checkCaller()
    let result: Result<Void, StateError> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: work)) }
    }
    try result.get()
  }
}

// MARK: - The terminal

extension AppLifecycle {
  /// Stores the current settings of the process's terminal, for a program that is about to change
  /// them.
  ///
  /// The settings are restored before `SIGQUIT` or a second signal ends the process at once, and
  /// before a lifecycle stops the process or ends it with a signal, if the process is in the
  /// foreground. A normal end restores nothing. A program that continues after a stop sets its own
  /// modes again, for example in its handler of `willEnterForeground`.
  ///
  /// ```swift
  /// AppLifecycle.keepTerminalSettings()
  /// terminal.enterRawMode()
  /// ```
  ///
  /// - Returns: True if there is a terminal and its settings were stored.
  @discardableResult
  public static func keepTerminalSettings() -> Bool { plinth_keep_terminal() == 0 }

  /// Forgets the stored settings: the terminal is no longer restored, and `SIGQUIT` has its
  /// previous meaning again.
  public static func forgetTerminalSettings() { plinth_forget_terminal() }
}
