// Object graphs: identity, sharing, cycles, links by reference.
import FoundationEssentials
import KeyedArchives
import PropertyLists
import Testing

private func copy<T: Codable>(_ value: T) throws -> T {
  let data = try KeyedArchiver.archivedData(root: value)
  return try KeyedUnarchiver.unarchivedObject(of: T.self, from: data)
}

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
  @Test("an instance that is met twice comes back as one")
  func sharing() throws {
    let kid = Kid("k")
    let pair = try copy(Pair(kid, kid))
    #expect(pair.left === pair.right)
    let other = try copy(Pair(Kid("k"), Kid("k")))
    #expect(other.left !== other.right)
  }

  @Test("a cycle through references comes back, entered from either end")
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

  @Test("a conditional link is nil unless something else keeps its target")
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

  @Test("a cycle of plain links is refused when it is archived, with the way round it")
  func plainCycle() throws {
    let (first, second) = (Knot(), Knot())
    first.other = second
    second.other = first
    let error = #expect(throws: ArchiveError.self) { try KeyedArchiver.archivedData(root: first) }
    #expect(error?.code == .cycle)
    #expect(error?.message.contains(".other.other") == true)
    first.other = nil
  }

  @Test("a chain of references a million long is archived, made again and freed")
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

  @Test("a class that codes itself by hand keeps keys, links and what is transient")
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

  @Test("coders that would follow a cycle for ever refuse a reference")
  func otherCoders() {
    #expect(throws: EncodingError.self) { try PlistEncoder().encode(Chain(1)) }
  }
}
