// Containers and sessions are used again. Nothing of an earlier value may remain in a later one, and
// a decoder or container that a type keeps must stay usable.

import Foundation
import OrderedCollections
import PropertyLists
import Testing

/// A type that keeps its container and its decoder, and reads them when it is asked.
private struct Keeper: Decodable {
  private let container: KeyedDecodingContainer<Keys>
  private let decoder: any Decoder

  private enum Keys: CodingKey { case number, text }

  init(from decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Keys.self)
    self.decoder = decoder
  }

  var number: Int { get throws { try container.decode(Int.self, forKey: .number) } }
  var text: String? {
    get throws {
      try decoder.container(keyedBy: Keys.self).decodeIfPresent(String.self, forKey: .text)
    }
  }
}

/// A type that contains itself, with the same keys at each level.
private struct Tree: Codable, Equatable {
  var name: String
  var weight: Int?
  var children: [Tree]

  static func make(depth: Int, seed: Int) -> Tree {
    Tree(
      name: "tree \(seed)", weight: seed % 3 == 0 ? nil : seed,
      children: depth == 0
        ? [] : (0..<(seed % 3 + 1)).map { make(depth: depth - 1, seed: seed * 3 + $0 + 1) })
  }
}

/// Trees after some texts.
private struct Forest: Decodable {
  var texts: [String]
  var trees: [Tree]
}

/// A type that decodes and encodes a document inside its data while it is coded itself.
private struct Envelope: Codable, Equatable {
  var before: Int
  var letter: Letter
  var after: Int

  struct Letter: Codable, Equatable {
    var before: Int
    var after: Int

    init(before: Int, after: Int) { (self.before, self.after) = (before, after) }

    private enum CodingKeys: CodingKey { case before, after, inner }
    private struct Inner: Codable {
      var after: Int
      var before: Int
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let data = try container.decode(Data.self, forKey: .inner)
      let inner = try PlistDecoder().decode(Inner.self, from: data)
      before = try container.decode(Int.self, forKey: .before)
      after = try container.decode(Int.self, forKey: .after)
      guard inner.before == before, inner.after == after else {
        throw DecodingError.dataCorruptedError(
          forKey: .inner, in: container, debugDescription: "the inner values differ")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(before, forKey: .before)
      let inner = try PlistEncoder(outputFormat: .binary).encode(
        Inner(after: after, before: before))
      try container.encode(inner, forKey: .inner)
      try container.encode(after, forKey: .after)
    }
  }
}

/// Keeps encoders and containers beyond the call that they belong to.
private final class EncoderKeeper: Encodable {
  enum Keys: CodingKey { case value, late }
  var container: KeyedEncodingContainer<Keys>?
  var encoder: (any Encoder)?

  func encode(to encoder: any Encoder) throws {
    self.encoder = encoder
    container = encoder.container(keyedBy: Keys.self)
    try container?.encode(1, forKey: .value)
  }
}

/// What the types of a call keep after it.
private final class Kept: @unchecked Sendable {
  enum Keys: CodingKey { case number }

  static let key = CodingUserInfoKey(rawValue: "kept")

  var containers: [KeyedDecodingContainer<Keys>] = []
  var encoders: [KeyedEncodingContainer<Keys>] = []
}

/// Of two values, keeps the container of the first until the second has one, and then only that.
private struct SecondKeeper: Codable {
  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kept.Keys.self)
    guard let key = Kept.key, let kept = decoder.userInfo[key] as? Kept else { return }
    kept.containers.append(container)
    if kept.containers.count == 2 { kept.containers.removeFirst() }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kept.Keys.self)
    try container.encode(7, forKey: .number)
    guard let key = Kept.key, let kept = encoder.userInfo[key] as? Kept else { return }
    kept.encoders.append(container)
    if kept.encoders.count == 2 { kept.encoders.removeFirst() }
  }
}

