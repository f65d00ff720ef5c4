// Tests of links between objects, long chains, and everything that must be an error instead of a
// crash.
import FoundationBridge
import KeyedArchives
import PropertyLists
import Testing

/// A node of a tree, whose parent link is conditional.
private final class TreeNode: NSObject, NSCoding {
  var name: String
  var children: [TreeNode] = []
  weak var parent: TreeNode?
  var resolves = false

  init(_ name: String, resolves: Bool = false) {
    self.name = name
    self.resolves = resolves
  }

  func add(_ child: TreeNode) {
    children.append(child)
    child.parent = self
  }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(resolves, forKey: "resolves")
    coder.encode(children, forKey: "children")
    coder.encodeConditionalObject(parent, forKey: "parent")
  }

  init?(coder: NSCoder) {
    name = coder.decodeObject(forKey: "name") as? String ?? ""
    resolves = coder.decodeBool(forKey: "resolves")
    super.init()
    children = coder.decodeObject(forKey: "children") as? [TreeNode] ?? []
    if resolves {
      coder.resolve("parent") { [weak self] in self?.parent = $0 as? TreeNode }
    } else {
      parent = coder.decodeObject(forKey: "parent") as? TreeNode
      for child in children { child.parent = self }
    }
  }
}

/// A link of a chain.
private final class Link: NSObject, NSCoding {
  var next: Link?
  var kids: [Link] = []

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(next, forKey: "next")
    coder.encode(kids, forKey: "kids")
  }

  init?(coder: NSCoder) {
    next = coder.decodeObject(of: Link.self, forKey: "next")
    kids = coder.decodeObject(of: [NSArray.self, Link.self], forKey: "kids") as? [Link] ?? []
  }
}

private final class OwnArray: NSArray {
  override var count: Int { 0 }
}

private final class NoCoding: NSObject {}

private struct Refusal: Error {}

/// Reports its own error.
private final class Failing: NSObject, NSCoding {
  override init() {}
  func encode(with coder: NSCoder) { coder.encode(1, forKey: "one") }
  init?(coder: NSCoder) {
    super.init()
    coder.failWithError(Refusal())
  }
}

/// Requests a string where a number is stored.
private final class WrongKind: NSObject, NSCoding {
  override init() {}
  func encode(with coder: NSCoder) { coder.encode("text", forKey: "value") }
  init?(coder: NSCoder) { _ = coder.decodeInteger(forKey: "value") }
}

@Suite("Links between NSCoding objects")
struct NSCodingGraphTests {
  private func tree(resolves: Bool) -> TreeNode {
    let root = TreeNode("root", resolves: resolves)
    root.add(TreeNode("a", resolves: resolves))
    root.add(TreeNode("b", resolves: resolves))
    return root
  }

  @Test("Parent links are resolved when all objects are complete, where the class requests that")
  func resolved() throws {
    let root = try roundTrip(tree(resolves: true))
    #expect(root.children.map(\.name) == ["a", "b"])
    #expect(root.children.allSatisfy { $0.parent === root })
    #expect(root.parent == nil)
  }

  @Test("A parent link that is requested too early is an error, or nil if the caller prefers")
  func unfinished() throws {
    let root = tree(resolves: false)
    let error = #expect(throws: ArchiveError.self) { try roundTrip(root) }
    #expect(error?.code == .cycle)
    var options = NSCodingOptions()
    options.unfinishedObjects = .areNil
    let made = try roundTrip(root, options: options)
    #expect(made.children.allSatisfy { $0.parent === made })
  }

