// Tests of file locks: whom they exclude, how long callers wait, what they survive.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("File locks")
struct FileLockTests {
  let directory: ScratchDirectory
  let lock: FileLock
  let path: FilePath

  init() throws {
    directory = try ScratchDirectory()
    path = FilePath(directory.file("a"))
    lock = FileLock(path)
  }

  private func timedOut(
    _ mode: FileLock.Mode, waiting: Duration = .milliseconds(30)
  ) -> Bool {
    failure { () throws(FileError) in _ = try lock.acquire(mode, waiting: waiting) }?.code
      == .lockTimedOut
  }

  @Test("A lock excludes all others until it is released, even in the same process")
  func exclusive() throws {
    let held = try lock.acquire()
    #expect(timedOut(.exclusive))
    #expect(timedOut(.shared))
    held.release()
    held.release()
    let again = try lock.acquire(.exclusive, waiting: .zero)
    #expect(timedOut(.exclusive, waiting: .zero))
    again.release()
    #expect(try directory.names() == [".a.lock"])
  }

  @Test("Readers share a lock")
  func shared() throws {
    let first = try lock.acquire(.shared)
    let second = try lock.acquire(.shared)
    #expect(timedOut(.exclusive))
    first.release()
    #expect(timedOut(.exclusive))
    second.release()
    #expect(!timedOut(.exclusive))
  }

  @Test("A lock is released with its last reference")
  func forgotten() throws {
    do { _ = try lock.acquire() }
    #expect(!timedOut(.exclusive))
  }

  @Test("A waiting caller gets the lock, blocking or not")
  func waiting() async throws {
    let first = try await lock.acquire()
    // A separate thread: other tests may occupy those of tasks.
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.05)
      first.release()
    }
    let second = try await lock.acquire(.exclusive, waiting: .seconds(30))
    second.release()
    let third = try await lock.acquire(.exclusive, waiting: .seconds(30))
    #expect(timedOut(.shared))
    third.release()
  }

  @Test("Waiting times out without blocking, and stops when the task is canceled")
  func asyncEnds() async throws {
    let held = try await lock.acquire()
    await #expect(throws: FileError.self) {
      try await lock.acquire(.exclusive, waiting: .milliseconds(20))
    }
    let waiter = Task { () -> FileError.Code? in
      do throws(FileError) {
        _ = try await lock.acquire(.exclusive, waiting: .seconds(60))
        return nil
      } catch {
        return error.code
      }
    }
    waiter.cancel()
    #expect(await waiter.value == .cancelled)
    held.release()
  }

  @Test("A lock survives the replacement of the file")
  func survivesReplacement() throws {
    let held = try lock.acquire()
    try AtomicReplacement.write([1], to: path, options: .init(locking: .held))
    try AtomicReplacement.write([2], to: path, options: .init(locking: .held))
    #expect(timedOut(.exclusive))
    let refused = failure { () throws(FileError) in
      try AtomicReplacement.write(
        [3], to: path, options: .init(locking: .taken(waiting: .milliseconds(20))))
    }
    #expect(refused?.code == .lockTimedOut)
    #expect(
      refused?.description
        == "cannot replace \(path): timed out waiting for another process or thread "
        + "while acquiring its lock")
    #expect(try FileContents.read(path) == [2])
    held.release()
    #expect(!timedOut(.exclusive))
  }

  @Test("A lock on a symbolic link is that of its target")
  func symbolicLink() throws {
    try directory.link("l", to: "a")
    let held = try FileLock(FilePath(directory.file("l"))).acquire()
    #expect(timedOut(.exclusive))
    held.release()
  }

  @Test("Removing the lock file lets exactly one other caller acquire the lock")
  func removedLockFile() throws {
    let held = try lock.acquire()
    try FileManager.default.removeItem(atPath: directory.file(".a.lock"))
    let second = try lock.acquire(.exclusive, waiting: .zero)
    #expect(timedOut(.exclusive))
    held.release()
    #expect(timedOut(.exclusive))
    second.release()
  }

  @Test("A file whose name has the maximum length can be locked")
  func longName() throws {
    let name = String(repeating: "é", count: 127)
    let held = try FileLock(FilePath(directory.file(name))).acquire()
    held.release()
    let names = try directory.names()
    #expect(names.count == 1)
    #expect(names.allSatisfy { $0.utf8.count <= 255 && $0.hasSuffix(".lock") })
  }

  @Test("Missing directories are created on request, and otherwise an error")
  func missingDirectories() throws {
    let path = FilePath(directory.file("d/a"))
    let refused = failure { () throws(FileError) in _ = try FileLock(path).acquire() }
    #expect(refused?.code == .notFound)
    try FileLock(path, missingDirectories: .created).acquire().release()
    #expect(try directory.names() == ["d", "d/.a.lock"])
  }

  @Test("A file system without locks gives a distinct error")
  func unsupported() throws {
    let system = FailingFileSystem(unsupported: ["lock": .noLocks])
    let error = failure { () throws(FileError) in _ = try lock.acquire(in: system) }
    #expect(error?.code == .lockingUnsupported)
    #expect(system.openFileCount == 0)
  }

  @Test(
    "A lock is released although its file cannot be closed",
    arguments: [FileLock.Mode.exclusive, .shared])
  func closingFails(mode: FileLock.Mode) throws {
    let disk = PowerLossFileSystem()
    let system = FailingFileSystem(
      unsupported: ["close": .ioError], failedClose: .leavesOpen, over: disk)
    let lock = FileLock("/a")
    for _ in 0..<2 {
      try lock.acquire(mode, waiting: .zero, in: system).release()
      try lock.acquire(.exclusive, waiting: .zero, in: disk).release()
    }
    // The directory and the lock file of each, so that unlocking is what released them.
    #expect(disk.openFileCount == 4)
  }

  @Test("Closing releases a lock if unlocking fails")
  func unlockingFails() throws {
    let disk = PowerLossFileSystem()
    let system = FailingFileSystem(unsupported: ["unlock": .ioError], over: disk)
    let lock = FileLock("/a")
    try lock.acquire(.exclusive, waiting: .zero, in: system).release()
    try lock.acquire(.exclusive, waiting: .zero, in: disk).release()
    #expect(disk.openFileCount == 0)
  }

  @Test("A shared lock requires no write permission for the lock file")
  func readOnly() throws {
    try lock.acquire().release()
    let system = FailingFileSystem(unsupported: ["open locking": .permissionDenied])
    try lock.acquire(.shared, in: system).release()
    let error = failure { () throws(FileError) in _ = try lock.acquire(in: system) }
    #expect(error?.code == .permissionDenied)
    #expect(system.openFileCount == 0)
  }
}

