// The state that `state-program` saves: a counter for each writer, and pages that must agree with their
// sum, so that a mixture or a part of two states is seen to be one.

/// How often each writer has saved.
struct Tally: Codable, Sendable {
  private(set) var counters: [String: Int] = [:]
  private var pages = Tally.pages(0)

  private static func pages(_ total: Int) -> [String] {
    (1...200).map { "page \($0) of state \(total)" }
  }

  /// How often a writer has saved.
  subscript(writer: String) -> Int { counters[writer, default: 0] }

  private var total: Int { counters.values.reduce(0, +) }

  /// Whether all of it is of the same save.
  var isWhole: Bool { pages == Self.pages(total) }

  /// Counts one save more, and returns how many it are.
  mutating func count(_ writer: String) -> Int {
    counters[writer, default: 0] += 1
    pages = Self.pages(total)
    return self[writer]
  }

  /// Whether none of the writers has saved less often than in an earlier state.
  func follows(_ earlier: Tally) -> Bool {
    earlier.counters.allSatisfy { self[$0.key] >= $0.value }
  }
}
