// Laws of the three-way merge, on random versions, and against a simple model: dictionaries, and
// lists of strings that occur once.

import OrderedCollections
import Testing

@testable import PropertyLists

@Suite struct MergeLawTests {
  @Test("No change of one side is lost in 10,000 merges", arguments: 0..<8)
  func losesNothing(part: Int) throws {
    var problems: [String] = []
    for seed in 0..<1250 where problems.isEmpty {
      var versions = RandomVersions(seed: UInt64(part * 1250 + seed), hasOnlyUniqueStrings: true)
      let (base, ours, theirs) = versions.next()
      let merge = try Self.merge(base, ours, theirs)
      var model = MergeModel(conflicts: Set(merge.conflicts.map(\.path)))
      model.check(base, ours, theirs, merge.value)
      problems += model.problems.map { "seed \(seed): \($0)\n\(base)\n\(ours)\n\(theirs)" }
    }
    #expect(problems == [])
  }

  @Test("Merges of arbitrary values obey the laws of merging", arguments: 0..<8)
  func laws(part: Int) throws {
    for seed in 0..<250 {
      var versions = RandomVersions(
        seed: UInt64(1_000_000 + part * 250 + seed), hasOnlyUniqueStrings: false)
      let (base, ours, theirs) = versions.next()
      let merge = try Self.merge(base, ours, theirs)
      var applied = ours
      try applied.apply(merge.edits)
      try #require(applied == merge.value, "the edits lead to the merged value")
      try #require(
        try Self.merge(base, base, theirs).value == theirs, "their changes alone give theirs")
      try #require(
        try Self.merge(base, ours, base).edits == [], "our changes alone need no edits")
      try #require(
        try Self.merge(base, ours, ours).edits == [], "the same changes are made once")
      let mirrored = try Self.merge(base, theirs, ours)
      try #require(merge.conflicts.isEmpty == mirrored.conflicts.isEmpty)
      if merge.conflicts.isEmpty {
        try #require(
          OrderlessValue(merge.value) == OrderlessValue(mirrored.value),
          "the sides are equal, apart from the order of elements")
      }
      for side in MergeSide.allCases {
        var decided = merge.value
        try decided.apply(merge.resolutions(favoring: side))
      }
    }
  }

  static func merge(_ base: Plist, _ ours: Plist, _ theirs: Plist) throws -> PlistMerge {
    try PlistMerge(
      base: PlistDocument(base), ours: PlistDocument(ours), theirs: PlistDocument(theirs))
  }
}

/// A value that is equal to another if both differ only in the order of elements.
enum OrderlessValue: Hashable {
  case scalar(Plist)
  case list([OrderlessValue: Int])
  case pairs([String: OrderlessValue])

  init(_ value: Plist) {
    if let pairs = value.pairs {
      self = .pairs(
        Dictionary(pairs.map { ($0.key, OrderlessValue($0.value)) }, uniquingKeysWith: { $1 }))
    } else if let elements = value.elements {
      self = .list(elements.reduce(into: [:]) { $0[OrderlessValue($1), default: 0] += 1 })
    } else {
      self = .scalar(value)
    }
  }
}

/// The meaning of a merge, for dictionaries and lists of unique strings.
private struct MergeModel {
  let conflicts: Set<PlistPath>
  private(set) var problems: [String] = []

  init(conflicts: Set<PlistPath>) { self.conflicts = conflicts }

  /// Checks the merged value of three versions. Recursive, by their depth.
  mutating func check(
    _ base: Plist?, _ ours: Plist?, _ theirs: Plist?, _ merged: Plist?,
    path: PlistPath = PlistPath()
  ) {
    if ours == theirs {
      if merged != ours { problems.append("\(path): the same change is lost") }
    } else if let our = ours?.pairs, let their = theirs?.pairs {
      for key in Set(our.keys).union(their.keys).union(base?.pairs?.keys.elements ?? []) {
        check(base?[key], our[key], their[key], merged?[key], path: path.appending(.key(key)))
      }
    } else if let our = ours?.elements, let their = theirs?.elements, base?.pairs == nil {
      checkLists(base?.elements ?? [], our, their, merged?.elements ?? [], path: path)
    } else if base == ours {
      if merged != theirs { problems.append("\(path): their change is lost") }
    } else if base == theirs {
      if merged != ours { problems.append("\(path): our change is lost") }
    } else if !conflicts.contains(path) {
      problems.append("\(path): a conflict is not reported")
    }
  }

