// Tests in which every app runs twice: the first launch saves, the second restores. The lines are
// the tutorials'.

import Foundation
import OrderedCollections
import PropertyLists
import TestSupport
import Testing

@Suite("The sample apps, launched twice")
struct LaunchTests {
  private let root: AppRoot

  init() throws { root = try AppRoot() }

  private func launch(_ name: String, _ flags: [String] = [], _ input: [String] = []) throws
    -> ProgramRun
  {
    let run = try SampleApp.run(name, root.arguments + flags, input: input)
    #expect(run.status == 0 && !run.wasSignalled && run.errors.isEmpty, "\(run)")
    return run
  }

  @Test("SimpleArray writes an array and reads it back")
  func simpleArray() throws {
    for _ in 1...2 {
      #expect(try launch("SimpleArray").lines == ["objects: First, Second, Third"])
    }
    let plist = try Plist(contentsOfFile: root.document("properties.plist"))
    #expect(plist == ["First", "Second", "Third"])
  }

  @Test(
    "SimpleArray and Properties write the requested format, and read any",
    arguments: PlistFormat.allCases)
  func formats(format: PlistFormat) throws {
    for app in AppCase.propertyLists {
      let path = root.document("\(app.name).plist")
      let arguments = root.arguments + ["--file", "\(app.name).plist"]
      let run = try SampleApp.run(app.name, arguments + ["--format", format.rawValue])
      // A table of strings has no arrays, and no numbers.
      if format == .strings {
        #expect(run.status == 3 && run.errors.contains(path), "\(run)")
        let line = run.lines.last ?? ""
        #expect(app.name != "Properties" || line.hasPrefix("Error writing to myData, error: "))
        continue
      }
      #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
      let read = try PlistDocument(contentsOfFile: path).format
      // For text without special features, only the family of formats is detected.
      #expect([format, .openStep, .json].contains(read))
      let again = try SampleApp.run(app.name, arguments)
      #expect(again.status == 0 && again.lines.last == app.lastLine, "\(again)")
    }
  }

  @Test(
    "SimpleArray and Properties can store their file anywhere", arguments: AppCase.propertyLists)
  func anywhere(app: AppCase) throws {
    let path = root.document("Sub/x.plist")
    try root.write("", to: root.document("Sub/y"))
    for _ in 1...2 {
      #expect(try launch(app.name, ["--file=\(path)"]).lines.last != nil)
    }
    #expect(root.contents(path) != nil && root.contents(root.document(app.file)) == nil)
  }

  @Test("A file with other contents is reported with its line", arguments: AppCase.propertyLists)
  func location(app: AppCase) throws {
    let path = root.document(app.file)
    try root.write("{\n  name = x;\n  age = (1);\n  kids = (2);\n}", to: path)
    let run = try SampleApp.run(app.name, root.arguments)
    let position = app.name == "Properties" ? "3:9: expected" : "1:1: expected"
    #expect(run.status == 3 && run.errors.contains(path) && run.errors.contains(position), "\(run)")
  }

