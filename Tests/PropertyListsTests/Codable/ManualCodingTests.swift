// Tests of types with handwritten coding: nested and super containers, classes, coding paths, user
// information, repeated keys, and failures that are caught. Uses `expectAgreement`.

import Foundation
import PropertyLists
import Synchronization
import Testing

private struct Name: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Encodes itself with a closure.
private struct Manual: Encodable {
  var body: (any Encoder) throws -> Void

  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// Stores values in nested containers of every kind.
private struct Containers: Codable, Equatable {
  var a = 1
  var b = [2, 3]
  var c = "c"

  init() {}

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Name.self)
    a = try outer.nestedContainer(keyedBy: Name.self, forKey: Name("n"))
      .decode(Int.self, forKey: Name("a"))
    var list = try outer.nestedUnkeyedContainer(forKey: Name("l"))
    var inner = try list.nestedUnkeyedContainer()
    b = []
    while !inner.isAtEnd { b.append(try inner.decode(Int.self)) }
    c = try list.nestedContainer(keyedBy: Name.self).decode(String.self, forKey: Name("c"))
  }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Name.self)
    var nested = outer.nestedContainer(keyedBy: Name.self, forKey: Name("n"))
    var list = outer.nestedUnkeyedContainer(forKey: Name("l"))
    var inner = list.nestedUnkeyedContainer()
    for value in b { try inner.encode(value) }
    var last = list.nestedContainer(keyedBy: Name.self)
    try last.encode(c, forKey: Name("c"))
    try nested.encode(a, forKey: Name("a"))
  }
}

private class Base: Codable {
  var base = "base"

  init() {}
}

/// Uses a separate container for the base class.
private final class Apart: Base, Equatable {
  var own = 5

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    own = try container.decode(Int.self, forKey: Name("own"))
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(own, forKey: Name("own"))
    try super.encode(to: container.superEncoder())
  }

  static func == (left: Apart, right: Apart) -> Bool {
    left.own == right.own && left.base == right.base
  }
}

/// Encodes into the same container as the base class.
private final class Together: Base, Equatable {
  var own = 5

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    own = try decoder.container(keyedBy: Name.self).decode(Int.self, forKey: Name("own"))
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(own, forKey: Name("own"))
    try super.encode(to: encoder)
  }

  static func == (left: Together, right: Together) -> Bool {
    left.own == right.own && left.base == right.base
  }
}

/// Stores the base class and its own value as elements of one array.
private final class Listed: Base, Equatable {
  var own = 5

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    own = try container.decode(Int.self)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(own)
    try super.encode(to: container.superEncoder())
  }

  static func == (left: Listed, right: Listed) -> Bool {
    left.own == right.own && left.base == right.base
  }
}

@Suite("Handwritten coding")
struct ManualCodingTests {
  private func expectSameText(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping (any Encoder) throws -> Void
  ) throws {
    let theirs = String(decoding: try foundationData(Manual(body: body)), as: UTF8.self)
    #expect(try ownText(Manual(body: body)) == theirs, sourceLocation: sourceLocation)
  }

  @Test("Nested containers of every kind survive a round trip")
  func nested() throws {
    try expectAgreement(Containers())
    try expectAgreement([Containers(), Containers()])
    try expectAgreement(Box(Containers()))
  }

  @Test("Subclasses may use a separate container, the same one, or an array")
  func classes() throws {
    try expectAgreement(Apart())
    try expectAgreement(Together())
    try expectAgreement(Listed())
    try expectAgreement([Box(Apart())])
  }

  @Test("A super container may have its own key")
  func namedSuper() throws {
    try expectSameText { encoder in
      var container = encoder.container(keyedBy: Name.self)
      try Base().encode(to: container.superEncoder(forKey: Name("parent")))
      try 5.encode(to: container.superEncoder())
    }
  }

  @Test("The last value of a key that is encoded twice counts")
  func twice() throws {
    try expectSameText { encoder in
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(1, forKey: Name("a"))
      try container.encode(2, forKey: Name("b"))
      try container.encode("last", forKey: Name("a"))
    }
  }

  @Test("A container that is requested twice is the same one")
  func sameContainer() throws {
    try expectSameText { encoder in
      var one = encoder.container(keyedBy: Name.self)
      try one.encode(1, forKey: Name("a"))
      var other = encoder.container(keyedBy: Name.self)
      try other.encode(2, forKey: Name("b"))
      try one.encode(3, forKey: Name("c"))
    }
    try expectSameText { encoder in
      var one = encoder.unkeyedContainer()
      try one.encode(1)
      var other = encoder.unkeyedContainer()
      try other.encode(2)
    }
  }

