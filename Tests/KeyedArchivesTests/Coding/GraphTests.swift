// Tests of object graphs: identity, sharing, cycles, links by reference.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import Testing

private final class Parent: Codable {
  var name: String
  var kids: [Kid] = []
  init(_ name: String) { self.name = name }
}

private final class Kid: Codable {
  var name: String
  @Reference var parent: Parent?
  @WeakReference var patron: Parent?
  init(_ name: String) { self.name = name }
}

private final class Pair: Codable {
  var left: Kid
  var right: Kid
  init(_ left: Kid, _ right: Kid) {
    self.left = left
    self.right = right
  }
}

private final class Knot: Codable {
  var name = "knot"
  var other: Knot?
}

private final class Elder: Codable {
  var name: String
  var young: [Elder] = []
  init(_ name: String) { self.name = name }
}

private final class Chain: Codable {
  var number: Int
  @Reference var next: Chain?
  init(_ number: Int) { self.number = number }
}

private final class Item: KeyedCoding {
  var title: String
  var count: Int
  var owner: Owner?
  var transient = "not archived"

  init(_ title: String, _ count: Int) {
    self.title = title
    self.count = count
  }

  init(coder: UnarchivingCoder) throws {
    title = try coder.decode(String.self, forKey: "Title") ?? ""
    count = try coder.decodeInteger(forKey: "Count")
    try coder.link("Owner", to: \.owner, of: self)
  }

  func encode(with coder: ArchivingCoder) throws {
    try coder.encode(title, forKey: "Title")
    try coder.encode(count, forKey: "Count")
    coder.encodeLink(owner, forKey: "Owner")
  }
}

private final class Owner: KeyedCoding {
  var items: [Item]
  init(_ items: [Item]) { self.items = items }
  init(coder: UnarchivingCoder) throws {
    items = try coder.decode([Item].self, forKey: "Items") ?? []
  }
  func encode(with coder: ArchivingCoder) throws { try coder.encode(items, forKey: "Items") }
}

@Suite("Object graphs")
struct GraphTests {
  @Test("An instance with two uses stays one instance")
  func sharing() throws {
    let kid = Kid("k")
    let pair = try copy(Pair(kid, kid))
    #expect(pair.left === pair.right)
    let other = try copy(Pair(Kid("k"), Kid("k")))
    #expect(other.left !== other.right)
  }

  @Test("A cycle of references survives a round trip, from either end")
  func cycle() throws {
    let parent = Parent("p")
    parent.kids = [Kid("a"), Kid("b")]
    for kid in parent.kids { kid.parent = parent }
    let copied = try copy(parent)
    #expect(copied.kids.map(\.name) == ["a", "b"])
    #expect(copied.kids.allSatisfy { $0.parent === copied })
    let kid = try copy(parent.kids[1])
    #expect(kid.parent?.kids[1] === kid)
  }

  @Test("A conditional link is nil unless something else stores its target")
  func conditional() throws {
    let kid = Kid("k")
    let patron = Parent("patron")
    kid.patron = patron
    #expect(try copy(kid).patron == nil)
    struct Both: Codable {
      var kid: Kid
      var parent: Parent
    }
    let both = try copy(Both(kid: kid, parent: patron))
    #expect(both.kid.patron === both.parent)
  }

  @Test("A cycle of plain links is rejected when it is archived, with its path")
  func plainCycle() throws {
    let (first, second) = (Knot(), Knot())
    first.other = second
    second.other = first
    let error = #expect(throws: ArchiveError.self) { try KeyedArchiver.archivedData(root: first) }
    #expect(error?.code == .cycle)
    #expect(error?.message.contains(".other.other") == true)
    #expect(error?.path.description == "root")
    first.other = nil
  }

  @Test("A cycle that is long or passes through collections is described in a line, with its start")
  func longCycle() throws {
    let kid = Elder("Kim")
    kid.young = [Elder("Jo"), kid]
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchiver.archivedData(root: ["home": [kid]])
    }
    #expect(error?.message.hasSuffix("through .young[…]") == true)
    #expect(error?.path.description == "root.home[0]")
    kid.young = []
    let knots = (0..<1000).map { _ in Knot() }
    for (knot, next) in zip(knots, knots.dropFirst() + knots) { knot.other = next }
    let long = #expect(throws: ArchiveError.self) {
      try KeyedArchiver.archivedData(root: knots[0])
    }
    #expect(long?.message.hasSuffix("(1000 links)") == true)
    #expect(long?.suggestion == "make one of these links @Reference")
    for knot in knots { knot.other = nil }
  }

  @Test("A chain of a million references is archived, unarchived and released")
  func referenceChain() throws {
    var head = Chain(0)
    for number in 1..<200_000 {
      let next = Chain(number)
      next.next = head
      head = next
    }
    var node: Chain? = try copy(head)
    var length = 0
    while let current = node {
      length += 1
      node = current.next
    }
    #expect(length == 200_000)
  }

  @Test("A class with handwritten coding keeps keys, links and transient properties")
  func keyedCoding() throws {
    let owner = Owner([Item("a", 1), Item("b", 2)])
    for item in owner.items {
      item.owner = owner
      item.transient = "changed"
    }
    let copied = try copy(owner)
    #expect(copied.items.map(\.title) == ["a", "b"])
    #expect(copied.items.map(\.count) == [1, 2])
    #expect(copied.items.allSatisfy { $0.owner === copied && $0.transient == "not archived" })
  }

  @Test("Coders that would follow a cycle endlessly reject a reference")
  func otherCoders() {
    #expect(throws: EncodingError.self) { try PlistEncoder().encode(Chain(1)) }
  }
}

