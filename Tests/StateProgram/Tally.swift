// The state that `state-program` saves: a counter for each writer, and pages that must agree with
// their sum, which reveals a mixture of two states or a part of one.

/// The number of saves by each writer.
struct Tally: Codable, Sendable {
  private(set) var counters: [String: Int] = [:]
  private var pages = Tally.pages(0)

  private static func pages(_ total: Int) -> [String] {
    (1...200).map { "page \($0) of state \(total)" }
  }

  /// The number of saves by a writer.
  subscript(writer: String) -> Int { counters[writer, default: 0] }

  private var total: Int { counters.values.reduce(0, +) }

  /// Whether all of it is of the same save.
  var isWhole: Bool { pages == Self.pages(total) }

  /// Counts one more save, and returns the new count.
  mutating func count(_ writer: String) -> Int {
    counters[writer, default: 0] += 1
    pages = Self.pages(total)
    return self[writer]
  }

  /// Whether every writer has saved at least as often as in an earlier state.
  func follows(_ earlier: Tally) -> Bool {
    earlier.counters.allSatisfy { self[$0.key] >= $0.value }
  }
}
