// The terminal as a device: its modes, its size, its input. The modes are restored before any
// thread ends or stops the app. The only file of the apps that calls the C library for the
// terminal.

internal import Foundation
internal import StateStorage
internal import Synchronization
internal import SystemPackage

/// The terminal on standard input.
package final class TerminalDevice: Sendable {
  private let state: Mutex<State>

  private struct State {
    /// The original modes.
    var original: termios
    /// Whether the app edits lines itself.
    var wantsRaw = true
    /// Whether the cursor is in a line that is being edited.
    var isInLine = false
    /// Whether the app reads Control-C as a key.
    var readsInterrupt = false

    /// The modes of the app.
    var raw: termios { TerminalDevice.raw(original, readsInterrupt: readsInterrupt) }
  }

  /// The result of waiting for input.
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
    // Immediately: waiting for output that is never read would keep the app from saving.
    _ = unsafe tcsetattr(0, TCSANOW, &modes)
  }

  /// Each key immediately; keys for signals work, except the one that would end the app unsaved.
  private static func raw(_ original: termios, readsInterrupt: Bool) -> termios {
    var modes = original
    unsafe cfmakeraw(&modes)
    modes.c_lflag |= tcflag_t(ISIG)
    modes.c_oflag = original.c_oflag
    unsafe withUnsafeMutableBytes(of: &modes.c_cc) {
      unsafe $0[Int(VQUIT)] = disabledKey
      if readsInterrupt { unsafe $0[Int(VINTR)] = disabledKey }
    }
    return modes
  }

  /// Makes Control-C a key, while a line is edited, or a signal.
  func readInterrupt(_ isKey: Bool) {
    state.withLock { state in
      guard state.readsInterrupt != isKey else { return }
      state.readsInterrupt = isKey
      guard state.wantsRaw, !Self.isInBackground, let modes = Self.modes(),
        modes.c_lflag & tcflag_t(ICANON) == 0
      else { return }
      Self.set(state.raw)
    }
  }

  /// Interrupts the app and its process group, as Control-C does.
  func interrupt() { _ = kill(0, SIGINT) }

  #if canImport(Darwin)
    private static let disabledKey: UInt8 = 0xFF
  #else
    private static let disabledKey: UInt8 = 0
  #endif

  /// Whether another process group uses the terminal; setting modes would stop this one. A terminal
  /// that is gone, or is not that of the session, belongs to no group: nothing stops then, and
  /// reading gives the end of the input.
  private static var isInBackground: Bool {
    let group = tcgetpgrp(0)
    return group != -1 && group != getpgrp()
  }

  /// Restores the terminal, until `resume`, with the cursor on a separate row.
  package func restore() {
    state.withLock { state in
      state.wantsRaw = false
      if Self.isInBackground { return }
      Self.set(state.original)
      // Only if writing does not block.
      if FileDescriptor.standardOutput.isWritable {
        Output.write(state.isInLine ? "\(Self.unmarkedPastes)\r\n" : Self.unmarkedPastes)
      }
      state.isInLine = false
    }
  }

  /// Records that the cursor is in a line that is being edited.
  func beginLine() { state.withLock { $0.isInLine = true } }

  /// Moves the cursor to the next row.
  func endLine() {
    state.withLock { $0.isInLine = false }
    Output.write("\r\n")
  }

  /// Erases the row of the cursor, so that other output takes it.
  func eraseLine() {
    state.withLock { $0.isInLine = false }
    Output.write("\r\u{1B}[K")
  }

  /// Signals that a key has no meaning.
  func ringBell() { Output.write("\u{7}") }

  /// Lets the app edit lines again.
  package func resume() { state.withLock { $0.wantsRaw = true } }

  /// Ensures that the modes are correct, and returns whether they had to be set: at the start, and
  /// after a shell has set its own.
  func keepRaw() -> Bool {
    _ = stopInBackground()
    return state.withLock { state in
      guard state.wantsRaw, !Self.isInBackground, let modes = Self.modes() else { return false }
      if modes.c_lflag & tcflag_t(ICANON) == 0 { return false }
      state.original = modes
      // Also for ends that leave no time to restore them here.
      AppLifecycle.keepTerminalSettings()
      Self.set(state.raw)
      Output.write(Self.markedPastes)
      return true
    }
  }

  /// In the background, stops until the process is continued. False in the foreground, and where
  /// nothing stops: then reading gives the end of the input.
  func stopInBackground() -> Bool {
    guard Self.isInBackground, isRawWanted else { return false }
    let start = ContinuousClock.now
    Self.stopAsReader()
    // A shell can continue the process immediately; then it is in the foreground.
    return !Self.isInBackground || ContinuousClock.now - start > .milliseconds(20)
  }

  /// Has the same effect as reading the terminal in the background: stops until the process is in
  /// the foreground. The thread may be one of Dispatch's, which block signals.
  private static func stopAsReader() {
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    _ = unsafe sigaddset(&signals, SIGTTIN)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    _ = raise(SIGTTIN)
  }

  /// Whether the app is about to stop or end, or is stopped: other programs get the keys then.
  func waitsForOthers() -> Bool {
    if isRawWanted { return false }
    _ = poll(nil, 0, 10)
    return true
  }

  /// Whether the app is in the foreground and not about to end.
  var isRawWanted: Bool { state.withLock { $0.wantsRaw } }

  /// Make the terminal mark the start and the end of a pasted text, or not.
  private static let (markedPastes, unmarkedPastes) = ("\u{1B}[?2004h", "\u{1B}[?2004l")

  // MARK: Size and input

  /// The present number of columns; 80 where the terminal does not report it.
  var columns: Int {
    let columns = Int(Self.size.ws_col)
    return columns > 0 ? columns : 80
  }

  /// The present number of rows; 24 where the terminal does not report it.
  var rows: Int {
    let rows = Int(Self.size.ws_row)
    return rows > 0 ? rows : 24
  }

  private static var size: winsize { size(of: 0) }

  private static func size(of stream: Int32) -> winsize {
    var size = winsize()
    _ = unsafe ioctl(stream, UInt(TIOCGWINSZ), &size)
    return size
  }

  /// The number of columns of a stream: unlimited where it is not a terminal that reports its size.
  static func columns(of stream: FileDescriptor) -> Int {
    let columns = stream.isTerminal ? Int(size(of: stream.rawValue).ws_col) : 0
    return columns > 0 ? columns : .max
  }

  /// The rows of a text, which is divided between words where it does not fit.
  func wrapped(_ text: String) -> [String] {
    let columns = columns
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).wrapped(toColumns: columns) }
  }

  /// Prints a text, divided between words where it does not fit.
  func say(_ text: String) { wrapped(text).forEach(Output.line) }

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
