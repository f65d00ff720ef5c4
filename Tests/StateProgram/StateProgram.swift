// A program that saves and loads one state, together with other processes, until it is killed. It
// announces each save on its standard output after it has returned. Depends only on StateStorage.
//
//     state-program write FILE WRITER durable|consistent|fast
//         saves until its input ends
//     state-program read FILE
//         loads until its input ends
//     state-program save FILE WRITER durable|consistent|fast [COUNT]
//         saves once, or COUNT times
//     state-program check FILE WRITER COUNT
//         exit status 0: all of it is complete, and no older than this save
//     state-program check-crash FILE WRITER COUNT
//         exit status 0: after a crash there is a state, and no older than this save or the last
//         announced one
//     state-program add FILE WRITER fail|keep-mine|take-theirs|merge FIRST LAST [START]
//         adds numbers, one with each save; loads, and begins when there is a file START
//     state-program find FILE WRITER,… fail|keep-mine|take-theirs|merge LAST
//         exit status 0: all from 1 on are in the file, or next to it if they lost
//     state-program graph write|read|save|check|check-crash|add|find …
//         the same with a graph of objects

import DurableFiles
import Foundation
import StateStorage
import SystemPackage

@main
enum StateProgram {
  @MainActor
  static func main() async {
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      if words.first == "graph" {
        try await runGraph(Array(words.dropFirst()))
      } else {
        try run(words)
      }
    } catch {
      fail("\(error)", status: 74)
    }
  }

  private static func run(_ words: [String]) throws {
    guard words.count >= 2 else { usage() }
    let path = FilePath(words[1])
    switch (words[0], words.count) {
    case ("write", 4): try Writer(path, words[2], durability(words[3])).saveUntilEnd()
    case ("save", 4), ("save", 5):
      let writer = Writer(path, words[2], durability(words[3]))
      for _ in 0..<(words.count == 5 ? Int(words[4]) ?? 0 : 1) { try writer.save(.underLock) }
    case ("read", 2): try Reader(path).loadUntilEnd()
    case ("check", 4): try Reader(path).check(words[2], least: Int(words[3]) ?? .max)
    case ("check-crash", 4):
      let least = max(Int(words[3]) ?? .max, try Announcements.lastSave())
      try Reader(path).checkAfterCrash(words[2], least: least)
    case ("add", 6), ("add", 7): try add(path, words)
    case ("find", 5):
      guard MarksWriter.policy(words[3]) != nil, let last = Int(words[4]), last > 0 else { usage() }
      try MarksReader(path: path).check(writers(words), 1...last, nextTo: words[3] != "merge")
    default: usage()
    }
  }

  @MainActor
  private static func runGraph(_ words: [String]) async throws {
    guard words.count >= 2 else { usage() }
    let path = FilePath(words[1])
    let reader = GraphReader(path: path)
    switch (words[0], words.count) {
    case ("write", 4):
      try await GraphWriter(path, words[2], durability(words[3])).saveUntilEnd()
    case ("save", 4), ("save", 5):
      let writer = try GraphWriter(path, words[2], durability(words[3]))
      for _ in 0..<(words.count == 5 ? Int(words[4]) ?? 0 : 1) { try await writer.save() }
    case ("read", 2): try await reader.refreshUntilEnd()
    case ("check", 4): try reader.check(words[2], least: Int(words[3]) ?? .max)
    case ("check-crash", 4):
      let least = max(Int(words[3]) ?? .max, try Announcements.lastSave())
      try reader.checkAfterCrash(words[2], least: least)
    case ("add", 6), ("add", 7):
      guard let policy = MarkBookWriter.policy(words[3]) else { usage() }
      let writer = try MarkBookWriter(path, words[2], policy)
      try awaitStart(words)
      try await writer.add(numbers(words))
    case ("find", 5):
      guard MarkBookWriter.policy(words[3]) != nil, let last = Int(words[4]), last > 0 else {
        usage()
      }
      try MarkBookReader(path: path).check(writers(words), 1...last, nextTo: words[3] != "merge")
    default: usage()
    }
  }

  private static func add(_ path: FilePath, _ words: [String]) throws {
    guard let policy = MarksWriter.policy(words[3]) else { usage() }
    let writer = try MarksWriter(path, words[2], policy)
    try awaitStart(words)
    try writer.add(numbers(words))
  }

  private static func writers(_ words: [String]) -> [String] {
    words[2].split(separator: ",").map(String.init)
  }

  private static func numbers(_ words: [String]) -> ClosedRange<Int> {
    guard let first = Int(words[4]), let last = Int(words[5]), first <= last else { usage() }
    return first...last
  }

  /// Announces that the state is loaded, and waits for the file START, if requested.
  private static func awaitStart(_ words: [String]) throws {
    guard words.count == 7 else { return }
    try announce("loaded")
    for _ in 0..<60_000 where !FileManager.default.fileExists(atPath: words[6]) { usleep(1_000) }
  }

  private static func durability(_ word: String) -> AtomicReplacement.Durability {
    switch word {
    case "durable": .durable
    case "consistent": .consistent
    case "fast": .fast
    default: usage()
    }
  }

  private static func usage() -> Never {
    fail("the first lines of its source say how to use it", status: 64)
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("state-program: \(message)\n".utf8))
    exit(status)
  }
}

/// Prints without a buffer, which would be lost with the process.
func announce(_ message: String) throws {
  try FileHandle.standardOutput.write(contentsOf: Data("\(message)\n".utf8))
}

/// The store of a file, with two previous generations.
func makeStore(_ path: FilePath) -> StateStore<Tally> {
  var options = StateStoreOptions()
  options.previousGenerations = 2
  // Longer than a slow drive and three other writers take; a lock that is never released is still
  // detected.
  options.lockWaiting = .seconds(60)
  return StateStore(path: path, format: .xml, options: options)
}

/// The faults that the program finds.
struct Finding: Error, CustomStringConvertible {
  let description: String
}
