// Every state of the disk that a crash during a save could leave. Relies on crashcheck, and on
// save-program in the build directory.

import TestSupport
import Testing

extension CrashScenario {
  /// A save and the check of a file that it leaves.
  fileprivate init(
    save description: String, setup: String = "echo old >a; ln -s a l", _ command: [String],
    check: String = "check a"
  ) {
    self.init(description: description, setup: setup, command: command, check: check)
  }

  /// Those that lose nothing. `Scripts/crash` runs the same.
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

@Suite("A crash", .enabled(if: CrashCheck.isAvailable, "\(CrashCheck.reason)"))
struct CrashCheckTests {
  @Test("at any moment leaves the last announced save", arguments: CrashScenario.saves)
  func durable(scenario: CrashScenario) throws {
    let result = try crashcheck(.explore, scenario)
    #expect(result.status == 0, "\(result)")
  }

  @Test("at any moment leaves a whole file")
  func consistent() throws {
    let scenario = CrashScenario(save: "consistent", ["save", "consistent", "a", "2"])
    let result = try crashcheck(.explore, scenario, promise: "consistent")
    #expect(result.status == 0, "\(result)")
  }

  @Test("can lose what was saved fast, which shows that a loss would be seen")
  func fast() throws {
    let scenario = CrashScenario(save: "fast", ["save", "fast", "a", "2"])
    #expect(try crashcheck(.explore, scenario).status == 1)
  }

  @Test("after any failing call leaves the last announced save")
  func failingCalls() throws {
    let result = try crashcheck(.faultrun, CrashScenario.saves[1])
    #expect(result.status == 0, "\(result)")
  }
}

/// Runs a scenario of the program that saves, which must keep a promise.
private func crashcheck(
  _ mode: CrashCheck.Mode, _ scenario: CrashScenario, promise: String = "durable"
) throws -> ProgramRun {
  try CrashCheck.run(
    mode, scenario, of: "save-program", variables: ["SAVE_PROMISE=\(promise)"])
}
