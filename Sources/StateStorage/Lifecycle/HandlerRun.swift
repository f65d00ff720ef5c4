// Running asynchronous handlers from a thread that waits for them, for a bounded time, whatever the
// app's own threads do. Relies on Dispatch for threads that nobody else can block.

internal import Dispatch
internal import Synchronization

/// Handlers of one event on their way.
final class HandlerRun: Sendable {
  private let event: AppLifecycle.Event
  private let report: AppLifecycle.FailureReport
  private let state = Mutex(HandlerRunState())
  private let done = DispatchSemaphore(value: 0)

  private struct HandlerRunState {
    var firstError: (any Error)?
    /// Nobody waits any more, and all that can be said of it has been said.
    var isTimedOut = false
  }

  /// Set while a handler runs, which must not wait for the lifecycle that waits for it.
  @TaskLocal static var isInHandler = false

  private init(_ event: AppLifecycle.Event, report: @escaping AppLifecycle.FailureReport) {
    self.event = event
    self.report = report
  }

  /// Runs handlers one after the other and waits for as long as `mayWait` says, see `TimeBudget`.
  /// All run, even after one has failed; those that are not done in time are cancelled.
  static func run(
    _ handlers: [AppLifecycle.Handler], of event: AppLifecycle.Event,
    while mayWait: (Duration) -> Bool, report: @escaping AppLifecycle.FailureReport
  ) -> StateError? {
    if handlers.isEmpty { return nil }
    let run = HandlerRun(event, report: report)
    let task = run.begin(handlers)
    guard TimeBudget.wait(for: run.done, while: mayWait) else {
      defer { task.cancel() }
      return run.timeOut()
    }
    return run.state.withLock { $0.firstError }.map { error in
      StateError(
        .handlerFailed, message: "a handler of \(event.rawValue) has failed", underlyingError: error
      )
    }
  }

  private func begin(_ handlers: [AppLifecycle.Handler]) -> Task<Void, Never> {
    let executor = HandlerExecutor()
    return Task.detached(executorPreference: executor) {
      await Self.$isInHandler.withValue(true) {
        for handler in handlers { await self.perform(handler) }
      }
      self.done.signal()
    }
  }

  private func perform(_ handler: AppLifecycle.Handler) async {
    do {
      try await handler()
    } catch {
      let isTimedOut = state.withLock { state in
        state.firstError = state.firstError ?? error
        return state.isTimedOut
      }
      if !isTimedOut { report(event, error) }
    }
  }

  private func timeOut() -> StateError {
    state.withLock { $0.isTimedOut = true }
    let error = StateError(
      .handlersTimedOut, message: "the handlers of \(event.rawValue) were not done in time")
    report(event, error)
    return error
  }
}
