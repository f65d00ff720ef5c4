// Sorting of the keys of one dictionary by UTF-16 code units. Keys are compared as numbers of
// twelve bytes each, combined with the index of the key. Keys with equal numbers are sorted again
// by the next twelve bytes.

/// A sorter of keys.
struct KeySorting {
  private let keys: [Node]
  private let view: ByteView
  private var indexes: [UInt32]
  /// Runs of keys that are equal in all bytes before an offset and not yet sorted.
  private var ties: [Tie]

  private struct Tie {
    var range: Range<Int>
    var offset: Int
  }

  /// Returns the indexes of a dictionary's keys in sorted order.
  static func order(of node: Node, storage: DocumentStorage) -> [UInt32] {
    areSorted(node, storage: storage)
      ? Array(0..<UInt32(truncatingIfNeeded: node.count)) : indexes(node, storage: storage)
  }

  /// Returns whether a dictionary's keys are sorted, which those of many types are.
  private static func areSorted(_ node: Node, storage: DocumentStorage) -> Bool {
    var last: Node?
    for position in 0..<node.count {
      let key = storage.nodes[storage.key(position, of: node)]
      guard key.isPlainText else { return false }
      if let last,
        !storage.view.precedesInUTF16(
          last.start, leftCount: last.count, key.start, rightCount: key.count)
      {
        return false
      }
      last = key
    }
    return true
  }

  /// Returns the indexes of a dictionary's keys in sorted order.
  static func indexes(_ node: Node, storage: DocumentStorage) -> [UInt32] {
    let keys = (0..<node.count).map { storage.nodes[storage.key($0, of: node)] }
    if keys.allSatisfy(\.isPlainText) { return order(ofPlain: keys, in: storage.view) }
    let ranks = keys.map { KeyRank($0, source: storage.source) }
    return (0..<UInt32(keys.count)).sorted { ranks[Int($0)].precedes(ranks[Int($1)]) }
  }

  /// Returns the indexes of keys that are plain text in sorted order.
  static func order(ofPlain keys: [Node], in view: ByteView) -> [UInt32] {
    var sorting = KeySorting(keys, view: view)
    sorting.sort()
    return sorting.indexes
  }

  private init(_ keys: [Node], view: ByteView) {
    self.keys = keys
    self.view = view
    indexes = Array(0..<UInt32(keys.count))
    ties = [Tie(range: 0..<keys.count, offset: 0)]
  }

  private mutating func sort() {
    while let tie = ties.popLast() {
      if tie.range.count < 8 || !sortByNumbers(tie) { sortByBytes(tie.range) }
    }
  }

  private mutating func sortByBytes(_ range: Range<Int>) {
    let (keys, view) = (keys, view)
    indexes[range].sort {
      let (left, right) = (keys[Int($0)], keys[Int($1)])
      return view.precedesInUTF16(
        left.start, leftCount: left.count, right.start, rightCount: right.count)
    }
  }

  /// Sorts by the twelve bytes at an offset. Returns false if a key ends before the offset or
  /// contains a character whose order in UTF-16 differs from the order of its bytes.
  private mutating func sortByNumbers(_ tie: Tie) -> Bool {
    var numbers: [UInt128] = []
    numbers.reserveCapacity(tie.range.count)
    for index in tie.range {
      // After the first bytes, the keys are scattered over the text.
      let ahead = keys[Int(indexes[min(index &+ 12, tie.range.upperBound &- 1)])]
      view.prefetch(ahead.start &+ tie.offset)
      let keyIndex = indexes[index]
      guard let number = number(of: keys[Int(keyIndex)], tie.offset) else { return false }
      numbers.append(UInt128(number.high) &<< 64 | UInt128(number.low) &<< 32 | UInt128(keyIndex))
    }
    numbers.sort()
    for (index, number) in zip(tie.range, numbers) {
      indexes[index] = UInt32(truncatingIfNeeded: number)
    }
    noteTies(numbers, tie: tie)
    return true
  }

