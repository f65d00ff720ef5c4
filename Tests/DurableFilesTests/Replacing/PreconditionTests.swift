// Tests of the conditions of a replacement and of what happens during one: conflicts, old temporary
// files, progress, cancellation.

import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("Replacements with conditions")
struct PreconditionTests {
  let directory: ScratchDirectory
  let path: FilePath

  init() throws {
    directory = try ScratchDirectory()
    path = FilePath(directory.file("a"))
  }

  private func code(
    _ text: String, _ precondition: AtomicReplacement.Precondition
  ) -> FileError.Code? {
    failure { () throws(FileError) in
      try AtomicReplacement.write(
        Array(text.utf8), to: path, options: .init(precondition: precondition))
    }?.code
  }

  @Test("A replacement can follow the previous one")
  func chain() throws {
    var identity = try AtomicReplacement.write(
      Array("0".utf8), to: path, options: .init(precondition: .absent))
    for number in 1...3 {
      identity = try AtomicReplacement.write(
        Array("\(number)".utf8), to: path, options: .init(precondition: .unchanged(identity)))
    }
    #expect(try FileContents.snapshot(of: path).identity == identity)
    #expect(try directory.text("a") == "3")
  }

  @Test("A file that another program replaced, edited, created or removed stays unchanged")
  func conflicts() throws {
    let first = try AtomicReplacement.write([1], to: path)
    try AtomicReplacement.write([2], to: path)
    #expect(code("x", .unchanged(first)) == .conflict)
    #expect(code("x", .absent) == .conflict)
    #expect(try FileContents.read(path) == [2])
    let second = try #require(try FileContents.identity(of: path))
    try directory.create("a", "edited")
    #expect(code("x", .unchanged(second)) == .conflict)
    try FileManager.default.removeItem(atPath: path.string)
    #expect(code("x", .unchanged(second)) == .conflict)
    #expect(try directory.names() == [".a.lock"])
    #expect(code("x", .absent) == nil)
  }

  @Test("A change by a program without a lock is detected during the write")
  func lateConflict() throws {
    let first = try AtomicReplacement.write([1], to: path)
    let error = failure { () throws(FileError) in
      try AtomicReplacement.write(
        [2], to: path, options: .init(precondition: .unchanged(first)),
        progress: { _ in #expect(throws: Never.self) { try directory.create("a", "theirs") } })
    }
    #expect(error?.code == .conflict)
    #expect(error?.operation == .compare)
    #expect(try directory.text("a") == "theirs")
    #expect(try directory.names() == [".a.lock", "a"])
  }

  @Test("One of many writers that read the same file succeeds")
  func race() async throws {
    let first = try await AtomicReplacement.write([0], to: path)
    let wins = await withTaskGroup(of: Int.self) { group in
      for number in 1...8 {
        group.addTask {
          let options = AtomicReplacement.Options(
            durability: .fast, precondition: .unchanged(first))
          let won = try? await AtomicReplacement.write(
            [UInt8(number)], to: path, options: options)
          return won == nil ? 0 : 1
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wins == 1)
  }
}

// MARK: - Old temporary files

extension PreconditionTests {
  private func names(after seconds: Int, _ names: [FilePath]) throws -> [String] {
    let system = PowerLossFileSystem(processIdentifier: 100)
    for name in names {
      let file = try system.open(name, in: nil, as: .creating(.ownerReadWrite))
      try system.close(file)
    }
    system.pass(seconds: seconds)
    let options = AtomicReplacement.Options(locking: .taken(waiting: .zero))
    try AtomicReplacement.write([1].span, to: "/a", options: options, in: system)
    let root = try system.open("/", in: nil, as: .directory)
    return try system.names(beginning: "", in: root).map(\.string)
  }

  @Test("Temporary files of dead processes are removed after an hour, and no others")
  func stale() throws {
    let stale: [FilePath] = ["/.a.99-x1.tmp", "/.a.98-zz.tmp"]
    let others: [FilePath] = [
      "/.a.100-x1.tmp", "/.b.99-x1.tmp", "/.a.99.tmp", "/.a.x-1.tmp", "/.a.99-x1.bak",
      "/.a.-9-1.tmp",
      "/.a.99-_.tmp",
    ]
    let kept = Set((others.map(\.string) + ["/a", "/.a.lock"]).map { String($0.dropFirst()) })
    #expect(try Set(names(after: 3700, stale + others)) == kept)
    #expect(try names(after: 3500, stale).count == 4)
  }
}

// MARK: - Progress and cancellation

extension PreconditionTests {
  private var size: Int { 3_500_000 }

  @Test("Progress is reported piece by piece")
  func progress() throws {
    let heard = Mutex<[AtomicReplacement.Progress]>([])
    let bytes = [UInt8](repeating: 7, count: size)
    try AtomicReplacement.write(
      bytes, to: path, options: .init(durability: .fast),
      progress: { progress in heard.withLock { $0.append(progress) } })
    let all = heard.withLock { $0 }
    #expect(all.map(\.written) == [1 << 20, 2 << 20, 3 << 20, size])
    #expect(all.allSatisfy { $0.total == size })
    #expect(try FileContents.read(path) == bytes)
  }

  private func cancelDuringWrite(
    _ cancellation: AtomicReplacement.Cancellation
  ) async -> FileError.Code? {
    let started = AsyncStream<Void>.makeStream()
    let isCancelled = CancellationFlag()
    let (path, bytes) = (path, [UInt8](repeating: 7, count: size))
    return await withTaskGroup(of: FileError.Code?.self) { group in
      group.addTask {
        do throws(FileError) {
          try await AtomicReplacement.write(
            bytes, to: path, options: .init(cancellation: cancellation),
            progress: { _ in
              started.continuation.finish()
              while !isCancelled.isSet { POSIXFileSystem().pause(.milliseconds(1)) }
            })
          return nil
        } catch {
          return error.code
        }
      }
      for await _ in started.stream {}
      group.cancelAll()
      isCancelled.set()
      return await group.next() ?? nil
    }
  }

  @Test("A replacement that honors cancellation stops between two pieces and keeps the old file")
  func cancelled() async throws {
    try directory.create("a", "old")
    #expect(await cancelDuringWrite(.honored) == .cancelled)
    #expect(try directory.names() == ["a"])
    #expect(try directory.text("a") == "old")
  }

  @Test("A replacement that ignores cancellation completes")
  func notCancelled() async throws {
    #expect(await cancelDuringWrite(.ignored) == nil)
    #expect(try await FileContents.read(path).count == size)
  }

  @Test("A full disk is reported early, where the file system can reserve space")
  func reserve() throws {
    let bytes = [UInt8](repeating: 7, count: size)
    let full = FailingFileSystem(unsupported: ["reserve": .noSpace])
    let error = failure { () throws(FileError) in
      try AtomicReplacement.write(bytes.span, to: path, in: full)
    }
    #expect(error?.code == .outOfSpace)
    #expect(error?.operation == .reserve)
    #expect(!full.calls.contains("write"))
    #expect(try directory.names().isEmpty)
    for refusal in [Errno.notSupported, .invalidArgument] {
      let system = FailingFileSystem(unsupported: ["reserve": refusal])
      try AtomicReplacement.write(bytes.span, to: path, in: system)
    }
    #expect(try FileContents.read(path) == bytes)
  }
}
