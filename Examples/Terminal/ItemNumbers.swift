// The numbers of items, as a person types them: one number, or several numbers and ranges.

/// Reads the number of an item, counted from 1, as lists show it.
package func itemIndex(
  _ text: String, of count: Int, _ noun: String
) throws(CommandError) -> Int {
  guard let number = Int(text), number >= 1, number <= count else {
    let range = count == 0 ? "there are none" : "the numbers are 1 to \(count)"
    throw CommandError("there is no \(noun) “\(text.prefix(40).description.shown)”; \(range)")
  }
  return number - 1
}

/// Reads numbers of items and ranges of numbers, such as `3 5-7`.
///
/// - Returns: The indices, ascending, each once.
package func itemIndices(
  _ text: String, of count: Int, _ noun: String
) throws(CommandError) -> [Int] {
  var indices: Set<Int> = []
  for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
    let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, !ends[0].isEmpty else {
      indices.insert(try itemIndex(String(word), of: count, noun))
      continue
    }
    let first = try itemIndex(String(ends[0]), of: count, noun)
    let last = try itemIndex(String(ends[1]), of: count, noun)
    if last < first {
      throw CommandError("expected a range such as 5-7, found “\(word)”")
    }
    indices.formUnion(first...last)
  }
  return indices.sorted()
}