  private mutating func checkLists(
    _ base: [Plist], _ ours: [Plist], _ theirs: [Plist], _ merged: [Plist], path: PlistPath
  ) {
    if conflicts.contains(where: { $0 == path || $0.steps.dropLast() == path.steps[...] }) {
      return
    }
    let (old, our, their) = (Set(base), Set(ours), Set(theirs))
    if Set(merged).count != merged.count { problems.append("\(path): an element is repeated") }
    for element in old.union(our).union(their) {
      let isWanted =
        our.contains(element) == their.contains(element)
        ? our.contains(element) : !old.contains(element)
      if merged.contains(element) != isWanted {
        problems.append("\(path): \(element) is \(isWanted ? "lost" : "not removed")")
      }
    }
    if base == ours, merged != theirs { problems.append("\(path): their order is lost") }
    if base == theirs, merged != ours { problems.append("\(path): our order is lost") }
  }
}

/// Random versions of a property list: a base, and two that differ from it.
private struct RandomVersions {
  private var state: UInt64
  private let hasOnlyUniqueStrings: Bool

  init(seed: UInt64, hasOnlyUniqueStrings: Bool) {
    state = seed &* 0x2545_F491_4F6C_DD1D
    self.hasOnlyUniqueStrings = hasOnlyUniqueStrings
  }

  mutating func next() -> (Plist, Plist, Plist) {
    var base = value(depth: 4)
    if base.kind != .dictionary { base = .dictionary(["root": base]) }
    return (base, changed(base, depth: 4), changed(base, depth: 4))
  }

  private mutating func number(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ value >> 31) % UInt64(bound))
  }

  private mutating func scalar() -> Plist {
    switch number(below: 4) {
    case 0: .integer(PlistInteger(number(below: 4)))
    case 1: .bool(number(below: 2) == 0)
    default: .string("text \(number(below: 9))")
    }
  }

  private mutating func element() -> Plist { .string("element \(number(below: 12))") }

  /// A value with containers up to a depth. Recursive, by the depth.
  private mutating func value(depth: Int) -> Plist {
    switch number(below: depth > 0 ? 6 : 2) {
    case 0, 1: return scalar()
    case 2, 3:
      var pairs = OrderedDictionary<String, Plist>()
      for _ in 0..<number(below: 5) { pairs["key \(number(below: 8))"] = value(depth: depth - 1) }
      return .dictionary(pairs)
    default:
      var elements: [Plist] = []
      for _ in 0..<number(below: 7) {
        let element = hasOnlyUniqueStrings ? element() : value(depth: depth - 1)
        if !hasOnlyUniqueStrings || !elements.contains(element) { elements.append(element) }
      }
      return .array(elements)
    }
  }

  /// A value with a few changes. Recursive, by the depth.
  private mutating func changed(_ value: Plist, depth: Int) -> Plist {
    if var pairs = value.pairs {
      for _ in 0...number(below: 2) { change(&pairs, depth: depth) }
      return .dictionary(pairs)
    }
    if var elements = value.elements {
      for _ in 0...number(below: 3) { change(&elements, depth: depth) }
      return .array(elements)
    }
    return number(below: 3) == 0 ? self.value(depth: max(0, depth - 1)) : scalar()
  }

  private mutating func change(_ pairs: inout OrderedDictionary<String, Plist>, depth: Int) {
    let choice = number(below: 4)
    if choice == 0 {
      pairs["key \(number(below: 8))"] = value(depth: depth - 1)
      return
    }
    if pairs.isEmpty { return }
    let index = number(below: pairs.count)
    if choice == 1 {
      pairs.remove(at: index)
    } else {
      pairs.values[index] = changed(pairs.values[index], depth: depth - 1)
    }
  }

  private mutating func change(_ elements: inout [Plist], depth: Int) {
    let choice = number(below: 4)
    if choice == 0 {
      let new = hasOnlyUniqueStrings ? element() : value(depth: depth - 1)
      if hasOnlyUniqueStrings, elements.contains(new) { return }
      return elements.insert(new, at: number(below: elements.count + 1))
    }
    if elements.isEmpty { return }
    let index = number(below: elements.count)
    if choice == 3 {
      if !hasOnlyUniqueStrings { elements[index] = changed(elements[index], depth: depth - 1) }
      return
    }
    let removed = elements.remove(at: index)
    if choice == 2 { elements.insert(removed, at: number(below: elements.count + 1)) }
  }
}
