// The life of an app: its handlers, its events, its start and its end. What signals do is in
// AppLifecycle+Signals.swift. All that happens, happens on one queue, one after the other.

internal import Dispatch
internal import Synchronization

/// Tells a terminal or server program when to load and when to save, as iOS tells an app.
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
/// | what happens | what the app is told | what the process does then |
/// |---|---|---|
/// | `start`, `run` | `didFinishLaunching` | |
/// | `SIGTSTP` | `didEnterBackground` | stops, after ``Options/suspensionLimit`` at the latest |
/// | `SIGCONT` after that | `willEnterForeground` | goes on |
/// | `SIGTERM`, `SIGINT`, `SIGHUP` | `willTerminate` | ends by that signal, as its parent sees |
/// | a second `SIGTERM` or `SIGINT` | nothing | ends at once by that signal |
/// | `SIGHUP` after one of these | nothing | ends as it was to end: it is the same wish |
/// | the end of `run`, `terminate` | `willTerminate` | goes on |
///
/// An end by a signal takes ``Options/terminationLimit`` at most. Before it stops or ends by one, the
/// process writes its ``Preferences``, and before it ends, it empties its temporary directories; both
/// count in these limits. Handlers of `didFinishLaunching` and `willEnterForeground` may take as long
/// as they like, and a wish to suspend waits for them. A signal that ends the app does not: they are
/// given up after half of that time. An app whose launch was given up is not told of its end.
///
/// Handlers run on threads of their own, one after the other in the order in which they were added;
/// the main thread may be waiting for a terminal meanwhile. A handler that needs the main actor
/// waits for it in vain then. When a handler throws, the others run nevertheless.
///
/// Signals are watched from the start to the end, and those alone that ``Options/signals`` names; a
/// process has one lifecycle at a time. `SIGQUIT` ends the process at once, as without a lifecycle.
/// A program that changes the modes of its terminal calls ``keepTerminalSettings()`` first: what ends
/// the process at once does not ask its handlers.
///
/// `SIGKILL`, the lack of memory, a power loss and `SIGSTOP` give no warning: what must not be lost
/// is saved when it changes, and a lifecycle only shortens what could be lost.
public final class AppLifecycle: Sendable {
  /// What is done at an event.
  public typealias Handler = @Sendable () async throws -> Void
  /// What is told of a handler that has failed, or of handlers that were not done in time.
  public typealias FailureReport = @Sendable (_ event: Event, _ error: any Error) -> Void

  /// How this lifecycle works.
  public let options: Options

  let queue = DispatchQueue(label: "plinth.lifecycle")
  /// The time for an end by a signal, from the moment when that was first seen.
  let ending: TimeBudget
  private let report: FailureReport
  private let state = Mutex(LifecycleState())

  private struct LifecycleState {
    var phase = Phase.notStarted
    var watch: SignalWatch?
    var handlers: [Event: [Handler]] = [:]
    var listeners: [AsyncStream<Event>.Continuation] = []
  }

  /// A lifecycle that does nothing until it is started.
  ///
  /// - Parameters:
  ///   - options: see ``Options``.
  ///   - onFailure: is called for each handler that has failed, and when time was up; after a signal
  ///     nobody else would learn of it.
  public init(
    options: Options = Options(), onFailure: @escaping FailureReport = { _, _ in }
  ) {
    self.options = options
    ending = TimeBudget(options.terminationLimit)
    report = onFailure
  }

  /// Adds what is to be done at an event, after what was added before.
  public func on(_ event: Event, perform handler: @escaping Handler) {
    state.withLock { $0.handlers[event, default: []].append(handler) }
  }

  /// The events from now on; the sequence ends after `willTerminate`.
  ///
  /// An event is sent before its handlers run, and nobody waits for those who read the sequence: it
  /// is for showing where the app is, not for saving.
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

  /// Where the app is in its life.
  public var phase: Phase { state.withLock { $0.phase } }
}

// MARK: - What the queue does

extension AppLifecycle {
  /// Enters a phase.
  func enter(_ phase: Phase) { state.withLock { $0.phase = phase } }

  /// Whether it will be seen that the process goes on.
  var seesContinue: Bool { state.withLock { $0.watch?.seesContinue ?? false } }

  /// Tells an event to those who listen, runs its handlers and waits for them: within a budget, or
  /// without a limit. Handlers under way when a signal comes that ends the app leave half of the time
  /// to those of `willTerminate`.
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

  /// Watches signals and tells that the app is launched. When that fails, the life is over.
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

  /// Tells that the app ends, once, and lets the signals be.
  func end() throws(StateError) {
    guard phase == .foreground || phase == .background else { return }
    let error = deliver(.willTerminate, within: nil)
    finishUnlessSignalled()
    if let error { throw error }
  }

  /// A signal that comes after the first look has its default meaning soon, or is seen by the next.
  private func finishUnlessSignalled() {
    endIfSignalled()
    finish()
    endIfSignalled()
  }

  /// Nothing happens any more.
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
