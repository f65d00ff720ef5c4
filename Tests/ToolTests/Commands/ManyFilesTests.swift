// Many files in one call: several arguments, folders, lists of names, and a line of JSON for each
// file. Relies on Foundation's JSON to check the lines.

import Foundation
import TestSupport
import Testing

@Suite("Commands on many files")
struct ManyFilesTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder(examples: "settings.plist", "broken.plist", "stamps.archive")
    try folder.prepare("mkdir -p tree/sub")
    for (name, theme) in [("b", "two"), ("a", "one"), ("sub/c", "three")] {
      try folder.write(
        xml("<dict><key>theme</key><string>\(theme)</string></dict>"), to: "tree/\(name)")
    }
  }

  /// Returns the lines of a run as objects. A line that is not JSON fails the test.
  private func objects(_ run: ProgramRun) throws -> [[String: Any]] {
    try run.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("With --each, every argument is a file, and its name precedes each line")
  func each() throws {
    let run = try folder.run("get", "--each", "--path", "theme", "settings.plist", "tree/a")
    #expect(run.status == 0)
    #expect(run.text == "settings.plist:dark\ntree/a:one\n")
    #expect(
      try folder.run("type", "--each", "tree/a", "tree/b").text
        == "tree/a:dictionary\ntree/b:dictionary\n")
    #expect(try folder.run("keys", "--each", "tree/a").text == "tree/a:theme\n")
    try folder.write(xml("<string>x\ny</string>"), to: "lines")
    #expect(try folder.run("get", "--each", "lines").text == "lines:x\nlines:y\n")
  }

  @Test("With --path, every argument is a file, and the name of a single file is not printed")
  func pathOption() throws {
    #expect(try folder.run("get", "settings.plist", "--path", "theme").text == "dark\n")
    #expect(
      try folder.run("get", "tree/a", "tree/b", "--path", "theme").text
        == "tree/a:one\ntree/b:two\n")
    #expect(
      try folder.run("get", "tree/a", "--path", "theme", "--path", "theme").text == "one\none\n")
  }

  @Test("Each outline follows a header, as in head")
  func headers() throws {
    let outline = "dictionary (1 key)\n  theme: string "
    #expect(
      try folder.run("print", "--each", "tree/a", "broken.plist", "tree/b").text
        == "==> tree/a <==\n\(outline)\"one\"\n\n==> tree/b <==\n\(outline)\"two\"\n")
    let archives = try folder.run("archive", "print", "--each", "stamps.archive").text
    #expect(archives.hasPrefix("==> stamps.archive <==\nkeyed archive: NSKeyedArchiver 100000\n"))
    let classes = try folder.run("archive", "classes", "--each", "stamps.archive").text
    #expect(classes.hasPrefix("==> stamps.archive <==\nNSDate: NSObject (2 objects)\n"))
  }

  @Test("The error for several files without --each suggests the option")
  func withoutEach() throws {
    let three = try folder.run("print", "tree/a", "tree/b", "settings.plist")
    #expect(three.status == 2)
    #expect(three.errors.contains("use --each for several files"))
    let two = try folder.run("print", "tree/a", "tree/b")
    #expect(two.status == 4)
    #expect(two.errors.contains("use --each if every argument is a file"))
    let archives = try folder.run("archive", "json", "stamps.archive", "tree/b")
    #expect(archives.status == 4)
    #expect(archives.errors.contains("use --each if every argument is a file"))
    #expect(try folder.run("archive", "json", "tree/a", "tree/b", "tree/c").status == 2)
  }

  @Test("-r reads all files of a folder in order, and does not follow links to folders")
  func recursive() throws {
    try folder.prepare(
      "cd tree; ln -s .. up; ln -s sub again; ln -s ../settings.plist link; mkfifo pipe; ln -s no gone"
    )
    try folder.write("x", to: "tree/sub/note.txt")
    let run = try folder.run("get", "-r", "tree", "--path", "theme")
    #expect(run.text == "tree/a:one\ntree/b:two\ntree/link:dark\ntree/sub/c:three\n")
    #expect(run.errors.contains("tree/gone: error: there is no such file\n"))
    #expect(run.errors.contains("tree/sub/note.txt:1:1: error: "))
    #expect(run.status == 3)
    // The named folder itself can be a link.
    #expect(try folder.run("keys", "-r", "tree/again").text == "tree/again/c:theme\n")
    #expect(
      try folder.run("lint", "-r", "tree/sub/c", "tree/b").text == "tree/sub/c: OK\ntree/b: OK\n")
  }

  @Test("Files in a folder that are not property lists are errors, and the other files are read")
  func otherFiles() throws {
    try folder.write("<html><body>x</body></html>\n", to: "tree/page.html")
    let run = try folder.run("get", "-r", "--lines", "--path", "theme", "tree")
    #expect(run.status == 1)
    #expect(run.errors.isEmpty)
    let lines = try objects(run)
    #expect(
      lines.compactMap { $0["file"] as? String } == [
        "tree/a", "tree/b", "tree/page.html", "tree/sub/c",
      ])
    #expect((lines[2]["error"] as? [String: Any])?["code"] as? String == "other-format")
    #expect(lines[3]["value"] as? String == "three")
  }

  @Test(
    "-r reports a folder that it cannot list",
    .enabled(if: getuid() != 0, "root can list every folder"))
  func closedFolder() throws {
    try folder.prepare("chmod 0 tree/sub")
    let run = try folder.run("get", "-r", "--path", "theme", "tree")
    #expect(run.text == "tree/a:one\ntree/b:two\n")
    #expect(run.errors.hasPrefix("tree/sub: error: permission denied"))
    #expect(run.status == 3)
    try folder.prepare("chmod 755 tree/sub")
  }

  @Test("--files0-from reads any file names from a file or standard input")
  func list() throws {
    try folder.write(xml("<dict><key>theme</key><string>odd</string></dict>"), to: "a\nb")
    try folder.write("tree/a\0a\nb\0", to: "list")
    let wanted = "tree/a:one\na\nb:odd\n"
    #expect(try folder.run("get", "--files0-from", "list", "--path", "theme").text == wanted)
    let input = Data("tree/a\0a\nb".utf8)
    #expect(
      try folder.run("get", "--files0-from", "-", "--path", "theme", input: input).text == wanted)
    #expect(try folder.run("keys", "--files0-from", "-", input: Data()).text.isEmpty)
    let found = try folder.shell(
      "find tree -type f -print0 | sort -z | plist get --files0-from - --lines --path theme")
    #expect(try objects(found).compactMap { $0["value"] as? String } == ["one", "two", "three"])
  }

  @Test("A list with an empty name is rejected, and so is standard input for both list and file")
  func badList() throws {
    let empty = try folder.run("keys", "--files0-from", "-", input: Data("tree/a\0\0tree/b\0".utf8))
    #expect(empty.status == 1)
    #expect(empty.text.isEmpty)
    #expect(empty.errors.contains("file name 2 in the list is empty"))
    #expect(try folder.run("keys", "--files0-from", "-", input: Data("-\0".utf8)).status == 1)
    #expect(try folder.run("keys", "-", "--files0-from", "-").status == 2)
    #expect(try folder.run("keys", "--files0-from", "none").status == 3)
  }

  @Test("--lines prints one JSON object per line, with the value, the values, or the error")
  func lines() throws {
    let run = try folder.run(
      "get", "--lines", "--path", "window.width", "--path", "recentDecks[*]", "settings.plist",
      "tree/a", "broken.plist", "none")
    #expect(run.status == 3)
    #expect(run.errors.isEmpty)
    #expect(
      run.lines[0]
        == #"{"file":"settings.plist","values":{"window.width":960,"recentDecks[*]":["French","日本語"]}}"#
    )
    let lines = try objects(run)
    #expect(
      lines.map { $0.keys.sorted() } == [
        ["file", "values"], ["error", "file", "values"], ["error", "file"], ["error", "file"],
      ])
    #expect((lines[1]["values"] as? [String: Any])?.isEmpty == true)
    #expect(
      try folder.run("get", "--lines", "tree/a").text
        == "{\"file\":\"tree/a\",\"value\":{\"theme\":\"one\"}}\n")
  }

  @Test("A path that is given twice has one member in a line")
  func pathTwice() throws {
    let run = try folder.run("get", "--lines", "tree/a", "--path", "theme", "--path", "theme")
    #expect(run.text == "{\"file\":\"tree/a\",\"values\":{\"theme\":\"one\"}}\n")
  }

  @Test("The error in a line is that of --diagnostics json")
  func errorOfLine() throws {
    for (file, path) in [("broken.plist", "a"), ("none", "a"), ("settings.plist", "Theme")] {
      let line = try #require(
        try objects(folder.run("get", "--lines", "--path", path, file)).first)
      let diagnostic = try folder.run("get", file, path, "--diagnostics", "json").errors
      #expect(
        line["error"] as? NSDictionary
          == (try JSONSerialization.jsonObject(with: Data(diagnostic.utf8)) as? NSDictionary))
    }
  }

  @Test("--lines supports only plain JSON and typed JSON")
  func lineFormats() throws {
    let path = ["--lines", "--path", "lastOpened", "settings.plist"]
    #expect(try folder.run(["get"] + path).text.contains(#""value":"2026-11-20T18:05:00Z"}"#))
    #expect(
      try folder.run(["get", "--as", "typed-json"] + path).text
        .contains(#""value":{"$date":"2026-11-20T18:05:00Z"}}"#))
    #expect(try folder.run(["get", "--as", "xml"] + path).status == 2)
    #expect(try folder.run(["print", "--depth", "1"] + path).status == 2)
    #expect(try folder.run(["print"] + path).text == folder.run(["get"] + path).text)
    try folder.write(xml("<real>nan</real>"), to: "nan")
    let refused = try folder.run("get", "--lines", "nan")
    #expect(refused.status == 1)
    #expect(refused.text.contains(#""code":"not-representable""#))
  }

  @Test("--lines works for keys, counts, and types")
  func linesOfOthers() throws {
    #expect(
      try folder.run(
        "keys", "--lines", "--path", "window", "--path", "recentDecks", "settings.plist"
      )
      .text
        == #"{"file":"settings.plist","values":{"window":["width","height"],"recentDecks":2}}"#
        + "\n")
    #expect(
      try folder.run("type", "--lines", "--path", "window", "settings.plist").text
        == #"{"file":"settings.plist","value":"dictionary"}"# + "\n")
  }

  @Test("--lines works for archives, their classes, and their findings")
  func linesOfArchives() throws {
    let whole = try folder.run("archive", "json", "stamps.archive").output
    for command in ["json", "print"] {
      let run = try folder.run("archive", command, "--lines", "stamps.archive", "tree/a")
      #expect(run.status == 1)
      let lines = try objects(run)
      #expect(
        lines[0]["value"] as? NSDictionary
          == (try JSONSerialization.jsonObject(with: whole) as? NSDictionary))
      #expect(!run.lines[0].contains("\": "))
      #expect((lines[1]["error"] as? [String: Any])?["code"] as? String == "not-archive")
    }
    let classes = try objects(folder.run("archive", "classes", "--lines", "stamps.archive"))
    let first = (classes.first?["value"] as? [[String: Any]])?.first
    #expect(first?["class"] as? String == "NSDate")
    #expect(first?["superclasses"] as? [String] == ["NSObject"])
    #expect(first?["objects"] as? Int == 2)
    #expect(first?["keys"] as? [String] == ["NS.time"])
    let verified = try folder.run("archive", "verify", "--lines", "stamps.archive", "tree/a")
    #expect(verified.status == 1)
    #expect(verified.errors.isEmpty)
    let findings = try objects(verified)
    #expect((findings[0]["value"] as? [Any])?.isEmpty == true)
    #expect(findings[0]["error"] == nil)
    #expect(
      (findings[1]["value"] as? [NSDictionary])?.first == findings[1]["error"] as? NSDictionary)
  }

  @Test("Text with spaces and quotes is preserved in the line of an archive")
  func textInArchiveLine() throws {
    let text = #"a "b": , {c}\ "#
    let encoded = text.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
    try folder.write(
      """
      {"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": {"CF$UID": 1}},
      "$objects": ["$null", "\(encoded)"]}
      """, to: "text.json")
    let line = try #require(
      try objects(folder.run("archive", "json", "--lines", "text.json")).first)
    let top = (line["value"] as? [String: Any])?["$top"] as? [String: Any]
    #expect(top?["root"] as? String == text)
  }

  @Test(
    "Names that are not UTF-8 are written as \\xFF in a line",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline")))
  func names() throws {
    let run = try folder.shell(
      """
      mkdir odd; for name in $(printf 'n\\377') $(printf 'n\\376'); do
      echo "\\"$(printf '%s' "$name" | od -An -tx1 | tr -d ' ')\\"" > odd/$name; done
      plist get --lines -r odd; plist get --lines odd/$(printf 'n\\377')
      find odd -type f -print0 | sort -z | plist get --files0-from -
      """)
    let lines = #"""
      {"file":"odd/n\\xFE","value":"6efe"}
      {"file":"odd/n\\xFF","value":"6eff"}
      {"file":"odd/n\\xFF","value":"6eff"}

      """#
    // A pipe receives the exact bytes of the name.
    let names = [0xFE, 0xFF].map { byte in
      Data("odd/n".utf8) + [byte] + Data(":6e\(String(byte, radix: 16))\n".utf8)
    }
    #expect(run.output == Data(lines.utf8) + names[0] + names[1])
  }

  @Test("A name that contains the text \\xFF is distinguished from one that contains the byte")
  func spelledName() throws {
    try folder.write("{\"a\": 1}", to: #"n\xFF"#)
    #expect(
      try folder.run("get", "--lines", #"n\xFF"#, "--path", "a").text
        == #"{"file":"n\\x5CxFF","value":1}"# + "\n")
  }

  @Test(
    "The most severe exit status counts: unreadable, then invalid, then absent",
    arguments: [
      (["settings.plist"], 0), (["settings.plist", "tree/a"], 4),
      (["tree/a", "broken.plist", "settings.plist"], 1),
      (["none", "broken.plist", "tree/a"], 3), (["tree/a", "none"], 3),
    ] as [([String], Int32)])
  func exitCodes(files: [String], status: Int32) throws {
    for option in ["--each", "--lines"] {
      #expect(try folder.run(["get", option, "--path", "fontSize"] + files).status == status)
    }
  }

  @Test(
    "Without a file, standard input is read",
    arguments: [
      (["print"], "string \"x\"\n"), (["get", "--path", ""], "x\n"), (["type"], "string\n"),
      (["get", "--lines"], "{\"file\":\"<stdin>\",\"value\":\"x\"}\n"),
      (["convert", "--to", "json"], "\"x\"\n"), (["lint"], "<stdin>: OK\n"),
    ])
  func standardInput(arguments: [String], text: String) throws {
    let run = try folder.run(arguments, input: Data(xml("<string>x</string>").utf8))
    #expect(run.status == 0)
    #expect(run.text == text)
  }

  @Test("Without a file, the archive commands read standard input")
  func archiveInput() throws {
    let input = try folder.data("stamps.archive")
    for command in ["print", "json", "classes"] {
      #expect(
        try folder.run(["archive", command], input: input).text
          == folder.run("archive", command, "stamps.archive").text)
    }
    #expect(try folder.run(["archive", "verify"], input: input).text == "<stdin>: OK\n")
  }
}
