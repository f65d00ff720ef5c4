// Tests of sample apps with invalid commands, files and drives, or with a second instance.

import Foundation
import TestSupport
import Testing

@Suite("Failures of sample apps")
struct FailureTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  @Test("An app answers a mistake with one line and changes nothing", arguments: mistakes)
  func mistake(name: String, command: String) throws {
    let app = try #require(AppCase.interactive.first { $0.name == name })
    let answer = try SampleApp.run(
      name, root.arguments, input: [app.change, "save", command, "list"])
    let lines = answer.answers
    #expect(answer.status == 0 && lines.count >= 4 && lines[1] == "saved", "\(answer)")
    #expect(lines[2].hasPrefix("error: "), "\(answer)")
    #expect(lines[3].contains("1. "), "\(answer)")
  }

  static let mistakes: [(String, String)] =
    [
      "add", "add A; B", "add A; B; C; D; E; 91; 0", "add A; B; C; D; E; x; 0",
      "add A;B;C;D;E;nan;0",
    ]
    .map { ("Faves", $0) }
    + ["select 0", "select 2", "select -1", "select", "copy 99999999999999999999", "frobnicate"]
    .map { ("Faves", $0) }
    + [
      "add", "add =", "add Question", "add = answer", "add question =", "frobnicate", "delete 3",
      "next 1 2",
    ]
    .map { ("FlashCards", $0) }
    + [
      "set", "set 1", "set 1 name", "set 2 name x", "set 1 value 1.5", "set 1 value -1",
      "set 1 value 2147483648", "set 1 colour red", "select", "select 1 1", "move 1", "move 1 2",
      "delete", "delete x", "frobnicate",
    ].map { ("Homepwner", $0) }

  @Test("An app answers commands about cards when there are none")
  func noCards() throws {
    let commands = ["show", "answer", "right", "wrong", "next", "delete", "list", "stats"]
    let run = try SampleApp.run("FlashCards", root.arguments, input: commands)
    #expect(run.lines.count == 8 && run.lines.prefix(6).allSatisfy { $0.hasPrefix("error: ") })
    #expect(run.lines.suffix(2) == ["no cards", "0 cards, 0 right, 0 wrong"])
  }

  @Test("An app accepts any bytes as a line", arguments: AppCase.interactive)
  func hostileInput(app: AppCase) throws {
    let long = String(repeating: "x", count: 200_000)
    let run = try SampleApp.run(
      app.name, root.arguments,
      input: [
        "", "\u{1B}[2J\u{0}\u{7}", "add \(long)", "add a\u{1}b = c", app.change, "", "help", "quit",
        "nothing",
      ])
    let answers = run.answers
    #expect(run.status == 0 && run.errors.isEmpty && answers.count == 5, "\(run)")
    #expect(answers[0].hasPrefix("error: ") && !run.lines.contains { $0.contains("\u{1B}") })
    #expect(answers[1].hasPrefix("error: the line is longer than"))
  }

  @Test(
    "An app rejects a file that it cannot load, and leaves it unchanged", arguments: AppCase.all)
  func corruptFile(app: AppCase) throws {
    let path = root.document(app.file)
    try root.write("<plist><dict><key>broken", to: path)
    let run = try SampleApp.run(app.name, root.arguments + app.flags, input: [app.change, "save"])
    #expect(run.status == 3 && run.answers == app.linesOfUnreadableFile(run.errors), "\(run)")
    #expect(run.errors.contains(path) && run.errors.split(separator: "\n").count == 1, "\(run)")
    #expect(run.errors.contains("the option --start-over sets it aside and starts without it"))
    #expect(root.contents(path) == Data("<plist><dict><key>broken".utf8))
  }

  @Test("An app starts over on request, and sets the file aside", arguments: AppCase.all)
  func startsOver(app: AppCase) throws {
    try root.write("<plist><dict><key>broken", to: root.document(app.file))
    let run = try SampleApp.run(
      app.name, root.arguments + app.flags + ["--start-over"], input: [app.change])
    #expect(run.status == 0, "\(run)")
    let again = try SampleApp.run(app.name, root.arguments + app.flags, input: ["list"])
    #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(root.path)/Documents")
    let aside = try #require(names.first { $0.hasPrefix("\(app.file).replaced-") })
    #expect(run.errors.contains(aside) == !app.change.isEmpty, "\(run)")
    #expect(root.contents(root.document(aside)) == Data("<plist><dict><key>broken".utf8))
  }

  @Test("An app rejects the file of another app", arguments: AppCase.all)
  func otherFile(app: AppCase) throws {
    let text = "<plist version=\"1.0\"><string>something else</string></plist>"
    try root.write(text, to: root.document(app.file))
    let run = try SampleApp.run(app.name, root.arguments + app.flags, input: [app.change])
    #expect(run.status == 3 && run.errors.contains("--start-over"), "\(run)")
    #expect(root.contents(root.document(app.file)) == Data(text.utf8))
  }

  @Test(
    "An app exits with status 3 if a directory has the name of its file", arguments: AppCase.all)
  func directoryInTheWay(app: AppCase) throws {
    try root.write("x", to: root.document("\(app.file)/inside"))
    let run = try SampleApp.run(app.name, root.arguments + app.flags, input: [app.change])
    #expect(run.status == 3 && run.errors.contains("--start-over"), "\(run)")
    #expect(root.contents(root.document("\(app.file)/inside")) == Data("x".utf8))
    let again = try SampleApp.run(
      app.name, root.arguments + app.flags + ["--start-over"], input: [app.change])
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(root.path)/Documents")
    let aside = try #require(names.first { $0.hasPrefix("\(app.file).replaced-") })
    #expect(again.status == 0 && again.errors.contains(aside) == !app.change.isEmpty, "\(again)")
    #expect(root.contents(root.document("\(aside)/inside")) == Data("x".utf8))
  }

  @Test(
    "An app starts over although it must not read the old file, and can read its own later",
    .enabled(if: SampleApp.canRunAsOthers, "needs root and setpriv"),
    arguments: AppCase.interactive)
  func forbiddenFile(app: AppCase) throws {
    func shell(_ command: String, _ words: [String], _ lines: [String] = []) throws -> ProgramRun {
      try ProgramRun.run(
        "sh", ["-c", command, "sh"] + words, input: Data(lines.map { "\($0)\n" }.joined().utf8))
    }
    // Other users may lack access to the build directory.
    let program = "\(root.path)/\(app.name)"
    let made = try shell(
      "mkdir -p $1 && cp $2 $3 && chown -R 4001:4001 $1/..",
      [root.path, try ProgramFile.built(app.name), program])
    #expect(made.status == 0, "\(made)")
    func run(_ options: [String], _ lines: [String]) throws -> ProgramRun {
      try shell(
        "exec setpriv --reuid 4001 --regid 4001 --clear-groups \"$@\"",
        [program] + root.arguments + options, lines)
    }
    #expect(try run([], [app.change]).status == 0)
    let file = root.document(app.file)
    #expect(try shell("chmod 0 $1", [file]).status == 0)
    let refused = try run([], [app.change])
    #expect(refused.status == 3 && refused.errors.contains("--start-over"), "\(refused)")
    let startedOver = try run(["--start-over"], [app.change])
    #expect(startedOver.status == 0 && startedOver.errors.contains(".replaced-"), "\(startedOver)")
    let again = try run([], ["list"])
    #expect(again.status == 0 && again.errors.isEmpty && again.lines.contains { $0.contains("1.") })
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(root.path)/Documents")
    #expect(names.filter { $0.hasPrefix("\(app.file).replaced-") }.count == 1, "\(names)")
  }

  @Test(
    "An app exits with status 3 if a file has the name of its directory", arguments: AppCase.all)
  func fileInTheWay(app: AppCase) throws {
    try root.write("x", to: "\(root.path)/Documents")
    let run = try SampleApp.run(app.name, root.arguments + app.flags, input: [app.change])
    #expect(run.status == 3 && run.lines.isEmpty && !run.errors.isEmpty, "\(run)")
  }

  @Test(
    "An app exits with status 3 on a full disk, and the last save stays",
    .enabled(if: Sanitizer.allowsFileLimits), arguments: AppCase.all)
  func fullDisk(app: AppCase) throws {
    _ = try SampleApp.run(app.name, root.arguments + app.flags, input: [app.change])
    let before = root.contents(root.document(app.file))
    let run = try onFullDisk(app)
    // A second launch of Properties saves nothing.
    let savesNothing = app.name == "Properties"
    #expect(run.status == (savesNothing ? 0 : 3), "\(run)")
    #expect(savesNothing || run.errors.contains(root.document(app.file)), "\(run)")
    #expect((app.name == "Encoding") == run.lines.contains("writing failed...."), "\(run)")
    #expect(!run.lines.contains("saved") && !run.lines.contains("Saved all of the BNRItems"))
    #expect(before != nil && root.contents(root.document(app.file)) == before)
  }

  @Test(
    "An app exits with status 3 if nothing could be saved at all",
    .enabled(if: Sanitizer.allowsFileLimits), arguments: AppCase.all)
  func fullDiskAtFirst(app: AppCase) throws {
    let run = try onFullDisk(app)
    #expect(run.status == 3 && !run.lines.contains("saved"), "\(run)")
    #expect(root.contents(root.document(app.file)) == nil)
  }

  /// Files cannot grow beyond 0 bytes, for any user.
  private func onFullDisk(_ app: AppCase) throws -> ProgramRun {
    let command = "trap '' XFSZ; ulimit -f 0; exec \"$@\""
    let words = ["bash", "-c", command, "bash", try ProgramFile.built(app.name)]
    // Not the change that was saved before, because FlashCards adds equal cards only once.
    let change = app.change.replacing("Lima", with: "Quito")
    return try ProgramRun.run(
      "/usr/bin/env", words + root.arguments + app.flags, input: Data("\(change)\nsave\n".utf8))
  }

  @Test(
    "An app loads the previous generation of a damaged file, and reports which and why",
    arguments: AppCase.interactive + AppCase.encoding)
  func recovers(app: AppCase) throws {
    for number in 1...2 {
      // FlashCards adds equal cards only once.
      let change = app.change.replacing("Lima", with: "Lima \(number)")
      _ = try SampleApp.run(app.name, root.arguments + app.flags, input: [change, "save"])
    }
    try root.write("", to: root.document(app.file))
    let run = try SampleApp.run(app.name, root.arguments + app.flags, input: ["list"])
    #expect(run.status == 0 && run.answers.contains { $0.contains(app.shown) }, "\(run)")
    #expect(
      run.errors.hasPrefix(
        "loaded generation 1 of \(root.document(app.file)); the last changes are missing: the file"),
      "\(run)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(root.path)/Documents")
    #expect(names.contains { $0.hasPrefix("\(app.file).corrupt-") }, "\(names)")
  }

  @Test("An app prints its usage after invalid arguments", arguments: AppCase.all)
  func misuse(app: AppCase) throws {
    for arguments in [["--rot", "x"], ["--root"], ["--root", ""], ["x"]] {
      let run = try SampleApp.run(app.name, arguments)
      #expect(run.status == 2 && run.lines.isEmpty && run.errors.contains("usage: \(app.name)"))
    }
  }
}
