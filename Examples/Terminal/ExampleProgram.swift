// The outermost part of every app: arguments, container, and the statuses that they end with.

internal import Foundation
package import StateStorage

/// Runs an app and tells its parent what came of it.
package enum ExampleProgram {
  /// All that had to be saved is not saved, or could not be loaded.
  package static let failureStatus: Int32 = 3
  private static let misuseStatus: Int32 = 2

  /// Runs an app. Ends the process with status 3, and the sentence why, when it throws, and when not
  /// all of its input or output got through.
  ///
  /// - Parameters:
  ///   - name: The name of the product.
  ///   - options: What it takes in addition to the common ones, with its help.
  ///   - body: The app.
  @MainActor
  package static func run(
    _ name: String, options: KeyValuePairs<String, String> = [:],
    _ body: @MainActor (ExampleArguments, AppContainer) async throws -> Void
  ) async {
    StandardStreams.openClosed()
    Output.begin()
    // Who reads the output may leave first; the state is saved nevertheless.
    signal(SIGPIPE, SIG_IGN)
    let options = Array(ExampleArguments.common) + Array(options)
    let usage = (["usage: \(name)"] + options.map { "[\($0.key)]" }).joined(separator: " ")
    do {
      let words = CommandLine.arguments.dropFirst()
      let arguments = try ExampleArguments(words, allowing: options.map(\.key))
      if arguments.flags.contains("--help") {
        Output.line(help(name, usage: usage, options: options))
      } else {
        let container = try arguments.container(of: name)
        for notice in container.notices { Output.note("\(name): \(notice)") }
        try await body(arguments, container)
      }
      endIfFailed(name)
    } catch let misuse as ExampleArguments.Misuse {
      Output.note("\(name): \(misuse.sentence)")
      Output.note(usage)
      exit(misuseStatus)
    } catch {
      if !isReported(error) { Output.note("\(name): \(error)\(advice(error))") }
      endIfFailed(name)
      exit(failureStatus)
    }
  }

  /// Ends with a sentence when not all of the input or output got through.
  private static func endIfFailed(_ name: String) {
    guard let failure = Output.failure else { return }
    Output.note("\(name): \(failure)")
    exit(failureStatus)
  }

  private static func help(
    _ name: String, usage: String, options: [(key: String, value: String)]
  ) -> String {
    let width = (options.map(\.key.count).max() ?? 0) + 2
    let lines = options.map { option in
      "  \(option.key.padding(toLength: width, withPad: " ", startingAt: 0))\(option.value)"
    }
    let page = ["See Examples/\(name)/README.md for what it shows."]
    return ([usage] + lines + page).joined(separator: "\n")
  }

  /// What to do about a file that could not be loaded, as the end of a sentence.
  private static func advice(_ error: any Error) -> String {
    guard let error = error as? StateError, let path = error.path else { return "" }
    guard [.corrupt, .damaged, .unreadable].contains(error.code) else { return "" }
    // Of any other file, the generations were tried when it was loaded.
    guard error.code == .unreadable, let all = try? StateFile(path: path).generations(),
      all.contains(where: { $0.number > 0 && $0.problem == nil })
    else { return "; the option --begin-anew puts it aside and begins without it" }
    let file = "\(path)".replacing("'", with: "'\\''").shown
    return "; the command \"plist state recover '\(file)'\" goes back to the generation before it"
  }

  /// For the tests, which send signals at moments: an app that finds the name of this one in the
  /// variable `EXAMPLE_PAUSE` says so and waits for the end of its input.
  package static func moment(_ name: String) {
    guard ProcessInfo.processInfo.environment["EXAMPLE_PAUSE"] == name else { return }
    Output.line("paused: \(name)")
    while readLine() != nil {}
  }

  /// A lifecycle whose failures are told on standard error, as is what cannot be saved at exit.
  package static func lifecycle(
    of name: String, suspension: AppLifecycle.Suspension = .stops
  ) -> AppLifecycle {
    LossAtExit.handle { loss in Output.note("\(name): \(loss)") }
    let options = AppLifecycle.Options(suspension: suspension, failureStatus: failureStatus)
    return AppLifecycle(options: options) { _, error in Output.note("\(name): \(error)") }
  }

  /// Whether the lifecycle has told of an error when it happened.
  private static func isReported(_ error: any Error) -> Bool {
    guard let code = (error as? StateError)?.code else { return false }
    return code == .handlerFailed || code == .handlersTimedOut
  }
}
