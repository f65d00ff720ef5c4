// Tests of chains of objects of any length, through every kind of link, on a small stack.
import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

private final class Field: Codable {
  var next: Field?
}

private final class Elements: Codable {
  var kids: [Elements] = []
}

private final class Values: Codable {
  var kids: [String: Values] = [:]
}

private enum Payload: Codable {
  case more(Turn)
  case end
}

private struct Wrapped: Codable {
  var payload: Payload
}

private class Turn: Codable {
  var content: [String: Wrapped] = [:]
}

private final class SubTurn: Turn {
  var extra = 0

  override init() { super.init() }

  private enum CodingKeys: String, CodingKey { case extra }

  required init(from decoder: any Decoder) throws {
    extra = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .extra)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(extra, forKey: .extra)
  }
}

private final class Gaps: Codable {
  var kids: [Gaps?] = []
}

/// An object that is requested where the depth limit forbids it, and then where it does not.
private final class Leaf: Codable {
  var number = 7
}

private final class Inner: Codable {
  var leaf: Leaf?

  init(_ leaf: Leaf) { self.leaf = leaf }

  private enum CodingKeys: CodingKey { case leaf }

  init(from decoder: any Decoder) throws {
    leaf = try? decoder.container(keyedBy: CodingKeys.self).decode(Leaf.self, forKey: .leaf)
  }
}

private final class Outer: Codable {
  var inner: Inner
  var leaf: Leaf

  init(_ leaf: Leaf) { (inner, self.leaf) = (Inner(leaf), leaf) }
}

private protocol ChainPart: AnyObject {
  var following: (any ChainPart)? { get }
  func cut()
}

private final class OneLink: Codable, ChainPart {
  @Polymorphic var next: (any ChainPart)?
  init(_ next: (any ChainPart)?) { self.next = next }
  var following: (any ChainPart)? { next }
  func cut() { next = nil }
}

private final class ManyLinks: Codable, ChainPart {
  @Polymorphic var all: [any ChainPart]
  init(_ next: any ChainPart) { all = [OneLink(nil), next] }
  var following: (any ChainPart)? { all.last }
  func cut() { all = [] }
}

/// Takes a chain apart link by link, and returns its length.
private func dismantle(_ first: any ChainPart) -> Int {
  var (node, length) = (first, 1)
  while let next = node.following {
    node.cut()
    node = next
    length += 1
  }
  return length
}

@Suite("Long chains on a small stack")
struct DepthTests {
  @Test("An object that was too deep for one request is created for another one")
  func requestAfterDepthLimit() throws {
    let data = try KeyedArchiver.archivedData(root: Outer(Leaf()))
    var options = UnarchivingOptions()
    options.maximumDepth = 2
    let outer = try KeyedUnarchiver.unarchivedObject(of: Outer.self, from: data, options: options)
    #expect(outer.inner.leaf == nil)
    #expect(outer.leaf.number == 7)
  }

  /// For some shapes Swift itself releases a chain by recursion: these are taken apart link by
  /// link.
  @Test("A chain through a field survives a round trip")
  func fields() throws {
    try onSmallStack {
      var head = Field()
      for _ in 1..<50_000 {
        let next = Field()
        next.next = head
        head = next
      }
      var node: Field? = try copy(head)
      var length = 0
      while let current = node {
        length += 1
        node = current.next
        current.next = nil
      }
      #expect(length == 50_000)
      while let next = head.next {
        head.next = nil
        head = next
      }
    }
  }

  @Test("Chains are released object by object, where recursion would overflow the stack")
  func freeing() throws {
    try onSmallStack {
      var root: Elements? = Elements()
      for _ in 1..<50_000 {
        let next = Elements()
        next.kids = [root].compactMap(\.self)
        root = next
      }
      weak let watched = root
      try KeyedArchiver.free(&root)
      #expect(root == nil && watched == nil)
    }
  }

  @Test("A chain through arrays and dictionaries survives a round trip")
  func collections() throws {
    try onSmallStack {
      var head = Elements()
      var other = Values()
      for _ in 1..<20_000 {
        let next = Elements()
        next.kids = [head]
        head = next
        let value = Values()
        value.kids = ["only": other]
        other = value
      }
      var (node, value) = (try copy(head), try copy(other))
      var length = 0
      while let next = node.kids.first, let below = value.kids["only"] {
        length += 1
        (node.kids, value.kids) = ([], [:])
        (node, value) = (next, below)
      }
      #expect(length == 19_999)
      while let next = head.kids.first, let below = other.kids["only"] {
        (head.kids, other.kids) = ([], [:])
        (head, other) = (next, below)
      }
    }
  }

  @Test("A chain through enum payloads in structs in dictionaries, and subclasses, survives")
  func mixed() throws {
    try onSmallStack {
      var head: Turn = SubTurn()
      for index in 1..<20_000 {
        let next = index % 2 == 0 ? SubTurn() : Turn()
        next.content = ["key \(index % 5)": Wrapped(payload: .more(head))]
        head = next
      }
      var node = try copy(head, [SubTurn.self])
      var length = 1
      while case .more(let next)? = node.content.values.first?.payload {
        length += 1
        node.content = [:]
        node = next
      }
      #expect(length == 20_000)
      while case .more(let next)? = head.content.values.first?.payload {
        head.content = [:]
        head = next
      }
    }
  }

  @Test("A chain through arrays with gaps survives a round trip")
  func optionals() throws {
    try onSmallStack {
      var head = Gaps()
      for _ in 1..<20_000 {
        let next = Gaps()
        next.kids = [nil, head]
        head = next
      }
      var node = try copy(head)
      var length = 1
      while let next = node.kids.last ?? nil {
        length += 1
        node.kids = []
        node = next
      }
      #expect(length == 20_000)
      while let next = head.kids.last ?? nil {
        head.kids = []
        head = next
      }
    }
  }

  @Test("A chain through protocol types, alone and in arrays, survives a round trip")
  func polymorphism() throws {
    try onSmallStack {
      var head: any ChainPart = OneLink(nil)
      for index in 1..<20_000 { head = index % 2 == 0 ? OneLink(head) : ManyLinks(head) }
      let first = OneLink(head)
      let made = try copy(first, [OneLink.self, ManyLinks.self])
      #expect(dismantle(made) == 20_001)
      #expect(dismantle(first) == 20_001)
    }
  }
}
