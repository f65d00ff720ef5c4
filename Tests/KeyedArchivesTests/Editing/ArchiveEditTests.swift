// Tests of edits of archives: where values are stored, which slots change, and what is refused.

import Foundation
import KeyedArchives
import PropertyLists
import Testing

@Suite("Edits of archives")
struct ArchiveEditTests {
  /// A person whose name and city are shared with a friend, and a record for each class.
  private static let people = ArchiveText(
    object(
      8,
      field("name", ref(2)) + field("city", ref(3)) + field("friend", ref(4))
        + field("age", "<integer>30</integer>")
        + field("score", ref(6)) + field("born", ref(5)) + field("boss", ref(0))),
    text("Ann"), text("Oslo"),
    object(8, field("name", ref(7)) + field("city", ref(3)) + field("friend", ref(1))),
    object(9, field("NS.time", "<real>1.5</real>")), "<integer>7</integer>",
    object(10, field("NS.string", text("Bob"))), chain("Person", "NSObject"),
    chain("NSDate", "NSObject"), chain("NSMutableString", "NSString", "NSObject"))

  // MARK: Fields

  @Test("A string that only one field refers to is changed in its slot")
  func ownSlot() throws {
    let edited = try Self.people.edited(.set("root.name", "Eva"))
    #expect(edited.changes == ["2": "Eva"])
    #expect(edited.count == 11)
  }

  @Test("A string that others share stays, and the field gets a new slot")
  func sharedSlot() throws {
    let edited = try Self.people.edited(.set("root.city", "Rome"))
    #expect(edited.changes == ["1.city": .uid(11), "11": "Rome"])
    #expect(try edited.archive().json().contains(#""city":"Rome""#))
    #expect(try edited.archive().json().contains(#""city":"Oslo""#))
  }

  @Test("A number stays inline, or in a slot of its own")
  func numbers() throws {
    let edited = try Self.people.edited(.set("root.age", 31), .set("root.score", 8))
    #expect(edited.changes == ["1.age": 31, "6": 8])
    #expect(edited.count == 11)
  }

  @Test("A date and a mutable string keep their class")
  func keptClasses() throws {
    let date = Plist.date(Date(timeIntervalSinceReferenceDate: 2.5))
    let edited = try Self.people.edited(.set("root.born", date), .set("root.friend.name", "Bea"))
    #expect(edited.changes == ["5.NS.time": .real(2.5), "7.NS.string": "Bea"])
  }

  @Test("A shared object of a standard class is copied with the new value")
  func sharedObject() throws {
    let edited = try Self.people.edited(
      .retarget("root.name", to: 7), .set("root.name", "Cy"))
    #expect(edited.value("11.NS.string") == "Cy")
    #expect(edited.value("11.$class") == .uid(10))
    #expect(edited.value("7.NS.string") == "Bob")
  }

