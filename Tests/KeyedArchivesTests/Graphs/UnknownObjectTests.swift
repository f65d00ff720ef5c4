// Tests of objects of unknown classes: inspected, changed, in typed graphs, and in hostile
// archives.
import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

/// A class that keeps its unknown parts.
private final class Keeper: Codable {
  var title = "T"
  var parts: [UnknownObject] = []
  var extra: UnknownObject?
  @WeakReference var maybe: UnknownObject?
}

/// The classes of an older program.
private final class Widget: Codable {
  var size = 3
  var name = "w"
  var next: Widget?
  var tags = ["a", "b"]
}

private final class OldKeeper: Codable, Archivable {
  static var archivedClassName: String { "Keeper" }
  var title = "T"
  var parts: [Widget] = []
  var extra: Widget?
}

private final class Knot: Codable {
  var size = 1
  var name = ArchivedText("knot")
}

private final class Inner: Codable {
  var knot = Knot()
  var name = ArchivedText("n")
}

private final class OldHolder: Codable, Archivable {
  static var archivedClassName: String { "Holder" }
  var knot = Knot()
  var inner = Inner()
}

private final class NewHolder: Codable, Archivable {
  static var archivedClassName: String { "Holder" }
  var knot: Knot
  var inner: UnknownObject
}

@Suite("Objects of unknown classes")
struct UnknownObjectTests {
  private func sample() throws -> Data {
    let keeper = OldKeeper()
    let widget = Widget()
    widget.next = Widget()
    keeper.parts = [widget, widget.next ?? widget]
    keeper.extra = widget
    return try KeyedArchiver.archivedData(root: keeper)
  }

  @Test("Changing a field in the graph of an archive changes nothing else")
  func change() throws {
    let graph = try ObjectGraph(forReadingFrom: try sample())
    let root = try #require(graph.topObject("root")?.object)
    #expect(root.className == "Keeper")
    let widget = try #require(root.object("extra")?.object)
    #expect(widget.archivedClass.chain == ["Widget", "NSObject"])
    #expect(widget["size"]?.integer == 3)
    #expect(widget.text("name") == "w")
    let size = widget["size"]
    widget["size"] = GraphValue(.integer(12))
    let again = try graph.encoded()
    let old = try KeyedUnarchiver.unarchivedObject(of: OldKeeper.self, from: again)
    #expect(old.extra?.size == 12)
    #expect(old.extra === old.parts[0])
    #expect(old.parts[0].next === old.parts[1])
    #expect(old.parts[1].size == 3)
    widget["size"] = size
    #expect(try graph.encoded() == sample())
  }

