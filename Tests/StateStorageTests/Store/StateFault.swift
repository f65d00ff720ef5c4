// The ways in which system calls fail, for tests of states.

import StateStorage
import SystemPackage
import TestSupport
import Testing

/// One way for a system call to fail.
struct StateFault: CustomTestStringConvertible, Sendable {
  var error: Errno
  var persistence: FailingFileSystem.Persistence

  var testDescription: String { "\(error), \(persistence)" }

  /// Each error, for a single call and for every call from a certain one on.
  static let all = each([
    .ioError, .noSpace, .diskQuotaExceeded, .readOnlyFileSystem, .permissionDenied, .interrupted,
    .tooManyOpenFiles,
  ])

  /// The errors that are treated differently, for operations that resemble others.
  static let kinds = each([.ioError, .permissionDenied, .interrupted])

  private static func each(_ errors: [Errno]) -> [StateFault] {
    errors.flatMap { error in
      [FailingFileSystem.Persistence.once, .fromThenOn].map {
        StateFault(error: error, persistence: $0)
      }
    }
  }
}

/// Fails each call of an operation in turn, until a run completes without a failing call.
func failEach(
  _ fault: StateFault, on begun: PowerLossFileSystem,
  _ work: (FailingFileSystem) throws -> Void,
  _ check: (PowerLossFileSystem, StateError?, _ call: String) throws -> Void
) throws {
  for number in 1...2000 {
    let disk = begun.duplicate()
    let system = FailingFileSystem(
      failingCall: number, error: fault.error, persistence: fault.persistence, over: disk)
    var failure: StateError?
    do { try work(system) } catch let error as StateError { failure = error }
    #expect(system.openFileCount == 0, "\(fault), call \(number)")
    #expect(disk.openFileCount == 0, "\(fault), call \(number)")
    try check(disk, failure, system.failedCall ?? "none")
    if system.failedCall == nil { return #expect(failure == nil) }
  }
  Issue.record("the number of calls has no limit")
}
