// A program that this process runs. Relies on CSystemCalls, which starts it.

internal import CLibrary
internal import CSystemCalls
package import SystemPackage

/// A program that this process has started, which must be waited for.
package struct ChildProcess: ~Copyable {
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
    let (identifier, code) = unsafe texts.withUnsafeBytes { texts in
      let identifier = unsafe plinth_start_program(
        texts.baseAddress, texts.count, hidesErrors, &output)
      return (identifier, errno)
    }
    if identifier == -1 { throw Errno(rawValue: code) }
    self.identifier = identifier
    self.output = FileDescriptor(rawValue: output)
  }

  /// Closes the pipe, waits until the program ends, and returns its exit status, 255 if a signal
  /// ended it.
  package consuming func wait() throws(Errno) -> Int {
    try? POSIXFileSystem().close(output)
    let status = plinth_wait_for_program(identifier)
    try POSIXFileSystem.check(status)
    return Int(status)
  }
}
