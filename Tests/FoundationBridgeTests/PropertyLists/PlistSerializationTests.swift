// Tests of the calls of PropertyListSerialization, the mutability options, and trees of objects in
// both directions.
import DurableFiles
import FoundationBridge
import PropertyLists
import TestSupport
import Testing

private let text = """
  <plist version="1.0"><dict><key>name</key><string>James</string><key>kids</key><array>
  <string>Nicolas</string><dict><key>d</key><data>AQI=</data></dict></array><key>age</key>
  <integer>40</integer><key>ok</key><true/><key>r</key><real>1</real>
  <key>t</key><date>2001-01-01T00:00:10Z</date></dict></plist>
  """

@Suite("Property lists as Foundation's objects")
struct PlistSerializationTests {
  private let data = Data(text.utf8)

  private func read(_ options: PropertyListSerialization.MutabilityOptions) throws -> NSDictionary {
    try #require(
      PlistSerialization.propertyList(from: data, options: options, format: nil) as? NSDictionary)
  }

  @Test("The same calls as Foundation's give the same tree, and report the format")
  func sameCalls() throws {
    var ours = PropertyListSerialization.PropertyListFormat.openStep
    var theirs = PropertyListSerialization.PropertyListFormat.openStep
    let mine = try PlistSerialization.propertyList(from: data, options: [], format: &ours)
    let other = try unsafe PropertyListSerialization.propertyList(
      from: data, options: [], format: &theirs)
    #expect(ours == .xml)
    #expect(ours == theirs)
    #expect((mine as? NSDictionary)?.isEqual(other) == true)
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let written = try PlistSerialization.data(fromPropertyList: mine, format: format, options: 0)
      let again = try unsafe PropertyListSerialization.propertyList(from: written, format: &theirs)
      #expect(theirs == format)
      #expect((again as? NSDictionary)?.isEqual(mine) == true)
    }
    #expect(mine is [String: Any])
  }

  @Test("Casts to Swift types work, whatever the mutability")
  func swiftTypes() throws {
    for options in [
      PropertyListSerialization.MutabilityOptions(), .mutableContainers,
      .mutableContainersAndLeaves,
    ] {
      let dictionary = try #require(read(options) as? [String: Any])
      #expect(dictionary["name"] as? String == "James")
      #expect((dictionary["kids"] as? [Any])?.count == 2)
      #expect(dictionary["age"] as? Int == 40)
      #expect(dictionary["ok"] as? Bool == true)
      #expect(dictionary["t"] as? Date == Date(timeIntervalSinceReferenceDate: 10))
    }
  }

  @Test("Nothing in an immutable tree can be changed")
  func immutable() throws {
    let tree = try read([])
    #expect(!(tree is NSMutableDictionary))
    #expect(!(tree.plistObject(forKey: "kids") is NSMutableArray))
    #expect(!(tree.plistObject(forKey: "name") is NSMutableString))
  }

  @Test("With mutable containers, a nested change is written; strings cannot be changed")
  func mutableContainers() throws {
    let tree = try #require(read(.mutableContainers) as? NSMutableDictionary)
    let kids = try #require(tree.plistObject(forKey: "kids") as? NSMutableArray)
    #expect(!(tree.plistObject(forKey: "name") is NSMutableString))
    #expect(
      !((kids.plistObject(at: 1) as? NSDictionary)?.plistObject(forKey: "d") is NSMutableData))
    kids.add("Juliana")
    let plist = try Plist(foundationObject: tree)
    #expect(plist["kids"]?[2] == "Juliana")
  }

  @Test("With mutable leaves, a nested change of a string and of bytes is written")
  func mutableLeaves() throws {
    let tree = try #require(read(.mutableContainersAndLeaves) as? NSMutableDictionary)
    let name = try #require(tree.plistObject(forKey: "name") as? NSMutableString)
    name.append("!")
    let kids = try #require(tree.plistObject(forKey: "kids") as? NSMutableArray)
    let inner = try #require(kids.plistObject(at: 1) as? NSMutableDictionary)
    let bytes = try #require(inner.plistObject(forKey: "d") as? NSMutableData)
    bytes.append(Data([3]))
    let plist = try Plist(PlistSerialization.data(fromPropertyList: tree, format: .binary))
    #expect(plist["name"] == "James!")
    #expect(plist["kids"]?[1]?["d"] == .data(Data([1, 2, 3])))
  }

  @Test("Shared values of a binary file are shared in an immutable tree, separate in a mutable one")
  func sharing() throws {
    let inner = NSArray(array: ["x"])
    let binary = try PlistSerialization.data(
      fromPropertyList: NSArray(array: [inner, inner]), format: .binary)
    let fixed = try PlistSerialization.propertyList(from: binary) as? NSArray
    let loose =
      try PlistSerialization.propertyList(from: binary, options: .mutableContainers)
      as? NSArray
    #expect(loose?.plistObject(at: 0) !== loose?.plistObject(at: 1))
    #expect(fixed?.isEqual(loose) == true)
  }

  @Test("An error reports line, column and path")
  func errors() throws {
    let damaged = Data("<plist>\n<dict>\n<key>a</key><integer>x</integer></dict></plist>".utf8)
    let error = #expect(throws: PlistError.self) {
      try PlistSerialization.propertyList(from: damaged, format: nil)
    }
    #expect(error?.code == .invalidInteger)
    #expect(error?.position?.line == 3)
    let unfit = #expect(throws: PlistError.self) {
      try PlistSerialization.data(
        fromPropertyList: ["a": ["ok", URL(fileURLWithPath: "/") as Any]], format: .xml)
    }
    #expect(unfit?.code == .notRepresentable)
    #expect(unfit?.path == PlistPath([.key("a"), .index(1)]))
    let key = #expect(throws: PlistError.self) { try Plist(foundationObject: [1: "a"]) }
    #expect(key?.code == .keyNotString)
    #expect(!PlistSerialization.propertyList([NSNull()], isValidFor: .xml))
    #expect(PlistSerialization.propertyList(["a"], isValidFor: .openStep))
  }

  @Test("Keys that are not strings become the same objects as in Foundation")
  func otherKeys() throws {
    // {1: "a", "1": "b", date: "c", data: "d", false: "e"}
    let file = Data(
      BinaryFile.file([
        [0xD5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [0x10, 1], [0x51, 0x31],
        [0x33] + BinaryFile.number((10.0).bitPattern, 8), [0x42, 1, 2], [0x08],
        [0x51, 0x61], [0x51, 0x62], [0x51, 0x63], [0x51, 0x64], [0x51, 0x65],
      ]))
    let foundation = try unsafe PropertyListSerialization.propertyList(from: file, format: nil)
    let own = try PlistSerialization.propertyList(from: file)
    let pairs = try #require(own as? [AnyHashable: Any])
    #expect((foundation as? NSDictionary)?.isEqual(to: pairs) == true)
    #expect(pairs.count == 5)
    #expect(pairs[NSNumber(value: 1)] as? String == "a")
    #expect(pairs["1"] as? String == "b")
    // Neither writes what it has read.
    let error = #expect(throws: PlistError.self) {
      try PlistSerialization.data(fromPropertyList: own, format: .binary)
    }
    #expect(error?.code == .keyNotString)
    #expect(throws: (any Error).self) {
      try PropertyListSerialization.data(fromPropertyList: foundation, format: .binary, options: 0)
    }
  }

  @Test(
    "The integer 1 and the real 1, one key in Foundation, are rejected in one dictionary")
  func equalKeys() throws {
    let file = BinaryFile.file([
      [0xD2, 1, 2, 3, 3], [0x10, 1], [0x23] + BinaryFile.number((1.0).bitPattern, 8), [0x51, 0x61],
    ])
    let error = #expect(throws: PlistError.self) {
      try PlistSerialization.propertyList(from: Data(file))
    }
    #expect(error?.code == .equivalentKeys)
    #expect(error?.message == "two keys are equal objects in Foundation; one of them is 1.0 (real)")
  }

  @Test("true, 1 and 1.0 keep their kinds, from Swift's numbers and from Foundation's")
  func kinds() throws {
    let numbers = [NSNumber(value: true), NSNumber(value: 1), NSNumber(value: 1.0)]
    let list: [Any] = [true, 1, 1.0] + numbers
    let expected = Plist.array([true, 1, 1.0, true, 1, 1.0])
    #expect(try Plist(foundationObject: list) == expected)
    #expect(try Plist(foundationObject: NSArray(array: list)) == expected)
    #expect(try Plist(foundationObject: expected.foundationObject()) == expected)
    #expect(try Plist(foundationObject: UInt64.max) == .integer(PlistInteger(UInt64.max)))
  }

  @Test("A set survives; a set of arrays, which Foundation could not return, is rejected")
  func sets() throws {
    let set = Plist.set(["a", "b"])
    #expect((try set.foundationObject() as? Set<String>) == ["a", "b"])
    #expect(throws: PlistError.self) { try Plist.set([["a"]]).foundationObject() }
  }

  @Test("A dictionary in which one text is the key of two values is rejected by the writer")
  func keysEqualAsText() throws {
    let accents = dictionaryWithSpace()
    accents.setObject(1, forKey: NSString(string: "\u{E9}"))
    accents.setObject(2, forKey: NSString(string: "e\u{301}"))
    let changed = dictionaryWithSpace()
    let key = NSMutableString(string: "a")
    changed.setObject(1, forKey: key)
    changed.setObject(2, forKey: NSString(string: "b"))
    key.setString("b")
    // Apple's dictionaries copy their keys.
    for dictionary in [accents, changed] where dictionary.count == 2 && !isCopied(in: dictionary) {
      let error = #expect(throws: PlistError.self) {
        try PlistSerialization.data(fromPropertyList: NSArray(object: dictionary), format: .xml)
      }
      #expect(error?.code == .equivalentKeys && error?.path == PlistPath([.index(0)]))
      #expect(throws: (any Error).self) { try NSCodingArchiver.archivedData(root: dictionary) }
    }
  }

  /// An empty dictionary with capacity for keys. One that grows while it has equal keys with
  /// different hash values stops the process.
  private func dictionaryWithSpace() -> NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    for number in 0..<64 { dictionary.setObject(number, forKey: NSString(string: "\(number)")) }
    for number in 0..<64 { dictionary.removeObject(forKey: NSString(string: "\(number)")) }
    return dictionary
  }

  /// Whether a dictionary kept a key as it was when it was added.
  private func isCopied(in dictionary: NSDictionary) -> Bool {
    dictionary.allKeys.contains { $0 as? String == "a" }
  }

  @Test("Trees that are too deep or contain themselves are errors")
  func depth() throws {
    let root = NSMutableArray()
    root.add(root)
    #expect(throws: PlistError.self) { try Plist(foundationObject: root) }
    root.removeAllObjects()
    var deep = Plist.string("x")
    for _ in 0..<500 { deep = .array([deep]) }
    let tree = try deep.foundationObject()
    #expect(try Plist(foundationObject: tree) == deep)
  }

  @Test("A file is replaced and read again; an unsupported value leaves it unchanged")
  func files() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.file("a.plist")
    try PlistSerialization.write(["First", "Second", "Third"], toFile: path)
    let read = try PlistSerialization.propertyList(fromFile: path) as? [String]
    #expect(read == ["First", "Second", "Third"])
    #expect(throws: PlistError.self) { try PlistSerialization.write([NSNull()], toFile: path) }
    #expect(try PlistSerialization.propertyList(fromFile: path) as? [String] == read)
    #expect(throws: FileError.self) {
      try PlistSerialization.propertyList(fromFile: path + ".absent")
    }
    try NSCodingArchiver.archive(Foo("James", 40), toFile: path)
    let foo = try NSCodingUnarchiver.unarchivedObject(ofClasses: [Foo.self], fromFile: path)
    #expect((foo as? Foo)?.name == "James")
    withExtendedLifetime(scratch) {}
  }
}
