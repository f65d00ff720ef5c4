// Tests of the system calls that a save makes: counted in the file system layer, and by strace
// where it is installed. The page "A save, call by call" names each of them.

import DurableFiles
import Foundation
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite("A durable save of a state with two generations")
struct SavingCallTests {
  private let scratch: StateScratch
  private static let limit = 30

  init() throws { scratch = try StateScratch() }

  private func store(in system: any FileSystem) -> StateStore<Deck> {
    var options = StateStoreOptions()
    options.previousGenerations = 2
    return StateStore(path: scratch.file(), format: .xml, options: options, in: system)
  }

  /// The calls of the last of several saves.
  private func calls(_ save: (StateStore<Deck>, Int) throws -> Void) throws -> [String] {
    let system = FailingFileSystem(tidying: .never)
    let store = store(in: system)
    for number in 1...4 { try save(store, number) }
    let before = system.calls.count
    try save(store, 5)
    return Array(system.calls[before...])
  }

  @Test("A save takes at most 30 calls, and opens its directory and the old file once")
  func saving() throws {
    let calls = try calls { store, number in
      try store.save(Deck(cards: ["Lima"], current: number))
    }
    #expect(calls.count <= Self.limit, "\(calls.count): \(calls)")
    #expect(calls.count { $0 == "open directory" } == 1)
    #expect(calls.count { $0 == "open inspecting" } == 1)
    #expect(calls.count { $0 == "read" } == 1)
    #expect(calls.count { $0 == "synchronize" } == 2)
  }

  @Test("A load and save under one lock take at most 30 calls")
  func updating() throws {
    let calls = try calls { store, _ in
      try store.update(initial: Deck()) { $0.current += 1 }
    }
    #expect(calls.count <= Self.limit, "\(calls.count): \(calls)")
    #expect(calls.count { $0 == "read" } == 1)
  }

  @Test(
    "A save makes at most 30 kernel calls on files",
    .enabled(if: ProgramFile.areInstalled("strace"), "needs strace"))
  func strace() throws {
    let program = try ProgramFile.built("state-program")
    let trace = scratch.file("trace").string
    let run = try ProgramRun.run(
      "strace",
      ["-f", "-o", trace, program, "save", scratch.file().string, "w", "durable", "4"])
    #expect(run.status == 0, "\(run)")
    let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    let saves = lines.indices.filter { lines[$0].contains("write(1, \"saved") }
    let last = try #require(saves.count == 4 ? lines[(saves[2] + 1)..<saves[3]] : nil)
    // Other calls of the program: memory, waiting for threads, the size limit before a write, signals
    // blocked during it.
    let others = [
      "mmap", "munmap", "mprotect", "madvise", "brk", "futex", "rt_sig", "getrandom",
      "getpid", "geteuid", "clock", "prlimit",
    ]
    let calls = last.filter { line in
      // After the number of the process.
      guard let call = line.split(separator: " ", omittingEmptySubsequences: true).dropFirst().first
      else { return false }
      return call.contains("(") && !call.contains("resumed")
        && !others.contains { call.hasPrefix($0) }
    }
    #expect((20...Self.limit).contains(calls.count), "\(calls.joined(separator: "\n"))")
  }
}
