// The settings of the terminal, which a process that ends at once must not leave as its own. Relies on
// CPlatform, whose handler of signals restores them.

internal import CPlatform

extension AppLifecycle {
  /// Keeps the settings that the terminal of this process has now, for a program that is about to
  /// change them.
  ///
  /// They are restored before a second signal ends the process at once and before `SIGQUIT` does;
  /// also, after the handlers, before a lifecycle stops the process or ends it by a signal, as handlers
  /// may not have been done in time. They are restored where the process is in the foreground alone: a
  /// terminal that somebody else uses is left as it is.
  ///
  /// A program that goes on after a stop sets its own modes again, as in its handler of
  /// `willEnterForeground`. A normal end restores nothing.
  ///
  /// ```swift
  /// AppLifecycle.keepTerminalSettings()
  /// terminal.enterRawMode()
  /// ```
  ///
  /// - Returns: Whether there is a terminal, and its settings are kept.
  @discardableResult
  public static func keepTerminalSettings() -> Bool { plinth_keep_terminal() == 0 }

  /// Forgets the settings that were kept: the terminal stays from now on as it is, and `SIGQUIT` has
  /// the meaning again that it had before.
  public static func forgetTerminalSettings() { plinth_forget_terminal() }
}
