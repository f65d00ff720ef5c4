// Tests of objects without a bridge: rejected, or returned as unknown objects.
import FoundationBridge
import KeyedArchives
import PropertyLists
import Testing

/// An object of a program that stores one object of any class.
private final class Holder: NSObject, NSCoding {
  var held: Any?

  init(_ held: Any?) { self.held = held }
  func encode(with coder: NSCoder) { coder.encode(held, forKey: "held") }
  init?(coder: NSCoder) { held = coder.decodeObject(forKey: "held") }
}

/// A class that the reading program does not have.
private final class Stranger: Codable {
  var name = "Ada"
  var friend: Stranger?
}

/// A formatter as Foundation archives it.
private final class Formatter: Codable, Archivable {
  static var archivedClassName: String { "NSByteCountFormatter" }
  var units: Int? = 3
  enum CodingKeys: String, CodingKey { case units = "NSUnits" }
}

/// Archives with objects that have no bridge.
private enum Unmade {
  static func formatter() throws -> Data { try KeyedArchiver.archivedData(root: Formatter()) }

  /// One formatter twice in an array.
  static func formatterTwice() throws -> Data {
    let formatter = Formatter()
    return try KeyedArchiver.archivedData(root: [formatter, formatter])
  }

  static func layout(_ layout: some ObjectLayout) throws -> Data {
    try KeyedArchiver.archivedData(root: BridgedObject(layout))
  }

  /// A C integer in an NSValue.
  static func integer() throws -> Data {
    let value = BridgedObject(ArchivedClass("NSValue", "NSObject")) { sink in
      try sink.add(.text("i"), key: .number(0))
      try sink.addInline(.integer(3), key: .number(1))
    }
    return try KeyedArchiver.archivedData(root: value)
  }
}

@Suite("Objects without a bridge")
struct UnknownObjectTests {
  private func object(_ data: Data, _ classes: AnyClass...) throws -> Any? {
    try NSCodingUnarchiver.unarchivedObject(ofClasses: classes, from: data)
  }

