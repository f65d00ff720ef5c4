// Starting and ending a lifecycle: for synchronous programs, which wait, and for asynchronous ones,
// which do not block a thread of Swift's pool.

internal import Dispatch

extension AppLifecycle {
  /// Watches the signals and runs the handlers of `didFinishLaunching`.
  ///
  /// - Throws: ``StateError/Code/lifecycleStarted``, ``StateError/Code/signalsUnavailable``, or
  ///   ``StateError/Code/handlerFailed``. After an error, signals are not watched and the lifecycle
  ///   is over.
  public func start() async throws(StateError) {
    try await start(watching: options.signals)
  }

  /// Does the same and waits on the caller's thread, for programs whose `main` is synchronous.
  public func start() throws(StateError) {
    try onQueue { () throws(StateError) in try self.launch(self.options.signals) }
  }

  /// Does the same with the caller's choice of signals.
  func start(watching signals: Set<Signal>) async throws(StateError) {
    try await onQueue { () throws(StateError) in try self.launch(signals) }
  }

  /// Runs the handlers of `willTerminate` and restores the previous signal handlers. The caller
  /// then exits or continues.
  ///
  /// The handlers may take any length of time unless a signal arrives that ends the process. After
  /// such a signal, the process ends by it once the handlers have run.
  ///
  /// Does nothing if the lifecycle is already over.
  ///
  /// - Throws: ``StateError/Code/handlerFailed`` if a handler failed: the state that it saves is
  ///   not saved.
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

  private func onQueue(
    _ work: @escaping @Sendable () throws(StateError) -> Void
  ) throws(StateError) {
    try Self.checkCaller()
    let result: Result<Void, StateError> = queue.sync { Result(catching: work) }
    try result.get()
  }

  private func onQueue(
    _ work: @escaping @Sendable () throws(StateError) -> Void
  ) async throws(StateError) {
    try Self.checkCaller()
    let result: Result<Void, StateError> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: work)) }
    }
    try result.get()
  }
}
