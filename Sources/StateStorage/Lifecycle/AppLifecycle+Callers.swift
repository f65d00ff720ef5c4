// Start and end as callers see them: for synchronous programs, which wait, and for asynchronous
// ones, which do not block a thread of Swift's pool.

internal import Dispatch

extension AppLifecycle {
  /// Watches the signals and runs the handlers of `didFinishLaunching`.
  ///
  /// - Throws: ``StateError/Code/lifecycleStarted``, ``StateError/Code/signalsUnavailable``, or
  ///   ``StateError/Code/handlerFailed``; signals are not watched then, and the life is over.
  public func start() async throws(StateError) {
    try await start(watching: options.signals)
  }

  /// The same, waiting on the caller's thread, for programs whose `main` is synchronous.
  public func start() throws(StateError) {
    try onQueue { () throws(StateError) in try self.launch(self.options.signals) }
  }

  /// The same with signals of the caller's.
  func start(watching signals: Set<Signal>) async throws(StateError) {
    try await onQueue { () throws(StateError) in try self.launch(signals) }
  }

  /// Runs the handlers of `willTerminate`, however long they take unless a signal comes that ends the
  /// process, and gives the signals the meaning
  /// that they had before. The caller exits then, or goes on.
  ///
  /// Does nothing when the life is over already. When a signal has come meanwhile that ends the
  /// process, it ends by that signal after the handlers.
  ///
  /// - Throws: ``StateError/Code/handlerFailed`` when a handler has failed: what it saves is not
  ///   saved.
  public func terminate() async throws(StateError) {
    try await onQueue { () throws(StateError) in try self.end() }
  }

  /// The same, waiting on the caller's thread, for programs whose `main` is synchronous.
  public func terminate() throws(StateError) {
    try onQueue { () throws(StateError) in try self.end() }
  }

  /// The life of an app from its launch to its normal end: starts, runs the body, terminates.
  ///
  /// - Throws: what `start` throws, then without running the body; what the body throws, after
  ///   the handlers of `willTerminate`; or what `terminate` throws.
  public func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    try await start()
    do {
      let result = try await body()
      try await terminate()
      return result
    } catch {
      // After an error of `terminate` itself this does nothing.
      try? await terminate()
      throw error
    }
  }
}

extension AppLifecycle {
  private static func checkCaller() throws(StateError) {
    if HandlerRun.isInHandler {
      throw StateError(
        .lifecycleReentered, message: "a handler of the lifecycle cannot wait for its start or end")
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