  @Test("Objects and fields are added to a graph")
  func add() throws {
    let graph = try ObjectGraph(forReadingFrom: try sample())
    let root = try #require(graph.topObject("root")?.object)
    let name = graph.add(GraphValue(.text("new")))
    let widget = graph.add(
      ArchivedClass("Widget", "NSObject"),
      fields: [
        GraphValue.Field("size", value: GraphValue(.integer(8))),
        GraphValue.Field("name", value: GraphValue(.object(slot: name))),
        GraphValue.Field("tags", value: try #require(root.object("extra")?.object?["tags"])),
      ])
    root["extra"] = GraphValue(.object(slot: widget.slot))
    let old = try KeyedUnarchiver.unarchivedObject(of: OldKeeper.self, from: graph.encoded())
    #expect(old.extra?.name == "new" && old.extra?.size == 8 && old.extra?.tags == ["a", "b"])
    #expect(old.parts.count == 2)
  }

  @Test("Unknown objects in a typed graph keep class, fields and sharing")
  func typed() throws {
    let data = try sample()
    let keeper = try KeyedUnarchiver.unarchivedObject(of: Keeper.self, from: data)
    #expect(keeper.extra == keeper.parts[0])
    #expect(keeper.parts[0].object("next")?.object == keeper.parts[1])
    let again = try KeyedArchiver.archivedData(root: keeper)
    let old = try KeyedUnarchiver.unarchivedObject(of: OldKeeper.self, from: again)
    #expect(old.extra === old.parts[0])
    #expect(old.parts[0].next === old.parts[1])
    #expect(old.parts[0].tags == ["a", "b"])
    keeper.parts[1]["size"] = GraphValue(.integer(99))
    let changed = try KeyedUnarchiver.unarchivedObject(
      of: OldKeeper.self, from: KeyedArchiver.archivedData(root: keeper))
    #expect(changed.parts[1].size == 99)
  }

  @Test("An object that is both typed and reachable from an unknown object stays one object")
  func mixed() throws {
    var registry = ClassRegistry.standard
    registry.register(Knot.self)
    let knot = Knot()
    let holder = OldHolder()
    (holder.knot, holder.inner.knot, holder.inner.name) = (knot, knot, knot.name)
    let data = try KeyedArchiver.archivedData(root: holder)
    let read = try KeyedUnarchiver.unarchivedObject(of: NewHolder.self, from: data)
    read.knot.size = 77
    let again = try KeyedUnarchiver.unarchivedObject(
      of: OldHolder.self, from: KeyedArchiver.archivedData(root: read))
    #expect(again.knot === again.inner.knot)
    #expect(again.inner.knot.size == 77)
    #expect(again.knot.name === again.inner.name)
  }

  @Test("Collections that contain themselves are read, and archived again")
  func selfReference() throws {
    let plist = archivePlist([
      "$null",
      ["NS.objects": [uid(1), uid(3)], "$class": uid(2)],
      ["$classname": "NSMutableArray", "$classes": ["NSMutableArray", "NSArray", "NSObject"]],
      ["NS.objects": [uid(1)], "$class": uid(2)],
    ])
    let unarchiver = try KeyedUnarchiver(PlistDocument(plist))
    let root = try unarchiver.decode(AnyArchivedObject.self, forKey: "root")
    let again = try ObjectGraph(forReadingFrom: KeyedArchiver.archivedData(root: root))
    let array = try #require(again.topObject("root")?.object)
    let elements = try #require(array["NS.objects"]?.elements)
    #expect(elements.first?.slot == array.slot)
    let inner = try #require(again.object(elements[1])?.object)
    #expect(inner["NS.objects"]?.elements?.first?.slot == array.slot)
    #expect(again.count == 4)
  }

  @Test("Standard objects are copied deeply")
  func copy() throws {
    let text = ArchivedText("x")
    let array = ArchivedArray([.text(text), .text(text)], as: ArchivedArray.mutableClass)
    let copy = try array.deepCopy()
    guard case .text(let first) = copy.elements[0], case .text(let second) = copy.elements[1] else {
      throw UnexpectedShape()
    }
    #expect(first === second && first !== text && first.string == "x")
    #expect(copy.archivedClass == ArchivedArray.mutableClass)
  }

  @Test("An unknown object alone is archived again byte for byte")
  func alone() throws {
    let data = try sample()
    let root = try KeyedUnarchiver.unarchivedObject(of: UnknownObject.self, from: data)
    #expect(try KeyedArchiver.archivedData(root: root) == data)
  }

  @Test("A conditional link to an unknown object that nothing else stores is nil")
  func conditional() throws {
    let graph = try ObjectGraph(forReadingFrom: try sample())
    let keeper = Keeper()
    let held = graph.topObject("root")?.object?.object("extra")?.object
    keeper.maybe = held
    let data = try KeyedArchiver.archivedData(root: keeper)
    let read = try ObjectGraph(forReadingFrom: data)
    let value = try #require(read.topObject("root")?.object?["maybe"])
    guard case .conditionalNone = value.content else { throw UnexpectedShape() }
    #expect(value.isNil && read.object(value) == nil)
    #expect(try read.encoded() == data)
    keeper.extra = held
    let whole = try KeyedUnarchiver.unarchivedObject(
      of: Keeper.self, from: KeyedArchiver.archivedData(root: keeper))
    #expect(whole.maybe != nil && whole.maybe == whole.extra)
  }

  @Test("Cycles and a chain of a million objects are read, written and released")
  func long() throws {
    let count = 1_000_000
    let data = try PlistDocument(Self.cycle(count)).encoded(as: .binary)
    let graph = try ObjectGraph(forReadingFrom: data)
    #expect(graph.count == count + 2)
    let root = try #require(graph.topObject("root")?.object)
    #expect(root.object("next")?.object?.object("next")?.object?.slot == 3)
    let isSame = try graph.encoded() == data
    #expect(isSame)
  }

  @Test("A cycle of a hundred thousand unknown objects is copied between archives")
  func longCycle() throws {
    let count = 100_000
    let document = try PlistDocument(Self.cycle(count))
    let typed = try KeyedUnarchiver(document).decode(AnyArchivedObject.self, forKey: "root")
    let copy = try ObjectGraph(forReadingFrom: KeyedArchiver.archivedData(root: typed))
    #expect(copy.count == count + 2)
  }

  /// An archive of objects that are linked in a ring.
  private static func cycle(_ count: Int) -> Plist {
    var slots: [Plist] = ["$null"]
    for number in 1...count {
      let next = number == count ? 1 : number + 1
      slots.append([
        "next": uid(next), "$class": uid(count + 1),
      ])
    }
    slots.append(["$classname": "Link", "$classes": ["Link", "NSObject"]])
    return archivePlist(slots)
  }

  @Test("Input that is not an archive is an error, not a crash")
  func hostile() throws {
    let record: Plist = ["$classname": "A", "$classes": ["A"]]
    let cases: [([Plist], UInt32, ArchiveError.Code)] = [
      ([], 0, .referenceOutOfRange), (["$null"], 7, .referenceOutOfRange),
      (["$null", ["a": uid(9), "$class": uid(2)], record], 1, .referenceOutOfRange),
      (["$null", ["a": uid(1)]], 1, .missingClass), (["$null", record], 1, .missingClass),
      (["$null", ["$class": uid(1)]], 1, .invalidClassRecord),
      (["$null", ["$class": "A"]], 1, .invalidClassReference),
      (["$null", ["$class": uid(2)], ["$classname": 3]], 1, .invalidClassRecord),
      (["$null", ["$class": uid(2)], ["$classname": "A", "$classes": 1]], 1, .invalidClassRecord),
      (["$null", ["$class": uid(0)], record], 1, .invalidClassRecord),
      (["$null", uid(1), record], 1, .referenceToReference),
    ]
    for (slots, root, code) in cases {
      let document = try PlistDocument(archivePlist(slots, root: uid(root)))
      let error = #expect(throws: ArchiveError.self) { try ObjectGraph(document) }
      #expect(error?.code == code, "\(slots)")
    }
  }

  @Test("Long chains through objects of many classes are read, written and released")
  func mixedChain() throws {
    let classes = ["NSArray", "NSDictionary", "NSNotification", "NSOrderedSet", "NSSet"]
    let count = 30_000
    var slots: [Plist] = ["$null"]
    for number in 1...count {
      // Runs of one class, of different lengths, and then in alternation.
      let position = number < 2000 ? number / (40 + number % 7) : number
      let kind = position % classes.count
      let next = uid(number == count ? 0 : number + 1)
      let own = uid(count + 1 + kind)
      let key: Plist = uid(count + 1 + classes.count)
      switch classes[kind] {
      case "NSDictionary":
        slots.append(["NS.keys": [key], "NS.objects": [next], "$class": own])
      case "NSNotification": slots.append(["NS.name": key, "NS.object": next, "$class": own])
      case "NSOrderedSet": slots.append(["NS.object.0": next, "$class": own])
      default: slots.append(["NS.objects": [next], "$class": own])
      }
    }
    for name in classes {
      slots.append(["$classname": .string(name), "$classes": [.string(name), "NSObject"]])
    }
    slots.append("key")
    let document = try PlistDocument(archivePlist(slots))
    try onSmallStack {
      let root = try KeyedUnarchiver(document).decode(AnyArchivedObject.self, forKey: "root")
      let data = try KeyedArchiver.archivedData(root: root)
      if try ObjectGraph(forReadingFrom: data).count < 30_000 { throw UnexpectedShape() }
    }
  }

  @Test("Nested arrays are read up to the limit, and released on a small stack")
  func nested() throws {
    let count = 100_000
    var slots: [Plist] = ["$null"]
    for number in 1...count {
      let elements: Plist = number == count ? [] : [uid(number + 1)]
      slots.append(["NS.objects": elements, "$class": uid(count + 1)])
    }
    slots.append(["$classname": "NSArray", "$classes": ["NSArray", "NSObject"]])
    let document = try PlistDocument(archivePlist(slots))
    let root = try KeyedUnarchiver(document).decode(AnyArchivedObject.self, forKey: "root")
    var depth = 0
    var next = root.object(as: ArchivedArray.self)
    while let current = next {
      depth += 1
      next = current.elements.first?.object(as: ArchivedArray.self)
    }
    #expect(depth == count)
  }
}