  @Test("A value of another kind replaces the object, with a class record if none exists")
  func otherKinds() throws {
    let date = Plist.date(Date(timeIntervalSinceReferenceDate: 9))
    let edited = try Self.people.edited(.set("root.name", date), .set("root.score", ["x": [1]]))
    #expect(edited.value("2.$class") == .uid(9))
    #expect(edited.value("2.NS.time") == .real(9))
    #expect(
      try edited.archive().json().contains(#""$class":"NSDictionary","$entries":[["x",{"$id""#))
    #expect(KeyedArchive.diagnose(try PlistDocument(edited.data)).isEmpty)
  }

  @Test("New fields are added: numbers inline, text as an object, null as a nil reference")
  func newFields() throws {
    let edited = try Self.people.edited(
      .set("root.height", .real(1.8)), .set("root.note", "n"), .set("root.pet", .null),
      .set("other", true))
    #expect(edited.value("1.height") == .real(1.8))
    #expect(edited.value("1.note") == .uid(11))
    #expect(edited.value("11") == "n")
    #expect(edited.value("1.pet") == .uid(0))
    #expect(try PlistDocument(edited.data).root["$top"]?["other"]?.boolValue == true)
  }

  @Test("The text $null becomes an object, so that it is not nil")
  func nullText() throws {
    let edited = try Self.people.edited(.set("root.name", "$null"))
    #expect(edited.value("2.NS.string") == "$null")
    #expect(
      try edited.archive().json().contains(
        ##""name":{"$id":2,"$class":"NSString","$string":"$null"}"##))
  }

  @Test("Inline text and data stay inline, and an inline container keeps its form")
  func inlineValues() throws {
    let archive = ArchiveText(
      object(
        2,
        field("t", text("a")) + field("d", "<data>AQ==</data>")
          + field("l", list(ref(3), number(1)))),
      record("A"), text("x"))
    let edited = try archive.edited(
      .set("root.t", "b"), .set("root.d", .data(Data([2]))), .set("root.l[1]", 5),
      .set("root.l[0]", "y"))
    #expect(
      edited.changes == ["1.t": "b", "1.d": .data(Data([2])), "1.l": [.uid(3), 5], "3": "y"])
  }

  @Test("An object is changed for everyone by its index")
  func objectIndex() throws {
    let edited = try Self.people.edited(.set("@3", "Rome"), .set("@4.age", 9))
    #expect(edited.changes == ["3": "Rome", "4.age": 9])
  }

  @Test("URLs and UUIDs take their text")
  func textObjects() throws {
    let archive = ArchiveText(
      object(4, field("NS.base", ref(0)) + field("NS.relative", ref(2))), text("http://a"),
      object(5, field("NS.uuidbytes", "<data>AAAAAAAAAAAAAAAAAAAAAA==</data>")), record("NSURL"),
      record("NSUUID"), top: field("url", ref(1)) + field("id", ref(3)))
    let id = "00000000-0000-0000-0000-0000000000FF"
    let edited = try archive.edited(.set("url", "http://b"), .set("id", .string(id)))
    #expect(edited.value("2") == "http://b")
    #expect(try edited.archive().json().contains(##""$uuid":"\##(id)""##))
  }

  // MARK: Collections

  @Test("Members are set, and pairs of a dictionary are set and added")
  func members() throws {
    let archive = Self.collections
    let edited = try archive.edited(
      .set("list[-1]", "z"), .set("map.a", 1), .set("map.n", .null), .set("list.$items[0]", 4))
    let json = try edited.archive().json()
    #expect(json.contains(##""$class":"NSArray","$items":[4,"z"]"##))
    #expect(json.contains(##""$entries":[["a",1],["n",{"$id":"##))
    #expect(json.contains(##""$class":"NSNull","$null":true}]]"##))
    // The set shares the members, so it has the old ones.
    #expect(json.contains(##""$class":"NSOrderedSet","$items":["x","y"]"##))
    #expect(KeyedArchive.diagnose(try PlistDocument(edited.data)).isEmpty)
  }

  @Test("Members, pairs, and members under numbered keys are removed")
  func removedMembers() throws {
    let edited = try Self.collections.edited(
      .remove("list[0]"), .remove("map.a"), .remove("bag[0]"))
    let json = try edited.archive().json()
    #expect(json.contains(##""$class":"NSArray","$items":["y"]"##))
    #expect(json.contains(##""$class":"NSDictionary","$entries":[]"##))
    #expect(json.contains(##""$class":"NSOrderedSet","$items":["y"]"##))
    #expect(KeyedArchive.diagnose(try PlistDocument(edited.data)).isEmpty)
  }

  @Test("A member of a counted set is removed with its count")
  func countedSet() throws {
    let counts = (0..<3).map {
      field("NS.object\($0)", ref($0 + 3)) + field("NS.count\($0)", number($0 + 1))
    }
    let archive = ArchiveText(
      object(2, field("NS.count", number(3)) + counts.joined()), record("NSCountedSet"), text("a"),
      text("b"), text("c"))
    let edited = try archive.edited(.remove("root[1]"))
    #expect(
      try edited.archive().json()
        == ##""root":{"$id":1,"$class":"NSCountedSet","$items":["a","c"],"$counts":[1,3]}"##)
  }

  private static let collections = ArchiveText(
    object(8, field("NS.objects", list(ref(3), ref(4)))),
    object(9, field("NS.keys", list(ref(5))) + field("NS.objects", list(ref(6)))), text("x"),
    text("y"), text("a"), text("b"),
    object(10, field("NS.object.0", ref(3)) + field("NS.object.1", ref(4))),
    chain("NSArray", "NSObject"), chain("NSDictionary", "NSObject"),
    chain("NSOrderedSet", "NSObject"),
    top: field("list", ref(1)) + field("map", ref(2)) + field("bag", ref(7)))

  // MARK: Removal

  @Test("A removed object is nil in fields and gone from collections; all slots keep their numbers")
  func removedObject() throws {
    let archive = ArchiveText(
      object(7, field("first", ref(3)) + field("all", ref(2))),
      object(8, field("NS.objects", list(ref(3), ref(4), ref(3)))),
      object(7, field("name", ref(5)) + field("self", ref(3))), object(7, field("next", ref(3))),
      text("gone"),
      object(9, field("NS.keys", list(ref(3), ref(4))) + field("NS.objects", list(ref(4), ref(3)))),
      chain("A", "NSObject"), chain("NSArray", "NSObject"), chain("NSDictionary", "NSObject"),
      top: field("root", ref(1)) + field("map", ref(6)))
    let edited = try archive.edited(.remove("@3"))
    #expect(
      try edited.archive().json()
        == ##""root":{"$id":1,"$class":"A","first":null,"all":{"$id":2,"$class":"NSArray","$items":[{"$id":4,"$class":"A","next":null}]}},"map":{"$id":6,"$class":"NSDictionary","$entries":[]}"##
    )
    // The name that only the object had is gone, too.
    #expect(edited.value("5") == "$null")
    #expect(edited.count == 10)
    #expect(KeyedArchive.diagnose(try PlistDocument(edited.data)).isEmpty)
  }

