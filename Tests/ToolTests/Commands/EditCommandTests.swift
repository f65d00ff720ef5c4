// `set`, `insert`, `append`, `remove`, `rename`, `merge` and `edit`: files that are changed in place,
// and what is printed instead.

import Foundation
import TestSupport
import Testing

@Suite("The editing commands")
struct EditCommandTests {
  let folder: ToolFolder
  private static let text = """
    // Settings of the app
    {
        title = "Notes";   // shown in the window
        size = 12;
        recent = ( a, b );
        window = { width = 640; };
    }

    """

  init() throws {
    folder = try ToolFolder()
    try folder.write(Self.text, to: "f")
  }

  private func contents() throws -> String { String(decoding: try folder.data("f"), as: UTF8.self) }

  @Test(
    "Each command changes one thing in the file",
    arguments: [
      ("set f size 14", "size = 12", "size = 14"),
      ("set f window.height 480 --type integer", "640; }", "640; height = 480; }"),
      ("insert f recent[1] x", "( a, b )", "( a, x, b )"),
      ("append f recent c", "( a, b )", "( a, b, c )"),
      ("remove f size", "    size = 12;\n", ""),
      ("remove f recent[0] recent[0]", "( a, b )", "( )"),
      ("rename f size points", "size = 12", "points = 12"),
      (
        "edit f -e 'set size 3' -e 'move title window.title'",
        "    title = \"Notes\";   // shown in the window\n    size = 12;\n    recent = ( a, b );\n"
          + "    window = { width = 640; };",
        "    size = 3;\n    recent = ( a, b );\n"
          + "    window = { width = 640; title = \"Notes\";   /* shown in the window */ };"
      ),
    ])
  func oneChange(_ command: String, old: String, new: String) throws {
    let run = try folder.shell("plist " + command)
    #expect(run.status == 0 && run.text == "" && run.errors == "")
    #expect(try contents() == Self.text.replacing(old, with: new))
  }

  @Test("A dry run shows the removed and the added lines in color")
  func dryRunInColor() throws {
    let run = try folder.run("set", "f", "size", "14", "--dry-run", "--color", "always")
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "\u{1B}[1m--- f\u{1B}[0m")
    #expect(lines.contains("\u{1B}[31m-    size = 12;\u{1B}[0m"))
    #expect(lines.contains("\u{1B}[32m+    size = 14;\u{1B}[0m"))
    #expect(lines.contains("     title = \"Notes\";   // shown in the window"))
  }

  @Test("A dry run prints a unified diff and writes nothing")
  func dryRun() throws {
    let run = try folder.run("set", "f", "size", "14", "--dry-run")
    #expect(run.status == 0)
    #expect(
      run.text == """
        --- f
        +++ f
        @@ -1,7 +1,7 @@
         // Settings of the app
         {
             title = "Notes";   // shown in the window
        -    size = 12;
        +    size = 14;
             recent = ( a, b );
             window = { width = 640; };
         }

        """)
    #expect(try contents() == Self.text)
  }

  @Test("The result can go to another file, to standard output, and through a pipe")
  func destinations() throws {
    let expected = Self.text.replacing("12", with: "14")
    #expect(try folder.run("set", "f", "size", "14", "-o", "-").text == expected)
    #expect(try folder.run("set", "f", "size", "14", "-o", "g").status == 0)
    #expect(try folder.data("g") == Data(expected.utf8))
    let piped = try folder.run("set", "-", "size", "14", input: Data(Self.text.utf8))
    #expect(piped.text == expected)
    #expect(try contents() == Self.text)
  }

  @Test("A file that is merged keeps its values that the other does not have")
  func merge() throws {
    try folder.write(#"{"size": "13", "window": {"height": "5"}}"#, to: "other.json")
    #expect(try folder.run("merge", "f", "other.json").status == 0)
    #expect(
      try contents()
        == Self.text.replacing("size = 12", with: "size = 13").replacing(
          "640; }", with: "640; height = 5; }"))
  }

  @Test("A script has an edit on each line, and reports the line that is invalid")
  func script() throws {
    try folder.write("# sizes\n\nset size 20\nremove recent[1]\n", to: "script")
    #expect(try folder.run("edit", "f", "--script", "script").status == 0)
    #expect(
      try contents()
        == Self.text.replacing("size = 12", with: "size = 20").replacing("( a, b )", with: "( a )"))
    try folder.write("set size 20\nsett size 3\n", to: "script")
    let run = try folder.run("edit", "f", "--script", "script")
    #expect(run.status == 1)
    #expect(run.errors.contains("script:2:1: error: unknown edit “sett”"))
  }

  @Test("An edit that cannot be applied changes nothing and says where it fails")
  func failures() throws {
    let absent = try folder.run("set", "f", "window.size.width", "1")
    #expect(absent.status == 4)
    #expect(absent.errors.contains("window has no key “size”"))
    let exists = try folder.run("insert", "f", "size", "1")
    #expect(exists.status == 1)
    #expect(exists.errors.contains("the key “size” already exists"))
    let date = try folder.run("set", "f", "size", "2026-01-01T00:00:00Z", "--type", "date")
    #expect(date.status == 1)
    #expect(date.errors.contains("OpenStep property lists cannot represent"))
    let usage = try folder.run("set", "f", "size", "x", "--type", "integer")
    #expect(usage.status == 2)
    #expect(try contents() == Self.text)
  }

  @Test("A file that has the format keeps its bytes when it is converted, unless it is reformatted")
  func convert() throws {
    #expect(try folder.run("convert", "f", "--to", "openstep").text == Self.text)
    let reformatted = try folder.run("convert", "f", "--to", "openstep", "--reformat").text
    #expect(reformatted.hasPrefix("{\n\ttitle = Notes;\n\tsize = 12;\n"))
  }

  @Test("A strings file in UTF-16 is written in UTF-8 on request, for git")
  func utf8() throws {
    let text = "/* Button */\n\"ok\" = \"Größe\";\n"
    var bytes = Data([0xFF, 0xFE])
    for unit in text.utf16 { bytes += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    let run = try folder.run("convert", "--utf8", "--to", "strings", "-", input: bytes)
    #expect(run.text == text)
  }
}
