// Writes a file in parts while its outermost array is being encoded. Its elements are complete when
// the next one begins, and all writers write them in this order. The table therefore needs memory
// for its keys and for a part of the values only. Unless they have long text, it remains in the
// processor's cache.

/// Thrown if elements cannot be written in one pass after others were written. The whole value must be
/// encoded again.
struct RefusedPart: Error {}

/// A file of which parts may have been written.
struct FileInParts: ~Copyable {
  private var options: OnePassOptions?
  private var format = PlistFormat.binary
  /// The number of nodes of a part.
  private var size = 0
  /// The number of nodes of the table at which a part is written; `.max` if none is.
  private(set) var end = Int.max
  /// The number of elements of the outermost array, and how many of them were written.
  private var count = 0
  private var written = 0
  /// The index of the array in the table after a part was written.
  private var root: Int?
  private var binary: BinaryFlattening?
  private var xml: XMLFlattening?

  /// The usual number of nodes of a part. They fit in a processor's cache.
  static var usualSize: Int { 1 << 14 }
  /// The number of parts of the smallest file that is written in parts. References of two bytes often
  /// suffice for a smaller one.
  private static var leastParts: Int { 16 }
  /// The most elements of an array that is written in parts. Space for the references to all of them
  /// is the first thing in a binary file.
  private static var mostElements: Int { 1 << 28 }

  /// Begins a call, whose table has some nodes already.
  mutating func begin(_ options: OnePassOptions, as format: PlistFormat, size: Int, nodeCount: Int)
  {
    self.options = options
    self.format = format
    self.size = size
    end = nodeCount &+ size
  }

  /// Ends a call.
  mutating func clear() {
    end = .max
    if haveBegun { self = FileInParts() }
  }

  /// Whether a part was written, so that the table is incomplete.
  var haveBegun: Bool { written > 0 }

  /// Returns whether an outermost array of scalars is large enough to be written in parts.
  func areUsed(forScalars count: Int) -> Bool { end != .max && count >= size * Self.leastParts }

  /// Writes no part before the table has twice as many nodes.
  mutating func postpone(_ table: borrowing NodeTableBuilder) { end = table.nodes.count * 2 }

  /// Writes the elements of the outermost array that are in a table, and removes them from it. Leaves
  /// the table as it is if the file is probably small, or if the first part is unusual.
  ///
  /// - Parameter count: The number of elements of the whole array.
  mutating func write(_ table: inout NodeTableBuilder, elementCount count: Int)
    throws(RefusedPart)
  {
    let elements = table.elementCount
    guard elements > 0, haveBegun || begins(&table, elementCount: count) else {
      return postpone(table)
    }
    guard append(&table) else {
      if haveBegun { throw RefusedPart() }
      binary = nil
      xml = nil
      end = .max
      return
    }
    written += elements
    table.removeElements()
    root = table.root
    end = table.nodes.count &+ size
  }

  /// Begins a file, unless it is probably small, or most of it is in the table.
  private mutating func begins(_ table: inout NodeTableBuilder, elementCount count: Int) -> Bool {
    let share = Double(table.elementCount) / Double(count)
    let expected = Double(table.nodes.count - table.keptKeys) / share
    guard let options, count <= Self.mostElements, share <= 0.5,
      expected >= Double(size * Self.leastParts)
    else { return false }
    self.count = count
    let first = FirstPart(elementCount: count, share: share)
    if format == .binary {
      binary = BinaryFlattening(first, of: table, options)
    } else {
      xml = XMLFlattening(first, of: &table, options)
    }
    return true
  }

  private mutating func append(_ table: inout NodeTableBuilder) -> Bool {
    guard let options, table.depth <= options.maximumDepth,
      written + table.elementCount <= count, root == nil || root == table.root
    else { return false }
    let progress = Double(written) / Double(count)
    let isWritten =
      format == .binary
      ? binary?.append(elementsOf: &table, progress: progress) : xml?.append(elementsOf: table)
    return isWritten ?? false
  }

  /// Writes the remaining elements, and returns the file.
  mutating func finish(_ table: inout NodeTableBuilder) throws(RefusedPart) -> Data {
    guard written + table.elementCount == count, append(&table) else { throw RefusedPart() }
    let file = format == .binary ? binary.take()?.finish() : xml.take()?.finishParts()
    guard let file else { throw RefusedPart() }
    return file
  }
}
