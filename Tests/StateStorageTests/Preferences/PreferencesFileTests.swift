// Tests of invalid preferences files, failing system calls, and the times at which changes are
// written.

import DurableFiles
import Foundation
import PropertyLists
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("Invalid preferences files")
struct UnusablePreferencesTests {
  private let scratch: PreferencesScratch

  init() throws { scratch = try PreferencesScratch() }

  private static let noDictionaries = [
    "<plist><array/></plist>", "", "bplist00garbage", "word", "\n", "/* */",
  ]

  @Test(
    "An invalid file is an error to read, and is never overwritten without a request",
    arguments: noDictionaries)
  func unusable(text: String) throws {
    _ = try scratch.container.preferences
    try scratch.overwrite(text)
    let preferences = try scratch.preferences()
    guard case .unusable(let reason) = preferences.condition else {
      Issue.record("\(preferences.condition)")
      return
    }
    #expect(reason.code == .corrupt)
    preferences.register(["a": 1])
    #expect(stateErrorCode { try preferences.integer(forKey: "a") } == .corrupt)
    #expect(stateErrorCode { try preferences.dictionaryRepresentation } == .corrupt)
    #expect(stateErrorCode { try preferences.keys } == .corrupt)
    try preferences.set(2, forKey: "b")
    #expect(try preferences.integer(forKey: "b") == 2)
    #expect(stateErrorCode { try preferences.flush() } == .wouldOverwrite)
    #expect(preferences.failure?.code == .wouldOverwrite)
    #expect(try String(contentsOfFile: scratch.path().string, encoding: .utf8) == text)
    try preferences.replaceUnreadable()
    #expect(preferences.failure == nil && !preferences.hasUnwrittenChanges)
    #expect(try scratch.preferences().domainRepresentation == ["b": 2])
    let aside = try #require(try scratch.names().first { $0.contains(".corrupt-") })
    let path = try scratch.container.preferences.appending(aside)
    #expect(try String(contentsOfFile: path.string, encoding: .utf8) == text)
  }

  @Test("A file with two keys that are the same text in different forms is rejected")
  func equivalentKeys() throws {
    let text = "<plist><dict><key>\u{E9}</key><true/><key>e\u{301}</key><true/></dict></plist>"
    _ = try scratch.container.preferences
    try scratch.overwrite(text)
    let preferences = try scratch.preferences()
    try preferences.set(1, forKey: "mine")
    #expect(stateErrorCode { try preferences.flush() } == .wouldOverwrite)
    #expect(try String(contentsOfFile: scratch.path().string, encoding: .utf8) == text)
  }

  @Test("A key with too many combining marks is rejected when reading and when setting")
  func marks() throws {
    let long = "a" + String(repeating: "\u{315}\u{300}", count: 65)
    let text = "<plist><dict><key>\(long)</key><true/></dict></plist>"
    _ = try scratch.container.preferences
    try scratch.overwrite(text)
    #expect(stateErrorCode { _ = try scratch.preferences().keys } == .corrupt)
    try scratch.overwrite("<plist><dict/></plist>")
    let preferences = try scratch.preferences()
    #expect(stateErrorCode { try preferences.set(1, forKey: long) } == .notEncodable)
    let value: Plist = ["list": [[long: 1]]]
    #expect(stateErrorCode { try preferences.set(value, forKey: "mine") } == .notEncodable)
    #expect(stateErrorCode { try preferences.set([long: 1], forKey: "mine") } == .notEncodable)
    try preferences.set(1, forKey: String(long.unicodeScalars.prefix(129).map(Character.init)))
    try preferences.flush()
    #expect(try scratch.preferences().keys.count == 1)
  }

  @Test("Reading time grows linearly with the size of the file", .timeLimit(.minutes(20)))
  func manyKeys() throws {
    let keys = (0..<20_000).map { "<key>\($0)</key><true/>" }.joined()
    _ = try scratch.container.preferences
    try scratch.overwrite("<plist><dict>\(keys)</dict></plist>")
    #expect(try scratch.preferences().keys.count == 20_000)
  }