  @Test("A deep tree with parent links survives completely, or is rejected")
  func deepTrees() throws {
    func tree(_ depth: Int, resolves: Bool) -> TreeNode {
      let root = TreeNode("0", resolves: resolves)
      var last = root
      for level in 1..<depth {
        last.add(TreeNode("\(level)", resolves: resolves))
        last = last.children[0]
      }
      return root
    }
    func depth(_ root: TreeNode) -> Int {
      var (depth, last) = (1, root)
      while let child = last.children.first, child.parent === last {
        depth += 1
        last = child
      }
      return depth
    }
    #expect(try depth(roundTrip(tree(500, resolves: true))) == 500)
    var options = NSCodingOptions()
    options.unfinishedObjects = .areNil
    #expect(try depth(roundTrip(tree(100, resolves: false), options: options)) == 100)
    let error = #expect(throws: ArchiveError.self) {
      try roundTrip(tree(500, resolves: false), options: options)
    }
    #expect(error?.code == .depthLimit)
  }

  @Test("A conditional link is nil when nothing else archives its target")
  func conditional() throws {
    let root = tree(resolves: true)
    let data = try NSCodingArchiver.archivedData(root: root.children[0])
    #expect(try PlistDocument(data).root["$objects"]?.children.count ?? 0 < 9)
    let made =
      try NSCodingUnarchiver.unarchivedObject(
        ofClasses: [TreeNode.self, NSArray.self], from: data) as? TreeNode
    #expect(made?.name == "a")
    #expect(made?.parent == nil)
  }

  @Test("Cyclic objects without a conditional link are not archived")
  func strongCycle() throws {
    let (first, second) = (Link(), Link())
    first.next = second
    second.next = first
    let error = #expect(throws: ArchiveError.self) {
      try NSCodingArchiver.archivedData(root: first)
    }
    #expect(error?.code == .cycle)
    #expect(error?.suggestion?.contains("encodeConditionalObject") == true)
    second.next = nil
    let list = NSMutableArray()
    list.add(list)
    #expect(throws: ArchiveError.self) { try NSCodingArchiver.archivedData(root: list) }
    list.removeAllObjects()
  }

  @Test("A chain of 3,000 objects survives; one of 100,000 is archived, and rejected when read")
  func chains() throws {
    #expect(try length(of: roundTrip(chain(3000))) == 3000)
    let data = try NSCodingArchiver.archivedData(root: chain(100_000))
    let error = #expect(throws: ArchiveError.self) {
      try NSCodingUnarchiver.unarchivedObject(ofClass: Link.self, from: data)
    }
    #expect(error?.code == .depthLimit)
  }

  @Test("A tree that is 3,000 arrays of objects deep survives a round trip")
  func deepTree() throws {
    let root = Link()
    var last = root
    for _ in 0..<1500 {
      last.kids = [Link()]
      last = last.kids[0]
    }
    var made = try roundTrip(root)
    var depth = 0
    while let kid = made.kids.first {
      made.kids = []
      made = kid
      depth += 1
    }
    #expect(depth == 1500)
  }

  @Test("Nested arrays are archived at any depth, and read up to the depth limit")
  func deepArrays() throws {
    func nested(_ depth: Int) -> NSMutableArray {
      let root = NSMutableArray()
      var last = root
      for _ in 1..<depth {
        let next = NSMutableArray()
        last.add(next)
        last = next
      }
      return root
    }
    _ = try roundTrip(nested(250))
    let data = try NSCodingArchiver.archivedData(root: nested(2000))
    let error = #expect(throws: ArchiveError.self) {
      try NSCodingUnarchiver.unarchivedObject(ofClasses: [NSMutableArray.self], from: data)
    }
    #expect(error?.code == .depthLimit)
  }

  private func chain(_ count: Int) -> Link {
    var first = Link()
    for _ in 1..<count {
      let link = Link()
      link.next = first
      first = link
    }
    return first
  }

  private func length(of chain: Link) -> Int {
    var (count, link) = (0, Optional(chain))
    while let current = link {
      count += 1
      link = current.next
      current.next = nil
    }
    return count
  }
}

@Suite("Rejected NSCoding objects")
struct NSCodingRefusalTests {
  private func code(_ body: () throws -> Void) -> ArchiveError.Code? {
    #expect(throws: ArchiveError.self, performing: body)?.code
  }

