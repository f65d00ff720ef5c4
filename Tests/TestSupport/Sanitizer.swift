// What instruments the tests, as Scripts/sanitize says it.

import Foundation

/// The sanitizer that the tests run under.
package enum Sanitizer {
  private static let name = ProcessInfo.processInfo.environment["SANITIZER"]

  /// Whether a program can run with a limit for the size of files, which the thread sanitizer does not.
  package static var allowsFileLimits: Bool { name != "thread" }

  /// A command that limits the memory of what follows it, where that can run: sanitizers reserve much more.
  package static func limitingMemory(kilobytes: Int) -> String {
    name == nil ? "ulimit -v \(kilobytes); " : ""
  }

  /// How many times as large stacks are: instrumented code has larger frames.
  package static var stackFactor: Int { name == nil ? 1 : 4 }
}
