// The effects on an app of the signals that a terminal or the system sends. Everything here runs on
// the lifecycle's queue. Relies on CPlatform to stop and end the process.

internal import CPlatform
internal import Dispatch

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
  static var isEndedBySignal: Bool { plinth_ending_signal() != 0 }

  /// Saves and stops. A request to stop that arrived before the process was last continued is void,
  /// as it is for the system, so two such requests stop the process once.
  private func suspend(_ continueCount: UInt32) {
    guard phase == .foreground, isCurrent(continueCount) else { return }
    if options.suspension == .exitsOnSuspend { return exitOnSuspend() }
    enter(.background)
    let budget = TimeBudget(options.suspensionLimit)
    // Begin now, because a handler may use up all the time; save again what handlers have changed.
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
    // process of a container was not stopped at all and receives none.
    for _ in 0..<100 where seesContinue && isCurrent(continueCount) {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
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

  /// Ends the process by a signal that arrived while the app was being launched or was ending
  /// normally.
  func endIfSignalled() {
    let number = plinth_ending_signal()
    if number != 0 { endProcess(by: number) }
  }

  /// The default action of a signal skips the work that is done at exit.
  private func endProcess(by number: Int32) -> Never {
    cleanUp()
    ExitWork.abandon()
    plinth_end_by_signal(number)
  }

  /// Does the work that is done at exit, within the time limit for ending.
  private func cleanUp() {
    for stage in EndingWork.Stage.allCases { ExitWork.finish(stage, within: ending) }
    // The output that handlers have printed: the default action of a signal would leave it in
    // memory.
    ending.wait(for: "plinth.output") { plinth_flush_output() }
  }

  private func exitOnSuspend() {
    enter(.terminated)
    ExitWork.begin()
    let error = deliver(.willTerminate, within: ending)
    endIfSignalled()
    cleanUp()
    let isLost = ExitWork.abandon()
    plinth_exit(error == nil && !isLost ? options.exitStatus : options.failureStatus)
  }
}