  @Test("Subclasses of Foundation's classes are rejected before their coding is called")
  func subclasses() throws {
    #expect(
      code { _ = try NSCodingArchiver.archivedData(root: OwnArray()) } == .notRepresentable)
    var names = ArchivedClassNames()
    names.setClass(OwnArray.self, forClassName: "Foo")
    let data = try NSCodingArchiver.archivedData(root: Foo("A", 1))
    let read = code {
      _ = try NSCodingUnarchiver.unarchivedObject(
        ofClasses: [OwnArray.self], from: data, classNames: names)
    }
    #expect(read == .notRepresentable)
  }

  @Test("Objects that do not conform to NSCoding, and native Swift values, are rejected")
  func noCoding() {
    #expect(code { _ = try NSCodingArchiver.archivedData(root: NoCoding()) } == .notRepresentable)
    #expect(code { _ = try NSCodingArchiver.archivedData(root: Refusal()) } == .notRepresentable)
  }

  @Test("A class that the caller has not allowed is not instantiated")
  func unknownClass() throws {
    let data = try NSCodingArchiver.archivedData(root: [Foo("A", 1)])
    let error = code {
      _ = try NSCodingUnarchiver.unarchivedObject(
        ofClasses: [NSArray.self, Bar.self], from: data)
    }
    #expect(error == .unexpectedClass)
    #expect(
      code { _ = try NSCodingUnarchiver.unarchivedObject(ofClass: Foo.self, from: data) }
        == .unexpectedClass)
  }

  @Test("A decoded object is rejected where its class is not expected")
  func unexpectedUse() throws {
    let archiver = NSCodingArchiver()
    let foo = Foo("A", 1)
    try archiver.encode(foo, forKey: "a")
    try archiver.encode(foo, forKey: "b")
    let unarchiver = try NSCodingUnarchiver(forReadingFrom: archiver.finishEncoding())
    _ = try unarchiver.decodeObject(ofClasses: [Foo.self], forKey: "a")
    #expect(
      code { _ = try unarchiver.decodeObject(ofClasses: [Bar.self], forKey: "b") }
        == .unexpectedClass)
  }

  @Test("The error for a value of the wrong kind gives its path")
  func wrongKind() throws {
    let data = try NSCodingArchiver.archivedData(root: WrongKind())
    let error = #expect(throws: ArchiveError.self) {
      try NSCodingUnarchiver.unarchivedObject(ofClass: WrongKind.self, from: data)
    }
    #expect(error?.code == .typeMismatch)
    #expect(error?.path.description.contains("value") == true)
  }

  @Test("A dictionary with an array as a key, which Foundation could not return, is rejected")
  func collectionAsKey() throws {
    let objects = [
      #"{ "$class": {"CF$UID": 2}, "NS.keys": [{"CF$UID": 3}], "NS.objects": [{"CF$UID": 3}] }"#,
      #"{ "$classname": "NSDictionary" }, { "$class": {"CF$UID": 4}, "NS.objects": [] }"#,
      #"{ "$classname": "NSArray" }"#,
    ].joined(separator: ", ")
    let text =
      #"{ "$version": 100000, "$top": {"root": {"CF$UID": 1}}, "$objects": ["$null", "#
      + objects + "] }"
    let error = code {
      _ = try NSCodingUnarchiver.unarchivedObject(
        ofClasses: [NSDictionary.self, NSArray.self], from: Data(text.utf8))
    }
    #expect(error == .notRepresentable)
  }

  @Test("A date that is not a number is rejected")
  func noDate() throws {
    let date = Date(timeIntervalSinceReferenceDate: .nan)
    let data = try NSCodingArchiver.archivedData(root: date)
    let error = code {
      _ = try NSCodingUnarchiver.unarchivedObject(ofClasses: [NSDate.self], from: data)
    }
    #expect(error == .outOfRange)
  }

  @Test("The error that a class reports is thrown")
  func ownError() throws {
    let data = try NSCodingArchiver.archivedData(root: [Failing()])
    #expect(throws: Refusal.self) {
      try NSCodingUnarchiver.unarchivedObject(
        ofClasses: [NSArray.self, Failing.self], from: data)
    }
  }

  @Test("A damaged archive is an error, whichever byte is damaged")
  func damaged() throws {
    let model = DataModel([FaveVO("Here", 1.5, -2), FaveVO("There", 0.1, 3)], current: 1)
    let list: [Any] = [
      model, NSCountedSet(array: ["q"]), IndexSet([1, 5]), NSMutableString("x"), Decimal(1), UUID(),
    ]
    let data = try NSCodingArchiver.archivedData(root: list)
    let classes: [AnyClass] = [NSArray.self, DataModel.self, FaveVO.self, NSCountedSet.self]
    var readable = 0
    for index in data.indices {
      for change in [UInt8(1), 0x10, 0xFF] {
        var damaged = data
        damaged[index] ^= change
        if (try? NSCodingUnarchiver.unarchivedObject(ofClasses: classes, from: damaged)) != nil {
          readable += 1
        }
      }
    }
    #expect(readable < data.count * 3)
  }

  @Test("Handmade archives with absent members, cycles and huge counts are errors")
  func hostile() throws {
    let bodies = [
      #"{ "$class": {"CF$UID": 2}, "NS.objects": [{"CF$UID": 1}] }, { "$classname": "NSArray" }"#,
      #"{ "$class": {"CF$UID": 2}, "NS.objects": [{"CF$UID": 9}] }, { "$classname": "NSArray" }"#,
      #"{ "$class": {"CF$UID": 2}, "NS.objects": [{"CF$UID": 0}] }, { "$classname": "NSArray" }"#,
      #"{ "$class": {"CF$UID": 2}, "NS.objects": 5 }, { "$classname": "NSArray" }"#,
      #"{ "$class": {"CF$UID": 2}, "NS.keys": [], "NS.objects": [{"CF$UID": 0}] }, { "$classname": "NSDictionary" }"#,
      #"{ "$class": {"CF$UID": 2}, "NS.count": 9223372036854775807 }, { "$classname": "NSCountedSet" }"#,
      #"{ "$class": {"CF$UID": 2}, "NSRangeCount": 1, "NSLocation": 9223372036854775807, "NSLength": 9 }, { "$classname": "NSIndexSet" }"#,
      #"{ "$class": {"CF$UID": 2}, "NS.string": 7 }, { "$classname": "NSMutableString" }"#,
      #"{ "$class": {"CF$UID": 2}, "NS.name": {"CF$UID": 1} }, { "$classname": "NSTimeZone" }"#,
      #"{ "$class": {"CF$UID": 2}, "NSString": "ab", "NSAttributes": {"CF$UID": 0} }, { "$classname": "NoSuchClass" }"#,
      #"{ "$class": {"CF$UID": 7} }, { "$classname": "NSArray" }"#,
    ]
    for body in bodies {
      let text =
        #"{ "$version": 100000, "$top": {"root": {"CF$UID": 1}}, "$objects": ["$null", "# + body
        + "] }"
      #expect(throws: ArchiveError.self, "\(body)") {
        try NSCodingUnarchiver.unarchivedObject(
          ofClasses: [
            NSArray.self, NSDictionary.self, NSCountedSet.self, NSIndexSet.self, NSString.self,
            NSTimeZone.self,
          ], from: Data(text.utf8))
      }
    }
    #expect(throws: (any Error).self) { try NSCodingUnarchiver(forReadingFrom: Data("{}".utf8)) }
    #expect(throws: (any Error).self) { try NSCodingUnarchiver(forReadingFrom: Data()) }
  }
}
