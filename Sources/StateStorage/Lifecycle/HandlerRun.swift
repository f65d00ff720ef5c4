// Running asynchronous handlers from a thread that waits a limited time for them, whatever the
// threads of the app do. Relies on `WorkSemaphore` to wait.

internal import DurableFiles
internal import Synchronization

final class HandlerRun: Sendable {
  private let event: AppLifecycle.Event
  private let report: AppLifecycle.FailureReport
  private let state = Mutex(HandlerRunState())
  private let done = WorkSemaphore()

  private struct HandlerRunState {
    var firstError: (any Error)?
    /// Whether the caller has stopped waiting. Later errors are not reported.
    var isTimedOut = false
  }

  /// Whether the current task runs a handler. A handler must not wait for the lifecycle, which is
  /// waiting for the handler.
  @TaskLocal
  static var isInHandler = false

  private init(_ event: AppLifecycle.Event, report: @escaping AppLifecycle.FailureReport) {
    self.event = event
    self.report = report
  }

  /// Runs handlers one after the other and waits while `mayWait` returns true; see `TimeBudget`.
  /// All handlers run, even after one has failed; those that do not finish in time are canceled.
  static func run(
    _ handlers: [AppLifecycle.Handler], of event: AppLifecycle.Event,
    while mayWait: (Duration) -> Bool, report: @escaping AppLifecycle.FailureReport
  ) -> StateError? {
    if handlers.isEmpty { return nil }
    let run = HandlerRun(event, report: report)
    let task = Task.detached(executorPreference: HandlerExecutor()) {
      await $isInHandler.withValue(true) { for handler in handlers { await run.perform(handler) } }
      run.done.signal()
    }
    if TimeBudget.wait(for: run.done, while: mayWait) {
      return run.state.withLock { $0.firstError }.map { error in
        StateError(
          .handlerFailed, message: "a handler of \(event.rawValue) failed", underlyingError: error)
      }
    }
    defer { task.cancel() }
    run.state.withLock { $0.isTimedOut = true }
    let error = StateError(
      .handlersTimedOut, message: "the handlers of \(event.rawValue) did not finish in time")
    report(event, error)
    return error
  }

  private func perform(_ handler: AppLifecycle.Handler) async {
    do { try await handler() } catch {
      let isTimedOut = state.withLock { state in
        state.firstError = state.firstError ?? error
        return state.isTimedOut
      }
      if !isTimedOut { report(event, error) }
    }
  }
}
