// The commands that edit keyed archives, and `diff` of archives. Relies on the stamps of
// Examples/Data, in both formats.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("The commands that edit archives")
struct ArchiveEditCommandTests {
  let folder: ToolFolder

  init() throws { folder = try ToolFolder(examples: "stamps.archive", "stamps-archive.plist") }

  /// The value at a path of a file.
  private func value(_ path: String, of file: String) throws -> String {
    try folder.run("get", file, path).text
  }

  @Test(
    "set changes one value in the file, with the type of the old value",
    arguments: ["stamps.archive", "stamps-archive.plist"])
  func set(file: String) throws {
    let sets = [
      ("root.stamps[1].title", "Ryvingen"), ("@9.year", "1957"),
      ("root.founded", "2026-03-29T00:00:00Z"), ("root.isPublic", "false"),
    ]
    for (path, value) in sets {
      let run = try folder.run("archive", "set", file, path, value)
      #expect(run.status == 0 && run.text.isEmpty && run.errors.isEmpty, "\(run.errors)")
    }
    #expect(try value("$objects[13]", of: file) == "Ryvingen\n")
    #expect(try value("$objects[3].\"NS.time\"", of: file) == "796435200.0\n")
    let outline = try folder.run("archive", "print", file).text
    #expect(outline.contains("      [1]: Stamp @12\n        title: string \"Ryvingen\"\n"))
    #expect(outline.contains("        year: integer 1957\n"))
    #expect(outline.contains("    founded: NSDate @3 2026-03-29T00:00:00Z\n"))
    #expect(outline.contains("    isPublic: bool false\n"))
    #expect(try folder.run("archive", "verify", "--strict", file).status == 0)
  }

  @Test("An XML archive changes in one line")
  func oneLine() throws {
    let run = try folder.shell(
      """
      plist archive set stamps-archive.plist 'root.stamps[1].country.name' Norge -o new.plist
      diff stamps-archive.plist new.plist
      """)
    #expect(run.text.split(separator: "\n").count == 4, "\(run.text)")
    #expect(run.text.contains("<string>Norge</string>"))
  }

  @Test("--dry-run shows the change and leaves the file as it was")
  func dryRun() throws {
    let before = try folder.data("stamps-archive.plist")
    let run = try folder.run(
      "archive", "set", "--dry-run", "stamps-archive.plist", "root.name", "Towers")
    #expect(run.status == 0)
    #expect(
      run.text.contains("\n-\t\t<string>Lighthouses</string>\n+\t\t<string>Towers</string>\n"))
    #expect(try folder.data("stamps-archive.plist") == before)
  }

  @Test("--type sets another type, and a value of the wrong type is an error of the command line")
  func types() throws {
    let set = ["archive", "set", "stamps.archive", "root.stamps[0].year"]
    #expect(try folder.run(set + ["soon"]).status == 2)
    #expect(try folder.run(set + ["soon"]).errors.contains("expected a value of type integer"))
    #expect(try folder.run(set + ["soon", "--type", "integer"]).status == 2)
    #expect(try folder.run(set + ["soon", "--type", "string"]).status == 0)
    #expect(try folder.run(set + ["[1,{\"a\":true}]", "--type", "json"]).status == 0)
    let json = try folder.run("archive", "json", "stamps.archive").text
    #expect(json.contains("\"$class\": \"NSArray\""))
    #expect(try folder.run("archive", "set", "stamps.archive", "root.name").status == 2)
    #expect(try folder.run("archive", "set", "stamps.archive", "", "x").status == 2)
  }

  @Test("remove removes fields, members and objects, and leaves a valid archive")
  func remove() throws {
    for path in ["root.cover", "root.stamps[0]", "root.favourite.notes.condition", "@12"] {
      #expect(try folder.run("archive", "remove", "stamps.archive", path).status == 0, "\(path)")
      #expect(try folder.run("archive", "verify", "--strict", "stamps.archive").status == 0)
    }
    #expect(
      try folder.run("archive", "print", "stamps.archive").text == """
        keyed archive: NSKeyedArchiver 100000
          root: StampCollection @1
            name: string "Lighthouses"
            founded: NSDate @3 2026-03-28T00:00:00Z
            stamps: NSMutableArray @8 (0 elements)
            favourite: nil
            isPublic: bool true

        """)
  }

  @Test("retarget and rename-class change references and class names")
  func retargetAndRename() throws {
    for arguments in [
      ["retarget", "stamps.archive", "root.favourite", "@9"],
      ["retarget", "stamps.archive", "root.cover", "12"],
      ["rename-class", "stamps.archive", "Stamp", "Album.Stamp"],
    ] {
      #expect(try folder.run(["archive"] + arguments).status == 0)
    }
    let outline = try folder.run("archive", "print", "stamps.archive").text
    #expect(outline.contains("    favourite: Album.Stamp @9, shown above\n"))
    #expect(outline.contains("    cover: Album.Stamp @12, shown above\n"))
    #expect(try folder.run("archive", "retarget", "stamps.archive", "root.cover", "x").status == 2)
  }

  @Test(
    "Errors name the path, and the exit status says whether a value is absent",
    arguments: [
      (["set", "stamps.archive", "root.nothing.x", "1"], 4, "root.nothing"),
      (["set", "stamps.archive", "root.stamps[7]", "1"], 4, "root.stamps"),
      (["remove", "stamps.archive", "root.nothing"], 4, "root.nothing"),
      (["remove", "stamps.archive", "@0"], 1, "object 0 is nil"),
      (["retarget", "stamps.archive", "root.cover", "99"], 1, "reference to object 99"),
      (["rename-class", "stamps.archive", "Ghost", "X"], 1, "no class Ghost"),
      (["set", "absent", "root", "1"], 3, "absent"),
    ] as [([String], Int32, String)])
  func errors(arguments: [String], status: Int32, message: String) throws {
    let before = try folder.data("stamps.archive")
    let run = try folder.run(["archive"] + arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try folder.data("stamps.archive") == before)
  }

  @Test("from-json writes the archive that json --identity shows")
  func fromJSON() throws {
    let run = try folder.shell(
      """
      plist archive json --identity stamps.archive > a.json &&
      plist archive from-json a.json -o new.archive &&
      plist archive json --identity new.archive | cmp - a.json &&
      plist archive from-json --to xml < a.json > new.plist &&
      plist archive json --identity new.plist | cmp - a.json &&
      plist archive verify --strict new.archive new.plist && plist type new.archive
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.data("new.archive").starts(with: Data("bplist00".utf8)))
    #expect(try folder.data("new.plist").starts(with: Data("<?xml".utf8)))
    let plain = try folder.shell("plist archive json stamps.archive | plist archive from-json")
    #expect(plain.status == 1)
    #expect(plain.errors.contains("plist archive json --identity"))
  }

  @Test("diff compares archives as graphs, whatever their slots and formats, unless --raw is given")
  func difference() throws {
    let run = try folder.shell(
      """
      plist archive json --identity stamps.archive |
        sed -E 's/"(\\$id|\\$ref)": ([0-9]+)/"\\1": 10\\2/g' | plist archive from-json -o other
      plist diff stamps-archive.plist other; echo $?
      plist diff --raw stamps.archive other > raw; echo $?
      plist archive set other 'root.stamps[0].country.code' NOR
      plist diff stamps.archive other; echo $?
      """)
    #expect(run.text.hasPrefix("0\n1\n~ "), "\(run.text)\(run.errors)")
    #expect(run.text.hasSuffix(".country.code: \"NO\" → \"NOR\"\n1\n"), "\(run.text)")
  }
}
