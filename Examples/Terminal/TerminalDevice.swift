// The terminal as a device: its modes, its size, its input. Whoever ends or stops the app on any
// thread has the modes restored first. The one file of the apps that calls the C library for it.

internal import Foundation
internal import StateStorage
internal import Synchronization
internal import SystemPackage

/// The terminal that standard input is.
package final class TerminalDevice: Sendable {
  private let state: Mutex<State>

  private struct State {
    /// The modes that were there before.
    var original: termios
    /// The app edits lines itself.
    var wantsRaw = true
    /// The cursor stands in a line that is being edited.
    var isInLine = false
  }

  /// What waiting for input ended with.
  enum Wait {
    case input
    case nothing
    case end
  }

  /// The terminal, or nil when standard input and output are not both one that can move its cursor.
  package init?() {
    guard isatty(0) == 1, isatty(1) == 1, Self.understandsCursor, let modes = Self.modes() else {
      return nil
    }
    state = Mutex(State(original: modes))
  }

  private static var understandsCursor: Bool {
    let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return !name.isEmpty && name != "dumb"
  }

  // MARK: Modes

  private static func modes() -> termios? {
    var modes = termios()
    return unsafe tcgetattr(0, &modes) == 0 ? modes : nil
  }

  private static func set(_ modes: termios) {
    var modes = modes
    // At once: waiting for output that nobody takes would keep the app from saving.
    _ = unsafe tcsetattr(0, TCSANOW, &modes)
  }

  /// Each key as it comes; the keys for signals stay, but the one that would end the app unsaved.
  private static func raw(_ original: termios) -> termios {
    var modes = original
    unsafe cfmakeraw(&modes)
    modes.c_lflag |= tcflag_t(ISIG)
    modes.c_oflag = original.c_oflag
    unsafe withUnsafeMutableBytes(of: &modes.c_cc) { unsafe $0[Int(VQUIT)] = disabledKey }
    return modes
  }

  #if canImport(Darwin)
    private static let disabledKey: UInt8 = 0xFF
  #else
    private static let disabledKey: UInt8 = 0
  #endif

  /// Whether the terminal is another process group's to use; setting modes would stop this one. A
  /// terminal that is gone, or is not that of the session, is nobody's: nothing stops there, and
  /// reading tells that the input is at its end.
  private static var isInBackground: Bool {
    let group = tcgetpgrp(0)
    return group != -1 && group != getpgrp()
  }

  /// Gives the terminal back as it was, until `resume`, with the cursor on a row of its own.
  package func restore() {
    state.withLock { state in
      state.wantsRaw = false
      if Self.isInBackground { return }
      Self.set(state.original)
      // Only where nobody has to wait for it.
      if state.isInLine, FileDescriptor.standardOutput.isWritable { Output.write("\r\n") }
      state.isInLine = false
    }
  }

  /// Notes that the cursor stands in a line that is being edited.
  func beginLine() { state.withLock { $0.isInLine = true } }

  /// Puts the cursor on the next row.
  func endLine() {
    state.withLock { $0.isInLine = false }
    Output.write("\r\n")
  }

  /// Has the app edit lines again.
  package func resume() { state.withLock { $0.wantsRaw = true } }

  /// Sees to it that the modes are what they should be, and tells whether they had to be set: at
  /// the start, and when a shell has set its own meanwhile.
  func keepRaw() -> Bool {
    _ = stopInBackground()
    return state.withLock { state in
      guard state.wantsRaw, !Self.isInBackground, let modes = Self.modes() else { return false }
      if modes.c_lflag & tcflag_t(ICANON) == 0 { return false }
      state.original = modes
      // Also for ends that leave no time to restore them here.
      AppLifecycle.keepTerminalSettings()
      Self.set(Self.raw(modes))
      return true
    }
  }

  /// In the background, stops until somebody continues the process. False in the foreground, and
  /// where nothing stops: then reading tells that there is no input.
  func stopInBackground() -> Bool {
    guard Self.isInBackground, isRawWanted else { return false }
    let start = ContinuousClock.now
    Self.stopAsReader()
    return ContinuousClock.now - start > .milliseconds(20)
  }

  /// Does what reading the terminal does to a process in the background: stops until it is in the
  /// foreground. The thread may be one of Dispatch's, which block signals.
  private static func stopAsReader() {
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    _ = unsafe sigaddset(&signals, SIGTTIN)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    _ = raise(SIGTTIN)
  }

  /// Whether the app is about to stop or to end, or stopped: keys are for others then.
  func waitsForOthers() -> Bool {
    if isRawWanted { return false }
    _ = poll(nil, 0, 10)
    return true
  }

  /// Whether the app is neither leaving nor away.
  var isRawWanted: Bool { state.withLock { $0.wantsRaw } }

  // MARK: Size and input

  /// How many columns there are now; 80 where the terminal does not tell.
  var columns: Int {
    var size = winsize()
    let told = unsafe ioctl(0, UInt(TIOCGWINSZ), &size) == 0
    return told && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Waits for a key.
  func wait(milliseconds: Int32) -> Wait {
    var request = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    let count = unsafe poll(&request, 1, milliseconds)
    if count > 0 { return .input }
    return count == 0 || errno == EINTR ? .nothing : .end
  }

  /// The keys that were pressed; none at the end of input, and where the terminal is gone.
  func read() -> [UInt8] { (try? FileDescriptor.standardInput.readSome(4096)) ?? [] }
}
