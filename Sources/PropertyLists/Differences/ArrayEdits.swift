// The edits by which the elements of an array get the order of another array: removals, then moves
// and insertions in ascending order. Relies on `ElementMatching`.

/// A change of the elements of an array.
enum ArrayEdit: Hashable {
  /// Removes an element. The old index is that in the original array.
  case remove(old: Int, at: Int)
  /// Moves an element, whose indexes in the original and in the final array are given. It is
  /// removed from `source` and inserted at `target`.
  case move(old: Int, new: Int, source: Int, target: Int)
  /// Inserts an element of the final array, whose index is the index of the insertion.
  case insert(new: Int, at: Int)
}

/// A computation of the indexes that the elements have during the edits.
///
/// The elements that have kept their order stay. Every other one is inserted after the element that
/// precedes it in the final array. Elements that are still to be moved are in between, and a
/// prefix-sum tree counts them.
struct ArrayEdits {
  private(set) var edits: [ArrayEdit] = []
  /// The matches whose elements stay, in ascending order.
  private let staying: [SequenceMatch]
  /// The old elements that are still to be moved.
  private var movers: IndexCounts
  /// The number of staying elements whose final index is less than that of the current element.
  private var passed = 0

  /// Computes the edits. Takes time `n log n` in the number of elements.
  static func edits(of matching: ElementMatching) -> [ArrayEdit] {
    var computation = ArrayEdits(matching)
    computation.remove(matching)
    computation.arrange(matching)
    return computation.edits
  }

  private init(_ matching: ElementMatching) {
    staying = matching.inOrder
    movers = IndexCounts(count: matching.newIndexes.count)
    var next = 0
    for (index, match) in matching.newIndexes.enumerated() where match >= 0 {
      if next < staying.count, staying[next].left == index {
        next += 1
      } else {
        movers.add(1, at: index)
      }
    }
  }

  private mutating func remove(_ matching: ElementMatching) {
    for (index, match) in matching.newIndexes.enumerated() where match < 0 {
      edits.append(.remove(old: index, at: index - edits.count))
    }
  }

  private mutating func arrange(_ matching: ElementMatching) {
    for (index, old) in matching.oldIndexes.enumerated() {
      if passed < staying.count, staying[passed].right == index {
        passed += 1
      } else if old < 0 {
        edits.append(.insert(new: index, at: target(of: index)))
      } else {
        let source = source(of: old, final: index)
        movers.add(-1, at: old)
        edits.append(.move(old: old, new: index, source: source, target: target(of: index)))
      }
    }
  }

  /// Returns the current index after the element that precedes the element with a final index.
  private func target(of index: Int) -> Int {
    passed == 0 ? index : index + movers.sum(before: staying[passed - 1].left)
  }

  /// Returns the current index of an element that is still to be moved.
  private func source(of old: Int, final index: Int) -> Int {
    var (low, high) = (0, staying.count)
    while low < high {
      let middle = (low + high) / 2
      if staying[middle].left < old { low = middle + 1 } else { high = middle }
    }
    // `low` staying elements precede it. All elements of the final array that are inserted so far
    // follow the last staying element that was passed.
    let preceding = low < passed ? staying[low].right : index - passed + low
    return movers.sum(before: old) + preceding
  }
}

/// Counts by index, with sums in logarithmic time (a Fenwick tree).
struct IndexCounts {
  private var sums: [Int]

  init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

  mutating func add(_ amount: Int, at index: Int) {
    var position = index + 1
    while position < sums.count {
      sums[position] += amount
      position += position & -position
    }
  }

  /// Returns the sum of the counts of all lower indexes.
  func sum(before index: Int) -> Int {
    var (position, sum) = (index, 0)
    while position > 0 {
      sum += sums[position]
      position -= position & -position
    }
    return sum
  }
}