  @Test("The previous generation replaces an invalid file in memory, and is reported")
  func recovered() throws {
    for number in 1...2 { _ = try scratch.written { try $0.set(number, forKey: "a") } }
    try scratch.overwrite("{ broken")
    let preferences = try scratch.preferences()
    guard case .recovered(generation: 1, let reason) = preferences.condition else {
      Issue.record("\(preferences.condition)")
      return
    }
    #expect(reason.code == .corrupt)
    #expect(try preferences.integer(forKey: "a") == 1)
    try preferences.set(3, forKey: "b")
    #expect(stateErrorCode { try preferences.flush() } == .wouldOverwrite)
    try preferences.replaceUnreadable()
    #expect(try scratch.preferences().domainRepresentation == ["a": 1, "b": 3])
    #expect(
      try Plist(contentsOfFile: scratch.path().string + ".bak")["a"]?.intValue == 1)
  }

  @Test("A corrupted file is detected where the file system supports attributes")
  func rot() throws {
    for number in 1...2 { _ = try scratch.written { try $0.set(number, forKey: "a") } }
    guard case .loaded(.verified) = try scratch.preferences().condition else { return }
    let path = try scratch.path().string
    let command = """
      touch -r "$1" "$1.time"; printf x | dd of="$1" bs=1 seek=9 conv=notrunc status=none
      touch -r "$1.time" "$1"; rm "$1.time"
      """
    _ = try ProgramRun.shell(command, path)
    guard case .recovered(generation: 1, let reason) = try scratch.preferences().condition else {
      Issue.record("the corruption was not detected")
      return
    }
    #expect(reason.code == .damaged)
  }

  @Test("A repaired file is read and written again immediately")
  func repaired() throws {
    _ = try scratch.container.preferences
    try scratch.overwrite("{ broken")
    let preferences = try scratch.preferences()
    try preferences.set(1, forKey: "a")
    #expect(stateErrorCode { try preferences.flush() } == .wouldOverwrite)
    try scratch.overwrite("{ b = text; }")
    try preferences.flush()
    #expect(preferences.condition.error == nil)
    #expect(try scratch.preferences().domainRepresentation == ["a": 1, "b": "text"])
  }

  @Test("A removed file is a domain without values")
  func removed() throws {
    for number in 1...2 { _ = try scratch.written { try $0.set(number, forKey: "a") } }
    try FileManager.default.removeItem(atPath: scratch.path().string)
    let preferences = try scratch.preferences()
    guard case .missing = preferences.condition else {
      Issue.record("\(preferences.condition)")
      return
    }
    #expect(try preferences.keys.isEmpty)
  }

  @Test("A directory in place of the file stays a directory")
  func directory() throws {
    let path = try scratch.container.preferences.appending("settings.plist").string
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let preferences = try scratch.preferences()
    #expect(preferences.condition.error?.code == .unreadable)
    try preferences.set(1, forKey: "a")
    // It has no lock either.
    #expect(stateErrorCode { try preferences.flush() } == .notSaved)
    #expect(stateErrorCode { try preferences.replaceUnreadable() } == .notSaved)
    try FileManager.default.removeItem(atPath: path)
    try preferences.flush()
  }
}

@Suite("Failing system calls for preferences")
struct FailingPreferencesTests {
  private let scratch: StateScratch
  private var path: FilePath { scratch.file("settings.plist") }

  init() throws { scratch = try StateScratch() }

  private static let errors: [Errno] = [
    .ioError, .noSpace, .interrupted, .diskQuotaExceeded, .permissionDenied,
  ]

  private func begin() throws {
    for name in try scratch.names() {
      try FileManager.default.removeItem(atPath: scratch.file(name).string)
    }
    for number in 0...1 {
      let preferences = Preferences(path: path)
      try preferences.set(number, forKey: "a")
      try preferences.set("kept", forKey: "other")
      try preferences.flush()
    }
  }

  private var value: Int? {
    get throws { try Plist(contentsOfFile: path.string)["a"]?.intValue }
  }

  @Test("A failing call leaves the complete old or new file, and is reported", arguments: errors)
  func flush(error: Errno) throws {
    var number = 1
    while try fails(call: number, error) {
      number += 1
      try #require(number < 300)
    }
    #expect(number > 20)
  }

  /// Whether there were enough calls for this one to fail.
  private func fails(call number: Int, _ error: Errno) throws -> Bool {
    try begin()
    // The first read must not fail here: the other test covers that.
    let counting = FailingFileSystem()
    _ = Preferences(path: path, in: counting)
    let system = FailingFileSystem(failingCall: counting.calls.count + number, error: error)
    let preferences = Preferences(path: path, clock: WoundClock(), in: system)
    try preferences.set(2, forKey: "a")
    let code = stateErrorCode { try preferences.flush() }
    let found = try value
    switch code {
    case nil: #expect(found == 2)
    case .durabilityUnknown?: #expect(found == 2)
    default: #expect(found == 1, "\(String(describing: system.failedCall))")
    }
    #expect(preferences.hasUnwrittenChanges == (code != nil))
    #expect(system.openFileCount == 0)
    #expect(try !scratch.names().contains { $0.hasSuffix(".tmp") && !$0.hasSuffix(".bak.tmp") })
    #expect(try Plist(contentsOfFile: path.string)["other"] == "kept")
    // Another attempt writes the file and reports success.
    if code == .durabilityUnknown || code == .notSaved { try preferences.flush() }
    if preferences.hasUnwrittenChanges { try preferences.replaceUnreadable() }
    #expect(try value == 2)
    return system.failedCall != nil
  }

