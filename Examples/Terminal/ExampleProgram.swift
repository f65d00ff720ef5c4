// The outermost part of every app: arguments, container, and the statuses that they end with.

internal import Foundation
package import StateStorage

/// Runs an app and tells its parent what came of it.
package enum ExampleProgram {
  /// All that had to be saved is not saved, or could not be loaded.
  package static let failureStatus: Int32 = 3
  private static let misuseStatus: Int32 = 2

  /// Runs an app. Ends the process with status 3, and the sentence why, when it throws.
  ///
  /// - Parameters:
  ///   - name: The name of the product.
  ///   - flags: What it takes besides `--root DIR`.
  ///   - body: The app.
  @MainActor
  package static func run(
    _ name: String, flags: Set<String> = [],
    _ body: @MainActor (ExampleArguments, AppContainer) async throws -> Void
  ) async {
    // Who reads the output may leave first; the state is saved nevertheless.
    signal(SIGPIPE, SIG_IGN)
    do {
      let words = CommandLine.arguments.dropFirst()
      let arguments = try ExampleArguments(words, allowing: flags)
      try await body(arguments, arguments.container(of: name))
    } catch let misuse as ExampleArguments.Misuse {
      Output.note("\(name): \(misuse.sentence)")
      Output.note(
        (["usage: \(name) [--root DIR]"] + flags.sorted().map { "[\($0)]" }).joined(separator: " "))
      exit(misuseStatus)
    } catch {
      if !isTold(error) { Output.note("\(name): \(error)") }
      exit(failureStatus)
    }
  }

  /// A lifecycle whose failures are told on standard error.
  package static func lifecycle(
    of name: String, suspension: AppLifecycle.Suspension = .stops
  ) -> AppLifecycle {
    let options = AppLifecycle.Options(suspension: suspension, failureStatus: failureStatus)
    return AppLifecycle(options: options) { _, error in Output.note("\(name): \(error)") }
  }

  /// Whether the lifecycle has told of an error when it happened.
  private static func isTold(_ error: any Error) -> Bool {
    guard let code = (error as? StateError)?.code else { return false }
    return code == .handlerFailed || code == .handlersTimedOut
  }
}
