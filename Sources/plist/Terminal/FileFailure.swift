// The failure of a command on one file: what is reported, and the exit status.

internal import ArgumentParser
internal import DurableFiles
internal import KeyedArchives
internal import PropertyLists
internal import StateStorage

/// The reason why a command failed on one file.
struct FileFailure: Error {
  let code: ExitCode
  /// The finding to report; nil if it was reported already, or if standard output has no reader.
  var diagnostic: Diagnostic?
  /// The contents of the file, for the excerpt that is shown.
  var source: [UInt8] = []
  /// Whether standard output can no longer be written to.
  var isOutputGone = false
}

extension FileFailure {
  /// The failure to read a file.
  init(reading file: String, _ error: FileError) {
    self.init(
      code: .inputOutput, diagnostic: Diagnostic(file: file, error, message: error.readingReason))
  }

  /// The failure to write standard output.
  init(_ error: StreamError) {
    self.init(
      code: .inputOutput,
      diagnostic: error.isClosedPipe ? nil : Diagnostic(file: error.file, error), isOutputGone: true
    )
  }

  /// The failure for any error that occurs while a file is processed.
  init(_ error: any Error, in input: Input) {
    switch error {
    case let error as FileFailure: self = error
    case let error as PlistError:
      self.init(
        code: error.code == .noSuchPath ? .absent : .invalid,
        diagnostic: Diagnostic(file: input.name, error), source: input.bytes)
    case let error as ArchiveError:
      self.init(
        code: error.code == .noSuchPath ? .absent : .invalid,
        diagnostic: Diagnostic(file: input.name, error), source: input.bytes)
    case let error as StateError:
      self.init(
        code: error.isInvalidInput ? .invalid : .inputOutput,
        diagnostic: Diagnostic(file: input.name, error, message: error.explanation()))
    case let error as FileError:
      self.init(
        code: .inputOutput, diagnostic: Diagnostic(file: ArgumentBytes.shown(error.path), error))
    case let error as StreamError: self.init(error)
    default: self.init(code: error as? ExitCode ?? .invalid)
    }
  }
}

extension ExitCode {
  /// The input is invalid.
  static let invalid = ExitCode(1)
  /// The command line is invalid.
  static let usage = ExitCode(2)
  /// A file cannot be read or written.
  static let inputOutput = ExitCode(3)
  /// There is no value at the path.
  static let absent = ExitCode(4)

  /// The exit statuses of files, the most severe last.
  private static let bySeverity: [ExitCode] = [.success, .absent, .invalid, .inputOutput]

  /// Replaces the code with another one that is more severe: input and output errors are more
  /// severe than invalid input, which is more severe than an absent value.
  mutating func join(_ other: ExitCode) {
    let severity = Self.bySeverity.firstIndex(of: self) ?? .max
    if Self.bySeverity.firstIndex(of: other) ?? .max > severity { self = other }
  }
}