  @Test("Properties writes a dictionary with sorted keys as XML and shows it at the second launch")
  func properties() throws {
    let path = root.document("properties.plist")
    #expect(try launch("Properties").lines == [path])
    let document = try PlistDocument(contentsOfFile: path)
    #expect(document.format == .xml && document.root.keys == ["age", "kids", "name"])
    let shown = [
      "property file exists....", "name: James", "age: 40", "kid: Nicolas", "kid: Juliana",
    ]
    for _ in 1...2 { #expect(try launch("Properties").lines == [path] + shown) }
  }

  @Test("The first version of Encoding archives one object")
  func encodingFirstVersion() throws {
    let flags = ["--version1"]
    let path = root.document("foo.archive")
    #expect(try launch("Encoding", flags).lines == [path, "first run: no name or age"])
    for _ in 1...2 {
      #expect(try launch("Encoding", flags).lines == [path, "nth run - name: James age: 40"])
    }
    #expect(try ArchiveLook(root.document("foo.archive")).top == ["myfoo"])
  }

  @Test("The second version of Encoding archives two, one of which contains objects")
  func encodingSecondVersion() throws {
    let path = root.document("foo2.archive")
    #expect(try launch("Encoding").lines == [path, "first run: no name or age"])
    let shown = [
      path, "nth run - name: James age: 40", "Foo: name: Juliana, age: 7",
      "Foo: name: Nicolas, age: 3",
    ]
    for _ in 1...2 { #expect(try launch("Encoding").lines == shown) }
    let archive = try ArchiveLook(root.document("foo2.archive"))
    #expect(archive.top == ["mybar", "myfoo"] && archive.count(of: "NSMutableArray") == 1)
    #expect(archive.keys == ["Bar": ["foos"], "Foo": ["age", "name"]])
  }

  @Test("Two references to one object in Encoding still refer to one object")
  func encodingShared() throws {
    let flags = ["--shared"]
    #expect(try launch("Encoding", flags).answers == ["first run: no name or age"])
    let second = try SampleApp.run("Encoding", root.arguments)
    #expect(second.lines.last == "Foo: name: James, age: 40")
    #expect(second.errors == "one Foo, two references: myfoo is in mybar too\n")
    #expect(try ArchiveLook(root.document("foo2.archive")).count(of: "Foo") == 3)
  }

  /// The lines that Faves prints around its answers.
  private let missing = "FILE DOES NOT EXIST"
  private let end = "Application will terminate"
  private let exists = ["FILE EXISTS", "DataModel initWithCoder: UnarchivingCoder"]

  @Test("Faves restores an empty list")
  func emptyFaves() throws {
    #expect(try launch("Faves", [], ["list"]).lines == [missing, "no favorites", end])
    #expect(try launch("Faves", [], ["list"]).lines == exists + ["no favorites", end])
    #expect(try ArchiveLook(root.document("dataarchive.plist")).top == ["Data"])
  }

  @Test("Faves restores favorites and the current one")
  func faves() throws {
    let home = "Home, 1 Infinite Loop, Cupertino, CA 95014 (37.33, -122.03)"
    let work = "Work, 2 Main, Springfield, OR 97477 (44.0, -123.5)"
    let commands = [
      "add Home; 1 Infinite Loop; Cupertino; CA; 95014; 37.33; -122.03",
      "add Work; 2 Main; Springfield; OR; 97477; 44; -123.5", "select 2", "copy 2",
    ]
    let answers = [
      "DataModel currentFave: \(home) faveIndex: 0", "added 1. \(home)",
      "DataModel currentFave: \(work) faveIndex: 0", "added 1. \(work)",
      "DataModel currentFave: \(home) faveIndex: 1", "selected 2. \(home)", "copied 3. \(home)",
    ]
    #expect(try launch("Faves", [], commands).lines == [missing] + answers + [end])
    let list = ["  1. \(work)", "* 2. \(home)", "  3. \(home)"]
    let removal = [
      "DataModel currentFave: (null) faveIndex: 1", "no longer current: 2. \(home)",
    ]
    #expect(
      try launch("Faves", [], ["list", "remove"]).lines == exists + list + removal + [end])
    #expect(try launch("Faves", [], ["list"]).lines[3] == "  2. \(home)")
    let keys = ["city", "label", "lat", "lon", "state", "streetAddress", "zip"]
    let archive = try ArchiveLook(root.document("dataarchive.plist"))
    #expect(archive.keys["FaveVO"] == keys)
  }

  @Test("The current favorite is archived with the model, as the object in the array")
  func currentFave() throws {
    _ = try launch("Faves", [], ["add A; B; C; D; E; 1; 2"])
    let archive = try ArchiveLook(root.document("dataarchive.plist"))
    #expect(archive.keys["DataModel"] == ["currentFave", "currentFaveIndexPath", "favesArray"])
    #expect(archive.count(of: "FaveVO") == 1 && archive.count(of: "NSMutableArray") == 1)
    #expect(archive.count(of: "NSIndexPath") == 0)
  }

  @Test("FlashCards restores the cards, the counts and the card shown")
  func flashCards() throws {
    let commands = ["add 6 x 7? = 42", "add Peru? = Lima", "next", "right", "wrong", "answer"]
    let answers = [
      "added card 1", "added card 2", "card 2 of 2: Peru?", "right: 1 right, 0 wrong",
      "wrong: 1 right, 1 wrong", "answer: Lima",
    ]
    #expect(try launch("FlashCards", [], commands).lines == answers)
    let again = try launch("FlashCards", [], ["show", "list", "stats", "delete", "show"])
    #expect(
      again.lines == [
        "card 2 of 2: Peru? = Lima", "  1. 6 x 7? = 42 (0 right, 0 wrong)",
        "* 2. Peru? = Lima (1 right, 1 wrong)", "2 cards, 1 right, 1 wrong (50 % right)",
        "deleted card 2: Peru?", "card 1 of 1: 6 x 7?",
      ])
    let archive = try ArchiveLook(root.document("FlashCards.dat"))
    #expect(archive.top == ["root"] && archive.count(of: "NSMutableArray") == 1)
    #expect(archive.keys == ["FlashCard": ["Answer", "Question", "RightCount", "WrongCount"]])
  }

  @Test("Homepwner restores the items, their order and the selected one")
  func homepwner() throws {
    let commands = [
      "new", "set 1 name Rusty  Spork", "set 1 serial 3B6F9", "set 1 value 60", "new", "select 1",
      "move 1 2",
    ]
    let first = try launch("Homepwner", [], commands)
    let day = String(Date().formatted(.iso8601.year().month().day()).dropLast(3))
    let spork = "Rusty  Spork, serial 3B6F9, $60, \(day)"
    #expect(first.lines.count == 8 && first.lines.last == "Saved all of the BNRItems")
    #expect(first.lines[6].hasPrefix("moved 2. \(spork)"))
    let second = try launch("Homepwner", [], ["list", "delete 2", "list"])
    #expect(second.lines.count == 5 && second.lines[0].hasPrefix("  1. (no name), no serial"))
    #expect(second.lines[1].hasPrefix("* 2. \(spork)"))
    #expect(second.lines[2].hasPrefix("deleted 2. \(spork)"))
    let keys = ["dateCreated", "itemKey", "itemName", "serialNumber", "valueInDollars"]
    let archive = try ArchiveLook(root.document("items.archive"))
    #expect(archive.top == ["root"] && archive.keys == ["BNRItem": keys])
  }
}

/// The contents of an archive, inspected without any of the apps' classes.
struct ArchiveLook {
  /// The top-level keys, sorted.
  var top: [String] = []
  /// The keys of each class except standard ones, sorted.
  var keys: [String: [String]] = [:]
  private var counts: [String: Int] = [:]

  struct NoArchive: Error {}

  init(_ path: String) throws {
    let plist = try Plist(contentsOfFile: path)
    guard let objects = plist["$objects"]?.elements, let top = plist["$top"]?.pairs else {
      throw NoArchive()
    }
    self.top = top.keys.sorted()
    for object in objects {
      guard let pairs = object.pairs, let number = pairs["$class"]?.uidValue?.value,
        let name = objects[Int(number)]["$classname"]?.stringValue
      else { continue }
      counts[name, default: 0] += 1
      if !name.hasPrefix("NS") { keys[name] = pairs.keys.filter { $0 != "$class" }.sorted() }
    }
  }

  func count(of name: String) -> Int { counts[name] ?? 0 }
}
