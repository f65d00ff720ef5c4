// Every state of the disk that a crash during a save could leave, worked out by crashcheck from the
// system calls of a real program. Needs strace and the crashcheck script beside the package.

import Foundation
import Testing

/// The program under test, in the build directory beside the test bundle.
enum SaveProgramFile {
  struct NotBuilt: Error {}

  static func path() throws -> String {
    let bundles = [Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
    let places =
      bundles.flatMap { [$0, $0.deletingLastPathComponent()] }
      + [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    let files = places.map { $0.appendingPathComponent("save-program").path }
    guard let found = files.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw NotBuilt()
    }
    return found
  }
}

/// One program under crashcheck: what is there before, what it does, what must be true of what it
/// leaves.
struct CrashScenario: CustomStringConvertible {
  let description: String
  var setup = "echo old >a; ln -s a l"
  let command: [String]
  var check = "check"
  /// What the check looks at.
  var file = "a"

  /// Those that lose nothing. `Scripts/crash` runs the same.
  static let all = [
    CrashScenario(description: "a new file", command: ["save", "durable", "n", "1"], file: "n"),
    CrashScenario(description: "a replaced file", command: ["save", "durable", "a", "2"]),
    CrashScenario(
      description: "a symbolic link", command: ["save", "durable", "l", "2"], file: "l"),
    CrashScenario(
      description: "new directories", command: ["save", "durable", "d/e/a", "1"],
      file: "d/e/a"),
    CrashScenario(
      description: "three saves with generations", command: ["save", "durable", "a", "3", "2"],
      check: "check-generations"),
    CrashScenario(
      description: "recovery", setup: "echo rotten >a; yes 'generation 1' | head -n 500 >a.bak",
      command: ["recover", "a"], check: "check-recovery"),
  ]
}

@Suite("A crash", .enabled(if: CrashCheck.isAvailable, CrashCheck.reason))
struct CrashCheckTests {
  @Test("at any moment leaves the last announced save", arguments: CrashScenario.all)
  func durable(scenario: CrashScenario) throws {
    let result = try crashcheck("explore", scenario)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("at any moment leaves a whole file")
  func consistent() throws {
    let scenario = CrashScenario(
      description: "consistent", command: ["save", "consistent", "a", "2"])
    let result = try crashcheck("explore", scenario, promise: "consistent")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("can lose what was saved fast, which shows that a loss would be seen")
  func fast() throws {
    let scenario = CrashScenario(description: "fast", command: ["save", "fast", "a", "2"])
    #expect(try crashcheck("explore", scenario).status == 1)
  }

  @Test("after any failing call leaves the last announced save")
  func failingCalls() throws {
    let result = try crashcheck("faultrun", CrashScenario.all[1])
    #expect(result.status == 0, "\(result.output)")
  }

  private func crashcheck(
    _ mode: String, _ scenario: CrashScenario, promise: String = "durable"
  ) throws -> (status: Int32, output: String) {
    let directory = try ScratchDirectory()
    let program = try SaveProgramFile.path()
    return try run(
      "/usr/bin/env",
      [
        "SAVE_PROMISE=\(promise)", "python3", CrashCheck.script, mode,
        "--root", directory.path, "--cwd", directory.path, "--setup", scenario.setup,
        "--check", "'\(program)' \(scenario.check) '\(scenario.file)'", "--", program,
      ] + scenario.command)
  }
}

/// Where the crash checker is, if it is.
enum CrashCheck {
  static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("../shared/tools/crashcheck/crashcheck.py").standardized.path

  static let reason: Comment = "needs strace, python3 and ../shared/tools/crashcheck"

  static let isAvailable =
    FileManager.default.isReadableFile(atPath: script) && has("strace") && has("python3")

  private static func has(_ tool: String) -> Bool {
    (try? run("/bin/sh", ["-c", "command -v \(tool)"]).status) == 0
  }
}
