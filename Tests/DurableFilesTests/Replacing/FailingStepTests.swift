// Tests in which every system call of a save with lock, checksum and generations, of a snapshot, of
// a lock and of an inspection of generations fails in turn, once and from then on. Nothing is ever
// lost, no temporary file, descriptor or lock remains, and there is no false success.

import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

/// One way to fail.
struct Fault: CustomStringConvertible {
  let error: Errno
  let persistence: FailingFileSystem.Persistence

  var description: String { "\(error), \(persistence)" }

  static let all = [
    Errno.ioError, .noSpace, .diskQuotaExceeded, .readOnlyFileSystem, .permissionDenied,
    .tooManyOpenFiles, .resourceTemporarilyUnavailable,
  ].flatMap { error in
    [FailingFileSystem.Persistence.once, .fromThenOn].map { Fault(error: error, persistence: $0) }
  }
}

@Suite("Failing system calls in every public operation")
struct FailingStepTests {
  private let options = AtomicReplacement.Options(previousGenerations: 2, digest: .recorded)
  /// A disk with three saves on it.
  private let begun = PowerLossFileSystem()

  init() throws {
    for number in UInt8(1)...3 {
      try AtomicReplacement.write([number].span, to: "/a", options: options, in: begun)
    }
  }

  private func contents(_ path: FilePath, _ system: PowerLossFileSystem) throws -> UInt8? {
    try FileContents.snapshot(of: path, in: system).bytes.first
  }

  private func names(_ system: PowerLossFileSystem) throws -> [String] {
    let root = try system.open("/", in: nil, as: .directory)
    defer { try? system.close(root) }
    return try system.names(beginning: "", in: root).map(\.string)
  }

  /// Fails each call of an operation in turn, until a run completes without a failing call.
  private func failEach(
    _ fault: Fault, _ work: (FailingFileSystem) throws(FileError) -> Void,
    _ check: (PowerLossFileSystem, FileError?, _ call: String) throws -> Void
  ) throws {
    for number in 1...300 {
      let disk = begun.duplicate()
      let system = FailingFileSystem(
        failingCall: number, error: fault.error, persistence: fault.persistence, over: disk)
      let error = failure { () throws(FileError) in try work(system) }
      #expect(system.openFileCount == 0, "\(fault), call \(number)")
      #expect(disk.openFileCount == 0)
      try check(disk, error, system.failedCall ?? "none")
      try FileLock("/a").acquire(.exclusive, waiting: .zero, in: disk).release()
      guard system.failedCall != nil else {
        #expect(error == nil)
        return
      }
    }
    Issue.record("the number of calls has no limit")
  }

  @Test(
    "A failed save leaves the complete old or new file, and its generations", arguments: Fault.all
  )
  func saving(fault: Fault) throws {
    try failEach(fault) { system throws(FileError) in
      try AtomicReplacement.write([4].span, to: "/a", options: options, in: system)
    } _: { disk, error, call in
      let isNew = error == nil || error?.code == .durabilityUnknown
      #expect(try contents("/a", disk) == (isNew ? 4 : 3), "\(call)")
      let newest = try #require(try contents("/a.bak", disk))
      #expect(isNew ? newest == 3 : [2, 3].contains(newest), "\(call)")
      #expect([1, 2].contains(try contents("/a.bak.2", disk)), "\(call)")
      // Where all further calls fail, a temporary file cannot be removed either.
      if fault.persistence == .once {
        #expect(try !names(disk).contains { $0.hasSuffix(".tmp") }, "\(call)")
      }
    }
  }

  @Test("A failed close that leaves the file open does not block the next save")
  func closing() throws {
    let options = options.withoutWaiting
    var calls: Set<String?> = []
    for number in 1...100 {
      let disk = begun.duplicate()
      let system = FailingFileSystem(failingCall: number, failedClose: .leavesOpen, over: disk)
      _ = failure { () throws(FileError) in
        try AtomicReplacement.write([4].span, to: "/a", options: options, in: system)
      }
      calls.insert(system.failedCall)
      try AtomicReplacement.write([5].span, to: "/a", options: options, in: disk)
      #expect(try contents("/a", disk) == 5)
    }
    #expect(calls.isSuperset(of: ["close", "unlock", nil]))
  }

  @Test("A failure of a snapshot is reported, or leaves it unverified", arguments: Fault.all)
  func snapshot(fault: Fault) throws {
    var found: FileSnapshot?
    try failEach(fault) { system throws(FileError) in
      found = nil
      found = try FileContents.snapshot(of: "/a", in: system)
    } _: { disk, error, call in
      #expect((found == nil) == (error != nil))
      if let found {
        #expect(found.bytes == [3])
        #expect(found.integrity == (call == "attribute" ? .unverified : .verified), "\(call)")
      }
    }
  }

  @Test(
    "Calls that are always interrupted or never ready are finally reported",
    arguments: [Errno.interrupted, .resourceTemporarilyUnavailable])
  func endlessRepetition(reason: Errno) throws {
    for number in 1...12 {
      let system = FailingFileSystem(
        failingCall: number, error: reason, persistence: .fromThenOn, over: begun.duplicate())
      let error = failure { () throws(FileError) in
        try AtomicReplacement.write([4].span, to: "/a", in: system)
      }
      if system.failedCall != nil, error?.code != .durabilityUnknown {
        #expect(error?.systemError == reason)
      }
    }
  }

  @Test(
    "A failure of reading, locking, naming and keeping is reported or harmless",
    arguments: Fault.all, OtherWork.allCases)
  func others(fault: Fault, work: OtherWork) throws {
    try failEach(fault) { system throws(FileError) in
      try work.run(in: system)
    } _: { (disk: PowerLossFileSystem, error: FileError?, call: String) throws in
      #expect(try contents("/a", disk) == 3)
      if let error { #expect(error.systemError == fault.error, "\(call)") }
      if fault.persistence == .once {
        #expect(try !names(disk).contains { $0.hasSuffix(".tmp") }, "\(call)")
      }
    }
  }
}

/// The operations on a file other than a replacement.
enum OtherWork: CaseIterable {
  case read, identify, lock, lockShared, listGenerations, keep

  func run(in system: FailingFileSystem) throws(FileError) {
    switch self {
    case .read: _ = try FileContents.read("/a", in: system)
    case .identify: _ = try FileContents.identity(of: "/a", in: system)
    case .lock: try FileLock("/a").acquire(.exclusive, waiting: .zero, in: system).release()
    case .lockShared: try FileLock("/a").acquire(.shared, waiting: .zero, in: system).release()
    case .listGenerations: _ = try PreviousGenerations.paths(of: "/a", in: system)
    case .keep: try PreviousGenerations.keep("/a", suffix: "corrupt", in: system)
    }
  }
}

extension AtomicReplacement.Options {
  /// The same with a lock that is acquired immediately or not at all.
  fileprivate var withoutWaiting: Self {
    var options = self
    options.locking = .taken(waiting: .zero)
    return options
  }
}
