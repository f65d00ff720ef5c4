// The ways in which system calls fail, for tests of states.

import SystemPackage
import TestSupport
import Testing

/// One way for a system call to fail.
struct StateFault: CustomTestStringConvertible, Sendable {
  var error: Errno
  var persistence: FailingFileSystem.Persistence

  var testDescription: String { "\(error), \(persistence)" }

  static let all = [
    Errno.ioError, .noSpace, .diskQuotaExceeded, .readOnlyFileSystem, .permissionDenied,
    .interrupted, .tooManyOpenFiles,
  ]
  .flatMap { error in
    [FailingFileSystem.Persistence.once, .fromThenOn].map {
      StateFault(error: error, persistence: $0)
    }
  }
}
