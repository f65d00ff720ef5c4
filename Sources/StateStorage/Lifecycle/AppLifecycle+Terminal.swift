// The settings of the terminal, which must be restored when the process ends abruptly. Relies on
// CPlatform, whose signal handler restores them.

internal import CPlatform

extension AppLifecycle {
  /// Stores the current settings of the process's terminal, for a program that is about to change
  /// them.
  ///
  /// The settings are restored before a second signal ends the process at once and before `SIGQUIT`
  /// does. They are also restored after the handlers, before a lifecycle stops the process or ends
  /// it by a signal, because handlers might not have finished in time. They are restored only if
  /// the process is in the foreground: a terminal that another process uses is left unchanged.
  ///
  /// A program that continues after a stop sets its own modes again, for example in its handler of
  /// `willEnterForeground`. A normal end restores nothing.
  ///
  /// ```swift
  /// AppLifecycle.keepTerminalSettings()
  /// terminal.enterRawMode()
  /// ```
  ///
  /// - Returns: Whether there is a terminal and its settings were stored.
  @discardableResult
  public static func keepTerminalSettings() -> Bool { plinth_keep_terminal() == 0 }

  /// Forgets the stored settings: the terminal is no longer restored, and `SIGQUIT` has its
  /// previous meaning again.
  public static func forgetTerminalSettings() { plinth_forget_terminal() }
}
