// The state that several processes of `state-program` change with a conflict policy: which of its
// numbers each writer has added. The numbers of one process can be found again, whatever the
// outcome.

import DurableFiles
import Foundation
import ObservableState
import StateStorage
import SystemPackage

/// The numbers of each writer, as ranges of their first and last number.
struct Marks: Codable, Sendable {
  private var ranges: [String: [[Int]]] = [:]

  /// Adds a number of a writer, which is greater than all its previous ones.
  mutating func add(_ number: Int, of writer: String) {
    var own = ranges[writer] ?? []
    if let last = own.last, last.count == 2, last[1] == number - 1 {
      own[own.count - 1] = [last[0], number]
    } else {
      own.append([number, number])
    }
    ranges[writer] = own
  }

  /// The numbers of both.
  static func union(_ left: Marks, _ right: Marks) -> Marks {
    var union = left
    for (writer, ranges) in right.ranges {
      union.ranges[writer] = joined((union.ranges[writer] ?? []) + ranges)
    }
    return union
  }

  private static func joined(_ ranges: [[Int]]) -> [[Int]] {
    var joined: [[Int]] = []
    for range in ranges.filter({ $0.count == 2 }).sorted(by: { $0[0] < $1[0] }) {
      if let last = joined.last, range[0] <= last[1] + 1 {
        joined[joined.count - 1] = [last[0], max(last[1], range[1])]
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  func has(_ number: Int, of writer: String) -> Bool {
    ranges[writer]?.contains { $0.count == 2 && ($0[0]...max($0[0], $0[1])).contains(number) }
      ?? false
  }

  /// The number of numbers.
  var count: Int {
    ranges.values.joined().reduce(0) { $1.count == 2 ? $0 + $1[1] - $1[0] + 1 : $0 }
  }

  /// Fails unless each number of each writer was found, and announces how many states were
  /// inspected.
  static func check(_ writers: [String], _ numbers: ClosedRange<Int>, in found: [Marks]) throws {
    let all = found.reduce(Marks(), union)
    for writer in writers {
      if let lost = numbers.first(where: { !all.has($0, of: writer) }) {
        throw Finding(description: "\(lost) of \(writer) is lost")
      }
    }
    try announce("found \(found.count)")
  }
}

/// Changes the state together with other processes, and saves each change.
struct MarksWriter {
  private let writer: String
  private let state: SavedState<Marks>

  init(_ path: FilePath, _ writer: String, _ policy: ConflictPolicy<Marks>) throws {
    self.writer = writer
    state = try SavedState(
      Self.store(path), initial: Marks(),
      autosave: AutosavePolicy(quietTime: .seconds(3600), longestDelay: .seconds(3600)),
      conflicts: policy)
  }

  static func store(_ path: FilePath) -> StateStore<Marks> {
    StateStore(path: path, format: .binary, options: options)
  }

  /// All copies are kept.
  static var options: StateStoreOptions {
    var options = StateStoreOptions()
    options.conflictCopyLimit = .max
    options.lockWaiting = .seconds(60)
    return options
  }

  /// The policies by their names.
  static func policy(_ name: String) -> ConflictPolicy<Marks>? {
    switch name {
    case "fail": .fail
    case "keep-mine": .keepMine
    case "take-theirs": .takeTheirs
    case "merge": .merge { _, mine, theirs in Marks.union(mine, theirs) }
    default: nil
    }
  }

  /// Adds numbers, and announces each when it is kept: in the file, or next to it.
  func add(_ numbers: ClosedRange<Int>) throws {
    for number in numbers {
      state.change { $0.add(number, of: writer) }
      do throws(StateError) {
        try state.save(durability: .fast)
      } catch {
        guard error.code == .conflict else { throw error }
        // The unsaved state is next to the file.
        try state.reload(.discarded)
      }
      try announce("kept \(number)")
    }
  }
}

/// Finds numbers in a state and next to it.
struct MarksReader {
  let path: FilePath

  /// Fails unless each number of each writer is in the file, or where a loss is allowed, in a copy
  /// next to it.
  func check(_ writers: [String], _ numbers: ClosedRange<Int>, nextTo: Bool) throws {
    guard let current = MarksWriter.store(path).load().state else {
      throw Finding(description: "not loaded")
    }
    var found = [current]
    if nextTo {
      for copy in try StateFile(path: path).conflictCopies() {
        guard let marks = MarksWriter.store(copy.path).load().state else {
          throw Finding(description: "\(copy.path) is not a state")
        }
        found.append(marks)
      }
    }
    try Marks.check(writers, numbers, in: found)
  }
}