  @Test("A removed field leaves nothing that only it referred to, not even the class record")
  func removedField() throws {
    let edited = try Self.people.edited(.remove("root.born"), .remove("root.friend"))
    #expect(edited.changes.keys.sorted() == ["1.born", "1.friend", "10", "4", "5", "7", "9"])
    #expect(["4", "5", "7", "9", "10"].allSatisfy { edited.value($0) == "$null" })
    #expect(KeyedArchive.diagnose(try PlistDocument(edited.data)).isEmpty)
  }

  // MARK: References and classes

  @Test("A reference is retargeted, and nothing else changes")
  func retargeted() throws {
    let edited = try Self.people.edited(.retarget("root.boss", to: 4), .retarget("@4.city", to: 0))
    #expect(edited.changes == ["1.boss": .uid(4), "4.city": .uid(0)])
  }

  @Test("A class is renamed in its records and in the superclasses of other classes")
  func renamed() throws {
    let archive = ArchiveText(
      object(3), object(4), chain("Base", "NSObject"), chain("Sub", "Base", "NSObject"),
      top: field("a", ref(1)) + field("b", ref(2)))
    let edited = try archive.edited(.renameClass("Base", to: "M.Base"))
    #expect(edited.value("3") == ["$classname": "M.Base", "$classes": ["M.Base", "NSObject"]])
    #expect(edited.value("4") == ["$classname": "Sub", "$classes": ["Sub", "M.Base", "NSObject"]])
  }

  // MARK: Errors

