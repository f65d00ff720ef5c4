// Tests of two instances of an interactive app on one container: each shows what the other has
// saved, even after it was suspended, and concurrent changes are kept. Requires python3.

import ExampleTerminal
import Foundation
import StateStorage
import SystemPackage
import TestSupport
import Testing

@Suite(
  "Two instances of a sample app",
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for two instances"))
struct TwoInstancesTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  /// The lines that name a new object, or, for items, an existing one.
  private func naming(_ number: Int, _ name: String, in app: AppCase) -> String {
    switch app.name {
    case "Faves": "add \(name); S; C; ST; 1; 2; 3\\n"
    case "FlashCards": "add \(name) = Lima\\n"
    default: "set \(number) name \(name)\\n"
    }
  }

  private func prepare(_ app: AppCase, items: Int) throws {
    guard app.name == "Homepwner" else { return }
    let run = try SampleApp.run(
      app.name, root.arguments, input: Array(repeating: "new", count: items))
    #expect(run.status == 0, "\(run)")
  }

  /// The list that a third instance shows.
  private func list(_ app: AppCase) throws -> String {
    let run = try SampleApp.run(app.name, root.arguments, input: ["list"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    return run.lines.joined(separator: "\n")
  }

  private func copies(_ app: AppCase) throws -> [StateFile.Copy] {
    try StateFile(path: FilePath(root.document(app.file))).conflictCopies()
  }

  @Test(
    "Each instance shows what the other one saved, even after it was suspended",
    arguments: AppCase.interactive)
  func suspended(app: AppCase) throws {
    try prepare(app, items: 3)
    let file = root.document(app.file)
    func name(_ number: Int, _ name: String) -> [String] {
      ["type:\(naming(number, name, in: app))", "has:\(file):\(name)"]
    }
    func lists(_ name: String) -> [String] { ["type:list\\n", "shows: \(name)"] }
    let stop = ["signal:TSTP", "status:[stopped]"]
    let end = ["type:save\\n", "see:saved", "end", "status:[exit 0]"]
    let phases: [(isOther: Bool, steps: [String])] = [
      (true, name(1, "Alpha")), (false, lists("Alpha") + stop),
      (true, name(2, "Bravo") + stop), (false, ["signal:CONT"] + lists("Bravo")),
      (false, name(3, "Charlie") + stop), (true, ["signal:CONT"] + lists("Charlie") + end),
      (false, ["signal:CONT"] + lists("Charlie") + end),
    ]
    let steps = phases.flatMap { phase in
      phase.steps.map { phase.isOther && !$0.hasPrefix("has:") ? "other:\($0)" : $0 }
    }
    #expect(try SampleApp.failure(app.name, "pipe", root.arguments, steps) == nil)
    let list = try list(app)
    #expect(["Alpha", "Bravo", "Charlie"].allSatisfy(list.contains), "\(list)")
    #expect(try copies(app).isEmpty)
  }

  @Test(
    "Nothing is lost when the instance that was not used ends last", arguments: AppCase.interactive)
  func unused(app: AppCase) throws {
    let file = root.document(app.file)
    let steps = [
      "type:help\\n", "shows:help", "other:type:\(app.change)\\n", "other:see:\(app.answer)",
      "has:\(file):\(app.trace)", "end", "status:[exit 0]", "other:end", "other:status:[exit 0]",
    ]
    #expect(try SampleApp.failure(app.name, "pipe", root.arguments, steps) == nil)
    #expect(try list(app).contains(" 1. "))
    #expect(try copies(app).isEmpty)
  }

  @Test("Concurrent changes by both instances are kept", arguments: AppCase.interactive)
  func atOnce(app: AppCase) throws {
    try prepare(app, items: 9)
    let file = root.document(app.file)
    var (steps, names) = (["type:list\\n", "other:type:list\\n"], [String]())
    for round in 1...4 {
      let (mine, theirs) = ("Alpha\(round)", "Bravo\(round)")
      steps += [
        "type:\(naming(2 * round - 1, mine, in: app))save\\n",
        "other:type:\(naming(2 * round, theirs, in: app))save\\n", "see:saved", "other:see:saved",
      ]
      names += [mine, theirs]
    }
    steps += ["type:\(naming(9, "Zulu", in: app))", "has:\(file):Zulu"]
    steps += ["other:type:list\\n", "other:shows: Zulu", "other:type:save\\n", "other:see:saved"]
    steps += ["other:end", "other:status:[exit 0]", "end", "status:[exit 0]"]
    #expect(try SampleApp.failure(app.name, "pipe", root.arguments, steps) == nil)
    #expect(try list(app).contains("Zulu"))
    let kept = try [file] + copies(app).map { "\($0.path)" }
    let contents = kept.compactMap { root.contents($0) }
    for name in names {
      #expect(contents.contains { $0.range(of: Data(name.utf8)) != nil }, "\(name) is lost")
    }
  }

  @Test("A number that another instance has changed is rejected until the list is shown")
  func numbers() throws {
    let homepwner = try #require(AppCase.interactive.first { $0.name == "Homepwner" })
    try prepare(homepwner, items: 2)
    let refusal =
      "error: another instance of Homepwner has changed the numbers; type list to see the new numbers"
    let steps =
      ["type:set 1 name Alpha\\nset 2 name Bravo\\nlist\\nsave\\n", "see:saved"]
      + ["other:type:new\\nset 3 name Charlie\\nsave\\n", "other:see:saved"]
      // An item that is added after those shown does not change their numbers.
      + ["type:select 2\\nsave\\n", "see:saved"]
      + ["other:type:delete 1\\nsave\\n", "other:see:saved"]
      + ["type:new\\ndelete 2\\n", "see:\(refusal)", "type:set 2 name Delta\\n", "see:\(refusal)"]
      + ["type:list\\ndelete 2\\nsave\\n", "see:saved", "end", "status:[exit 0]"]
      + ["other:end", "other:status:[exit 0]"]
    #expect(try SampleApp.failure("Homepwner", "pipe", root.arguments, steps) == nil)
    let list = try list(homepwner)
    #expect(list.contains("* 1. Bravo") && !list.contains("Charlie"), "\(list)")
  }

  @Test("An answer counts only for the card shown")
  func cardShown() throws {
    let refusal = "error: the card was deleted; type show to see another one"
    let steps =
      ["type:add Peru = Lima\\nadd Cuba = Havana\\nshow\\nsave\\n", "see:saved"]
      + ["other:type:show\\ndelete\\nsave\\n", "other:see:saved"]
      + ["type:right\\n", "see:\(refusal)", "type:delete\\n", "see:\(refusal)"]
      + ["type:show\\n", "see:card 1 of 1: Cuba", "type:right\\n", "see:right: 1 right, 0 wrong"]
      + ["end", "status:[exit 0]", "other:end", "other:status:[exit 0]"]
    #expect(try SampleApp.failure("FlashCards", "pipe", root.arguments, steps) == nil)
  }

  @Test("An answer counts only for the card shown, even if there were none at first")
  func cardShownLater() throws {
    let steps =
      ["type:list\\n", "see:no cards"]
      + ["other:type:add Peru = Lima\\nadd Cuba = Havana\\nsave\\n", "other:see:saved"]
      + ["type:show\\n", "see:card 1 of 2: Peru", "other:type:delete\\nsave\\n", "other:see:saved"]
      + ["type:right\\n", "see:error: the card was deleted; type show to see another one"]
      + ["end", "status:[exit 0]", "other:end", "other:status:[exit 0]"]
    #expect(try SampleApp.failure("FlashCards", "pipe", root.arguments, steps) == nil)
  }
}
