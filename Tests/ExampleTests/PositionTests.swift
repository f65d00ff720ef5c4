// Tests of the position that an app restores, which matters less than the user's data: it never
// stops an app or counts as lost data.

import ExampleTerminal
import Foundation
import KeyedArchives
import StateStorage
import TestSupport
import Testing

@testable import Homepwner

@Suite("The position that a sample app restores")
struct PositionTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private func run(_ name: String, _ input: [String]) throws -> ProgramRun {
    try SampleApp.run(name, root.arguments, input: input)
  }

  @Test("The position survives, whatever the question of the card")
  func controlCharacter() throws {
    let first = try run("FlashCards", ["add a\u{1}b = c", "add \u{0}\u{FFFE} = d", "next"])
    #expect(first.status == 0 && first.errors.isEmpty, "\(first)")
    #expect(try run("FlashCards", ["show"]).lines == ["card 2 of 2: \u{FFFD}\u{FFFE}"])
  }

  @Test("The position survives, whatever key another program gave the item")
  func unusualKey() throws {
    let items = [BNRItem(itemName: "A"), BNRItem(itemName: "B", itemKey: "a\u{1}b")]
    let container = try AppContainer(root: root.path)
    let path = try container.path("items.archive", in: .documents)
    try KeyedArchiver.archivedData(root: items).write(to: URL(filePath: "\(path)"))
    let first = try run("Homepwner", ["select 2"])
    #expect(first.status == 0 && first.errors.isEmpty, "\(first)")
    #expect(try run("Homepwner", ["list"]).lines[1].hasPrefix("* 2. B"))
  }

  @Test("The position in the XML of earlier versions is restored")
  func earlierVersion() throws {
    _ = try run("FlashCards", ["add A = B", "add C = D"])
    let position = "<key>card</key><integer>1</integer><key>question</key><string>C</string>"
    try? FileManager.default.removeItem(atPath: root.position("FlashCards"))
    try root.write(
      "<plist version=\"1.0\"><dict>\(position)<key>isAnswerShown</key><true/></dict></plist>",
      to: root.position("FlashCards"))
    let again = try run("FlashCards", ["show"])
    #expect(again.lines == ["card 2 of 2: C = D"] && again.errors.isEmpty, "\(again)")
  }

  @Test("The position is reset if its file is damaged")
  func damaged() throws {
    _ = try run("FlashCards", ["add A = B", "add C = D", "next"])
    try? FileManager.default.removeItem(atPath: "\(root.position("FlashCards")).bak")
    try root.write("rot", to: root.position("FlashCards"))
    let again = try run("FlashCards", ["show"])
    #expect(again.lines == ["card 1 of 2: A"] && again.status == 0, "\(again)")
    #expect(again.errors.contains("the position was reset"))
  }

  @Test(
    "The position is reset if a directory has its name, and the directory is set aside",
    arguments: [AppCase.flashCards, .homepwner])
  func unreadable(app: AppCase) throws {
    try root.write("x", to: "\(root.position(app.name))/inside")
    let first = try run(
      app.name, [app.change, "save", app.name == "Homepwner" ? "select 1" : "next"])
    #expect(first.status == 0 && first.lines.contains("saved"), "\(first)")
    #expect(first.errors.contains("the position was reset"))
    let again = try run(app.name, ["list"])
    #expect(again.lines[0].contains("* 1. ") && again.errors.isEmpty, "\(again)")
    let folder = URL(filePath: root.position(app.name)).deletingLastPathComponent().path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let aside = try #require(names.first { $0.contains(".replaced-") })
    #expect(root.contents("\(folder)/\(aside)/inside") == Data("x".utf8))
  }

  @Test(
    "The position is kept in memory where no file can be written",
    arguments: [AppCase.flashCards, .homepwner])
  func fileInTheWay(app: AppCase) throws {
    try root.write("x", to: "\(root.path)/Library/Saved Application State")
    let first = try run(app.name, [app.change, app.name == "Homepwner" ? "select 1" : "next"])
    #expect(first.status == 0 && !first.lines.contains { $0.contains("Could not") }, "\(first)")
    #expect(first.errors.contains("the position is not saved"))
  }
}

@Suite(
  "The position of two instances of a sample app",
  .enabled(if: TerminalDriver.isAvailable, "needs python3 for two instances"))
struct PositionOfTwoTests {
  private let root: AppRoot

  init() throws {
    root = try AppRoot()
    _ = try SampleApp.run(
      "Homepwner", root.arguments, input: ["new", "set 1 name A", "new", "set 2 name B"])
    _ = try SampleApp.run("FlashCards", root.arguments, input: ["add A = B", "add C = D"])
  }

  private func other(_ name: String, _ command: String) throws -> String {
    "run:echo '\(command)' | '\(try ProgramFile.built(name))' --root '\(root.path)'"
  }

  private func after(_ name: String, _ steps: [String]) throws -> [String] {
    #expect(try SampleApp.failure(name, "pipe", root.arguments, steps) == nil)
    return try SampleApp.run(name, root.arguments, input: ["list"]).lines
  }

  private func selected(_ number: Int, _ name: String) -> [String] {
    [
      "type:select \(number)\\n",
      "see:selected \(number). \(name), no serial number, $0, \(AppCase.today)",
    ]
  }

  private let saved = ["end", "see:Saved all of the BNRItems", "status:[exit 0]"]

  @Test("The last instance determines the position, and no item is lost")
  func selections() throws {
    let steps = selected(2, "B") + [try other("Homepwner", "select 2")] + selected(1, "A") + saved
    let lines = try after("Homepwner", steps)
    #expect(lines[0].hasPrefix("* 1. A") && lines[1].hasPrefix("  2. B"), "\(lines)")
  }

  @Test("The last instance determines the position even if it is killed soon after")
  func killed() throws {
    let steps =
      selected(2, "B") + [try other("Homepwner", "select 2")] + selected(1, "A")
      + ["value:\(root.position("Homepwner")):item=0", "signal:KILL", "status:[SIGKILL]"]
    #expect(try after("Homepwner", steps)[0].hasPrefix("* 1. A"))
  }

  @Test("A changed position does not overwrite items that only the other instance changed")
  func otherItems() throws {
    let steps = selected(2, "B") + [try other("Homepwner", "set 1 name Spork")] + saved
    let lines = try after("Homepwner", steps)
    #expect(lines[0].hasPrefix("  1. Spork") && lines[1].hasPrefix("* 2. B"), "\(lines)")
  }

  @Test("The last instance determines the position among cards too")
  func cards() throws {
    let steps = [
      "type:next\\n", "see:card 2 of 2: C", try other("FlashCards", "next"), "type:next\\n",
      "see:card 1 of 2: A", "type:next\\n", "see:card 2 of 2: C", "end", "status:[exit 0]",
    ]
    #expect(try after("FlashCards", steps)[1].hasPrefix("* 2. C"))
  }

  @Test("A position that can no longer be saved is only a note")
  func notWritable() throws {
    let folder = "'\(root.path)/Library/Saved Application State'"
    let steps =
      selected(2, "B") + ["run:rm -r \(folder); echo >\(folder)"] + selected(1, "A") + saved
    let failure = try SampleApp.failure("Homepwner", "pipe", root.arguments, steps)
    #expect(failure == nil)
  }
}
