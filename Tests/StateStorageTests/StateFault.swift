// The ways in which system calls fail, for tests of states.

import SystemPackage
import TestSupport
import Testing

/// One way for a system call to fail.
struct StateFault: CustomTestStringConvertible, Sendable {
  var error: Errno
  var persistence: FailingFileSystem.Persistence

  var testDescription: String { "\(error), \(persistence)" }

  /// Each error, for one call and for all from one on.
  static let all = each([
    .ioError, .noSpace, .diskQuotaExceeded, .readOnlyFileSystem, .permissionDenied, .interrupted,
    .tooManyOpenFiles,
  ])

  /// Those that are treated differently, for work that is like other work.
  static let kinds = each([.ioError, .permissionDenied, .interrupted])

  private static func each(_ errors: [Errno]) -> [StateFault] {
    errors.flatMap { error in
      [FailingFileSystem.Persistence.once, .fromThenOn].map {
        StateFault(error: error, persistence: $0)
      }
    }
  }
}
