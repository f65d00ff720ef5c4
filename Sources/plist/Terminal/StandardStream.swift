// The standard streams: writes bytes to standard output and standard error, and detects terminals.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// One of the two streams that the tool writes to.
enum StandardStream {
  case output
  case error

  private var descriptor: FileDescriptor { self == .output ? .standardOutput : .standardError }

  var isTerminal: Bool { descriptor.isTerminal }

  func write(_ data: Data) throws(StreamError) { try write(data.span) }

  func write(_ bytes: some Sequence<UInt8>) throws(StreamError) { try write(Array(bytes).span) }

  func write(_ text: String) throws(StreamError) {
    do throws(Errno) { try POSIXFileSystem().writeAll(text, to: descriptor) } catch {
      throw StreamError(error)
    }
  }

  private func write(_ bytes: Span<UInt8>) throws(StreamError) {
    do throws(Errno) { try POSIXFileSystem().writeAll(bytes, to: descriptor) } catch {
      throw StreamError(error)
    }
  }
}

extension StandardStream {
  /// Redirects both streams to /dev/null for the rest of the process.
  static func silence() throws(StreamError) {
    do {
      let nullDevice = try FileDescriptor.open(FilePath("/dev/null"), .writeOnly)
      for stream in [StandardStream.output, .error] {
        _ = try nullDevice.duplicate(as: stream.descriptor)
      }
      try nullDevice.close()
    } catch { throw StreamError(error) }
  }
}

enum StandardInput { static var isTerminal: Bool { FileDescriptor.standardInput.isTerminal } }

/// The error for a stream that could not be written to.
struct StreamError: CodedError {
  /// The code of the failure; there is only one.
  struct Code: ErrorCode {
    typealias Failure = StreamError
    let rawValue: String
  }

  var code: Code { Code(rawValue: "input-output") }
  /// Whether the reader has closed the pipe, as `head` does. Such an error is not reported.
  let isClosedPipe: Bool
  let message: String
  /// The name of the stream or file that could not be written to.
  let file: String

  init(_ error: any Error, file: String = "<stdout>") {
    self.file = file
    isClosedPipe = (error as? Errno) == .brokenPipe
    message = "cannot write: \(error)"
  }
}