private protocol Figure {
  var area: Double { get }
}

private struct Square: Figure, Codable {
  var side: Double
  var area: Double { side * side }
}

private final class Disc: Figure, Codable {
  var radius: Double
  var area: Double { 3 * radius * radius }
  init(_ radius: Double) { self.radius = radius }
}

private final class Drawing: Codable {
  @Polymorphic var first: any Figure
  @Polymorphic var second: (any Figure)?
  @Polymorphic var all: [any Figure]
  init(_ first: any Figure, _ second: (any Figure)?, _ all: [any Figure]) {
    self.first = first
    self.second = second
    self.all = all
  }
}

private class Animal: Codable {
  var name = "?"
  init(_ name: String) { self.name = name }
}

private final class Cat: Animal {
  var lives = 9
}

private final class Dog: Animal {
  var tricks: [String] = []
  override init(_ name: String) { super.init(name) }
  private enum CodingKeys: String, CodingKey { case tricks }
  required init(from decoder: any Decoder) throws {
    tricks = try decoder.container(keyedBy: CodingKeys.self).decode([String].self, forKey: .tricks)
    try super.init(from: decoder)
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tricks, forKey: .tricks)
  }
}

@Suite("Types that only the archive determines")
struct PolymorphismTests {
  private let registry = ClassRegistry([Square.self, Disc.self, Dog.self])

  @Test("Values of a protocol type keep their types, and instances their identity")
  func protocols() throws {
    let disc = Disc(2)
    let drawing = Drawing(disc, nil, [Square(side: 3), disc])
    let data = try KeyedArchiver.archivedData(root: drawing)
    let copied = try KeyedUnarchiver.unarchivedObject(
      of: Drawing.self, from: data, registry: registry)
    #expect(copied.all.map(\.area) == [9, 12])
    #expect(copied.second == nil)
    #expect(copied.first as? Disc === copied.all[1] as? Disc)
  }

  @Test("A class that is not registered is not instantiated")
  func unregistered() throws {
    let data = try KeyedArchiver.archivedData(root: Drawing(Disc(2), nil, []))
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver.unarchivedObject(of: Drawing.self, from: data)
    }
    #expect(error?.code == .unexpectedClass)
    #expect(error?.path.description == "root.first")
  }

  @Test("A registered subclass is decoded where the superclass is requested")
  func subclasses() throws {
    let dog = Dog("Rex")
    dog.tricks = ["sit"]
    let animals: [Animal] = [Animal("a"), dog]
    let data = try KeyedArchiver.archivedData(root: animals)
    let copied = try KeyedUnarchiver.unarchivedObject(
      of: [Animal].self, from: data, registry: registry)
    #expect(copied.map(\.name) == ["a", "Rex"])
    #expect((copied[1] as? Dog)?.tricks == ["sit"])
    #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver.unarchivedObject(of: [Animal].self, from: data)
    }
  }

  @Test("A subclass that archives none of its own properties is rejected, never truncated")
  func lostProperties() {
    let error = #expect(throws: ArchiveError.self) {
      try KeyedArchiver.archivedData(root: [Cat("Tom") as Animal])
    }
    #expect(error?.code == .lostProperties)
    #expect(error?.message.contains("lives") == true)
  }

  @Test("A deep copy has new instances with the same links")
  func copying() throws {
    let dog = Dog("Rex")
    dog.tricks = ["sit"]
    let animals: [Animal] = [dog, dog]
    let copied = try KeyedArchiver.copy(of: animals)
    #expect(copied[0] === copied[1])
    #expect(copied[0] !== dog)
    #expect((copied[0] as? Dog)?.tricks == ["sit"])
  }
}

/// A node of a random graph: every kind of link that a class can have.
private class RandomNode: Codable {
  var number: Int
  var plain: RandomNode?
  var list: [RandomNode?] = []
  var map: [String: RandomNode] = [:]
  @Reference var link: RandomNode?
  @WeakReference var weakLink: RandomNode?
  @Polymorphic var any: (any RandomFigure)?

  init(_ number: Int) { self.number = number }
}

private protocol RandomFigure {}

private final class RandomLeaf: RandomFigure, Codable {
  var text: String
  var node: RandomNode?
  init(_ text: String) { self.text = text }
}

private final class RandomSubnode: RandomNode {
  var extra: Double

  init(_ number: Int, _ extra: Double) {
    self.extra = extra
    super.init(number)
  }

  private enum CodingKeys: String, CodingKey { case extra }

