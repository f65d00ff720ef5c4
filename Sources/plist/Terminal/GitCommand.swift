// Runs git and returns its output. Relies on Subprocess.

internal import PropertyLists
internal import Subprocess
internal import SystemPackage

/// A run of git that has ended.
struct GitCommand {
  /// The exit status; 255 if a signal ended git.
  let status: Int
  let output: [UInt8]

  /// The maximum size of the output: that of a property list.
  private static let limit = Int(UInt32.max)

  /// Runs git.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, as bytes or text.
  ///   - folder: The folder in which git runs; nil for the current one.
  ///   - showsErrors: Whether the messages of git appear on standard error.
  /// - Throws: `GitError` if git cannot be run.
  static func run(
    _ arguments: [[UInt8]], in folder: FilePath? = nil, showsErrors: Bool = true
  ) async throws -> GitCommand {
    let terminated = arguments.map { $0 + [0] }
    do {
      if showsErrors {
        let result = try await Subprocess.run(
          .name("git"), arguments: Arguments(terminated), workingDirectory: folder,
          output: .bytes(limit: limit), error: .currentStandardError)
        return GitCommand(result.terminationStatus, result.standardOutput)
      }
      let result = try await Subprocess.run(
        .name("git"), arguments: Arguments(terminated), workingDirectory: folder,
        output: .bytes(limit: limit), error: .discarded)
      return GitCommand(result.terminationStatus, result.standardOutput)
    } catch { throw GitError(message: "cannot run git: \(error)") }
  }

  /// Runs git with arguments that are text.
  static func run(
    _ arguments: String..., in folder: FilePath? = nil, showsErrors: Bool = true
  ) async throws -> GitCommand {
    try await run(arguments.map { Array($0.utf8) }, in: folder, showsErrors: showsErrors)
  }

  private init(_ status: TerminationStatus, _ output: [UInt8]) {
    self.output = output
    self.status =
      switch status {
      case .exited(let code): Int(code)
      default: 255
      }
  }

  /// The output without the line break at its end.
  var line: [UInt8] { output.last == UInt8(ascii: "\n") ? output.dropLast() : output }
}

/// A failure of git, or of running it.
struct GitError: CodedError {
  var code: GitErrorCode { GitErrorCode(rawValue: "git-failed") }
  let message: String
}

/// The code of a failure of git; there is only one.
struct GitErrorCode: ErrorCode {
  typealias Failure = GitError
  let rawValue: String
}
