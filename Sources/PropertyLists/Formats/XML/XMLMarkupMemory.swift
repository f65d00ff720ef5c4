// Remembers the markup between the contents of two scalars. In a file with many similar values, that
// markup is usually one of a few runs of bytes that were validated before. A run is valid wherever
// the containers that it closes, and the one in which it begins values, are of the same kinds.

/// The runs of markup that were read last, by the run before.
struct XMLMarkupMemory: ~Copyable {
  /// Markup from the closing tag of one scalar to the opening tag of the next one.
  struct MarkupRun: BitwiseCopyable {
    var start: UInt32 = 0
    /// The number of bytes; 0 for no run.
    var length: UInt16 = 0
    /// The elements of the scalars before and after the run.
    var before: UInt8 = 0
    var after: UInt8 = 0
    /// The number of containers that the run closes, and of those that are open at its end in the
    /// innermost container that it does not close.
    var closed: UInt8 = 0
    var opened: UInt8 = 0
    /// The maximum number of open containers in the innermost container that is not closed.
    var peak: UInt8 = 0
    var endsAfterReferenceKey = false
    /// The number of values that begin in the innermost container that is not closed.
    var begun: UInt16 = 0
    /// The numbers of up to four runs that followed, plus one, with 16 bits each.
    var successors: UInt64 = 0
    /// The kinds of the containers that are closed and of the one around them.
    var closedKinds: UInt64 = 0
    var openedKinds: UInt64 = 0

    /// The element of the scalar after the run.
    var next: XMLElement? { XMLElement(rawValue: after) }
  }

  private var runs = LinearBuffer<MarkupRun>(minimumCapacity: capacity)
  /// The number of the last run.
  private var last = 0
  /// The lowest and the highest depth since the beginning of the run, and the number of values that
  /// began at the lowest depth.
  private var lowest = 0
  private var highest = 0
  private var begun = 0

  private let seed = processHashSeed
  private static let capacity = 512
  /// Longer runs are not compared.
  private static let longestRun = 4096

  init() { runs.append(repeating: MarkupRun(), count: Self.capacity) }

  /// Returns the run at a position, if one of those that followed the last run is repeated there.
  @inline(__always)
  mutating func match(
    after element: XMLElement, in view: ByteView, at position: Int, nesting: XMLNesting, limit: Int,
    search: borrowing XMLPathSearch
  ) -> MarkupRun? {
    var successors = runs[last].successors
    while successors != 0 {
      let number = Int(successors & 0xFFFF) &- 1
      successors >>= 16
      let run = runs[number]
      let length = Int(run.length)
      guard run.before == element.rawValue, position &+ length <= view.count,
        view.isEqual(at: position, count: length, to: view, at: Int(run.start))
      else { continue }
      guard nesting.innermost(Int(run.closed) &+ 1) == run.closedKinds,
        nesting.depth &- Int(run.closed) &+ Int(run.peak) <= limit,
        search.allows(run, in: nesting)
      else { return nil }
      last = number
      return run
    }
    return nil
  }

  // MARK: Recording

  /// Begins a run at some depth.
  mutating func begin(at depth: Int) { (lowest, highest, begun) = (depth, depth, 0) }

  /// Notes the beginning of a value in a container of some depth.
  mutating func beginValue(at depth: Int) { if depth == lowest { begun += 1 } }

  mutating func open(at depth: Int) { highest = max(highest, depth) }

  mutating func close(to depth: Int) {
    guard depth < lowest else { return }
    // The highest depth counts from the container around the closed ones.
    (lowest, begun) = (depth, 0)
  }

  /// Stores a run of markup as the successor of the last one.
  mutating func store(
    _ range: Range<Int>, between element: XMLElement, and next: XMLElement,
    from before: XMLNesting, to after: XMLNesting, endsAfterReferenceKey: Bool, in view: ByteView
  ) {
    guard range.count <= Self.longestRun, lowest > 0, begun <= Int(UInt16.max) else { return }
    var run = MarkupRun(
      start: UInt32(truncatingIfNeeded: range.lowerBound), length: UInt16(range.count),
      before: element.rawValue, after: next.rawValue)
    run.closed = UInt8(truncatingIfNeeded: before.depth - lowest)
    run.opened = UInt8(truncatingIfNeeded: after.depth - lowest)
    run.peak = UInt8(truncatingIfNeeded: highest - lowest)
    run.begun = UInt16(truncatingIfNeeded: begun)
    run.endsAfterReferenceKey = endsAfterReferenceKey
    run.closedKinds = before.innermost(before.depth - lowest + 1)
    run.openedKinds = after.innermost(after.depth - lowest)
    let number =
      Int(view.hash(at: range.lowerBound, count: range.count, seed: seed)) % Self.capacity
    if !isSame(run, as: runs[number], in: view) { runs[number] = run }
    link(to: number)
  }

  private func isSame(_ run: MarkupRun, as other: MarkupRun, in view: ByteView) -> Bool {
    run.length == other.length && run.before == other.before && run.after == other.after
      && run.closed == other.closed && run.closedKinds == other.closedKinds
      && view.isEqual(
        at: Int(run.start), count: Int(run.length), to: view, at: Int(other.start))
  }

  /// Records that a run follows the last one. The latest successor is tried first.
  private mutating func link(to number: Int) {
    var successors = runs[last].successors
    let link = UInt64(number + 1)
    if !(0..<4).contains(where: { successors >> UInt64($0 * 16) & 0xFFFF == link }) {
      successors = successors << 16 | link
      runs[last].successors = successors
    }
    last = number
  }
}
