// Preferences of several processes, and of one that ends: at exit, by a signal, in the middle of
// anything. Relies on preferences-program in the build directory.

import Foundation
import PropertyLists
import StateStorage
import SystemPackage
import Testing

@Suite("A process with preferences")
struct PreferencesProcessTests {
  private let scratch: PreferencesScratch

  init() throws {
    scratch = try PreferencesScratch()
    _ = try scratch.container.preferences
  }

  @Test("that changes other keys than another, at the same time, loses none")
  func twoProcesses() throws {
    let path = try scratch.path().string
    let runs = try ["a", "b", "c"].map {
      try PreferencesProgramFile.start("set", path, $0, "20")
    }
    for (process, output) in runs {
      _ = output.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try scratch.preferences().domainRepresentation == ["a": 20, "b": 20, "c": 20])
  }

  @Test("writes them when it exits, and when main returns", arguments: ["exit", "return"])
  func exit(how: String) throws {
    _ = try scratch.written { try $0.set("kept", forKey: "old") }
    let path = try scratch.path().string
    let run = try runProgram(try PreferencesProgramFile.path(), [how, path, "a"])
    #expect(run.status == 0, "\(run.output)")
    #expect(try scratch.preferences().domainRepresentation == ["a": 1, "old": "kept"])
  }

  @Test("writes them when a signal ends it, if it has a lifecycle")
  func signal() throws {
    let path = try scratch.path().string
    let (process, output) = try PreferencesProgramFile.start("term", path, "a")
    _ = output.availableData
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(try scratch.preferences().integer(forKey: "a") == 1)
  }

  @Test("is heard by others")
  func heard() async throws {
    let preferences = try scratch.preferences()
    var heard = try preferences.changes().makeAsyncIterator()
    let path = try scratch.path().string
    _ = try runProgram(try PreferencesProgramFile.path(), ["set", path, "a", "1"])
    #expect(await heard.next() == ["a"])
    #expect(try preferences.integer(forKey: "a") == 1)
  }

  @Test("that waits for a lock nobody gives up ends all the same")
  func boundedExit() throws {
    let path = try scratch.path().string
    let lock = try scratch.container.preferences.appending(".settings.plist.lock").string
    let command = "exec 9>>\"$1\"; python3 -c '\(Self.lockAndRun)' \"$2\" exit \"$3\" a"
    let program = try PreferencesProgramFile.path()
    let begin = ContinuousClock.now
    let run = try runProgram("/bin/sh", ["-c", command, "sh", lock, program, path])
    #expect(run.status == 0, "\(run.output)")
    #expect(ContinuousClock.now - begin < .seconds(60))
    #expect(!exists(FilePath(path)))
  }

  /// Takes the lock of descriptor 9 as the library does, and runs a program meanwhile.
  private static let lockAndRun = """
    import fcntl, struct, subprocess, sys
    fcntl.fcntl(9, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
    sys.exit(subprocess.run(sys.argv[1:], close_fds=True, timeout=120).returncode)
    """
}

/// What crashcheck does with the program.
struct PreferencesCrash: CustomStringConvertible {
  let description: String
  let setup: String
  let command: [String]
  let check: String
  /// What the check looks at.
  var file = "f.plist"

  private static let old =
    "printf '{ old = kept; }' >f.plist; printf '{ old = kept; }' >f.plist.bak"

  static let all = [
    PreferencesCrash(
      description: "preference flush", setup: old, command: ["set", "f.plist", "a", "2"],
      check: "check-all"),
    PreferencesCrash(
      description: "first preference flush", setup: "true", command: ["set", "f.plist", "a", "2"],
      check: "check"),
    PreferencesCrash(
      description: "preference flush in a new container", setup: "true",
      command: ["set", "c/d/", "a", "1"], check: "check", file: "c/d/"),
    PreferencesCrash(
      description: "flush at exit", setup: old, command: ["exit", "f.plist", "a"],
      check: "check-all"),
  ]
}

@Suite(
  "A crash while preferences are written",
  .enabled(if: PreferencesCrashCheck.isAvailable, "needs strace, python3 and crashcheck"))
struct PreferencesCrashTests {
  @Test("leaves what was announced", arguments: PreferencesCrash.all)
  func explore(scenario: PreferencesCrash) throws {
    let result = try crashcheck("explore", scenario)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("after any failing call, too")
  func faults() throws {
    let result = try crashcheck("faultrun", PreferencesCrash.all[0])
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("in a container that is made for them, where directories may not be opened, too")
  func container() throws {
    let result = try crashcheck(
      "faultrun", PreferencesCrash.all[2],
      ["--syscalls", "openat,mkdir,fsync", "--errors", "EACCES", "--persistent"])
    #expect(result.status == 0, "\(result.output)")
  }

  private func crashcheck(
    _ mode: String, _ scenario: PreferencesCrash, _ options: [String] = []
  ) throws -> (status: Int32, output: String) {
    let directory = try StateScratch()
    let program = try PreferencesProgramFile.path()
    return try runProgram(
      "/usr/bin/env",
      [
        "python3", PreferencesCrashCheck.script, mode, "--root", directory.path, "--cwd",
        directory.path, "--setup", scenario.setup, "--check",
        "'\(program)' \(scenario.check) \(scenario.file) a",
      ] + options + ["--", program] + scenario.command)
  }
}

/// Where the crash checker is, if it is.
enum PreferencesCrashCheck {
  static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("../shared/tools/crashcheck/crashcheck.py").standardized.path

  static let isAvailable =
    FileManager.default.isReadableFile(atPath: script) && has("strace") && has("python3")

  private static func has(_ tool: String) -> Bool {
    (try? runProgram("/bin/sh", ["-c", "command -v \(tool)"]).status) == 0
  }
}
