// plist diff and plist patch: the forms of a difference, exit statuses, and edits of files.

import Foundation
import TestSupport
import Testing

@Suite("plist diff and plist patch")
struct DiffCommandTests {
  private let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
    try folder.write(
      xml(
        """
        <dict>
          <key>name</key><string>Old</string>
          <key>n</key><integer>1</integer>
          <key>gone</key><data>AAEC</data>
          <key>list</key><array>
            <dict><key>id</key><integer>1</integer><key>t</key><string>x</string></dict>
            <dict><key>id</key><integer>2</integer><key>t</key><string>y</string></dict>
          </array>
          <key>window</key><dict><key>width</key><real>1.5</real></dict>
        </dict>
        """), to: "a.plist")
    try folder.write(
      """
      {"n": 1.0, "name": "New", "list": [{"id": 2, "t": "z"}, {"t": "x", "id": 1}, [[1, 2], {}]],
      "frame": {"width": 1.5}, "added": ["a", true, {"$date": "2026-11-21T01:02:03Z"}]}
      """, to: "b.json")
  }

  private static let text = """
    ~ name: "Old" → "New"
    ~ n: 1 → 1.0
    - gone: data (3 bytes) 000102
    > list[0] → list[1]
    + list[2]: array (2 elements)
    ~ list[1].t: "y" → "z"
    > window → frame
    + added: ["a",true,{"$date":"2026-11-21T01:02:03Z"}]

    """

  @Test("The text form has one line for each change, and the exit status says that files differ")
  func textForm() throws {
    let run = try folder.run("diff", "a.plist", "b.json")
    #expect(run.text == Self.text)
    #expect(run.errors.isEmpty)
    #expect(run.status == 1)
    let colored = try folder.run("diff", "--color", "always", "a.plist", "b.json")
    #expect(colored.text.hasPrefix("\u{1B}[33m~\u{1B}[0m \u{1B}[36mname\u{1B}[0m: "))
    let quiet = try folder.run("diff", "-q", "a.plist", "b.json")
    #expect(quiet.status == 1)
    #expect(quiet.output.isEmpty)
  }

  @Test("Equal values in two formats have no difference")
  func equal() throws {
    try folder.prepare("plist convert a.plist --to binary -o a.bplist")
    for form in ["text", "json"] {
      let run = try folder.run("diff", "a.plist", "a.bplist", "--format", form)
      #expect(run.status == 0)
      #expect(run.output.isEmpty)
    }
    let patch = try folder.run("diff", "a.plist", "a.bplist", "--format", "patch")
    #expect(patch.status == 0)
    #expect(patch.text == "[]\n")
  }

  @Test("The json form has one object for each change, with both paths if they differ")
  func jsonForm() throws {
    let run = try folder.run("diff", "a.plist", "b.json", "--format", "json")
    #expect(run.status == 1)
    #expect(
      run.lines == [
        #"{"op":"changed","path":"name","old":"Old","new":"New"}"#,
        #"{"op":"changed","path":"n","old":1,"new":1.0}"#,
        #"{"op":"removed","path":"gone","old":{"$data":"AAEC"}}"#,
        #"{"op":"moved","path":"list[0]","to":"list[1]"}"#,
        #"{"op":"added","path":"list[2]","new":[[1,2],{}]}"#,
        #"{"op":"changed","path":"list[1].t","to":"list[0].t","old":"y","new":"z"}"#,
        #"{"op":"renamed","path":"window","to":"frame"}"#,
        #"{"op":"added","path":"added","new":["a",true,{"$date":"2026-11-21T01:02:03Z"}]}"#,
      ])
  }

  @Test("Small containers are shown as JSON, and control characters and the root are readable")
  func values() throws {
    try folder.write("[\"a\\u001bb\"]", to: "one.json")
    try folder.write("{\"k\\u0007\": {\"x\": 1, \"y\": \"\\u001b\"}}", to: "two.json")
    let run = try folder.run("diff", "one.json", "two.json")
    #expect(run.text == "~ (root): [\"a\\u001bb\"] → dictionary (1 key)\n")
    try folder.write("{}", to: "none.json")
    let added = try folder.run("diff", "none.json", "two.json")
    #expect(added.text == "+ \"k\\u{7}\": {\"x\":1,\"y\":\"\\u001b\"}\n")
  }

  @Test("A patch turns the first file into the second, in place and atomically")
  func patch() throws {
    try folder.prepare("plist diff a.plist b.json --format patch > changes || [ $? = 1 ]")
    try folder.prepare("chmod 640 a.plist && cp -p a.plist c.plist && ln -s c.plist link.plist")
    let run = try folder.run("patch", "link.plist", "changes")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(try folder.run("diff", "c.plist", "b.json").status == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.file("c.plist").path)
    #expect(mode[.posixPermissions] as? Int == 0o640)
    #expect(try folder.shell("readlink link.plist").text == "c.plist\n")
    // Without edits, the file is the same.
    let before = try folder.data("a.plist")
    try folder.write("[]", to: "nothing")
    #expect(try folder.run("patch", "a.plist", "nothing").status == 0)
    #expect(try folder.data("a.plist") == before)
  }

  @Test("A patch is read from standard input, and the result is written to another file")
  func streams() throws {
    let before = try folder.data("a.plist")
    try folder.prepare(
      "plist diff a.plist b.json --format patch | plist patch a.plist - -o out.plist")
    #expect(try folder.run("diff", "out.plist", "b.json").status == 0)
    #expect(try folder.data("a.plist") == before)
    try folder.write("[{\"op\":\"set\",\"path\":\"n\",\"value\":2}]", to: "set")
    let output = try folder.run("patch", "a.plist", "set", "-o", "-")
    #expect(output.text.contains("<integer>2</integer>"))
    #expect(try folder.data("a.plist") == before)
    let streamed = try folder.run("patch", "-", "set", input: before)
    #expect(streamed.output == output.output)
    #expect(try folder.run("diff", "-", "a.plist", input: before).status == 0)
  }

  @Test("An edit that cannot be applied leaves the file unchanged")
  func failedEdit() throws {
    let before = try folder.data("a.plist")
    try folder.write(
      "[{\"op\":\"remove\",\"path\":\"n\"},\n{\"op\":\"remove\",\"path\":\"absent\"}]", to: "p")
    let absent = try folder.run("patch", "a.plist", "p")
    #expect(absent.status == 4)
    #expect(absent.errors.contains("absent"))
    try folder.write("[{\"op\":\"insert\",\"path\":\"n\",\"value\":1}]", to: "p")
    #expect(try folder.run("patch", "a.plist", "p").status == 1)
    #expect(try folder.data("a.plist") == before)
  }

  @Test("Invalid input is reported with its location, and the exit status is 1")
  func invalid() throws {
    try folder.write("[{\"op\":\"set\",\n\"path\":\"n\"}]", to: "p")
    let patch = try folder.run("patch", "a.plist", "p")
    #expect(patch.status == 1)
    #expect(patch.errors.hasPrefix("p:1:2: error: set does not have the member “value”"))
    try folder.write("<plist><dict>", to: "broken.plist")
    let run = try folder.run("diff", "a.plist", "broken.plist")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("broken.plist:1:"))
    #expect(try folder.run("diff", "absent", "a.plist").status == 3)
    #expect(try folder.run("patch", "absent", "p").status == 1)
    #expect(try folder.run("diff", "-", "-").status == 2)
    #expect(try folder.run("patch", "-", "-").status == 2)
    #expect(try folder.run("diff", "a.plist").status == 2)
  }

  @Test("Keys that are not strings are compared, and the patch form is refused")
  func otherKeys() throws {
    try folder.write("{\"a\": {\"$dict\": [[1, \"x\"]]}}", to: "one.json")
    try folder.write("{\"a\": {\"$dict\": [[1, \"y\"]]}}", to: "two.json")
    let run = try folder.run("diff", "one.json", "two.json")
    #expect(run.status == 1)
    #expect(run.text == "~ a: {\"$dict\":[[1,\"x\"]]} → {\"$dict\":[[1,\"y\"]]}\n")
    let patch = try folder.run("diff", "one.json", "two.json", "--format", "patch")
    #expect(patch.status == 1)
    #expect(patch.errors.contains("two.json"))
    #expect(patch.output.isEmpty)
  }
}
