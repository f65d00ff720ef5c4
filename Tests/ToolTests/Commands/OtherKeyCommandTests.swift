// Keys that are not strings on the command line: they are shown with their type, found by their
// text, converted between the formats that support them, and rejected by the others.

import Foundation
import TestSupport
import Testing

@Suite("Keys that are not strings")
struct OtherKeyCommandTests {
  let folder: ToolFolder

  /// `{1: "a"}` as CoreFoundation reads it: object 0 is the dictionary, 1 the integer, 2 the text.
  static let smallest = BinaryFile.file([[0xD1, 1, 2], [0x10, 1], [0x51, 0x61]])

  init() throws {
    folder = try ToolFolder()
    try Data(Self.smallest).write(to: folder.file("smallest"))
    try folder.write(
      """
      { <*I1> = { <*BY> = (x, y); "1" = z; }; 1 = b; <*D2001-01-02 00:00:00 +0000> = c; <0fbd> = d; }
      """, to: "keys.gnustep")
  }

  @Test("JSON with nested data rejects such keys, and shows data that contains them as data")
  func nested() throws {
    for words in [
      ["get", "smallest", "", "--as", "json", "--nested"],
      ["print", "--lines", "--nested", "smallest"],
    ] {
      let run = try folder.run(words)
      #expect(run.status == 1)
      #expect((run.errors + run.text).contains("found an integer, 1"))
    }
    try folder.write(
      xml("<dict><key>d</key><data>\(Data(Self.smallest).base64EncodedString())</data></dict>"),
      to: "d")
    let run = try folder.run("get", "d", "", "--as", "json", "--nested")
    #expect(run.text.contains("\"d\": \"\(Data(Self.smallest).base64EncodedString())\""))
    #expect(run.errors.contains("warning: ") && run.errors.contains("found an integer, 1"))
    try folder.write(xml("<array><dict><key>CF$UID</key><real>1</real></dict></array>"), to: "r")
    #expect(try folder.run("get", "r", "", "--as", "json", "--nested").status == 0)
    try Data(BinaryFile.file([[0xD1, 1, 2], [0x56] + Array("CF$UID".utf8), [0x10, 5]])).write(
      to: folder.file("like"))
    #expect(try folder.run("get", "like", "", "--as", "json", "--nested").status == 1)
  }

  @Test("Preferences reject such keys, and do not change a file that contains them")
  func preferences() throws {
    _ = try folder.run("prefs", "write", "--root", "r", "d", "a", "b")
    try folder.prepare(
      "cp smallest r/Library/Preferences/d.plist; rm -f r/Library/Preferences/d.plist.bak")
    let run = try folder.run("prefs", "write", "--root", "r", "d", "x", "y")
    #expect(run.status != 0)
    #expect(run.errors.contains("preferences support only string keys"), "\(run.errors)")
    #expect(try folder.data("r/Library/Preferences/d.plist") == Data(Self.smallest))
  }

