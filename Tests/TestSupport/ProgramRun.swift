// Runs programs, and gives what they printed and how they ended. Relies on Foundation's Process.

import Dispatch
package import Foundation
import Synchronization

/// One finished run of a program.
package struct ProgramRun: Sendable {
  /// The exit status, or the number of the signal that ended the process.
  package let status: Int32
  package let wasSignalled: Bool
  /// What it wrote to standard output.
  package let output: Data
  /// What it wrote to standard error.
  package let errors: String

  package var text: String { String(decoding: output, as: UTF8.self) }

  /// The lines of the output; what follows the last line feed is none.
  package var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: Its path, or a name for the search path.
  ///   - arguments: What it is started with.
  ///   - input: What stands on standard input; that of the tests where it is nil.
  ///   - folder: The working directory; that of the tests where it is nil.
  ///   - environment: All variables; those of the tests where it is nil.
  package static func run(
    _ program: String, _ arguments: [String] = [], input: Data? = nil, in folder: String? = nil,
    environment: [String: String]? = nil
  ) throws -> ProgramRun {
    let process = process(program, arguments)
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    if let environment { process.environment = environment }
    // A file, so that nobody has to wait while writing.
    let folderOfInput = try input.map { input in
      let folder = try ScratchDirectory()
      try folder.write(input, to: "input")
      process.standardInput = try FileHandle(forReadingFrom: folder.url("input"))
      return folder
    }
    // Pipes, as a program that may not write files must be heard too.
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

  /// Runs commands of the shell, which finds the arguments as `$1`, `$2` and so on.
  package static func shell(_ commands: String, _ arguments: String...) throws -> ProgramRun {
    try run("/bin/sh", ["-c", commands, "sh"] + arguments)
  }

  /// Begins to run a program; its output can be read line by line.
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
  /// How it ended and everything that it printed.
  package var description: String {
    "\(wasSignalled ? "signal" : "status") \(status)\n\(text)\(errors)"
  }
}

/// Reads a stream to its end, on a thread of its own: a full pipe would stop the program.
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
