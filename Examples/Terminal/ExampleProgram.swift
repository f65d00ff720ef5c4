// The outermost part of every app: arguments, container, and exit statuses.

internal import Foundation
package import StateStorage
internal import SystemPackage

/// Runs an app and reports the result to its parent.
package enum ExampleProgram {
  /// The status when data could not be saved or loaded.
  package static let failureStatus: Int32 = 3
  private static let misuseStatus: Int32 = 2

  /// Runs an app. Exits with status 3 and the reason if it throws, or if some of its input or
  /// output was lost.
  ///
  /// - Parameters:
  ///   - name: The name of the product.
  ///   - options: The options in addition to the common ones, with their help.
  ///   - body: The app.
  @MainActor
  package static func run(
    _ name: String, options: KeyValuePairs<String, String> = [:],
    _ body: @MainActor (ExampleArguments, AppContainer) async throws -> Void
  ) async {
    StandardStreams.openClosed()
    Output.begin()
    // The reader of the output may exit first; the state is saved nevertheless.
    signal(SIGPIPE, SIG_IGN)
    let options = Array(ExampleArguments.common) + Array(options)
    let usage = (["usage: \(name)"] + options.map { "[\($0.key)]" }).joined(separator: " ")
    do {
      let words = CommandLine.arguments.dropFirst()
      let arguments = try ExampleArguments(words, allowing: options.map(\.key))
      if arguments.flags.contains("--help") {
        help(
          usage: usage, options: options,
          columns: TerminalDevice.columns(of: .standardOutput)
        ).forEach(Output.line)
      } else {
        let container = try arguments.container(of: name)
        for notice in container.notices { Output.note("\(name): \(notice)") }
        try await body(arguments, container)
      }
      endIfFailed(name)
    } catch let misuse as ExampleArguments.Misuse {
      let columns = TerminalDevice.columns(of: .standardError)
      for line in ["\(name): \(misuse.sentence)", usage] {
        line.wrapped(toColumns: columns).forEach(Output.note)
      }
      exit(misuseStatus)
    } catch {
      if !isReported(error) { Output.note("\(name): \(error)\(advice(error))") }
      endIfFailed(name)
      exit(failureStatus)
    }
  }

  /// Exits with the reason if some of the input or output was lost.
  private static func endIfFailed(_ name: String) {
    guard let failure = Output.failure else { return }
    Output.note("\(name): \(failure)")
    exit(failureStatus)
  }

  /// The lines of help, divided between words where they do not fit into the columns.
  static func help(
    usage: String, options: [(key: String, value: String)], columns: Int
  ) -> [String] {
    let width = (options.map(\.key.width).max() ?? 0) + 4
    let lines = options.flatMap { option in
      let rows = option.value.wrapped(toColumns: max(columns - width, 20))
      return rows.enumerated().map { index, row in
        (index == 0 ? "  \(option.key)" : "").padded(toColumns: width) + row
      }
    }
    return usage.wrapped(toColumns: columns) + lines
  }

  /// Advice about a file that could not be loaded, as a phrase that follows the message.
  private static func advice(_ error: any Error) -> String {
    guard let error = error as? StateError, let path = error.path else { return "" }
    guard [.corrupt, .damaged, .unreadable].contains(error.code) else { return "" }
    // For any other file, loading has tried the generations.
    guard error.code == .unreadable, let all = try? StateFile(path: path).generations(),
      all.contains(where: { $0.number > 0 && $0.problem == nil })
    else { return "; the option --start-over sets it aside and starts without it" }
    let file = "\(path)".replacing("'", with: "'\\''").shown
    return "; the command \"plist state recover '\(file)'\" restores the previous generation"
  }

  /// For the tests, which send signals at certain moments: an app whose variable `EXAMPLE_PAUSE` is
  /// the name of this moment prints it and waits for the end of its input.
  package static func moment(_ name: String) {
    guard ProcessInfo.processInfo.environment["EXAMPLE_PAUSE"] == name else { return }
    Output.line("paused: \(name)")
    while readLine() != nil {}
  }

  /// A lifecycle that reports failures on standard error, including what cannot be saved at exit.
  package static func lifecycle(
    of name: String, suspension: AppLifecycle.Suspension = .stops
  ) -> AppLifecycle {
    LossAtExit.handle { loss in Output.note("\(name): \(loss)") }
    let options = AppLifecycle.Options(suspension: suspension, failureStatus: failureStatus)
    return AppLifecycle(options: options) { _, error in Output.note("\(name): \(error)") }
  }

  /// Whether the lifecycle has already reported an error.
  private static func isReported(_ error: any Error) -> Bool {
    guard let code = (error as? StateError)?.code else { return false }
    return code == .handlerFailed || code == .handlersTimedOut
  }
}
