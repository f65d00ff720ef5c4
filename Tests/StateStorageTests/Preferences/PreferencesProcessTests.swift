// Tests of preferences of several processes, and of processes that end: normally, by a signal, or
// in the middle of an operation. Requires preferences-program in the build directory.

import DurableFiles
import Foundation
import PropertyLists
import SystemPackage
import TestSupport
import Testing

@testable import StateStorage

@Suite("Processes with preferences", .waits)
struct PreferencesProcessTests {
  private let scratch: PreferencesScratch

  init() throws {
    scratch = try PreferencesScratch()
    _ = try scratch.container.preferences
  }

  @Test("Two processes that change different keys at the same time lose none")
  func twoProcesses() throws {
    let path = try scratch.path().string
    let runs = try ["a", "b", "c"].map {
      try PreferencesProgram.start("set", path, $0, "20")
    }
    for (process, output) in runs {
      _ = output.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try scratch.preferences().domainRepresentation == ["a": 20, "b": 20, "c": 20])
  }

  @Test("Changes that could not be written at exit are passed to the program, which reports them")
  func lostAtExit() throws {
    let directory = try ScratchDirectory()
    try directory.makeFolder(".f.plist.lock")
    let run = try ProgramRun.run(
      ProgramFile.built(PreferencesProgram.name), ["exit", directory.file("f.plist"), "a"])
    #expect(run.errors.contains("preferences were lost ("), "\(run)")
    #expect(run.errors.contains("its lock file .f.plist.lock is a directory"), "\(run)")
  }

  private static let namesWithKept = [
    "..f.plist.unwritten.lock", ".f.plist.lock", ".f.plist.unwritten",
  ]

  @Test("Changes that could not be written are kept for the next launch without a handler")
  func keptAtExit() throws {
    let directory = try ScratchDirectory()
    let path = directory.file("f.plist")
    try directory.makeFolder(".f.plist.lock")
    let run = try PreferencesProgram.run("quiet", path, "a")
    #expect(run.errors == "", "a library prints nothing")
    #expect(try directory.names() == Self.namesWithKept)
    #expect(try directory.permissions(".f.plist.unwritten") == 0o600)
    // The next process sees it even if it only reads, and writes it to the file with its own
    // changes.
    let reader = Preferences(path: FilePath(path))
    #expect(try reader.integer(forKey: "a") == 1)
    #expect(reader.hasUnwrittenChanges)
    #expect(try directory.names() == Self.namesWithKept)
    try FileManager.default.removeItem(atPath: directory.file(".f.plist.lock"))
    let writer = Preferences(path: FilePath(path))
    try writer.set(2, forKey: "b")
    try writer.flush()
    #expect(
      try directory.names() == ["..f.plist.unwritten.lock", ".f.plist.lock", "f.plist"])
    let last = Preferences(path: FilePath(path))
    #expect(try last.domainRepresentation == ["a": 1, "b": 2])
    #expect(!last.hasUnwrittenChanges)
  }

  @Test("Removals are kept as well, and the unwritten changes of several processes are joined")
  func keptRemovals() throws {
    let directory = try ScratchDirectory()
    let path = FilePath(directory.file("f.plist"))
    let preferences = Preferences(path: path)
    for key in ["a", "b", "c"] { try preferences.set(1, forKey: key) }
    try preferences.flush()
    let kept = KeptChanges(file: preferences.domain.file)
    let known = preferences.domain.file.read()
    kept.keep(["a": nil, "d": StoredPreference(4)], to: known)
    kept.keep(["a": StoredPreference(5), "b": nil], to: known)
    let next = Preferences(path: path)
    #expect(try next.domainRepresentation == ["a": 5, "c": 1, "d": 4])
    try next.flush()
    #expect(kept.read() == nil)
    #expect(try Preferences(path: path).domainRepresentation == ["a": 5, "c": 1, "d": 4])
  }

  @Test("A Float keeps its width")
  func keptFloat() throws {
    let directory = try ScratchDirectory()
    let path = FilePath(directory.file("f.plist"))
    var options = Preferences.Options()
    options.conversion = .userDefaults
    let kept = KeptChanges(file: Preferences(path: path).domain.file)
    let single = StoredPreference(.real(Double(12.34 as Float)), isSingle: true)
    kept.keep(
      ["a": single, "b": StoredPreference(.real(0.1))], to: PreferencesFile.PreferencesContents())
    let next = Preferences(path: path, options: options)
    #expect(try next.string(forKey: "a") == "12.34")
    #expect(try next.string(forKey: "b") == "0.1")
    try next.flush()
    #expect(try Preferences(path: path, options: options).string(forKey: "a") == "12.34")
  }

  @Test("An unwritten change does not undo a later change by another process")
  func overtaken() throws {
    let directory = try ScratchDirectory()
    let path = FilePath(directory.file("f.plist"))
    let preferences = Preferences(path: path)
    for key in ["a", "b", "c"] { try preferences.set(1, forKey: key) }
    try preferences.flush()
    let kept = KeptChanges(file: preferences.domain.file)
    let two = StoredPreference(2)
    kept.keep(["a": two, "b": two, "c": nil, "d": two], to: preferences.domain.file.read())
    // A program that does not know this library writes the file later.
    let later = try #require(kept.read()).identity.modificationTime + .seconds(2)
    let newer: Plist = ["a": 7, "b": 1, "c": 1, "d": 7]
    try directory.write(newer.encoded(as: .xml), to: "f.plist")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(later.components.seconds))],
      ofItemAtPath: path.string)
    let next = Preferences(path: path)
    #expect(try next.domainRepresentation == ["a": 7, "b": 2, "d": 7])
    try next.flush()
    #expect(kept.read() == nil)
    #expect(try Preferences(path: path).domainRepresentation == ["a": 7, "b": 2, "d": 7])
    // Once all are superseded, nothing is kept.
    kept.keep(["a": StoredPreference(3)], to: PreferencesFile.PreferencesContents())
    let newest: Plist = ["a": 8]
    try directory.write(newest.encoded(as: .xml), to: "f.plist")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(later.components.seconds + 60))],
      ofItemAtPath: path.string)
    #expect(try Preferences(path: path).domainRepresentation == ["a": 8])
    #expect(kept.read() == nil)
  }

  @Test("Changes are written by exit and when main returns", arguments: ["exit", "return"])
  func exit(how: String) throws {
    _ = try scratch.written { try $0.set("kept", forKey: "old") }
    let path = try scratch.path().string
    let run = try PreferencesProgram.run(how, path, "a")
    #expect(run.status == 0, "\(run)")
    #expect(try scratch.preferences().domainRepresentation == ["a": 1, "old": "kept"])
  }

  @Test("Changes are written when a signal ends a process that has a lifecycle")
  func signal() throws {
    let path = try scratch.path().string
    let (process, output) = try PreferencesProgram.start("term", path, "a")
    _ = output.availableData
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(try scratch.preferences().integer(forKey: "a") == 1)
  }

  @Test("Other processes are notified of changes")
  func heard() async throws {
    let preferences = try scratch.preferences()
    var heard = try preferences.changes().makeAsyncIterator()
    let path = try scratch.path().string
    _ = try PreferencesProgram.run("set", path, "a", "1")
    #expect(await heard.next() == ["a"])
    #expect(try preferences.integer(forKey: "a") == 1)
  }

  @Test(
    "A process ends although it waits for a lock that is never released", .timeLimit(.minutes(20)))
  func boundedExit() throws {
    let path = try scratch.path().string
    let lock = try scratch.container.preferences.appending(".settings.plist.lock").string
    let command = "exec 9>>\"$1\"; python3 -c '\(Self.lockAndRun)' \"$2\" exit \"$3\" a"
    let program = try ProgramFile.built(PreferencesProgram.name)
    let run = try ProgramRun.shell(command, lock, program, path)
    #expect(run.status == 0, "\(run)")
    #expect(!exists(FilePath(path)))
  }

  /// Takes the lock on descriptor 9 as the library does, and runs a program while holding it.
  private static let lockAndRun = """
    import fcntl, struct, subprocess, sys
    fcntl.fcntl(9, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
    sys.exit(subprocess.run(sys.argv[1:], close_fds=True, timeout=120).returncode)
    """
}

