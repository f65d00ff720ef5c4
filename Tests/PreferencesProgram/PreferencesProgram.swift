// A program that sets preferences and announces what is written on its standard output. The tests
// of preferences run it, and crashcheck kills it. Depends only on StateStorage.
//
//     preferences-program set FILE KEY COUNT    sets KEY to 1 … COUNT, and flushes after each
//     preferences-program exit FILE KEY         sets KEY to 1 and exits without a flush
//     preferences-program quiet FILE KEY        as exit, without a handler for unwritten changes
//     preferences-program return FILE KEY       the same, and returns from main
//     preferences-program term FILE KEY         the same, and waits for a signal with a lifecycle
//     preferences-program arguments FILE KEY …  exit status 0: the arguments give the values that
//                                               UserDefaults gets from them
//     preferences-program calls FILE -          answers calls on its standard input
//     preferences-program check FILE KEY        exit status 0: every announced value is there
//     preferences-program check-all FILE KEY    the same; the earlier values are there, too
//
// A FILE with a slash at its end is the root of a container, and denotes a file in there.

import Foundation
import PropertyLists
import StateStorage
import SystemPackage

@main
enum PreferencesProgram {
  /// Not asynchronous: then Dispatch would make writes on this thread, and crashcheck would let
  /// them fail.
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 3 else { fail("the first lines of its source say how to use it") }
    do {
      if words[0] == "calls" { return try PreferenceCalls(path: path(words[1])).answerAll() }
      try run(words, Preferences(path: path(words[1])))
    } catch {
      fail("\(error)")
    }
  }

  private static func path(_ word: String) throws -> FilePath {
    guard word.hasSuffix("/") else { return FilePath(word) }
    return try AppContainer(root: word).preferences.appending("settings.plist")
  }

  private static func run(_ words: [String], _ preferences: Preferences) throws {
    let key = words[2]
    if words[0] != "quiet" { LossAtExit.handle { tell("\($0)") } }
    switch words[0] {
    case "set": try set(key, count: Int(words.last ?? "") ?? 0, in: preferences)
    case "exit", "quiet":
      try preferences.set(1, forKey: key)
      exit(0)
    case "return": try preferences.set(1, forKey: key)
    case "term":
      try preferences.set(1, forKey: key)
      waitForSignal()
    case "arguments": exit(try takesArguments(preferences) ? 0 : 1)
    case "check": exit(try isAcceptable(preferences, key) ? 0 : 1)
    case "check-all":
      let old = try preferences.string(forKey: "old")
      exit(try isAcceptable(preferences, key) && old == "kept" ? 0 : 1)
    default: fail("the first lines of its source say how to use it")
    }
  }

  private static func set(_ key: String, count: Int, in preferences: Preferences) throws {
    for number in 1...max(1, count) {
      try preferences.set(number, forKey: key)
      try preferences.flush()
      try announce("\(number)")
    }
  }

  /// Whether the arguments of this process have the same values for `UserDefaults`.
  private static func takesArguments(_ preferences: Preferences) throws -> Bool {
    preferences.setArguments()
    let domain = UserDefaults.standard.volatileDomain(forName: UserDefaults.argumentDomain)
    let expected = try PropertyListSerialization.data(
      fromPropertyList: domain, format: .binary, options: 0)
    let found = try preferences.dictionaryRepresentation
    try announce("\(found)")
    try announce("\(domain)")
    return try Plist(Array(expected)) == found
  }

  private static func waitForSignal() -> Never {
    Task {
      try await AppLifecycle().run {
        try announce("working")
        try await Task.sleep(for: .seconds(60))
      }
    }
    dispatchMain()
  }

  /// Whether the file is complete and its value not older than the last announced one.
  private static func isAcceptable(_ preferences: Preferences, _ key: String) throws -> Bool {
    if preferences.condition.error != nil { return false }
    let environment = ProcessInfo.processInfo.environment
    let path = environment["CRASHCHECK_OUTPUT"] ?? ""
    let output = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let announced = output.split(separator: "\n").compactMap { Int($0) }.last ?? 0
    // A process that has ended normally has written what it had set.
    let least = environment["CRASHCHECK_EXIT"] == "0" ? 1 : 0
    return try preferences.integer(forKey: key) ?? 0 >= max(announced, least)
  }

  /// Writing may fail, too, and must not trap: a backtrace would take long without being useful.
  private static func announce(_ message: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(message)\n".utf8))
  }

  private static func tell(_ message: String) {
    try? FileHandle.standardError.write(
      contentsOf: Data("preferences-program: \(message)\n".utf8))
  }

  private static func fail(_ message: String) -> Never {
    tell(message)
    exit(74)
  }
}