/// Uses a container that another type kept, while it is encoded itself.
private struct LateUser: Encodable {
  let kept: Kept

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kept.Keys.self)
    for index in kept.encoders.indices {
      #expect(throws: EncodingError.self) {
        try kept.encoders[index].encode(99, forKey: .number)
      }
    }
    try container.encode(1, forKey: .number)
  }
}

/// An object whose release can be observed.
private final class Token: Sendable {}

@Suite("Coding one value after another")
struct ContainerReuseTests {
  @Test("a container that was created while another one was kept reads its own dictionary later")
  func containerAfterKeptOne() throws {
    let kept = Kept()
    _ = try PlistDecoder(userInfo: [#require(Kept.key): kept]).decode(
      [SecondKeeper].self, from: [["number": 1], ["number": 2]] as Plist)
    for number in 10..<13 {
      let other: Plist = [["number": .integer(PlistInteger(number))], ["number": 5], "text"]
      _ = try? PlistDecoder().decode([SecondKeeper].self, from: other)
    }
    #expect(try kept.containers.map { try $0.decode(Int.self, forKey: .number) } == [2])
  }

  @Test("a container that was created while another one was kept changes no later value")
  func encodingContainerAfterKeptOne() throws {
    let kept = Kept()
    _ = try PlistEncoder(userInfo: [#require(Kept.key): kept]).encode([
      SecondKeeper(), SecondKeeper(),
    ])
    #expect(kept.encoders.count == 1)
    let expected = try PlistEncoder().encode(["number": 1])
    #expect(try PlistEncoder().encode(LateUser(kept: kept)) == expected)
  }

  @Test("what a kept container refers to is released soon after the container")
  func releaseOfKeptContainers() throws {
    let tokenKey = try #require(CodingUserInfoKey(rawValue: "token"))
    var tokens: [() -> Token?] = []
    var keepers: [[Keeper]] = []
    for number in 0..<5 {
      let token = Token()
      tokens.append { [weak token] in token }
      keepers.append(
        try PlistDecoder(userInfo: [tokenKey: token]).decode(
          [Keeper].self, from: [["number": .integer(PlistInteger(number))]] as Plist))
    }
    #expect(tokens.allSatisfy { $0() != nil })
    #expect(try keepers.map { try $0.map { try $0.number } } == [[0], [1], [2], [3], [4]])
    keepers = []
    // Each call looks at two ended sessions; other tests that run at the same time may have some.
    for _ in 0..<1000 where tokens.contains(where: { $0() != nil }) {
      _ = try PlistDecoder().decode([Int].self, from: [1] as Plist)
    }
    #expect(tokens.allSatisfy { $0() == nil })
  }

  @Test("a container that a type keeps reads its own dictionary after other values were decoded")
  func keptDecodingContainers() throws {
    let plist = Plist.array(
      (0..<20).map { ["number": .integer(PlistInteger($0)), "text": .string("text \($0)")] })
    let kept = try PlistDecoder().decode([Keeper].self, from: plist)
    for _ in 0..<3 {
      let others = try PlistDecoder().decode([Keeper].self, from: [["number": 77]] as Plist)
      #expect(try others.map { try $0.number } == [77])
      #expect(try others.map { try $0.text } == [nil])
    }
    #expect(try kept.map { try $0.number } == Array(0..<20))
    #expect(try kept.map { try $0.text } == (0..<20).map { "text \($0)" })
  }

  @Test(
    "a type that contains itself is coded as often as wanted",
    arguments: [PlistFormat.xml, .binary])
  func recursion(_ format: PlistFormat) throws {
    let encoder = PlistEncoder(outputFormat: format)
    for seed in 1...30 {
      let tree = Tree.make(depth: 5, seed: seed)
      let data = try encoder.encode(tree)
      #expect(try PlistDecoder().decode(Tree.self, from: data) == tree)
      #expect(try PropertyListDecoder().decode(Tree.self, from: data) == tree)
    }
  }

  @Test("keys that are known from one dictionary are found in one with another order of keys")
  func otherOrder() throws {
    let orders = [
      ["name", "weight", "children"], ["children", "name", "weight"],
      ["weight", "name", "children"],
      ["other", "children", "name"], ["name", "children"],
    ]
    let plists = (0..<100).map { number -> Plist in
      var pairs: [(String, Plist)] = []
      for key in orders[number % orders.count] {
        switch key {
        case "name": pairs.append((key, .string("name \(number)")))
        case "children": pairs.append((key, .array([])))
        default: pairs.append((key, .integer(PlistInteger(number))))
        }
      }
      return .dictionary(.init(uniqueKeysWithValues: pairs))
    }
    let trees = try PlistDecoder().decode([Tree].self, from: .array(plists))
    #expect(trees.map(\.name) == (0..<100).map { "name \($0)" })
    #expect(trees.map(\.weight) == (0..<100).map { $0 % 5 < 3 ? $0 : nil })
  }

  @Test("keys that are known from one document are found in smaller and larger ones")
  func otherSizes() throws {
    for (number, count) in [200, 1, 300, 2, 100, 3, 400].enumerated() {
      // Other texts before the dictionaries give the keys other numbers.
      let texts = Plist.array((0..<number * 7).map { .string("text \($0)") })
      let names = (0..<count).map { "name \(number) \($0)" }
      let trees = Plist.array(names.map { ["children": [], "name": .string($0)] })
      let document: Plist = ["texts": texts, "trees": trees]
      for format in [PlistFormat.xml, .binary] {
        let data = try PlistEncoder(outputFormat: format).encode(document)
        let decoded = try PlistDecoder().decode(Forest.self, from: data)
        #expect(decoded.trees.map(\.name) == names)
      }
    }
  }

  @Test("a value whose type codes another document in between is coded correctly")
  func coderInCoder() throws {
    let envelopes = (0..<50).map {
      Envelope(before: $0, letter: .init(before: $0 + 1, after: $0 + 2), after: $0 + 3)
    }
    for format in [PlistFormat.xml, .binary] {
      let data = try PlistEncoder(outputFormat: format).encode(envelopes)
      #expect(try PlistDecoder().decode([Envelope].self, from: data) == envelopes)
    }
  }

  @Test("a call that failed leaves nothing to the next one")
  func failedCalls() throws {
    struct Failing: Encodable {
      var tree: Tree
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(tree)
        throw CocoaError(.coderInvalidValue)
      }
    }
    let tree = Tree.make(depth: 3, seed: 2)
    let expected = try PlistEncoder().encode(tree)
    for _ in 0..<5 {
      #expect(throws: CocoaError.self) { try PlistEncoder().encode(Failing(tree: tree)) }
      #expect(try PlistEncoder().encode(tree) == expected)
      #expect(throws: DecodingError.self) {
        try PlistDecoder().decode(
          Tree.self, from: ["name": "a", "children": [["name": 5]]] as Plist)
      }
      #expect(try PlistDecoder().decode(Tree.self, from: expected) == tree)
    }
  }

  @Test("an encoder or container that is used after its call changes no later value")
  func lateEncoding() throws {
    let keeper = EncoderKeeper()
    let first = try PlistEncoder().encode(keeper)
    let tree = Tree.make(depth: 2, seed: 1)
    let expected = try PlistEncoder().encode(tree)
    #expect(throws: EncodingError.self) { try keeper.container?.encode(2, forKey: .late) }
    var late = keeper.encoder?.container(keyedBy: EncoderKeeper.Keys.self)
    #expect(throws: EncodingError.self) { try late?.encode(2, forKey: .late) }
    #expect(try PlistEncoder().encode(tree) == expected)
    #expect(try PlistEncoder().encode(EncoderKeeper()) == first)
  }

  @Test("many threads code at the same time")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for seed in 1...24 {
        group.addTask {
          let tree = Tree.make(depth: 4, seed: seed)
          for _ in 0..<20 {
            let data = try PlistEncoder(outputFormat: seed % 2 == 0 ? .xml : .binary).encode(tree)
            guard try PlistDecoder().decode(Tree.self, from: data) == tree else { return false }
          }
          return true
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }
}
