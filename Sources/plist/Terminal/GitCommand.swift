// Runs git and returns its output. Relies on DurableFiles for running a program.

internal import DurableFiles
internal import PropertyLists
internal import SystemPackage

/// A run of git that has ended.
struct GitCommand {
  /// The exit status; 255 if a signal ended git.
  let status: Int
  let output: [UInt8]

  /// The maximum size of the output: that of a property list.
  private static let limit = Int(UInt32.max)

  /// Runs git and waits until it ends.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, as bytes or text.
  ///   - folder: The folder in which git runs; nil for the current one.
  ///   - showsErrors: Whether the messages of git appear on standard error.
  /// - Throws: `GitError` if git cannot be run.
  static func run(
    _ arguments: [[UInt8]], in folder: FilePath? = nil, showsErrors: Bool = true
  ) throws(GitError) -> GitCommand {
    let start = folder.map { [Array("-C".utf8), $0.bytes] } ?? []
    do {
      let git = try ChildProcess(
        [Array("git".utf8)] + start + arguments, hidesErrors: !showsErrors)
      let pipe = git.output
      let output = Result {
        try FileContents.read(pipe, named: "git", limit: limit, streamLimit: limit)
      }
      return GitCommand(status: try git.wait(), output: try output.get())
    } catch Errno.noSuchFileOrDirectory {
      throw GitError(message: "cannot run git: it is not in a folder of PATH")
    } catch { throw GitError(message: "cannot run git: \(error)") }
  }

  /// Runs git with arguments that are text. Its messages appear on standard error.
  static func run(_ arguments: String...) throws(GitError) -> GitCommand {
    try run(arguments.map { Array($0.utf8) })
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