  required init(from decoder: any Decoder) throws {
    extra = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .extra)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(extra, forKey: .extra)
  }
}

/// Numbers that look random and are the same in each run.
private struct Numbers {
  var state: UInt64
  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}

/// A graph whose plain links lead from higher numbers to lower ones; references lead anywhere.
private func randomGraph(_ count: Int, seed: UInt64) -> [RandomNode] {
  var numbers = Numbers(state: seed)
  var nodes: [RandomNode] = []
  for number in 0..<count {
    let node =
      numbers.below(3) == 0 ? RandomSubnode(number, Double(number) / 4) : RandomNode(number)
    if number > 0 {
      if numbers.below(2) == 0 { node.plain = nodes[numbers.below(number)] }
      for _ in 0..<numbers.below(3) {
        node.list.append(numbers.below(4) == 0 ? nil : nodes[numbers.below(number)])
      }
      if numbers.below(4) == 0 { node.map["k\(numbers.below(9))"] = nodes[numbers.below(number)] }
      if numbers.below(5) == 0 {
        let leaf = RandomLeaf("leaf \(number)")
        leaf.node = numbers.below(2) == 0 ? nodes[numbers.below(number)] : nil
        node.any = leaf
      }
    }
    nodes.append(node)
  }
  for node in nodes {
    if numbers.below(2) == 0 { node.link = nodes[numbers.below(count)] }
    if numbers.below(3) == 0 { node.weakLink = nodes[numbers.below(count)] }
  }
  return nodes
}

/// Whether two graphs are isomorphic: each instance of one corresponds to exactly one of the other.
private func isIsomorphic(_ left: [RandomNode], _ right: [RandomNode]) -> Bool {
  var partners: [ObjectIdentifier: RandomNode] = [:]
  var isTaken: Set<ObjectIdentifier> = []
  var waiting: [(RandomNode, RandomNode)] = []
  func match(_ left: RandomNode?, _ right: RandomNode?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if let partner = partners[ObjectIdentifier(left)] { return partner === right }
    guard isTaken.insert(ObjectIdentifier(right)).inserted else { return false }
    partners[ObjectIdentifier(left)] = right
    waiting.append((left, right))
    return true
  }
  guard left.count == right.count, zip(left, right).allSatisfy({ match($0, $1) }) else {
    return false
  }
  while let (a, b) = waiting.popLast() {
    let leaves = (a.any as? RandomLeaf, b.any as? RandomLeaf)
    guard a.number == b.number, type(of: a) == type(of: b), a.list.count == b.list.count,
      (a as? RandomSubnode)?.extra == (b as? RandomSubnode)?.extra,
      a.map.keys.sorted() == b.map.keys.sorted(), leaves.0?.text == leaves.1?.text,
      match(leaves.0?.node, leaves.1?.node), match(a.plain, b.plain), match(a.link, b.link),
      match(a.weakLink, b.weakLink), zip(a.list, b.list).allSatisfy({ match($0, $1) }),
      a.map.keys.allSatisfy({ match(a.map[$0], b.map[$0]) })
    else { return false }
  }
  return true
}

@Suite("Random graphs")
struct RandomGraphTests {
  @Test(
    "A random graph survives a round trip, whichever object is archived first",
    arguments: [(1, 40), (10, 40), (100, 20), (1000, 4), (100_000, 1)])
  func isomorphic(count: Int, runs: Int) throws {
    let registry = ClassRegistry([RandomSubnode.self, RandomLeaf.self])
    for run in 0..<runs {
      var nodes = randomGraph(count, seed: UInt64(count * 1000 + run))
      if run % 2 == 1 { nodes.reverse() }
      let data = try KeyedArchiver.archivedData(root: nodes)
      let copied = try KeyedUnarchiver.unarchivedObject(
        of: [RandomNode].self, from: data, registry: registry)
      #expect(isIsomorphic(nodes, copied))
    }
  }

  @Test("The file of a random graph is that of its document", arguments: 0..<60)
  func sameFile(run: Int) throws {
    // Files with references and slots of one, two and four bytes.
    let count = [1, 5, 20, 60, 90, 400, 3_000, 20_000][run % 8]
    let nodes = randomGraph(count, seed: UInt64(run))
    var options = ArchivingOptions()
    options.layout = run % 3 == 0 ? .classic : .current
    let archivers = (KeyedArchiver(options: options), KeyedArchiver(options: options))
    for archiver in [archivers.0, archivers.1] {
      try archiver.encode(nodes, forKey: "root")
      try archiver.encode([Data(repeating: 1, count: 5_000), Data("a".utf8)], forKey: "data")
      try archiver.encode(["é", "", "😀", String(repeating: "x", count: 300)], forKey: "texts")
      try archiver.encode([UInt64.max, 1, 256, 65_536, 1 << 40], forKey: "numbers")
      try archiver.encode(true, forKey: "flag")
      try archiver.encode(-1.5, forKey: "real")
    }
    let file = try archivers.0.finishEncoding()
    #expect(try file == archivers.1.finishDocument().encoded(as: .binary))
  }
}