  private mutating func noteTies(_ numbers: [UInt128], tie: Tie) {
    var first = 0
    for index in 1...numbers.count
    where index == numbers.count || numbers[index] &>> 32 != numbers[first] &>> 32 {
      if index - first > 1 {
        let start = tie.range.lowerBound
        ties.append(Tie(range: start + first..<start + index, offset: tie.offset + 12))
      }
      first = index
    }
  }

  /// Returns twelve bytes of a key as a number, the first byte highest. A key that ends earlier is
  /// padded with zeros.
  @inline(__always)
  private func number(of key: Node, _ offset: Int) -> (high: UInt64, low: UInt32)? {
    guard key.count >= offset else { return nil }
    let start = key.start &+ offset
    let rest = key.count &- offset
    let high = bytes(start, rest: rest)
    let low = bytes(start &+ 8, rest: rest &- 8)
    if high.hasSurrogateOrder || low.hasSurrogateOrder { return nil }
    return (high.word.byteSwapped, UInt32(truncatingIfNeeded: low.word.byteSwapped &>> 32))
  }

  private struct KeyBytes {
    var word: UInt64

    /// Whether any of the bytes is 0xEE or more, which begins a character at or above U+E000.
    var hasSurrogateOrder: Bool {
      (word & 0x7F7F_7F7F_7F7F_7F7F &+ 0x1212_1212_1212_1212) & word & 0x8080_8080_8080_8080 != 0
    }
  }

  @inline(__always)
  private func bytes(_ start: Int, rest: Int) -> KeyBytes {
    if rest <= 0 { return KeyBytes(word: 0) }
    let word = view.word(at: start)
    if rest >= 8 { return KeyBytes(word: word) }
    return KeyBytes(word: word & (1 << UInt64(rest * 8) - 1))
  }
}

/// The rank of a key of any kind: strings first, by UTF-16 code units; then the other kinds one
/// after another, numbers and dates by value, other keys by their text.
private struct KeyRank {
  private let kind: UInt8
  private let integer: PlistInteger
  private let number: Double
  private let units: [UInt16]

  init(_ key: Node, source: NodeSource) {
    kind = key.kind == .string ? 0 : key.kind.rawValue + 1
    integer = key.kind == .integer ? key.integer(in: source.view) : 0
    number =
      switch key.kind {
      case .real: key.real
      case .date: Double(bitPattern: key.payload)
      case .uid: Double(key.payload)
      default: 0
      }
    units = key.unpairedUnits(in: source) ?? Array(key.text(in: source).utf16)
  }

  func precedes(_ other: KeyRank) -> Bool {
    if kind != other.kind { return kind < other.kind }
    if integer != other.integer { return integer < other.integer }
    if number.bitPattern != other.number.bitPattern {
      return number.isTotallyOrdered(belowOrEqualTo: other.number)
    }
    return units.lexicographicallyPrecedes(other.units)
  }
}

extension ByteView {
  /// Returns whether one run of UTF-8 precedes another by UTF-16 code units: surrogates, which
  /// encode U+10000 and above, precede U+E000 … U+FFFF.
  func precedesInUTF16(_ left: Int, leftCount: Int, _ right: Int, rightCount: Int) -> Bool {
    let shorter = min(leftCount, rightCount)
    var equal = 0
    while equal < shorter {
      let difference = word(at: left &+ equal) ^ word(at: right &+ equal)
      // All eight bytes are equal if no bit differs.
      let offset = equal &+ difference.trailingZeroBitCount &>> 3
      if offset >= shorter { break }
      if difference != 0 {
        return self[left &+ offset].rankInUTF16 < self[right &+ offset].rankInUTF16
      }
      equal &+= 8
    }
    return leftCount < rightCount
  }
}

extension UInt8 {
  /// The rank of the first byte that differs: F0…F4 (surrogates) before EE and EF.
  fileprivate var rankInUTF16: UInt8 {
    if self < 0xEE { return self }
    return self < 0xF0 ? self &+ 0x10 : self &- 2
  }
}