// MARK: - Counting

extension FileLockTests {
  private func increment() throws(FileError) {
    let held = try lock.acquire(.exclusive, waiting: .seconds(120))
    defer { held.release() }
    let old = String(decoding: try FileContents.read(path), as: UTF8.self)
    let bytes = Array("\((Int(old) ?? -1) + 1)".utf8)
    try AtomicReplacement.write(
      bytes, to: path, options: .init(durability: .fast, locking: .held))
  }

  @Test("Threads can count together without losing a step")
  func threads() async throws {
    try directory.create("a", "0")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          #expect(throws: Never.self) { for _ in 0..<25 { try increment() } }
        }
      }
    }
    #expect(try directory.text("a") == "200")
  }

  @Test("Processes can count together without losing a step")
  func processes() throws {
    try directory.create("a", "0")
    let program = try ProgramFile.built("save-program")
    // Not by a shell's `wait`: Dispatch threads pass on a signal mask without the signal that it
    // waits for.
    let runs = try (0..<4).map { _ in try ProgramRun.start(program, ["count", path.string, "50"]) }
    for (process, _) in runs {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try directory.text("a") == "200")
    #expect(try directory.names() == [".a.lock", "a"])
  }

  @Test("A lock is released when its process is killed")
  func killed() throws {
    let program = try ProgramFile.built("save-program")
    let line =
      "\"$1\" hold \"$2\" >\"$3\" & while ! grep -q held \"$3\"; do sleep 0.02; done; kill -9 $!"
    let said = directory.file("said")
    for _ in 0..<5 {
      _ = try ProgramRun.shell(line, program, path.string, said)
      try lock.acquire(.exclusive, waiting: .seconds(20)).release()
      try FileManager.default.removeItem(atPath: said)
    }
  }
}