  @Test("print shows the type of such a key")
  func print() throws {
    #expect(
      try folder.run("print", "smallest").text
        == """
        dictionary (1 key)
          integer 1: string "a"

        """)
    #expect(
      try folder.run("print", "keys.gnustep").text
        == """
        dictionary (4 keys)
          integer 1: dictionary (2 keys)
            bool true: array (2 elements)
              [0]: string "x"
              [1]: string "y"
            "1": string "z"
          "1": string "b"
          date 2001-01-02T00:00:00Z: string "c"
          data D70=: string "d"

        """)
  }

  @Test("get, keys, and type find such a key by its text, unless a string matches")
  func paths() throws {
    #expect(try folder.run("get", "smallest", "1").text == "a\n")
    #expect(try folder.run("keys", "smallest").text == "1\n")
    #expect(try folder.run("get", "keys.gnustep", "1").text == "b\n")
    #expect(try folder.run("get", "keys.gnustep", "2001-01-02T00:00:00Z").text == "c\n")
    #expect(try folder.run("get", "keys.gnustep", "\"D70=\"").text == "d\n")
    try folder.write("{ <*I5> = { <*BY> = (x); 1.5 = y; <*R2.5> = z; }; }", to: "nested")
    #expect(try folder.run("get", "nested", "5.true[0]").text == "x\n")
    #expect(try folder.run("get", "nested", "\"5\".\"2.5\"").text == "z\n")
    #expect(try folder.run("get", "nested", "5.2.5").text == "z\n")
    #expect(try folder.run("type", "nested", "5.true").text == "array\n")
    #expect(try folder.run("keys", "nested", "5").text == "true\n1.5\n2.5\n")
    #expect(
      try folder.run("get", "nested", "5").text
        == """
        {"$dict": [
          [true, [
            "x"
          ]],
          ["1.5", "y"],
          [2.5, "z"]
        ]}

        """)
    #expect(try folder.run("get", "nested", "7").status == 4)
  }

  @Test("A part of a file is written only in the formats that support such keys")
  func parts() throws {
    try folder.write("{ a = { <*I5> = { <*I6> = x; }; }; b = y; }", to: "f")
    for format in ["binary", "gnustep", "typed-json"] {
      let script = "plist get f a --as \(format) > part && plist get part 5.6 && plist keys part"
      #expect(try folder.shell(script).text == "x\n5\n", "\(format)")
    }
    let xml = try folder.run("get", "f", "a", "--as", "xml")
    #expect(xml.status == 1)
    #expect(xml.text.isEmpty)
    #expect(xml.errors.contains("found an integer, 5"))
    #expect(try folder.run("get", "f", "b", "--as", "xml").status == 0)
  }

  @Test("convert preserves the bytes between the formats that support such keys")
  func convert() throws {
    let script = """
      plist convert smallest --to gnustep -o g && plist convert g --to typed-json -o j &&
      plist convert j --to binary -o b && cmp smallest b && cat j
      """
    let run = try folder.shell(script)
    #expect(run.status == 0)
    #expect(run.text == "{\"$dict\": [\n  [1, \"a\"]\n]}\n")
    #expect(
      try String(decoding: folder.data("g"), as: UTF8.self) == "{\n    <*I1> = a;\n}")
  }

  @Test(
    "convert reports the key, its type, and its location if a format does not support such keys",
    arguments: ["xml", "openstep", "strings", "pbxproj", "glyphs", "json"])
  func refused(_ format: String) throws {
    let binary = try folder.run("convert", "smallest", "--to", format)
    #expect(binary.status == 1)
    #expect(binary.text.isEmpty)
    #expect(binary.errors.hasPrefix("smallest:@11: error: "))
    #expect(binary.errors.contains("support only string keys; found an integer, 1"))
    let text = try folder.run("convert", "keys.gnustep", "--to", format)
    #expect(text.errors.hasPrefix("keys.gnustep:1:3: error: "))
  }

  @Test("lint accepts such keys, and warns of repeated ones with their path")
  func lint() throws {
    let run = try folder.run("lint", "--strict", "smallest", "keys.gnustep")
    #expect(run.text == "smallest: OK\nkeys.gnustep: OK\n")
    #expect(run.errors.isEmpty)
    try folder.write(#"{"a": {"$dict": [[1, 2], [1, 3]]}}"#, to: "twice.json")
    let twice = try folder.run("lint", "--diagnostics", "json", "twice.json")
    #expect(twice.status == 0)
    #expect(twice.errors.contains(#""path":"a.\"1\"""#))
    #expect(twice.errors.contains(#""code":"duplicate-key""#))
    let repeated = BinaryFile.file([[0xD2, 1, 1, 2, 2], [0x51, 0x6B], [0x09]])
    try Data(repeated).write(to: folder.file("twice"))
    let binary = try folder.run("lint", "twice")
    #expect(binary.text == "twice: OK\n")
    #expect(
      binary.errors.contains("twice:@13: warning: the key “k” is repeated; the first value counts"))
    #expect(try folder.run("lint", "--strict", "twice").status == 1)
  }

  @Test("Archive commands reject an archive with such a key")
  func archive() throws {
    try folder.write(
      #"{"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": {"$uid": 1}}, "$objects": ["$null", {"$dict": [[1, 2]]}]}"#
        .replacing("\"$", with: "\"$$").replacing("\"$$uid", with: "\"$uid")
        .replacing("\"$$dict", with: "\"$dict").replacing("\"$$null", with: "\"$null"),
      to: "archive.json")
    for command in ["print", "json", "classes", "verify"] {
      let run = try folder.run("archive", command, "archive.json")
      #expect(run.status == 1)
      #expect(run.errors.contains("keyed archives support only string keys"), "\(command)")
    }
  }

  @Test(
    "Python reads the keys that were written",
    .enabled(if: ProgramFile.areInstalled("python3"), "needs python3"))
  func python() throws {
    try folder.write(
      #"{"$dict": [[1, "a"], ["1", "b"], [1.5, "c"], [{"$data": "AAE="}, [true]]]}"#, to: "j.json")
    let run = try folder.shell(
      """
      plist convert j.json --to binary -o b &&
      python3 -c "import plistlib; print(plistlib.load(open('b', 'rb')))"
      """)
    #expect(run.text == "{1: 'a', '1': 'b', 1.5: 'c', b'\\x00\\x01': [True]}\n")
  }
}