  @Test("A nested container that is requested twice is the same one")
  func sameNestedContainer() throws {
    try expectSameText { encoder in
      var outer = encoder.container(keyedBy: Name.self)
      for name in ["a", "b", "c"] {
        var inner = outer.nestedContainer(keyedBy: Name.self, forKey: Name("inner"))
        try inner.encode(name, forKey: Name(name))
        var list = outer.nestedUnkeyedContainer(forKey: Name("list"))
        try list.encode(name)
      }
    }
  }

  @Test("Conditional encoding encodes")
  func conditional() throws {
    let base = Base()
    try expectSameText { encoder in
      var container = encoder.container(keyedBy: Name.self)
      try container.encodeConditional(base, forKey: Name("a"))
    }
    try expectSameText { encoder in
      var container = encoder.unkeyedContainer()
      try container.encodeConditional(base)
    }
  }

  @Test("A value that encodes nothing becomes an empty dictionary in a container")
  func nothing() throws {
    try expectSameText { encoder in
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(Manual { _ in }, forKey: Name("a"))
      try container.encode([Manual { _ in }], forKey: Name("b"))
      _ = container.nestedContainer(keyedBy: Name.self, forKey: Name("c"))
      _ = container.nestedUnkeyedContainer(forKey: Name("d"))
    }
  }

  @Test("A failed encoding that was caught leaves nothing")
  func caughtFailure() throws {
    struct Failure: Error {}
    let failing = Manual { encoder in
      var container = encoder.container(keyedBy: Name.self)
      try container.encode([1, 2], forKey: Name("half"))
      throw Failure()
    }
    try expectSameText { encoder in
      var container = encoder.unkeyedContainer()
      try? container.encode(failing)
      try container.encode("first")
      try? container.encode(failing)
      try? container.encode(failing)
      try container.encode(["second"])
      #expect(container.count == 2)
    }
    try expectSameText { encoder in
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(1, forKey: Name("kept"))
      try? container.encode(failing, forKey: Name("gone"))
      try? container.encode(failing, forKey: Name("kept"))
    }
    try expectSameText { encoder in
      var container = encoder.singleValueContainer()
      try? container.encode(failing)
      try container.encode(["a": 1])
    }
  }

  @Test("Coding paths equal Foundation's while encoding")
  func encodingPaths() throws {
    let paths = Paths()
    let leaf = Manual { encoder in
      paths.note(encoder.codingPath)
      var container = encoder.container(keyedBy: Name.self)
      paths.note(container.codingPath)
      var nested = container.nestedUnkeyedContainer(forKey: Name("list"))
      paths.note(nested.codingPath)
      try nested.encode(1)
      paths.note(nested.nestedContainer(keyedBy: Name.self).codingPath)
    }
    _ = try foundationData(["a": [leaf, leaf]])
    let theirs = paths.take()
    _ = try PlistEncoder().encode(["a": [leaf, leaf]])
    #expect(paths.take() == theirs)
    #expect(theirs.count == 8)
  }

  @Test("Coding paths equal Foundation's while decoding")
  func decodingPaths() throws {
    let data = try PlistEncoder().encode(["a": [["list": [[1], [2]]]]])
    Probe.paths.withLock { $0 = [] }
    _ = try PropertyListDecoder().decode([String: [Probe]].self, from: data)
    let theirs = Probe.paths.withLock { paths in
      defer { paths = [] }
      return paths
    }
    _ = try PlistDecoder().decode([String: [Probe]].self, from: data)
    #expect(Probe.paths.withLock { $0 } == theirs)
    #expect(theirs.count == 5)
  }

  @Test("User information reaches every type")
  func userInfo() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "key"))
    let value = Manual { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(encoder.userInfo[key] as? String ?? "none")
    }
    let encoder = PlistEncoder(userInfo: [key: "given"])
    #expect(try Plist(encoder.encode(["a": [value]])) == ["a": ["given"]])
  }
}

/// Collects coding paths.
private final class Paths {
  private var noted: [[String]] = []

  func note(_ path: [any CodingKey]) { noted.append(path.map(\.stringValue)) }

  func take() -> [[String]] {
    defer { noted = [] }
    return noted
  }
}

/// Records its coding paths while it is decoded.
private struct Probe: Decodable {
  static let paths = Mutex<[[String]]>([])

  private static func note(_ path: [any CodingKey]) {
    paths.withLock { $0.append(path.map(\.stringValue)) }
  }

  init(from decoder: any Decoder) throws {
    Self.note(decoder.codingPath)
    let container = try decoder.container(keyedBy: Name.self)
    Self.note(container.codingPath)
    var list = try container.nestedUnkeyedContainer(forKey: Name("list"))
    Self.note(list.codingPath)
    Self.note(try list.nestedUnkeyedContainer().codingPath)
    Self.note(try list.superDecoder().codingPath)
  }
}
