// `plist merge3`: its results, conflicts and exit statuses, also as git's merge driver.

import Foundation
import TestSupport
import Testing

@Suite("The merge3 command")
struct MergeCommandTests {
  private let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    try write(base: Self.text("1", "1"), ours: Self.text("2", "1"), theirs: Self.text("1", "3"))
  }

  private static func text(_ a: String, _ b: String) -> String {
    "{\n  // comment\n  a = \(a);\n\n  b = \(b);\n}\n"
  }

  private func write(base: String, ours: String, theirs: String) throws {
    try folder.write(base, to: "base")
    try folder.write(ours, to: "ours")
    try folder.write(theirs, to: "theirs")
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.data(name), as: UTF8.self)
  }

  @Test("Both changes are written to standard output, with the comments of our file")
  func merged() throws {
    let run = try folder.run("merge3", "base", "ours", "theirs")
    #expect((run.status, run.errors) == (0, ""))
    #expect(run.text == Self.text("2", "3"))
    #expect(try folder.run("merge3", "base", "ours", "-", "-o", "out").status == 1)
    #expect(
      try folder.run(
        ["merge3", "base", "ours", "-", "-o", "out"], input: Data(Self.text("1", "4").utf8)
      ).status == 0)
    #expect(try text("out") == Self.text("2", "4"))
  }

  @Test("A comment that only they added is kept where lines can be merged")
  func comments() throws {
    let theirs = Self.text("1", "3").replacingOccurrences(of: "}", with: "  // theirs\n}")
    try folder.write(theirs, to: "theirs")
    #expect(try folder.run("merge3", "base", "ours", "theirs").text.contains("// theirs"))
  }

  @Test("A conflict is reported with its path, and marked in the text")
  func conflict() throws {
    try folder.write(Self.text("5", "3"), to: "theirs")
    let run = try folder.run("merge3", "base", "ours", "theirs", "--path", "x/y.plist", "-o", "out")
    #expect(run.status == 1)
    #expect(
      run.errors == "x/y.plist: error: both sides changed this value differently (at a)\n")
    #expect(
      try text("out")
        == """
        {
          // comment
        <<<<<<< ours
          a = 2;
        =======
          a = 5;
        >>>>>>> theirs

          b = 3;
        }

        """)
    for (side, value) in [("--ours", "2"), ("--theirs", "5")] {
      let run = try folder.run("merge3", side, "base", "ours", "theirs")
      #expect((run.status, run.text) == (0, Self.text(value, "3")))
    }
    let sized = try folder.run("merge3", "--marker-size", "9", "base", "ours", "theirs")
    #expect(sized.text.contains("<<<<<<<<< ours\n"))
  }

  @Test("A binary file in conflict keeps ours at the conflicting paths")
  func binary() throws {
    try folder.write(Self.text("5", "3"), to: "theirs")
    try folder.prepare(
      "for f in base ours theirs; do plist convert $f --to binary --in-place; done")
    let run = try folder.run("merge3", "--driver", "base", "ours", "theirs")
    #expect(run.status == 1)
    #expect(run.errors.contains("both sides changed this value differently; ours is kept (at a)"))
    #expect(try folder.run("get", "ours", "a").text == "2\n")
    #expect(try folder.run("get", "ours", "b").text == "3\n")
  }

  @Test("As a driver, the result replaces OURS")
  func driver() throws {
    let run = try folder.run("merge3", "--driver", "base", "ours", "theirs")
    #expect((run.status, run.text, run.errors) == (0, "", ""))
    #expect(try text("ours") == Self.text("2", "3"))
    try write(base: "", ours: "{ a = 1; }", theirs: "{ b = 2; }")
    #expect(try folder.run("merge3", "--driver", "base", "ours", "theirs").status == 0)
    #expect(try folder.run("keys", "ours").text == "a\nb\n")
  }

  @Test("Where a version cannot be read, the driver leaves git's merge of the lines")
  func unreadable() throws {
    try folder.write(Self.text("5", "1") + "}", to: "theirs")
    try folder.prepare("cp ours expected")
    _ = try folder.shell(
      "git merge-file -L ours -L base -L theirs expected base theirs")
    let run = try folder.run("merge3", "--driver", "--path", "p", "base", "ours", "theirs")
    #expect(run.status == 1)
    #expect(run.errors.contains("p:7:1: warning: their version:"), "\(run.errors)")
    #expect(run.errors.contains("the lines are merged instead of the values"))
    #expect(try text("ours") == text("expected"))
    #expect(try text("ours").contains("<<<<<<< ours\n  a = 2;\n"))
    #expect(try folder.run("merge3", "base", "theirs", "ours").status == 1)
  }

  @Test("Values that our format cannot hold are not written")
  func otherFormat() throws {
    try folder.write(
      xml("<dict><key>a</key><string>1</string><key>b</key><integer>7</integer></dict>"),
      to: "theirs")
    let before = try text("ours")
    let run = try folder.run("merge3", "base", "ours", "theirs", "-o", "ours")
    #expect(run.status == 1)
    #expect(run.errors.contains("cannot hold"), "\(run.errors)")
    #expect(try text("ours") == before)
  }

  @Test("Every failure of the driver above 1 is above 128, and changes nothing")
  func failures() throws {
    let before = try text("ours")
    #expect(try folder.run("merge3", "--driver", "base", "ours", "missing").status == 131)
    #expect(try folder.run("merge3", "base", "ours", "missing").status == 3)
    #expect(try folder.run("merge3", "--driver", "base", "ours").status == 130)
    #expect(
      try folder.run("merge3", "--driver", "--unknown", "base", "ours", "theirs").status == 130)
    #expect(try folder.run("merge3", "--driver", "-o", "x", "base", "ours", "theirs").status == 130)
    #expect(try folder.run("merge3", "base", "-", "-").status == 2)
    try folder.prepare("mkdir d")
    #expect(try folder.run("merge3", "--driver", "base", "d", "theirs").status == 131)
    #expect(try folder.run("merge3", "base", "ours", "theirs", "-o", "d/none/out").status == 3)
    #expect(try text("ours") == before)
  }
}
