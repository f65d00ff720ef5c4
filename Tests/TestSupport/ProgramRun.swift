// Runs programs, and returns their output and status. Uses Foundation's Process.

import Dispatch
package import Foundation
import Synchronization

/// One finished run of a program.
package struct ProgramRun: Sendable {
  /// The exit status, or the number of the signal that ended the process.
  package let status: Int32
  package let wasSignalled: Bool
  /// The text on standard output.
  package let output: Data
  /// The text on standard error.
  package let errors: String

  package var text: String { String(decoding: output, as: UTF8.self) }

  /// The lines of the output, without an empty one after the last line feed.
  package var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: Its path, or a name for the search path.
  ///   - arguments: The arguments of the program.
  ///   - input: The text on standard input; if nil, that of the tests.
  ///   - folder: The working directory; if nil, that of the tests.
  ///   - environment: All variables; if nil, those of the tests.
  package static func run(
    _ program: String, _ arguments: [String] = [], input: Data? = nil, in folder: String? = nil,
    environment: [String: String]? = nil
  ) throws -> ProgramRun {
    let process = process(program, arguments)
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    if let environment { process.environment = environment }
    // A file, so that writing never blocks.
    let folderOfInput = try input.map { input in
      let folder = try ScratchDirectory()
      try folder.write(input, to: "input")
      process.standardInput = try FileHandle(forReadingFrom: folder.url("input"))
      return folder
    }
    // Pipes, since the output of a program that must not write files is needed too.
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let errorsReading = StreamReading(errors.fileHandleForReading)
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    withExtendedLifetime(folderOfInput) {}
    return ProgramRun(
      status: process.terminationStatus,
      wasSignalled: process.terminationReason == .uncaughtSignal, output: printed,
      errors: String(decoding: errorsReading.finish(), as: UTF8.self))
  }

  /// Runs commands of the shell, which gets the arguments as `$1`, `$2` and so on.
  package static func shell(_ commands: String, _ arguments: String...) throws -> ProgramRun {
    try run("/bin/sh", ["-c", commands, "sh"] + arguments)
  }

  /// Starts a program; its output can be read line by line.
  package static func start(
    _ program: String, _ arguments: [String]
  ) throws -> (process: Process, output: FileHandle) {
    let (process, pipe) = (process(program, arguments), Pipe())
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  private static func process(_ program: String, _ arguments: [String]) -> Process {
    let process = Process()
    let isPath = program.contains("/")
    process.executableURL = URL(fileURLWithPath: isPath ? program : "/usr/bin/env")
    process.arguments = isPath ? arguments : [program] + arguments
    return process
  }
}

extension ProgramRun: CustomStringConvertible {
  /// The result and the complete output of the program.
  package var description: String {
    "\(wasSignalled ? "signal" : "status") \(status)\n\(text)\(errors)"
  }
}

/// Reads a stream to its end on a separate thread: a full pipe would block the program.
private final class StreamReading: Sendable {
  private let contents = Mutex(Data())
  private let end = DispatchSemaphore(value: 0)

  init(_ stream: FileHandle) {
    Thread.detachNewThread { [self] in
      let data = stream.readDataToEndOfFile()
      contents.withLock { $0 = data }
      end.signal()
    }
  }

  func finish() -> Data {
    end.wait()
    return contents.withLock { $0 }
  }
}
