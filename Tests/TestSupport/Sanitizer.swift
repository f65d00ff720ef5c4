// The sanitizer of the tests, as Scripts/sanitize reports it.

import Foundation

/// The sanitizer that the tests run under.
package enum Sanitizer {
  private static let name = ProcessInfo.processInfo.environment["SANITIZER"]

  /// Whether a program can run with a limit for the size of files, unlike under the thread
  /// sanitizer.
  package static var allowsFileLimits: Bool { name != "thread" }

  /// A command that limits the memory of the following one, where possible: sanitizers reserve much
  /// more.
  package static func limitingMemory(kilobytes: Int) -> String {
    name == nil ? "ulimit -v \(kilobytes); " : ""
  }

  /// The factor by which stacks are larger: instrumented code has larger frames.
  package static var stackFactor: Int { name == nil ? 1 : 4 }
}
