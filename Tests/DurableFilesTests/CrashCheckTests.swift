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

@Suite("A crash", .enabled(if: CrashCheck.isAvailable, CrashCheck.reason))
struct CrashCheckTests {
  @Test("at any moment leaves the last announced save", arguments: ["a", "l", "d/e/a"])
  func durable(file: String) throws {
    try expectNoFailure("durable", file)
  }

  @Test("at any moment leaves a whole file")
  func consistent() throws {
    try expectNoFailure("consistent", "a")
  }

  @Test("can lose what was saved fast, which shows that a loss would be seen")
  func fast() throws {
    #expect(try explore("fast", "a").status == 1)
  }

  @Test("after any failing call leaves the last announced save")
  func failingCalls() throws {
    let result = try explore("durable", "a", mode: "faultrun")
    #expect(result.status == 0, "\(result.output)")
  }

  private func expectNoFailure(_ durability: String, _ file: String) throws {
    let result = try explore(durability, file)
    #expect(result.status == 0, "\(result.output)")
  }

  private func explore(
    _ durability: String, _ file: String, mode: String = "explore"
  ) throws -> (status: Int32, output: String) {
    let directory = try ScratchDirectory()
    let program = try SaveProgramFile.path()
    return try run(
      "/usr/bin/env",
      [
        "SAVE_PROMISE=\(durability)", "python3", CrashCheck.script, mode,
        "--root", directory.path, "--cwd", directory.path,
        "--setup", "echo old >a; ln -s a l",
        "--check", "'\(program)' check '\(file)'",
        "--", program, "save", durability, file, "2",
      ])
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
