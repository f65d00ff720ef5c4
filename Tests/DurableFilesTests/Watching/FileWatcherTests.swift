// Tests of the changes of a file that a watcher reports.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DurableFiles

@Suite("Watching a file", .timeLimit(.minutes(20)))
struct FileWatcherTests {
  let directory: ScratchDirectory
  let path: FilePath

  init() throws {
    directory = try ScratchDirectory()
    path = FilePath(directory.file("a"))
  }

  @Test("A watcher reports a file that is created, replaced, written in place and removed")
  func changes() async throws {
    var changes = try FileWatcher(path).makeAsyncIterator()
    let made = try await AtomicReplacement.write([1], to: path)
    #expect(await changes.next()?.identity == made)
    let replaced = try await AtomicReplacement.write([2, 3], to: path)
    #expect(await changes.next()?.identity == replaced)
    #expect(try ProgramRun.shell("printf more >>'\(path.string)'").status == 0)
    #expect(await changes.next()?.identity?.size == 6)
    try FileManager.default.removeItem(atPath: path.string)
    let gone = await changes.next()
    #expect(gone != nil)
    #expect(gone?.identity == nil)
  }

  @Test("A watcher ignores other files, locks and temporary files")
  func others() async throws {
    try directory.create("a", "old")
    var changes = try FileWatcher(path).makeAsyncIterator()
    try directory.create("b", "x")
    try await FileLock(path).acquire().release()
    try await AtomicReplacement.write([1], to: FilePath(directory.file("c")))
    let replaced = try await AtomicReplacement.write([2], to: path)
    #expect(await changes.next()?.identity == replaced)
  }

  @Test("A watcher follows a symbolic link to its target")
  func symbolicLink() async throws {
    try directory.link("l", to: "a")
    var changes = try FileWatcher(FilePath(directory.file("l"))).makeAsyncIterator()
    let made = try await AtomicReplacement.write([1], to: path)
    #expect(await changes.next()?.identity == made)
  }

  @Test("A watcher ends with the directory")
  func directoryGone() async throws {
    let inner = directory.file("d")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    let watcher = try FileWatcher(FilePath("\(inner)/a"))
    try FileManager.default.removeItem(atPath: inner)
    for await change in watcher { #expect(change.identity == nil) }
  }

  @Test("A watcher ends with the task, and leaves no descriptor open")
  func cancelled() async throws {
    let watcher = try FileWatcher(path)
    let task = Task { for await _ in watcher { Issue.record("nothing changed") } }
    task.cancel()
    await task.value
  }

  @Test("A failing call at the start is reported, and leaves no descriptor open")
  func failingCalls() throws {
    try directory.create("a", "old")
    var reported = 0
    for number in 1...8 {
      let system = FailingFileSystem(failingCall: number)
      let error = failure { () throws(FileError) in _ = try FileWatcher(path, in: system) }
      if error != nil { reported += 1 }
      // Without a failing call it goes on watching.
      if error != nil { #expect(system.openFileCount == 0, "call \(number)") }
    }
    #expect(reported >= 3)
  }

  @Test("A watcher requires the directory")
  func missingDirectory() {
    let error = failure { () throws(FileError) in
      _ = try FileWatcher(FilePath(directory.file("none/a")))
    }
    #expect(error?.code == .notFound)
    #expect(error?.description.hasPrefix("cannot watch ") == true)
  }

  @Test("Lost, truncated and combined events are handled")
  func events() {
    func event(_ mask: UInt32, _ name: String) -> [UInt8] {
      let padded = Array(name.utf8) + [UInt8](repeating: 0, count: 16 - name.utf8.count % 16)
      let numbers: [UInt32] = [1, mask, 0, UInt32(padded.count)]
      return numbers.flatMap { number in
        let littleEndian = number.littleEndian
        return (0..<4).map { UInt8(truncatingIfNeeded: littleEndian >> ($0 * 8)) }
      } + padded
    }
    #expect(InotifyEvents([]).event(for: "a") == nil)
    #expect(InotifyEvents(event(0x100, "b")).event(for: "a") == nil)
    #expect(
      InotifyEvents(event(0x100, "b") + event(0x80, "a")).event(for: "a") == .mayConcernFile)
    #expect(InotifyEvents(event(0x4000, "")).event(for: "a") == .mayConcernFile)
    #expect(
      InotifyEvents(event(0x80, "a") + event(0x400, "")).event(for: "a") == .directoryGone)
    for length in 1..<32 {
      _ = InotifyEvents(Array(event(0x80, "a").prefix(length))).event(for: "a")
    }
  }
}
