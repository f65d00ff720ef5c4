// A program that saves, recovers and counts, and announces each step on its standard output. The
// crash tests run it and then check the resulting files with `FileCheck`. Depends only on
// DurableFiles.
//
//     save-program save durable|consistent|fast FILE COUNT [GENERATIONS]
//     save-program recover FILE
//     save-program count FILE TIMES            adds to a number under the lock
//     save-program hold FILE                   acquires the lock and keeps it
//     save-program fork FILE                   acquires the lock, and forks an endless child
//     save-program check FILE                  exit status 0: the file is as promised
//     save-program check-generations FILE      the same, and its previous generations
//     save-program check-recovery FILE         the same after `recover`

import DurableFiles
import Foundation
import SystemPackage

@main
enum SaveProgram {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      try run(words)
    } catch {
      fail("\(error)", status: 74)
    }
  }

  private static func run(_ words: [String]) throws {
    switch (words.first, words.count) {
    case ("save", 4): try save(words[1], to: words[2], count: words[3], keeping: 0)
    case ("save", 5): try save(words[1], to: words[2], count: words[3], keeping: Int(words[4]) ?? 0)
    case ("recover", 2): try recover(words[1])
    case ("count", 3): try count(words[1], times: Int(words[2]) ?? 0)
    case ("hold", 2): try hold(words[1])
    case ("fork", 2): try fork(words[1])
    case ("check", 2): exit(try FileCheck(path: words[1]).isAcceptable ? 0 : 1)
    case ("check-generations", 2):
      exit(try FileCheck(path: words[1]).hasAcceptableGenerations ? 0 : 1)
    case ("check-recovery", 2): exit(try FileCheck(path: words[1]).isRecovered ? 0 : 1)
    default: fail("the first lines of its source say how to use it", status: 64)
    }
  }

  /// Saves the contents 1, 2, … and announces each on standard output.
  private static func save(
    _ mode: String, to path: String, count: String, keeping generations: Int
  ) throws {
    let modes: [String: AtomicReplacement.Durability] = [
      "durable": .durable, "consistent": .consistent, "fast": .fast,
    ]
    guard let durability = modes[mode], let count = Int(count), count > 0 else {
      fail("no such mode, or no generations", status: 64)
    }
    let options = AtomicReplacement.Options(
      durability: durability, missingDirectories: .created, previousGenerations: generations,
      digest: generations > 0 ? .recorded : .none)
    for number in 1...count {
      try AtomicReplacement.write(FileCheck.contents(number), to: path, options: options)
      try announce("saved \(number)")
    }
  }

  /// Does what a program does when it starts: sets an unreadable file aside, and replaces it with
  /// the newest readable previous generation.
  private static func recover(_ path: String) throws {
    let file = FilePath(path)
    let lock = try FileLock(file).acquire()
    defer { lock.release() }
    if try FileCheck(path: path).number != nil { return try announce("recovered") }
    for generation in try PreviousGenerations.paths(of: file) {
      let snapshot = try FileContents.snapshot(of: generation)
      guard FileCheck.number(of: snapshot.bytes) != nil, snapshot.integrity != .damaged else {
        continue
      }
      if try FileContents.identity(of: file) != nil {
        try PreviousGenerations.keep(file, suffix: "corrupt")
      }
      try AtomicReplacement.write(snapshot.bytes, to: file, options: .init(locking: .held))
      return try announce("recovered")
    }
    fail("nothing to recover from", status: 65)
  }

  private static func count(_ path: String, times: Int) throws {
    let lock = FileLock(FilePath(path))
    for _ in 0..<times {
      let held = try lock.acquire(.exclusive, waiting: .seconds(300))
      defer { held.release() }
      let text = String(decoding: try FileContents.read(path), as: UTF8.self)
      guard let old = Int(text) else { fail("not a number: \(text)", status: 65) }
      try AtomicReplacement.write(
        Array("\(old + 1)".utf8), to: path,
        options: .init(durability: .fast, locking: .held))
    }
  }

  private static func hold(_ path: String) throws {
    let held = try FileLock(FilePath(path)).acquire(.exclusive, waiting: .seconds(60))
    try announce("held")
    sleep(60)
    held.release()
  }

  /// Acquires the lock and forks without starting another program, which Swift does not offer.
  private static func fork(_ path: String) throws {
    let held = try FileLock(FilePath(path)).acquire(.exclusive, waiting: .seconds(60))
    typealias Fork = @convention(c) () -> Int32
    guard let symbol = unsafe dlsym(nil, "fork") else { fail("no fork", status: 71) }
    let child = unsafe unsafeBitCast(symbol, to: Fork.self)()
    if child == 0 {
      // An operation of the child on its lock must not release that of its parent.
      held.release()
      sleep(60)
      exit(0)
    }
    try announce("\(child)")
    sleep(60)
    held.release()
  }

  /// Writing may fail, too, and must not trap: a backtrace would take long without being useful.
  private static func announce(_ message: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(message)\n".utf8))
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("save-program: \(message)\n".utf8))
    exit(status)
  }
}
