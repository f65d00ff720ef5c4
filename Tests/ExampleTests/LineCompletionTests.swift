// Tests of what Tab completes: commands, words that are typed unchanged, and paths of files.

import Foundation
import StateStorage
import SystemPackage
import TestSupport
import Testing

@testable import ExampleTerminal
@testable import FlashCards
@testable import Homepwner

@Suite("Completion in the sample apps")
struct LineCompletionTests {
  private let table = CommandTable([
    "new [NAME, serial SERIAL, DOLLARS, date DAY, note TEXT]": "", "set N name TEXT": "",
    "set N serial TEXT": "", "sort name|serial|value|date [desc]": "", "list [wrong]": "",
    "learn [reverse] [NUMBER|TEXT]": "", "edit [QUESTION] = [ANSWER]": "", "edit N": "",
    "mark [N] red|green TEXT": "", "import FILE": "",
  ])

  private func candidates(_ line: String) -> [String] { table.completion(of: line).candidates }

  @Test("Commands and their fixed words are completed")
  func words() {
    #expect(
      candidates("") == [
        "new", "set", "sort", "list", "learn", "edit", "mark", "import", "save", "help", "quit",
      ])
    #expect(candidates(" s") == ["set", "sort", "save"] && candidates("x") == [])
    #expect(candidates("set 1 ") == ["name", "serial"] && candidates("set 1 s") == ["serial"])
    #expect(candidates("so v") == ["value"] && candidates("sort x") == [])
    for line in [
      "x ", "new ", "new Sp", "set ", "set x ", "set 1 name ", "set 1 name x y", "save ", "l ",
      "edit ", "edit 1 ", "edit A = ", "list wrong ", "learn 2 ", "sort value desc ",
    ] {
      #expect(candidates(line) == [], "\(line)")
    }
  }

  @Test("Words that can be left out are completed, and what comes after them")
  func optionalWords() {
    #expect(candidates("list ") == ["wrong"] && candidates("li w") == ["wrong"])
    #expect(candidates("learn ") == ["reverse"] && candidates("learn rev") == ["reverse"])
    #expect(candidates("sort value ") == ["desc"] && candidates("sort v d") == ["desc"])
    #expect(candidates("mark ") == ["red", "green"] && candidates("mark 7 g") == ["green"])
    #expect(candidates("mark x ") == [] && candidates("mark red ") == [])
    #expect(candidates("help li") == ["list"] && candidates("help ") == table.names)
  }

  @Test("The labels of a list with commas are completed after a name of several words")
  func labels() {
    #expect(candidates("new Grand piano, ") == ["serial", "date", "note"])
    #expect(candidates("new Grand piano, s") == ["serial"])
    #expect(candidates("new Piano, serial X9, ") == ["date", "note"])
    #expect(candidates("new Piano, s X9, ") == ["serial", "date", "note"])
    #expect(candidates("new Piano, 1,200, note  Old, ") == ["serial", "date"])
    for line in ["new Grand ", "new Piano,s", "new Piano, serial ", "new Piano, serial X9 s"] {
      #expect(candidates(line) == [], "\(line)")
    }
  }

  @Test("What is certain is added, with a space after a complete word")
  func additions() {
    #expect(table.completion(of: "ne").addition == "w " && table.completion(of: "l").addition == "")
    #expect(table.completion(of: "sort  na").addition == "me ")
    #expect(table.completion(of: "new A, da").addition == "te ")
  }

  @Test("The commands of the apps are completed as far as help describes them")
  @MainActor func apps() {
    let cards = CommandTable(FlashCardsApp.commands)
    #expect(cards.completion(of: "list ").candidates == ["wrong"])
    #expect(cards.completion(of: "learn r").addition == "everse ")
    let items = CommandTable(HomepwnerApp.commands)
    #expect(items.completion(of: "new Grand piano, ser").addition == "ial ")
    for command in ["new", "add"] {
      #expect(
        items.completion(of: "\(command) Vase, 20, ").candidates
          == ["serial", "value", "date", "note"])
    }
    #expect(
      items.completion(of: "set ").candidates == ["name", "serial", "value", "date", "note"])
    #expect(items.completion(of: "sort d des").addition == "c ")
  }

  @Test("A tab separates two texts only after the first one")
  func separation() {
    for (line, isSeparated) in [
      ("edit Peru?", true), ("ed 1 + 1 = 2", true), ("edit ", false), ("edit", false),
      ("edit Peru?\t", false), ("edit Peru?\tLima", false), ("set 1", false), ("x y", false),
    ] {
      #expect(table.endsAfterFirstText(line) == isSeparated, "\(line)")
    }
  }

  @Test("A file name with spaces is completed, and one that cannot be typed is not")
  func fileNames() throws {
    let folder = try ScratchDirectory()
    for name in ["my cards.txt", "my other cards.txt", "a\tb.txt", "end ", ".hidden", "plain"] {
      try folder.write(Data(), to: name)
    }
    let path = folder.file("")
    func names(_ begun: String) -> [String] {
      table.completion(of: "import \(path)\(begun)").candidates.map {
        String($0.dropFirst(path.count))
      }
    }
    #expect(names("") == ["my cards.txt", "my other cards.txt", "plain"])
    #expect(names("my ") == ["my cards.txt", "my other cards.txt"] && names("a") == [])
    #expect(names("my o") == ["my other cards.txt"] && names(".") == [".hidden"])
    #expect(names("end") == [] && names("plain ") == [])
    #expect(table.completion(of: "im  \(path)my o").addition == "ther cards.txt")
    #expect(table.completion(of: "import \(path)my").addition == " ")
  }

  @Test("The tilde is the home directory that HOME names, or else that of the user database")
  func homeDirectory() throws {
    let folder = try ScratchDirectory()
    try folder.write(Data(), to: "my cards.txt")
    let home = AppContainer.Environment(["HOME": folder.file("")], userDatabaseHome: "/other")
    #expect("~/x y".expandingHome(in: home) == folder.file("x y"))
    #expect(FileCompletion.paths(of: "~/my", in: home) == ["~/my cards.txt"])
    #expect(FileCompletion.paths(of: "~", in: home) == ["~/"])
    for variables in [[:], ["HOME": ""]] {
      let environment = AppContainer.Environment(variables, userDatabaseHome: "/other")
      #expect("~/x".expandingHome(in: environment) == "/other/x")
      #expect("~".expandingHome(in: environment) == "/other")
    }
    let root = AppContainer.Environment(["HOME": "/"])
    #expect("~/x".expandingHome(in: root) == "/x" && "~".expandingHome(in: root) == "/")
    for path in ["x/~/y", "", "./~", "~no-such-user/x"] {
      #expect(path.expandingHome(in: home) == path)
    }
    #expect("~/x".expandingHome(in: AppContainer.Environment([:])) == "~/x")
  }

  @Test("Files are read and written in the home directory")
  func filesAtHome() throws {
    let (root, home) = (try AppRoot(), try ScratchDirectory())
    let commands = ["add A = B", "export ~/my cards.txt", "delete", "import ~/my cards.txt", ""]
    let run = try ProgramRun.run(
      try ProgramFile.built("FlashCards"), root.arguments,
      input: Data(commands.joined(separator: "\n").utf8), environment: ["HOME": home.file("")])
    #expect(
      run.lines.contains("exported 1 card") && run.lines.contains("imported 1 card"), "\(run)")
    #expect(try home.text("my cards.txt") == "A\tB\n")
  }
}
