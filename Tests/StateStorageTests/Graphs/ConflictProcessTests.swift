// Four processes that change one state or one graph under each policy, and are killed and
// restarted: nothing that a process has announced is lost. `CONFLICT_CHANGES` sets the number of
// changes for each policy.

import Foundation
import StateStorage
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite("Four processes that change one state", .waits)
struct ConflictProcessTests {
  private let scratch: StateScratch

  init() throws { scratch = try StateScratch() }

  private static let writers = ["a", "b", "c", "d"]
  /// The number of changes that each process makes.
  private static let changes =
    (ProcessInfo.processInfo.environment["CONFLICT_CHANGES"].flatMap { Int($0) } ?? 160)
    / writers.count

  @Test(
    "Killed processes lose no announced change under any policy", .serialized,
    arguments: [[], ["graph"]], ["fail", "keep-mine", "take-theirs", "merge"])
  func policies(kind: [String], policy: String) async throws {
    let path = scratch.file().string
    let program = try ProgramFile.built("state-program")
    let failures = Mutex<[String]>([])
    let start = StartTogether(count: Self.writers.count, file: scratch.file("start").string)
    let ended = DispatchGroup()
    for (index, writer) in Self.writers.enumerated() {
      ended.enter()
      // One thread for each process: a queue would not run more than there are processors.
      Thread.detachNewThread {
        do {
          try Self.drive(program, kind, path, writer, policy, killsFirst: index < 2, start)
        } catch {
          start.arrive()
          failures.withLock { $0.append("\(writer): \(error)") }
        }
        ended.leave()
      }
    }
    // The thread of the test runs other tests in the meantime.
    await withCheckedContinuation { continuation in
      ended.notify(queue: .global()) { continuation.resume() }
    }
    #expect(failures.withLock { $0 }.isEmpty)
    let writers = Self.writers.joined(separator: ",")
    let run = try ProgramRun.run(
      program, kind + ["find", path, writers, policy, "\(Self.changes)"])
    #expect(run.status == 0, "\(run)")
    // All four load before any of them saves, so that at least three saves are in conflict. Later
    // conflicts depend on scheduling; a merge leaves no conflict copies.
    let copies = try StateFile(path: FilePath(path)).conflictCopies().count
    #expect(policy == "merge" ? copies == 0 : copies >= Self.writers.count - 1, "\(copies) copies")
  }

  /// Starts all processes once each has loaded the state.
  private final class StartTogether: Sendable {
    private let missing: Mutex<Int>
    let file: String

    init(count: Int, file: String) {
      missing = Mutex(count)
      self.file = file
    }

    func arrive() {
      missing.withLock { missing in
        missing -= 1
        if missing == 0 { _ = FileManager.default.createFile(atPath: file, contents: nil) }
      }
    }
  }

  private struct Stopped: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs a process until a writer has made all its changes; after a kill, the next process
  /// continues after the last announced change.
  private static func drive(
    _ program: String, _ kind: [String], _ path: String, _ writer: String, _ policy: String,
    killsFirst: Bool, _ start: StartTogether
  ) throws {
    var next = 1
    var starts = 0
    while next <= changes {
      starts += 1
      if starts > changes + 10 { throw Stopped(description: "it never gets any further") }
      let (process, output) = try ProgramRun.start(
        program, kind + ["add", path, writer, policy, "\(next)", "\(changes)", start.file])
      var hasLoaded = starts > 1
      // The process is killed some changes later, whatever it is doing then.
      let patience = killsFirst && starts <= 5 ? changes / 8 + starts : Int.max
      var announced = ""
      while true {
        let data = output.availableData
        if data.isEmpty { break }
        announced += String(decoding: data, as: UTF8.self)
        if !hasLoaded, announced.hasPrefix("loaded\n") {
          hasLoaded = true
          start.arrive()
        }
        if announced.count(where: { $0 == "\n" }) > patience { process.kill() }
      }
      process.waitUntilExit()
      let lines = announced.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let last = lines.last?.split(separator: " ").last.flatMap({ Int($0) }) { next = last + 1 }
      if process.terminationReason == .exit, process.terminationStatus != 0 {
        throw Stopped(description: "status \(process.terminationStatus) after \(next - 1)")
      }
    }
  }
}

extension Process {
  /// Kills it without a warning.
  fileprivate func kill() { Foundation.kill(processIdentifier, SIGKILL) }
}
