// What the signals of a terminal and of a system do to an app. Everything here runs on the
// lifecycle's queue. Relies on CPlatform for stopping and ending the process.

internal import CPlatform
internal import Dispatch

extension AppLifecycle {
  /// Answers a signal.
  func receive(_ message: SignalMessage) {
    if message.number == Signal.suspend.number {
      suspend(message.continueCount)
    } else {
      end(by: message.number)
    }
  }

  /// Whether a signal has come that ends the process.
  static var isEndedBySignal: Bool { plinth_ending_signal() != 0 }

  /// Saves and stops. A wish to stop that came before the process was last continued is void, as it
  /// is for the system: so two of them stop once.
  private func suspend(_ continueCount: UInt32) {
    guard phase == .foreground, isCurrent(continueCount) else { return }
    if options.suspension == .exitsOnSuspend { return exitOnSuspend() }
    enter(.background)
    let budget = TimeBudget(options.suspensionLimit)
    // At once, as a handler may use all the time up, and again with what handlers have changed.
    ExitWork.begin()
    deliver(.didEnterBackground, within: budget)
    ExitWork.finish(.saving, within: budget)
    budget.wait(for: "plinth.output") { plinth_flush_output() }
    stop(continueCount)
    // Who was told to end meanwhile does not come back.
    if Self.isEndedBySignal { return }
    deliver(.willEnterForeground, within: nil)
    enter(.foreground)
  }

  private func isCurrent(_ continueCount: UInt32) -> Bool {
    plinth_continue_count() == continueCount
  }

  /// Stops unless the process was continued, or told to end, while it saved.
  private func stop(_ continueCount: UInt32) {
    guard isCurrent(continueCount), !Self.isEndedBySignal else { return }
    if plinth_stop_process() == 0 { return }
    // The signal that continues the process may still be on its way to another thread. The first
    // process of a container was not stopped at all, and gets none.
    for _ in 0..<100 where seesContinue && isCurrent(continueCount) {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
    }
  }

  /// Saves and ends as if the signal had had its default meaning.
  private func end(by number: Int32) {
    ExitWork.begin()
    if phase == .foreground || phase == .background {
      enter(.terminated)
      deliver(.willTerminate, within: ending)
    }
    endProcess(by: number)
  }

  /// Ends by the signal that came while the app was being launched or was ending by itself.
  func endIfSignalled() {
    let number = plinth_ending_signal()
    if number != 0 { endProcess(by: number) }
  }

  /// A signal's default meaning skips what is done at exit.
  private func endProcess(by number: Int32) -> Never {
    cleanUp()
    ExitWork.abandon()
    plinth_end_by_signal(number)
  }

  /// Does what is done at exit, but no longer than an end may take.
  private func cleanUp() {
    for stage in EndingWork.Stage.allCases { ExitWork.finish(stage, within: ending) }
    // What handlers have printed: a signal's default meaning would leave it in memory.
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