extension CrashScenario {
  private static let old =
    "printf '{ old = kept; }' >f.plist; printf '{ old = kept; }' >f.plist.bak"

  /// The command that `Scripts/crash` runs with the program, too.
  static let flushes = [
    CrashScenario(
      description: "preference flush", setup: old, command: ["set", "f.plist", "a", "2"],
      check: "check-all f.plist a"),
    CrashScenario(
      description: "first preference flush", setup: "true", command: ["set", "f.plist", "a", "2"],
      check: "check f.plist a"),
    CrashScenario(
      description: "preference flush in a new container", setup: "true",
      command: ["set", "c/d/", "a", "1"], check: "check c/d/ a"),
    CrashScenario(
      description: "flush at exit", setup: old, command: ["exit", "f.plist", "a"],
      check: "check-all f.plist a"),
  ]
}

@Suite(
  "Crashes while preferences are written", .waits,
  .enabled(if: CrashCheck.isAvailable, "\(CrashCheck.reason)"))
struct PreferencesCrashTests {
  @Test("A crash leaves the announced changes", arguments: CrashScenario.flushes)
  func explore(scenario: CrashScenario) throws {
    let result = try CrashCheck.run(.explore, scenario, of: PreferencesProgram.name)
    #expect(result.status == 0, "\(result)")
  }

  @Test("A crash after any failing call leaves the announced changes")
  func faults() throws {
    let result = try CrashCheck.run(
      .faultrun, CrashScenario.flushes[0], of: PreferencesProgram.name)
    #expect(result.status == 0, "\(result)")
  }

  @Test("A new container keeps announced changes where directories cannot be opened")
  func container() throws {
    let options = ["--syscalls", "openat,mkdir,fsync", "--errors", "EACCES", "--persistent"]
    let result = try CrashCheck.run(
      .faultrun, CrashScenario.flushes[2], of: PreferencesProgram.name, options: options)
    #expect(result.status == 0, "\(result)")
  }
}