  @Test("A failing call never makes an existing file look missing", arguments: errors)
  func load(error: Errno) throws {
    try begin()
    var number = 1
    while true {
      let system = FailingFileSystem(failingCall: number, error: error)
      let preferences = Preferences(path: path, in: system)
      switch preferences.condition {
      case .loaded: #expect(try preferences.integer(forKey: "a") == 1)
      case .recovered: #expect(try preferences.integer(forKey: "a") == 0)
      case .missing: Issue.record("\(String(describing: system.failedCall)) made it missing")
      case .unusable: #expect(stateErrorCode { try preferences.keys } == .unreadable)
      }
      #expect(system.openFileCount == 0)
      if system.failedCall == nil { break }
      number += 1
    }
    #expect(number > 4)
  }
}

@Suite("Writing changed preferences", .serialized)
struct PreferencesWritingTests {
  private let scratch: PreferencesScratch
  private let clock = WoundClock()

  init() throws { scratch = try PreferencesScratch() }

  private func waitUntilWritten(_ preferences: Preferences) async throws {
    try #require(await waitUntil { !preferences.hasUnwrittenChanges })
  }

  @Test("A thousand changes are written once, half a second after the first")
  func coalescing() async throws {
    let counting = FailingFileSystem()
    let path = try scratch.container.preferences.appending("settings.plist")
    let preferences = Preferences(path: path, clock: clock, in: counting)
    for number in 1...1000 { try preferences.set(number, forKey: "n") }
    #expect(preferences.hasUnwrittenChanges)
    #expect(!exists(path))
    await clock.advance(by: .milliseconds(500))
    try await waitUntilWritten(preferences)
    #expect(counting.calls.count { $0 == "open creating" } == 1)
    #expect(try scratch.preferences().integer(forKey: "n") == 1000)
    try preferences.set(1, forKey: "n")
    await clock.advance(by: .milliseconds(500))
    try await waitUntilWritten(preferences)
    #expect(counting.calls.count { $0 == "open creating" } == 2)
  }

  @Test("Changes are written although the preferences object is gone")
  func released() async throws {
    let path = try scratch.path()
    func change() throws {
      try Preferences(path: path, clock: clock).set(1, forKey: "n")
    }
    try change()
    await clock.advance(by: .milliseconds(500))
    #expect(await waitUntil { exists(path) })
    #expect(try scratch.preferences().integer(forKey: "n") == 1)
  }

  @Test("A failed write is tried again")
  func retry() async throws {
    let counting = FailingFileSystem()
    let path = try scratch.container.preferences.appending("settings.plist")
    _ = Preferences(path: path, in: counting)
    let system = FailingFileSystem(failingCall: counting.calls.count + 3, error: .noSpace)
    let preferences = Preferences(path: path, clock: clock, in: system)
    try preferences.set(1, forKey: "n")
    await clock.advance(by: .milliseconds(500))
    #expect(await waitUntil { preferences.failure != nil })
    #expect(preferences.failure?.code == .notSaved)
    await clock.advance(by: .seconds(10))
    try await waitUntilWritten(preferences)
    #expect(preferences.failure == nil)
  }

  @Test("Listeners receive our changes and those of others")
  func changes() async throws {
    let preferences = try scratch.preferences()
    try preferences.set(1, forKey: "same")
    try await preferences.flush()
    var heard = try preferences.changes().makeAsyncIterator()
    try preferences.set(1, forKey: "same")
    try preferences.set(2, forKey: "a")
    #expect(await heard.next() == ["a"])
    try preferences.set(3, forKey: "b")
    preferences.remove("a")
    #expect(await heard.next() == ["a", "b"])
    try await preferences.flush()
    let other = try scratch.preferences()
    try other.set(9, forKey: "theirs")
    other.remove("same")
    try await other.flush()
    #expect(await heard.next() == ["same", "theirs"])
    #expect(try preferences.integer(forKey: "theirs") == 9)
    #expect(try preferences.plist(forKey: "same") == nil)
  }

  @Test("The sequence of changes ends when the preferences object is gone")
  func endOfChanges() async throws {
    var preferences: Preferences? = try scratch.preferences()
    var heard = try #require(try preferences?.changes().makeAsyncIterator())
    preferences = nil
    #expect(await heard.next() == nil)
  }

  @Test("All changes by several objects are kept, and the last one written wins for each key")
  func merging() throws {
    let first = try scratch.preferences()
    let second = try scratch.preferences()
    try first.set(1, forKey: "first")
    try second.set(2, forKey: "second")
    try first.set("first", forKey: "both")
    try second.set("second", forKey: "both")
    try first.flush()
    try second.flush()
    #expect(
      try scratch.preferences().domainRepresentation
        == ["both": "second", "first": 1, "second": 2])
    #expect(try first.string(forKey: "both") == "second")
    first.remove("second")
    try first.flush()
    #expect(try scratch.preferences().keys == ["both", "first"])
  }
}
