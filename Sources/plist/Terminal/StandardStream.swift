// The standard streams: output and errors as bytes, and whether a terminal is at the other end.

internal import PropertyLists
internal import SystemPackage

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// One of the two streams that the tool writes to.
enum StandardStream {
  case output
  case error

  private var descriptor: FileDescriptor { self == .output ? .standardOutput : .standardError }

  /// Whether the stream leads to a terminal.
  var isTerminal: Bool { descriptor.isTerminal }

  /// Writes all of the bytes.
  func write(_ bytes: some Sequence<UInt8>) throws(StreamError) {
    do {
      try descriptor.writeAll(bytes)
    } catch {
      throw StreamError(error)
    }
  }
}

extension StandardStream {
  /// Makes both streams lead nowhere for the rest of the process.
  static func silence() throws(StreamError) {
    do {
      let nowhere = try FileDescriptor.open(FilePath("/dev/null"), .writeOnly)
      for stream in [StandardStream.output, .error] {
        _ = try nowhere.duplicate(as: stream.descriptor)
      }
      try nowhere.close()
    } catch {
      throw StreamError(error)
    }
  }
}

/// Standard input.
enum StandardInput {
  /// Whether somebody types it.
  static var isTerminal: Bool { isatty(FileDescriptor.standardInput.rawValue) == 1 }
}

/// Why a stream could not be written.
struct StreamError: CodedError {
  /// The only kind of failure.
  struct Code: ErrorCode {
    typealias Failure = StreamError
    let rawValue: String
  }

  var code: Code { Code(rawValue: "input-output") }
  /// Whether the reader has gone, as `head` does: no reason to say anything.
  let isClosedPipe: Bool
  let message: String
  /// What could not be written.
  let file: String

  init(_ error: any Error, file: String = "<stdout>") {
    self.file = file
    isClosedPipe = (error as? Errno) == .brokenPipe
    message = "cannot write: \(error)"
  }
}

extension FileDescriptor {
  /// Whether this leads to a terminal.
  var isTerminal: Bool { isatty(rawValue) == 1 }
}