  private func error(_ data: Data, _ classes: AnyClass...) -> ArchiveError? {
    #expect(throws: ArchiveError.self) {
      try NSCodingUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    }
  }

  @Test("A formatter is rejected as unsupported, whether or not it is allowed")
  func refusedAsUnmade() throws {
    for allowed in [ByteCountFormatter.self, NSString.self] as [AnyClass] {
      let error = try error(Unmade.formatter(), allowed)
      #expect(error?.code == .notRepresentable)
      #expect(
        error?.message == "the bridge cannot create “NSByteCountFormatter”;"
          + " allow UnknownObject to get its fields")
    }
  }

  @Test("A class that is archived under its Swift name is not asked to decode itself")
  func swiftName() throws {
    let text = """
      { "$version": 100000, "$top": {"root": {"CF$UID": 1}}, "$objects": ["$null",
      { "$class": {"CF$UID": 2} }, { "$classname": "NumberFormatter" }] }
      """
    let error = error(Data(text.utf8), NumberFormatter.self)
    #expect(error?.code == .notRepresentable)
    #expect(error?.message.hasPrefix("the bridge cannot create “NumberFormatter”") == true)
  }

  @Test("A formatter arrives as an unknown object where one is allowed")
  func arrivesAsUnknown() throws {
    let made = try object(Unmade.formatter(), NSString.self, UnknownObject.self)
    let unknown = try #require(made as? UnknownObject)
    #expect(unknown.className == "NSByteCountFormatter")
    #expect(unknown["NSUnits"]?.integer == 3)
  }

  @Test("An unknown object with two uses is one object")
  func identity() throws {
    let made = try object(Unmade.formatterTwice(), NSArray.self, UnknownObject.self)
    let unknown = try #require(made as? [UnknownObject])
    #expect(unknown.count == 2 && unknown.first === unknown.last)
  }

  @Test("An object of a class that the program does not have arrives with its fields")
  func stranger() throws {
    let stranger = Stranger()
    stranger.friend = Stranger()
    let data = try KeyedArchiver.archivedData(root: ["key": stranger])
    #expect(error(data, NSDictionary.self)?.code == .unexpectedClass)
    let made = try object(data, NSDictionary.self, UnknownObject.self)
    let unknown = try #require((made as? [String: Any])?["key"] as? UnknownObject)
    #expect(unknown.className == "Stranger")
    #expect(unknown.text("name") == "Ada")
    #expect(unknown.object("friend") != nil)
  }

  @Test("An unknown object is rejected where its class is expected")
  func refusedElsewhere() throws {
    let archiver = NSCodingArchiver()
    let foo = Foo("A", 1)
    try archiver.encode(foo, forKey: "a")
    try archiver.encode(foo, forKey: "b")
    let unarchiver = try NSCodingUnarchiver(forReadingFrom: archiver.finishEncoding())
    let unknown = try unarchiver.decodeObject(ofClasses: [UnknownObject.self], forKey: "a")
    #expect(unknown is UnknownObject)
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decodeObject(ofClasses: [Foo.self], forKey: "b")
    }
    #expect(error?.code == .unexpectedClass)
    #expect(error?.message.contains("the class “Foo”, which is not allowed here") == true)
  }

  @Test("Cyclic objects of an unknown class arrive")
  func cycle() throws {
    let text = """
      { "$version": 100000, "$top": {"root": {"CF$UID": 1}}, "$objects": ["$null",
      { "$class": {"CF$UID": 3}, "other": {"CF$UID": 2} },
      { "$class": {"CF$UID": 3}, "other": {"CF$UID": 1} }, { "$classname": "Twin" }] }
      """
    let made = try object(Data(text.utf8), UnknownObject.self)
    let twin = try #require(made as? UnknownObject)
    #expect(twin.object("other")?.object?.object("other")?.object == twin)
  }

  @Test("A class that decodes any object gets what its caller allowed")
  func insideProgramObject() throws {
    let data = try NSCodingArchiver.archivedData(root: Holder(Foo("A", 1)))
    let made = try object(data, Holder.self, UnknownObject.self)
    let unknown = try #require((made as? Holder)?.held as? UnknownObject)
    #expect(unknown.className == "Foo")
    let named = try object(data, Holder.self, Foo.self, UnknownObject.self)
    #expect((named as? Holder)?.held is Foo)
  }

  @Test("An unknown object at the end of a long chain arrives")
  func longChain() throws {
    var chain = Holder(Foo("A", 1))
    for _ in 0..<1000 { chain = Holder(chain) }
    let data = try NSCodingArchiver.archivedData(root: chain)
    var made = try object(data, Holder.self, UnknownObject.self)
    var length = 0
    while let holder = made as? Holder {
      made = holder.held
      holder.held = nil
      length += 1
    }
    #expect(length == 1001)
    #expect((made as? UnknownObject)?.text("name") == "A")
  }

  @Test("A damaged object of an allowed class is not returned as an unknown object")
  func damaged() throws {
    let text = """
      { "$version": 100000, "$top": {"root": {"CF$UID": 1}}, "$objects": ["$null",
      { "$class": {"CF$UID": 2}, "NS.objects": 5 }, { "$classname": "NSArray" }] }
      """
    #expect(error(Data(text.utf8), NSArray.self, UnknownObject.self)?.code == .invalidMembers)
  }

  @Test("A value of a C type in an NSValue is rejected as that, or is an unknown object")
  func typedValue() throws {
    let data = try Unmade.integer()
    let error = error(data, NSValue.self)
    #expect(error?.code == .notRepresentable)
    #expect(error?.message == "values of the C type “i” are not supported")
    #expect(try object(data, NSValue.self, UnknownObject.self) is UnknownObject)
  }

  @Test("Invalid objects of Foundation's classes are unknown objects where one is allowed")
  func unfitContents() throws {
    let archives = [
      try Unmade.layout(StructureLayout.range(location: .max, length: 2)),
      try Unmade.layout(
        CalendarLayout(
          identifier: "none", locale: nil, timeZone: nil, firstWeekday: nil, minimumDays: nil)),
      try Unmade.layout(TimeZoneLayout(name: "Nowhere/Nothing")),
      try KeyedArchiver.archivedData(root: [Date(timeIntervalSinceReferenceDate: .nan)]),
    ]
    let classes: [AnyClass] = [
      NSValue.self, NSCalendar.self, NSTimeZone.self, NSArray.self, NSDate.self,
    ]
    for data in archives {
      #expect(throws: ArchiveError.self) {
        try NSCodingUnarchiver.unarchivedObject(ofClasses: classes, from: data)
      }
      let made = try NSCodingUnarchiver.unarchivedObject(
        ofClasses: classes + [UnknownObject.self], from: data)
      #expect(made is UnknownObject || (made as? [Any])?.first is UnknownObject)
    }
  }

  @Test("Edge insets in an NSValue survive, in the layout of Apple's archives")
  func edgeInsets() throws {
    let insets = NSEdgeInsets(top: 1, left: 2.5, bottom: -3, right: 4)
    let data = try NSCodingArchiver.archivedData(root: NSValue(edgeInsets: insets))
    let layout = try Unmade.layout(
      StructureLayout.edgeInsets(top: 1, left: 2.5, bottom: -3, right: 4))
    #expect(data == layout)
    let made = try #require(try object(data, NSValue.self) as? NSValue)
    #expect(made == NSValue(edgeInsets: insets))
  }
}