  /// Edits that are impossible, the codes of their errors, and the paths of the errors.
  static let refusals: [(edit: ArchiveEdit, code: String, path: String?)] = [
    (ArchiveEdit.set("root.missing.name", 1), "no-such-path", "root.missing"),
    (.set("root.boss.name", 1), "no-such-path", "root.boss"),
    (.set("@99", 1), "no-such-path", "@99"), (.set("@8.x", 1), "invalid-edit", nil),
    (.remove("root.missing"), "no-such-path", "root.missing"),
    (.remove("root.name.x"), "no-such-path", "root.name"),
    (.remove("@0"), "invalid-edit", "@0"), (.remove("@8"), "invalid-edit", "@8"),
    (.set("@2", .null), "invalid-edit", "@2"),
    (.set("root.$class", 1), "invalid-edit", "root.$class"),
    (.set("root.name", .uid(3)), "invalid-edit", "root.name"),
    (.retarget("root.boss", to: 99), "reference-out-of-range", "root.boss"),
    (.retarget("root.boss", to: 8), "invalid-edit", "root.boss"),
    (.retarget("root.age", to: 1), "invalid-edit", "root.age"),
    (.retarget("@4", to: 1), "invalid-edit", "@4"),
    (.renameClass("Ghost", to: "X"), "no-such-class", ""),
    (.renameClass("Person", to: "NSMutableString"), "class-exists", ""),
    (.renameClass("Person", to: ""), "invalid-edit", ""),
  ]

  @Test("Edits that are impossible are refused with their path", arguments: refusals)
  func refused(edit: ArchiveEdit, code: String, path: String?) throws {
    let error = try #require(throws: ArchiveError.self) { try Self.people.edited(edit) }
    #expect(error.code.rawValue == code)
    if let path { #expect("\(error.path)" == path) }
  }

  @Test("An index beyond the members, and a nil member, are refused")
  func refusedMembers() throws {
    for (edit, code) in [
      (ArchiveEdit.set("list[2]", 1), ArchiveError.Code.noSuchPath),
      (.remove("list[-3]"), .noSuchPath), (.retarget("list[0]", to: 0), .invalidEdit),
      (.remove("map.zzz"), .noSuchPath),
    ] {
      let error = try #require(throws: ArchiveError.self) { try Self.collections.edited(edit) }
      #expect(error.code == code, "\(edit)")
    }
  }

  @Test("If one of several edits fails, the error names its path")
  func several() throws {
    let error = try #require(throws: ArchiveError.self) {
      try Self.people.edited(.set("root.name", "a"), .remove("root.nothing"))
    }
    #expect("\(error.path)" == "root.nothing")
  }

  @Test("Without edits, the archive is the same, and the inverse of edits restores it")
  func inverse() throws {
    let document = try PlistDocument(Self.people.bytes)
    let edited = try KeyedArchive(document).applying([.set("root.name", "Eva")])
    let back = try PlistDocument(edited.data).applying([edited.inverse])
    #expect(Array(back.data) == Self.people.bytes)
    #expect(Array(try KeyedArchive(document).applying([]).data) == Self.people.bytes)
  }

  @Test(
    "An object that is a member 50,000 times is removed in linear time")
  func repeatedMember() throws {
    var archive = ArchiveText(
      object(4, field("NS.objects", list(String(repeating: ref(2), count: 50_000) + ref(3)))),
      text("gone"), text("kept"), chain("NSArray", "NSObject"))
    archive.top = field("root", ref(1))
    let edited = try archive.edited(.remove("@2"))
    #expect(
      try edited.archive().json() == ##""root":{"$id":1,"$class":"NSArray","$items":["kept"]}"##)
  }

  @Test("An edit takes linear time in a collection of 100,000 members")
  func large() throws {
    let count = 100_000
    let members = (0..<count).map { Plist.uid(PlistUID(UInt32($0 + 3))) }
    let objects: [Plist] =
      ["$null", ["NS.objects": .array(members), "$class": .uid(2)], ["$classname": "NSArray"]]
      + (0..<count).map { .integer(PlistInteger($0)) }
    let plist: Plist = [
      "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(1)],
      "$objects": .array(objects),
    ]
    let archive = try KeyedArchive(PlistDocument(PlistDocument(plist).encoded(as: .binary)))
    let edits = (0..<100).map {
      ArchiveEdit.set(PlistPath([.key("root"), .index($0 * 7)]), .integer(PlistInteger(-$0 - 1)))
    }
    let edited = try KeyedArchive(PlistDocument(archive.applying(edits).data))
    #expect(edited.objects.count == archive.objects.count)
    #expect(edited.objects[3 + 99 * 7].node.integerValue == -100)
  }
}
