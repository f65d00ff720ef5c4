// Data inside data: archives at a path, and outlines and JSON with the contents of data. Relies on
// the stamps of Examples/Data.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("Property lists inside data")
struct NestedDataCommandTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder(examples: "stamps.archive")
    let stamps = try folder.data("stamps.archive")
    let list = try (["level": 3, "stamps": .data(stamps)] as Plist).encoded(as: .binary)
    let value: Plist = [
      "state": .data(stamps), "list": [.data(list), .data(Data("hello".utf8))], "title": "x",
      "cut": .data(list.dropLast()),
    ]
    try value.encoded(as: .xml).write(to: folder.file("outer.plist"))
    try value.encoded(as: .binary).write(to: folder.file("outer.bin"))
  }

  private let warning =
    "warning: the property list in this data is not shown: the file ends before its trailer"

  @Test(
    "print --nested shows them at any depth, up to --depth",
    arguments: ["outer.plist", "outer.bin"])
  func outline(file: String) throws {
    let run = try folder.run("print", "--nested", file)
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "dictionary (4 keys)")
    #expect(lines[1].hasPrefix("  state: data (892 bytes) 62706c69 "))
    #expect(lines[1].hasSuffix("…, keyed archive: NSKeyedArchiver 100000"))
    #expect(lines[2] == "    root: StampCollection @1")
    #expect(lines[3] == "      name: string \"Lighthouses\"")
    let list = try #require(lines.firstIndex(of: "  list: array (2 elements)"))
    #expect(
      lines[list + 1].hasPrefix("    [0]: data (")
        && lines[list + 1].hasSuffix(", property list: dictionary (2 keys)"))
    #expect(lines[list + 2] == "      level: integer 3")
    #expect(lines[list + 3].hasSuffix("…, keyed archive: NSKeyedArchiver 100000"))
    #expect(lines[list + 4] == "        root: StampCollection @1")
    #expect(lines.contains("    [1]: data (5 bytes) 68656c6c 6f"))
    #expect(run.errors.hasPrefix("\(file):"))
    #expect(run.errors.contains("warning: the property list in this data is not shown: "))
    #expect(run.errors.hasSuffix(" (at cut)\n"))
    let shallow = try folder.run("print", "--nested", file, "--depth", "1").text
    #expect(shallow.contains("\n  list: array (2 elements) …\n"))
    #expect(!shallow.contains("keyed archive"))
    let two = try folder.run("print", "--nested", file, "--depth", "2").text
    #expect(two.contains("\n    root: StampCollection @1 …\n"))
    #expect(!two.contains("property list"))
    let three = try folder.run("print", "--nested", file, "--depth", "3").text
    #expect(three.contains(", property list: dictionary (2 keys)\n      level: integer 3\n"))
    #expect(try !folder.run("print", file).text.contains("keyed archive"))
  }

  @Test("get --nested writes the contents next to the bytes")
  func json() throws {
    let run = try folder.run("get", "outer.plist", "list", "--as", "json", "--nested")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let list = try #require(try JSONSerialization.jsonObject(with: run.output) as? [Any])
    let first = try #require(list[0] as? [String: Any])
    let inner = try #require(first["$plist"] as? [String: Any])
    #expect(inner["level"] as? Int == 3)
    let stamps = try #require(inner["stamps"] as? [String: Any])
    let own = try folder.run("archive", "json", "stamps.archive").output
    #expect(
      try NSDictionary(dictionary: #require(stamps["$archive"] as? [String: Any]))
        == NSDictionary(
          dictionary: #require(JSONSerialization.jsonObject(with: own) as? [String: Any])))
    #expect(stamps["$data"] as? String == (try folder.data("stamps.archive").base64EncodedString()))
    #expect(list[1] as? String == "aGVsbG8=")
    let whole = try folder.run("get", "outer.plist", "", "--as", "json", "--nested")
    #expect(whole.status == 0 && whole.errors.hasSuffix(" (at cut)\n"))
    #expect(try folder.run("get", "outer.plist", "list", "--nested").status == 2)
    #expect(try folder.run("get", "outer.plist", "list", "--nested", "--as", "xml").status == 2)
  }

  @Test(
    "An archive at a path is shown like an archive in a file",
    arguments: ["outer.plist", "outer.bin"])
  func path(file: String) throws {
    for command in [["print"], ["print", "--nested"], ["json", "--identity"], ["classes"]] {
      let own = try folder.run(["archive"] + command + ["stamps.archive"])
      let nested = try folder.run(["archive"] + command + [file, "state"])
      #expect(nested.status == 0)
      #expect(nested.text == own.text && nested.errors.isEmpty)
    }
    let verified = try folder.run("archive", "verify", "--strict", file, "--path", "state")
    #expect(verified.status == 0)
    #expect(verified.text == "\(file): OK\n")
  }

  @Test("The error for a path that is not an archive reports what was found")
  func notAnArchive() throws {
    func errors(_ path: String, _ status: Int32) throws -> [String] {
      try [["print"], ["json"], ["classes"]].map { command in
        let run = try folder.run(["archive"] + command + ["outer.bin", path])
        #expect(run.status == status && run.text.isEmpty, "\(path)")
        return run.errors
      }
    }
    for error in try errors("title", 1) {
      #expect(
        error.contains(
          "error: expected data that contains an archive, found a value of type string; ")
      )
      #expect(error.hasSuffix("(at title)\n"))
    }
    for error in try errors("list[0]", 1) {
      #expect(
        error.contains("error: this is an ordinary property list: it has neither $top nor $objects")
      )
      #expect(
        error.contains(
          "; `plist print --nested FILE PATH` shows property lists inside data (at list[0])"))
    }
    for error in try errors("list[1]", 1) {
      #expect(
        error.contains(
          "; `plist get FILE PATH | base64 -d` prints the bytes of the data (at list[1])"))
    }
    for error in try errors("nope", 4) {
      #expect(error.contains("error: the root has no key “nope”"))
    }
    let verified = try folder.run("archive", "verify", "outer.bin", "--path", "nope")
    #expect(verified.status == 4)
  }

  @Test("The error for damaged data has the path of the data and the location inside it")
  func damageInside() throws {
    try folder.write(archive("<dict><key>$class</key>\(uid(2))</dict>\n\(uid(1))"), to: "bad")
    let bad = try folder.data("bad")
    try (["a": [.data(bad)]] as Plist).encoded(as: .binary).write(to: folder.file("holder"))
    for command in [["print"], ["json"], ["classes"]] {
      let run = try folder.run(["archive"] + command + ["holder", "a[0]"])
      #expect(run.status == 1)
      #expect(run.errors.hasPrefix("holder:@"))
      #expect(
        run.errors.contains("error: the $class of an object is not a reference")
          || run.errors.contains("invalid class record of object"))
      #expect(run.errors.contains(" of the data (at a[0])"), "\(run.errors)")
    }
    let verified = try folder.run(
      "archive", "verify", "holder", "--path", "a[0]", "--diagnostics", "json")
    #expect(verified.status == 1)
    #expect(
      verified.errors.contains("\"path\":\"a[0]\"")
        || verified.errors.contains("\"path\": \"a[0]\""))
    let print = try folder.run("print", "--nested", "holder")
    #expect(print.status == 0)
    #expect(print.errors.contains("warning: the property list in this data is not shown: "))
  }

  @Test("Data in an archive, inline or in an object, has the path of its slot")
  func archiveInArchive() throws {
    let stamps = try folder.data("stamps.archive").base64EncodedString()
    let list = try (["level": 3] as Plist).encoded(as: .binary).base64EncodedString()
    try folder.write(
      archive(
        """
        <dict><key>state</key><data>\(list)</data><key>more</key>\(uid(3))<key>$class</key>\(uid(2))</dict>
        <dict><key>$classname</key><string>A</string></dict>
        <dict><key>NS.data</key><data>\(stamps)</data><key>$class</key>\(uid(4))</dict>
        <dict><key>$classname</key><string>NSData</string></dict>
        """), to: "outer.archive")
    let own = try folder.run("archive", "print", "stamps.archive").text
    let inner = try folder.run("archive", "print", "outer.archive", "$objects[3].NS.data")
    #expect(inner.status == 0 && inner.text == own)
    let plain = try folder.run("archive", "print", "outer.archive").text
    #expect(
      plain.contains("\n      root: StampCollection @1\n") && !plain.contains("property list"))
    let nested = try folder.run("archive", "print", "--nested", "outer.archive").text
    #expect(
      nested.contains(
        ", property list: dictionary (1 key)\n      level: integer 3\n    more: NSData @3"))
    let json = try folder.run("archive", "json", "--nested", "outer.archive").output
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let root = try #require((object["$top"] as? [String: Any])?["root"] as? [String: Any])
    let state = try #require(root["state"] as? [String: Any])
    #expect((state["$plist"] as? [String: Int]) == ["level": 3])
    #expect((root["more"] as? [String: Any])?["$archive"] is [String: Any])
  }

  @Test("Data that would expand without limit is shown as data")
  func sharing() throws {
    // Arrays of 100 of arrays of 100 of one array of 100 strings of 2,000 bytes: 2 GB of an archive
    // in data.
    let text = { (text: String) -> [UInt8] in [0x50 + UInt8(text.utf8.count)] + Array(text.utf8) }
    let array = { (item: UInt8) -> [UInt8] in
      [0xAF, 0x10, 100] + [UInt8](repeating: item, count: 100)
    }
    var file = BinaryFile([
      [0xD2, 1, 2, 3, 4], text("$top"), text("$objects"), [0xD1, 5, 6], [0xA1, 10], text("root"),
      array(7), array(8), array(9),
      [0x5F, 0x11, 0x07, 0xD0] + [UInt8](repeating: 0x61, count: 2000),
      text("$null"),
    ])
    file.offsetWidth = 2
    let value: Plist = ["bomb": .data(Data(file.bytes)), "last": "end"]
    try value.encoded(as: .binary).write(to: folder.file("shared"))
    let run = try folder.run("print", "--nested", "shared")
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.suffix(2).last == "  last: string \"end\"")
    #expect(run.errors.contains("warning: the property list in this data is not shown"))
    #expect(run.errors.hasSuffix(" (at bomb)\n"))
  }

  @Test("Whichever byte of the data is damaged, all values around it are shown")
  func damagedBytes() throws {
    let stamps = try folder.data("stamps.archive")
    var list: [Plist] = []
    for index in stamps.indices {
      for change in [0x01, 0x80] as [UInt8] {
        var damaged = stamps
        damaged[index] ^= change
        list.append(.data(damaged))
      }
    }
    let value: Plist = ["all": .array(list), "last": "end"]
    try value.encoded(as: .binary).write(to: folder.file("damaged"))
    let print = try folder.run("print", "--nested", "damaged")
    #expect(print.status == 0)
    #expect(print.text.hasSuffix("\n  last: string \"end\"\n"))
    #expect(print.text.components(separatedBy: "\n    [").count == 1 + list.count)
    #expect(print.errors.split(separator: "\n").count == 100)
    let json = try folder.run("get", "damaged", "", "--as", "json", "--nested")
    #expect(json.status == 0)
    let object = try #require(
      try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let shown = try #require(object["all"] as? [Any])
    for (value, original) in zip(shown, list) {
      let text = value as? String ?? (value as? [String: Any])?["$data"] as? String
      guard case .data(let data) = original else { continue }
      #expect(text == data.base64EncodedString())
    }
    #expect(shown.count == list.count && object["last"] as? String == "end")
  }
}
