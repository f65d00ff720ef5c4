// The parts of a binary property list that were read, in pages. What is read and copied is limited,
// because reading the whole file takes less time than reading most of it in parts.

/// A file of which pages are read when they are needed.
struct BinaryParts {
  let count: Int
  private let read: (Range<Int>) -> [UInt8]?
  private var pages: [Int: [UInt8]] = [:]
  /// The number of bytes that can still be read or copied.
  private var budget: Int

  private static let pageSize = 1 << 14
  /// The minimum budget in bytes: 1 MiB.
  private static let smallestBudget = 1 << 20

  /// - Parameters:
  ///   - count: The size of the file in bytes.
  ///   - read: Returns the bytes of a range; nil if they cannot be read.
  init(count: Int, read: @escaping (Range<Int>) -> [UInt8]?) {
    self.count = count
    self.read = read
    budget = max(Self.smallestBudget, count / 16)
  }

  /// Spends a part of the budget.
  mutating func spend(_ bytes: Int) throws(WholeInputNeeded) {
    guard bytes <= budget else { throw WholeInputNeeded() }
    budget -= bytes
  }

  /// Appends the bytes of a range.
  mutating func append(_ range: Range<Int>, to output: inout [UInt8]) throws(WholeInputNeeded) {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw WholeInputNeeded() }
    var position = range.lowerBound
    while position < range.upperBound {
      let page = try page(position / Self.pageSize)
      let start = position % Self.pageSize
      let end = min(page.count, start + range.upperBound - position)
      guard start < end else { throw WholeInputNeeded() }
      output += page[start..<end]
      position += end - start
    }
  }

  /// Returns the bytes of a range.
  mutating func bytes(in range: Range<Int>) throws(WholeInputNeeded) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    try append(range, to: &output)
    return output
  }

  /// Returns a big-endian number of at most eight bytes.
  mutating func number(at offset: Int, width: Int) throws(WholeInputNeeded) -> Int {
    guard offset >= 0, width <= 8, offset <= count - width else { throw WholeInputNeeded() }
    var value: UInt64 = 0
    var position = offset
    while position < offset + width {
      let page = try page(position / Self.pageSize)
      let start = position % Self.pageSize
      let end = min(page.count, start + offset + width - position)
      guard start < end else { throw WholeInputNeeded() }
      for index in start..<end { value = value &<< 8 | UInt64(page[index]) }
      position += end - start
    }
    guard let number = Int(exactly: value) else { throw WholeInputNeeded() }
    return number
  }

  private mutating func page(_ number: Int) throws(WholeInputNeeded) -> [UInt8] {
    if let page = pages[number] { return page }
    let start = number * Self.pageSize
    let range = start..<min(start + Self.pageSize, count)
    try spend(range.count)
    guard let page = read(range), page.count == range.count else { throw WholeInputNeeded() }
    pages[number] = page
    return page
  }
}
