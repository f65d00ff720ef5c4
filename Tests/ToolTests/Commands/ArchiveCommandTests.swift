// The commands on keyed archives. Relies on the stamps of Examples/Data, in both formats.

import Foundation
import PropertyLists
import TestSupport
import Testing

@Suite("The archive commands")
struct ArchiveCommandTests {
  let folder: ToolFolder

  init() throws {
    folder = try ToolFolder(examples: "stamps.archive", "stamps-archive.plist")
  }

  @Test(
    "print shows each object once in an outline, in every format",
    arguments: ["stamps.archive", "stamps-archive.plist"])
  func outline(file: String) throws {
    let run = try folder.run("archive", "print", file)
    #expect(run.status == 0)
    #expect(
      run.text == """
        keyed archive: NSKeyedArchiver 100000
          root: StampCollection @1
            name: string "Lighthouses"
            founded: NSDate @3 2026-03-28T00:00:00Z
            stamps: NSMutableArray @8 (2 elements)
              [0]: Stamp @9
                title: string "Lindesnes fyr"
                year: integer 1956
                value: real 2.5
                country: Country @5
                  name: string "Norway"
                  code: string "NO"
                collection: StampCollection @1 ↺
              [1]: Stamp @12
                title: string "Ryvingen – “the last”"
                year: integer 1998
                value: real 3.75
                country: Country @5, shown above
                collection: StampCollection @1 ↺
                notes: NSDictionary @14 (2 pairs)
                  "condition": string "mint"
                  "acquired": NSDate @17 2026-05-22T12:00:00.5Z
            favourite: Stamp @12, shown above
            cover: nil
            isPublic: bool true

        """)
  }

  @Test("print limits the levels and uses color")
  func options() throws {
    let run = try folder.run("archive", "print", "stamps.archive", "--depth", "0")
    #expect(run.text.hasSuffix("\n  root: StampCollection @1 …\n"))
    #expect(try folder.run("archive", "print", "stamps.archive", "--depth", "-1").status == 2)
    let colored = try folder.run("archive", "print", "stamps.archive", "--color", "always")
    #expect(colored.text.contains("\u{1B}[35m@12\u{1B}[0m"))
  }

  @Test(
    "print shows archives inside data and keys that are objects, and escapes control characters")
  func nested() throws {
    let inner = try folder.data("stamps.archive").base64EncodedString()
    try folder.write(
      archive(
        """
        <dict><key>NS.keys</key><array>\(uid(3))\(uid(4))</array><key>NS.objects</key>
        <array>\(uid(5))\(uid(0))</array><key>$class</key>\(uid(2))</dict>
        <dict><key>$classname</key><string>NSDictionary</string></dict>
        <dict><key>$class</key>\(uid(6))</dict><string>a\u{9B}b</string><data>\(inner)</data>
        <dict><key>$classname</key><string>K\u{9B}</string></dict>
        """), to: "outer")
    let text = try folder.run("archive", "print", "outer").text
    #expect(
      text.hasPrefix(
        """
        keyed archive: NSKeyedArchiver 100000
          root: NSDictionary @1 (2 pairs)
            [0] key: K\\u{9B} @3
            [0] value: data (892 bytes) 62706c69 73743030 d4010203 04050607…, keyed archive: \
        NSKeyedArchiver 100000
              root: StampCollection @1
                name: string "Lighthouses"

        """), "\(text)")
    #expect(text.hasSuffix("    \"a\\u{9B}b\": nil\n"))
  }

  @Test("json writes objects, with all indexes or stored fields on request")
  func json() throws {
    let plain = try folder.run("archive", "json", "stamps.archive")
    #expect(plain.status == 0)
    #expect(
      plain.text.contains(#""founded": {"$id": 3, "$class": "NSDate", "$date": 796348800.0}"#))
    #expect(plain.text == (try folder.run("archive", "json", "stamps-archive.plist").text))
    let all = try folder.run("archive", "json", "--identity", "--raw", "stamps.archive").text
    #expect(all.contains(#""name": {"$id": 2, "$value": "Lighthouses"}"#))
    #expect(all.contains(#""NS.time": 796348800.0"#))
    for run in [plain.text, all] {
      _ = try JSONSerialization.jsonObject(with: Data(run.utf8))
    }
  }

  @Test("classes lists each class with its superclasses, objects, and keys")
  func classes() throws {
    let run = try folder.run("archive", "classes", "stamps.archive")
    #expect(
      run.text.hasPrefix(
        """
        NSDate: NSObject (2 objects)
          NS.time
        Country: NSObject (1 object)
          name
          code
        Stamp: NSObject (2 objects)

        """))
    #expect(run.text.contains("NSMutableArray: NSArray, NSObject (1 object)\n"))
  }

  @Test("verify accepts valid archives and warns of unreachable objects")
  func verify() throws {
    let good = try folder.run(
      "archive", "verify", "--strict", "stamps.archive", "stamps-archive.plist")
    #expect(good.status == 0)
    #expect(good.text == "stamps.archive: OK\nstamps-archive.plist: OK\n")
    try folder.write(archive("<true/>\n<false/>"), to: "lonely")
    let lonely = try folder.run("archive", "verify", "lonely")
    #expect(lonely.status == 0)
    #expect(
      lonely.errors == """
        lonely:6:1: warning: this object is not reachable from $top (at $objects[2])
        <false/>
        ^

        """)
    #expect(try folder.run("archive", "verify", "--strict", "lonely").status == 1)
  }

  @Test("An error has a location in text and binary files, and a code in JSON")
  func errors() throws {
    try folder.write(archive(uid(7)), to: "bad")
    for command in ["print", "json", "classes", "verify"] {
      let run = try folder.run("archive", command, "bad")
      #expect(run.status == 1)
      #expect(run.text.isEmpty)
      #expect(
        run.errors.hasPrefix(
          "bad:5:1: error: expected an object, found a reference (at $objects[1])"))
    }
    let binary = try PlistDocument(try folder.data("bad")).encoded(as: .binary)
    try binary.write(to: folder.file("bad.bin"))
    #expect(try folder.run("archive", "json", "bad.bin").errors.hasPrefix("bad.bin:@"))
    let finding = try folder.run("archive", "json", "bad", "--diagnostics", "json").errors
    #expect(
      finding.contains(#""code": "reference-to-reference""#)
        || finding.contains(#""code":"reference-to-reference""#))
    try folder.write("<plist><array/></plist>", to: "list")
    #expect(try folder.run("archive", "print", "list").status == 1)
    #expect(try folder.run("archive", "print", "none").status == 3)
    #expect(try folder.run("archive", "bogus").status == 2)
  }
}
