// Tests of Apple's archives through the standard classes, compared object by object.
import Foundation
import KeyedArchives
import PropertyLists
import TestSupport
import Testing

@Suite("Apple's archives through the standard classes")
struct TypedCorpusTests {
  /// Archives that cannot be decoded into standard objects, or have other fields afterward, and the
  /// reasons.
  static let exceptions: [String: String] = [
    "archives/jonathanpenn+AutomationExample/UIAutomationTemplate.tracetemplate":
      "its values at the top have no keys",
    "valid/archives/old-array.bplist": "each member has a key, as older archivers wrote it",
    "valid/archives/old-dictionary.bplist": "each member has a key, as older archivers wrote it",
  ]

  @Test("A decoded archive that is archived again has the same objects")
  func sameObjects() throws {
    var different: [String: String] = [:]
    for file in Corpus.archives {
      do {
        let graph = try ObjectGraph(forReadingFrom: file.data)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: file.data)
        let archiver = KeyedArchiver()
        for field in graph.top {
          let value = try unarchiver.decode(AnyArchivedObject.self, forKey: field.name)
          try archiver.encode(value, forKey: field.name)
        }
        let again = try ObjectGraph(forReadingFrom: archiver.finishEncoding())
        var comparison = GraphComparison(graph, again)
        if let difference = comparison.difference() { different[file.name] = difference }
      } catch { different[file.name] = "\(error)" }
    }
    let expected = Self.exceptions.keys.sorted().filter {
      Corpus.hasSharedCollection || $0.hasPrefix("valid/")
    }
    #expect(different.keys.sorted() == expected, "\(different)")
  }
}

/// Compares the contents of two graphs below their tops, except slot numbers.
struct GraphComparison {
  private let left: ObjectGraph
  private let right: ObjectGraph
  private var pairs: [Int: Int] = [:]
  private var waiting: [(Int, Int)] = []

  init(_ left: ObjectGraph, _ right: ObjectGraph) {
    self.left = left
    self.right = right
  }

  /// The first difference.
  mutating func difference() -> String? {
    let top = left.top.filter { $0.value.slot != nil }
    for field in top {
      guard let other = right.top.first(where: { $0.name == field.name }) else { return field.name }
      if let found = compare(field.value, other.value) { return "\(field.name): \(found)" }
    }
    while let (one, two) = waiting.popLast() {
      if let found = compare(left[one], right[two]) { return "\(one), \(two): \(found)" }
    }
    return nil
  }

  private mutating func compare(_ one: ObjectGraph.Object?, _ two: ObjectGraph.Object?) -> String? {
    switch (one, two) {
    case (.plain(let one), .plain(let two)): return compare(one, two)
    case (.object(let one), .object(let two)):
      if one.archivedClass != two.archivedClass {
        return "\(one.archivedClass) \(two.archivedClass)"
      }
      return compare(GraphValue(.dictionary(one.fields)), GraphValue(.dictionary(two.fields)))
        .map { "\(one.className) \($0)" }
    case (nil, nil): return nil
    default: return "kinds"
    }
  }

  private mutating func compare(_ one: GraphValue, _ two: GraphValue) -> String? {
    if let slot = one.slot, let other = two.slot {
      if let known = pairs[slot] { return known == other ? nil : "sharing of \(slot)" }
      pairs[slot] = other
      waiting.append((slot, other))
      return nil
    }
    if let fields = one.fields, let others = two.fields { return compare(fields, others) }
    if let elements = one.elements, let others = two.elements {
      if elements.count != others.count { return "count" }
      for (element, other) in zip(elements, others) {
        if let found = compare(element, other) { return found }
      }
      return nil
    }
    return Self.isEqual(one, two) ? nil : "\(one.content) \(two.content)"
  }

  private mutating func compare(_ fields: [GraphValue.Field], _ others: [GraphValue.Field])
    -> String?
  {
    if Set(fields.map(\.name)) != Set(others.map(\.name)) {
      return "fields \(fields.map(\.name)) \(others.map(\.name))"
    }
    for field in fields {
      guard let other = others.first(where: { $0.name == field.name }) else { return field.name }
      if let found = compare(field.value, other.value) { return "\(field.name) \(found)" }
    }
    return nil
  }

  private static func isEqual(_ one: GraphValue, _ two: GraphValue) -> Bool {
    switch (one.content, two.content) {
    case (.none, .none), (.conditionalNone, .conditionalNone), (.null, .null): true
    case (.conditionalNone, .none): true
    case (.bool(let one), .bool(let two)): one == two
    case (.integer(let one), .integer(let two)): one == two
    case (.real(let one), .real(let two)): one.bitPattern == two.bitPattern
    case (.single(let one), .single(let two)): one.bitPattern == two.bitPattern
    case (.text(let one), .text(let two)): one == two
    case (.data(let one), .data(let two)): one == two
    case (.date(let one), .date(let two)): one == two
    default: false
    }
  }
}
