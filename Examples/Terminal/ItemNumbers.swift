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
private func itemIndices(
  _ text: String, of count: Int, _ noun: String
) throws(CommandError) -> [Int] {
  var indices: Set<Int> = []
  for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init) {
    guard let dash = word.lastIndex(of: "-"), dash > word.startIndex else {
      indices.insert(try itemIndex(word, of: count, noun))
      continue
    }
    guard let first = Int(word[..<dash]), let last = Int(word[dash...].dropFirst()), first <= last
    else {
      throw CommandError(
        "expected a range such as 5-7, found “\(word.prefix(40).description.shown)”")
    }
    let (start, end) = (
      try itemIndex("\(first)", of: count, noun), try itemIndex("\(last)", of: count, noun)
    )
    indices.formUnion(start...end)
  }
  if indices.isEmpty {
    throw CommandError(
      "expected numbers such as 3 5-7, found “\(text.prefix(40).description.shown)”")
  }
  return indices.sorted()
}

/// Finds the only item that contains a text.
///
/// - Parameters:
///   - text: The text, or a number.
///   - count: The number of items.
///   - noun: What an item is called.
///   - contains: Whether the item at an index contains the text.
/// - Returns: The index; nil if the text has no letters, or if no item contains it.
private func onlyIndex(
  _ text: String, of count: Int, noun: String, where contains: (Int) -> Bool
) throws(CommandError) -> Int? {
  let found = text.contains(where: \.isLetter) ? (0..<count).filter(contains) : []
  if found.count > 1 {
    throw CommandError(
      "\(found.count) \(noun)s contain “\(text.prefix(40).description.shown)”; expected a number")
  }
  return found.first
}

/// Reads the number of an item, or a text that only one item contains. See `onlyIndex`.
package func itemIndex(
  _ text: String, of count: Int, noun: String, where contains: (Int) -> Bool
) throws(CommandError) -> Int {
  if let found = try onlyIndex(text, of: count, noun: noun, where: contains) { return found }
  return try itemIndex(text, of: count, noun)
}

/// Reads numbers of items and ranges of numbers, or a text that only one item contains.
///
/// - Returns: The indices, ascending, each once.
package func itemIndices(
  _ text: String, of count: Int, noun: String, where contains: (Int) -> Bool
) throws(CommandError) -> [Int] {
  if let found = try onlyIndex(text, of: count, noun: noun, where: contains) { return [found] }
  return try itemIndices(text, of: count, noun)
}
