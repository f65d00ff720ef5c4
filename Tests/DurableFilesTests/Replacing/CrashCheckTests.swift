// Tests of every state of the disk after a crash during a save. Requires crashcheck, and
// save-program in the build directory.

import TestSupport
import Testing

extension CrashScenario {
  /// A save and the check of the resulting file.
  fileprivate init(
    save description: String, setup: String = "echo old >a; ln -s a l", _ command: [String],
    check: String = "check a"
  ) {
    self.init(description: description, setup: setup, command: command, check: check)
  }

  /// The scenarios that lose nothing. `Scripts/crash` runs the same.
  static let saves = [
    CrashScenario(save: "a new file", ["save", "durable", "n", "1"], check: "check n"),
    CrashScenario(save: "a replaced file", ["save", "durable", "a", "2"]),
    CrashScenario(save: "a symbolic link", ["save", "durable", "l", "2"], check: "check l"),
    CrashScenario(
      save: "new directories", ["save", "durable", "d/e/a", "1"], check: "check d/e/a"),
    CrashScenario(
      save: "three saves with generations", ["save", "durable", "a", "3", "2"],
      check: "check-generations a"),
    CrashScenario(
      save: "recovery", setup: "echo rotten >a; yes 'generation 1' | head -n 500 >a.bak",
      ["recover", "a"], check: "check-recovery a"),
  ]
}

@Suite("Crashes during a save", .enabled(if: CrashCheck.isAvailable, "\(CrashCheck.reason)"))
struct CrashCheckTests {
  @Test("A crash at any moment leaves the last announced save", arguments: CrashScenario.saves)
  func durable(scenario: CrashScenario) throws {
    let result = try crashcheck(.explore, scenario)
    #expect(result.status == 0, "\(result)")
  }

  @Test("A crash at any moment leaves a complete file")
  func consistent() throws {
    let scenario = CrashScenario(save: "consistent", ["save", "consistent", "a", "2"])
    let result = try crashcheck(.explore, scenario, promise: "consistent")
    #expect(result.status == 0, "\(result)")
  }

  @Test("A crash can lose a fast save, which shows that a loss would be detected")
  func fast() throws {
    let scenario = CrashScenario(save: "fast", ["save", "fast", "a", "2"])
    // A few states at each moment are enough to find a loss.
    #expect(try crashcheck(.explore, scenario, options: ["--limit", "8"]).status == 1)
  }

  @Test("A crash after any failing call leaves the last announced save")
  func failingCalls() throws {
    let result = try crashcheck(.faultrun, CrashScenario.saves[1])
    #expect(result.status == 0, "\(result)")
  }
}

/// Runs a scenario of the save program and expects that its promise holds.
private func crashcheck(
  _ mode: CrashCheck.Mode, _ scenario: CrashScenario, promise: String = "durable",
  options: [String] = []
) throws -> ProgramRun {
  try CrashCheck.run(
    mode, scenario, of: "save-program", variables: ["SAVE_PROMISE=\(promise)"],
    options: options)
}
