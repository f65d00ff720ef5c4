// The work of a lifecycle: the delivery of events, and the effects of the signals that a terminal
// or the system sends. Everything here runs serially on the lifecycle's queue. Relies on
// CSystemCalls to stop and end the process.

internal import CSystemCalls
internal import DurableFiles
internal import Synchronization

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

  /// Watches signals and reports the launch of the app. If either fails, the lifecycle is over.
  func launch(_ signals: Set<Signal>) throws(StateError) {
    guard phase == .notStarted else {
      throw StateError(.lifecycleStarted, message: "this lifecycle was already started")
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

  /// Ends the lifecycle: stops watching signals and ends the event sequences. A signal that arrives
  /// after the first check takes effect by its default action or at the second check.
  private func finishUnlessSignalled() {
    endIfSignalled()
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
    endIfSignalled()
  }
}

// MARK: - Signals

extension AppLifecycle {
  /// Responds to a signal.
  func receive(_ message: SignalMessage) {
    if message.number == Signal.suspend.number {
      suspend(message.continueCount)
    } else {
      end(by: message.number)
    }
  }

  /// Whether a signal that ends the process has arrived.
  package static var isEndedBySignal: Bool { plinth_ending_signal() != 0 }

  /// Saves and stops. Like the system, ignores a request to stop that arrived before the process
  /// was last continued, so that two such requests stop the process only once.
  private func suspend(_ continueCount: UInt32) {
    guard phase == .foreground, isCurrent(continueCount) else { return }
    if options.suspension == .exitsOnSuspend {
      enter(.terminated)
      ExitWork.begin()
      let error = deliver(.willTerminate, within: ending)
      endIfSignalled()
      cleanUp()
      let isLost = ExitWork.abandon()
      plinth_exit(error == nil && !isLost ? options.exitStatus : options.failureStatus)
    }
    enter(.background)
    let budget = TimeBudget(options.suspensionLimit)
    // Begin now, because a handler may use up all the time; later save what handlers have changed.
    ExitWork.begin()
    deliver(.didEnterBackground, within: budget)
    ExitWork.finish(.saving, within: budget)
    budget.wait(for: "plinth.output") { plinth_flush_output() }
    stop(continueCount)
    // If the process was asked to terminate in the meantime, do not resume.
    if Self.isEndedBySignal { return }
    deliver(.willEnterForeground, within: nil)
    enter(.foreground)
  }

  private func isCurrent(_ continueCount: UInt32) -> Bool {
    plinth_continue_count() == continueCount
  }

  /// Stops unless the process was continued, or asked to end, while it saved.
  private func stop(_ continueCount: UInt32) {
    guard isCurrent(continueCount), !Self.isEndedBySignal else { return }
    if plinth_stop_process() == 0 { return }
    // The signal that continues the process may still be on its way to another thread. The first
    // process in a Docker container is never stopped and does not receive such a signal.
    for _ in 0..<100 where seesContinue && isCurrent(continueCount) {
      _ = WorkSemaphore().wait(atMost: .milliseconds(5))
    }
  }

  /// Saves and ends the process as the signal's default action would.
  private func end(by number: Int32) {
    ExitWork.begin()
    if phase == .foreground || phase == .background {
      enter(.terminated)
      deliver(.willTerminate, within: ending)
    }
    endProcess(by: number)
  }

  /// Ends the process with a signal that arrived during the launch or a normal end.
  private func endIfSignalled() {
    let number = plinth_ending_signal()
    if number != 0 { endProcess(by: number) }
  }

  /// Ends the process by a signal, whose default action skips the work that is done at exit.
  private func endProcess(by number: Int32) -> Never {
    cleanUp()
    ExitWork.abandon()
    plinth_end_by_signal(number)
  }

  /// Does the work that is done at exit, within the time limit for ending.
  private func cleanUp() {
    for stage in EndingWork.Stage.allCases { ExitWork.finish(stage, within: ending) }
    // Flushes the output that handlers have printed: the default action of a signal would leave it
    // in memory.
    ending.wait(for: "plinth.output") { plinth_flush_output() }
  }
}
