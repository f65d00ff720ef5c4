// The reader of `state-program`: every state that it loads must be complete and no older than the
// previous one.

import DurableFiles
import Foundation
import StateStorage
import Synchronization
import SystemPackage

/// Loads, and finds faults.
struct Reader {
  let path: FilePath
  let store: StateStore<Tally>

  init(_ path: FilePath) {
    self.path = path
    store = makeStore(path)
  }

  /// Loads until standard input ends, and prints the count occasionally.
  func loadUntilEnd() throws {
    let input = InputWatch()
    var last = Tally()
    var (loads, changes) = (0, 0)
    while !input.hasEnded {
      let tally = try whole()
      guard tally.follows(last) else { throw Finding(description: "a state is older than before") }
      loads += 1
      if tally.counters != last.counters { changes += 1 }
      last = tally
      if loads.isMultiple(of: 100) { try announce("loaded \(loads) \(changes)") }
      // The others need the processor, too.
      Thread.sleep(forTimeInterval: 0.002)
    }
    try announce("loaded \(loads) \(changes)")
  }

  /// Checks the state and all its generations.
  func check(_ writer: String, least: Int) throws {
    let tally = try whole()
    guard tally[writer] >= least else {
      throw Finding(description: "save \(least) is lost: there is \(tally[writer])")
    }
    try checkGenerations(of: path)
    try announce("found \(tally[writer])")
  }

  /// Finds the state that a crash has left: the file, or what can be recovered. A disk that crashed
  /// in a model has no checksums.
  func checkAfterCrash(_ writer: String, least: Int) throws {
    let load = store.load()
    if case .missing = load, least == 0 { return }
    guard let tally = load.state, tally.isWhole, tally[writer] >= least else {
      throw Finding(description: "save \(least) is lost: \(load)")
    }
  }

  /// The state, which must exist, not be recovered, and be verified.
  private func whole() throws -> Tally {
    let load = store.load()
    guard case .loaded(let tally, let source) = load else {
      throw Finding(description: "not loaded: \(load)")
    }
    guard tally.isWhole else { throw Finding(description: "a mixture of states") }
    guard source.integrity == .verified else { throw Finding(description: "not verified") }
    return tally
  }
}

/// Fails where a generation of a file has a problem.
func checkGenerations(of path: FilePath) throws {
  for generation in try StateFile(path: path).generations() {
    if let problem = generation.problem {
      throw Finding(description: "generation \(generation.number): \(problem)")
    }
  }
}

/// The announcements of a program before it crashed, as the crash checker passes them on.
enum Announcements {
  /// The number of the last save; 0 before the first.
  static func lastSave() throws -> Int {
    let path = ProcessInfo.processInfo.environment["CRASHCHECK_OUTPUT"] ?? ""
    let text = path.isEmpty ? "" : try String(contentsOfFile: path, encoding: .utf8)
    let saves = text.split(separator: "\n").filter { $0.hasPrefix("saved ") }
    return saves.last.flatMap { Int($0.dropFirst(6)) } ?? 0
  }
}

/// Watches for the end of standard input, which means that the parent wants the program to end, or
/// has died.
final class InputWatch: Sendable {
  private let ended = Mutex(false)

  init() {
    Thread.detachNewThread { [self] in
      _ = try? FileHandle.standardInput.readToEnd()
      ended.withLock { $0 = true }
    }
  }

  /// Whether it has ended.
  var hasEnded: Bool { ended.withLock { $0 } }
}
