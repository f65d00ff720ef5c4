// A program that this process runs. Relies on CSystemCalls, which starts it.

internal import CSystemCalls
package import SystemPackage

/// A program that this process has started. `wait` must be called once.
package struct ChildProcess {
  private let identifier: Int32
  /// The end of a pipe from which the program's standard output is read.
  package let output: FileDescriptor

  /// Starts a program, whose standard input is empty.
  ///
  /// - Parameters:
  ///   - arguments: The name of the program, which is searched for in PATH, and its arguments. They must
  ///     not contain zero bytes.
  ///   - hidesErrors: Whether the program's standard error is discarded.
  package init(_ arguments: [[UInt8]], hidesErrors: Bool) throws(Errno) {
    let texts = [UInt8](arguments.map { $0 + [0] }.joined())
    var output: Int32 = -1
    identifier = unsafe plinth_start_program(texts, texts.count, hidesErrors, &output)
    try POSIXFileSystem.check(identifier)
    self.output = FileDescriptor(rawValue: output)
  }

  /// Closes the pipe, waits until the program ends, and returns its exit status, 255 if a signal
  /// ended it.
  package func wait() throws(Errno) -> Int {
    try? POSIXFileSystem().close(output)
    let status = plinth_wait_for_program(identifier)
    try POSIXFileSystem.check(status)
    return Int(status)
  }
}
