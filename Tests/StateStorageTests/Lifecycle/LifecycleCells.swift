// The effect of each signal in each situation, as scripts for lifecycle_driver.py, which explains
// their syntax: `!X` sends a signal, `[…]` is what the parent sees, a plain word is a line of the
// program.

import Testing

/// One signal in one situation, and the expected events.
struct LifecycleCell: Sendable, CustomTestStringConvertible {
  var signal: String
  var situation: String
  /// How the program is started; see the driver.
  var home = "shell"
  var script: String

  init(_ signal: String, _ situation: String, in home: String = "shell", _ script: String) {
    self.signal = signal
    self.situation = situation
    self.home = home
    self.script = script
  }

  var testDescription: String { "\(signal) \(situation): \(script)" }
}

extension LifecycleCell {
  /// A normal end, which shows that the program still works.
  private static let quit = "ping quit terminating saved returned [exit_0]"
  /// The same where saves wait.
  private static let gatedQuit = "ping quit terminating open saved returned [exit_0]"
  private static let stop = "background saved [stopped]"
  private static let end = "terminating saved"

  static let all = idle + saving + suspended + twice + orphaned + nohup

  /// While the program is idle; sent from the keyboard where a key exists.
  static let idle = [
    LifecycleCell("TSTP", "idle", "launched ^Z \(stop) !CONT foreground \(quit)"),
    LifecycleCell("CONT", "idle", "launched !CONT \(quit)"),
    LifecycleCell("TERM", "idle", "launched !TERM \(end) [SIGTERM]"),
    LifecycleCell("INT", "idle", "launched ^C \(end) [SIGINT]"),
    LifecycleCell("HUP", "idle", "launched !HUP \(end) [SIGHUP]"),
    LifecycleCell("QUIT", "idle", "launched ^\\ [SIGQUIT]"),
  ]

  /// While it saves on entering the background; for TSTP, while it saves on termination.
  static let saving = [
    LifecycleCell(
      "TSTP", "while saving", "gated launched !TERM terminating !TSTP ping open saved [SIGTERM]"),
    LifecycleCell(
      "CONT", "while saving",
      "gated launched !TSTP background !CONT noted open saved foreground \(gatedQuit)"),
    LifecycleCell("TERM", "while saving", endWhileSaving("TERM")),
    LifecycleCell("INT", "while saving", endWhileSaving("INT")),
    LifecycleCell("HUP", "while saving", endWhileSaving("HUP")),
    LifecycleCell("QUIT", "while saving", "gated launched !TSTP background !QUIT [SIGQUIT]"),
  ]

  /// The first save completes, then the one on termination; the program does not stop in between.
  private static func endWhileSaving(_ signal: String) -> String {
    "gated launched !TSTP background !\(signal) noted open saved terminating open saved "
      + "[SIG\(signal)]"
  }

  /// While it is stopped: a pending signal takes effect when it continues, a stop request is
  /// dropped. The system decides which of two signals is delivered first.
  static let suspended = [
    LifecycleCell(
      "TSTP", "while suspended", "launched !TSTP \(stop) !TSTP !CONT foreground \(quit)"),
    LifecycleCell("CONT", "while suspended", "launched !TSTP \(stop) !CONT foreground \(quit)"),
    LifecycleCell(
      "TERM", "while suspended", "launched !TSTP \(stop) !TERM !CONT ~foreground \(end) [SIGTERM]"),
    LifecycleCell(
      "INT", "while suspended", "launched !TSTP \(stop) !INT !CONT ~foreground \(end) [SIGINT]"),
    LifecycleCell(
      "HUP", "while suspended", "launched !TSTP \(stop) !HUP !CONT ~foreground \(end) [SIGHUP]"),
    LifecycleCell("QUIT", "while suspended", "launched !TSTP \(stop) !QUIT !CONT [SIGQUIT]"),
  ]

  /// The signal again while it saves because of the first: two stops count as one, a second
  /// termination takes effect immediately; but shells and systems send a hang-up twice, and it is
  /// one request.
  static let twice = [
    LifecycleCell(
      "TSTP", "twice",
      "gated launched !TSTP background !TSTP ping open saved [stopped] !CONT foreground "
        + gatedQuit),
    LifecycleCell("CONT", "twice", "launched !TSTP \(stop) !CONT !CONT foreground \(quit)"),
    LifecycleCell("TERM", "twice", "gated launched !TERM terminating !TERM [SIGTERM]"),
    LifecycleCell("INT", "twice", "gated launched !INT terminating !INT [SIGINT]"),
    LifecycleCell("HUP", "twice", "gated launched !HUP terminating !HUP ping open saved [SIGHUP]"),
    LifecycleCell("QUIT", "twice", "gated launched !TERM terminating !QUIT [SIGQUIT]"),
  ]

  /// In an orphaned process group. By default a stop is ignored there; the lifecycle does stop, and
  /// the sender can continue it.
  static let orphaned = [
    LifecycleCell(
      "TSTP", "orphaned", in: "orphan", "launched ^Z \(stop) !CONT foreground \(quit)"),
    LifecycleCell("CONT", "orphaned", in: "orphan", "launched !CONT \(quit)"),
    LifecycleCell("TERM", "orphaned", in: "orphan", "launched !TERM \(end) [SIGTERM]"),
    LifecycleCell("INT", "orphaned", in: "orphan", "launched ^C \(end) [SIGINT]"),
    LifecycleCell("HUP", "orphaned", in: "orphan", "launched !HUP \(end) [SIGHUP]"),
    LifecycleCell("QUIT", "orphaned", in: "orphan", "launched ^\\ [SIGQUIT]"),
  ]

  /// Under nohup, which has SIGHUP ignored: that remains so even when the terminal goes away; the
  /// other signals work as usual.
  static let nohup = [
    LifecycleCell("TSTP", "nohup", in: "nohup", "launched ^Z \(stop) !CONT foreground \(quit)"),
    LifecycleCell("CONT", "nohup", in: "nohup", "launched !CONT \(quit)"),
    LifecycleCell("TERM", "nohup", in: "nohup", "launched !TERM \(end) [SIGTERM]"),
    LifecycleCell("INT", "nohup", in: "nohup", "launched ^C \(end) [SIGINT]"),
    LifecycleCell("HUP", "nohup", in: "nohup", "launched !HUP ping hangup ping !HUP \(quit)"),
    LifecycleCell("QUIT", "nohup", in: "nohup", "launched ^\\ [SIGQUIT]"),
  ]
}
