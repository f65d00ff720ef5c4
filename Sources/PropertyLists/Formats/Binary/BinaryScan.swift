// Validates a binary file without building a table. It never reports an error: `BinaryReader` reads
// every file that it does not accept.

/// A validator of binary files in which all objects are of the kinds of `BinaryNodes`, all keys are
/// short ASCII strings, and no container is referenced twice or precedes the one that contains it.
/// These files have no cycles, and a traversal visits one value per reference.
struct BinaryScan: ~Copyable {
  /// The nodes of the file if it is small; empty if it is not. Reading an object from the bytes again
  /// takes longer, but needs no memory.
  private var table = LinearBuffer<Node>.unallocated
  /// The level of each container that was reached, `scalar` for other objects, and 0 for objects that
  /// were not reached.
  private var levels = LinearBuffer<UInt16>.unallocated
  private var keys = DistinctKeys(DocumentStorage.empty.view, objectCount: 0)

  private static let scalar = UInt16.max
  /// The mark of a container that is referenced more than once.
  private static let shared = UInt16.max - 1
  /// The maximum number of objects of a small file.
  private static let mostInTable = 1 << 12

  /// Validates a file and returns its nodes; nil if `BinaryReader` must read it. The nodes are valid
  /// until the next call, and as long as the file is retained.
  mutating func nodes(_ file: BinaryNodes, options: PlistReadingOptions) -> DocumentNodes? {
    let count = file.trailer.objectCount
    table.truncate(to: 0)
    levels.truncate(to: 0)
    levels.append(repeating: 0, count: count)
    keys = DistinctKeys(file.view, objectCount: count)
    defer { if count > Self.mostInTable { levels = .unallocated } }
    let accepts =
      count <= Self.mostInTable
      ? acceptsSmall(file, options: options) : acceptsLarge(file, options: options)
    return accepts ? DocumentNodes(file, objects: table.view) : nil
  }

  private mutating func acceptsSmall(_ file: BinaryNodes, options: PlistReadingOptions) -> Bool {
    var totals = ScanTotals()
    guard fillTable(file, totals: &totals) else { return false }
    for number in 0..<table.count where !table[number].kind.isContainer {
      levels[number] = Self.scalar
    }
    let nodes = DocumentNodes(file, objects: table.view)
    for number in 0..<table.count where table[number].kind.isContainer {
      guard enter(table[number], number: number, in: nodes, options: options) else { return false }
    }
    return totals.areAdmitted(of: file, in: nodes, options: options)
  }

  @inline(__always)
  private mutating func fillTable(_ file: BinaryNodes, totals: inout ScanTotals) -> Bool {
    // As a local variable, the buffer stays in registers.
    var objects = LinearBuffer<Node>.unallocated
    swap(&objects, &table)
    defer { swap(&objects, &table) }
    for number in 0..<file.trailer.objectCount {
      guard let node = totals.object(number, of: file) else { return false }
      objects.append(node)
    }
    return true
  }

  private mutating func acceptsLarge(_ file: BinaryNodes, options: PlistReadingOptions) -> Bool {
    var totals = ScanTotals()
    for number in 0..<file.trailer.objectCount {
      guard let node = totals.object(number, of: file) else { return false }
      if !node.kind.isContainer {
        levels[number] = Self.scalar
      } else if !enter(node, number: number, in: file, options: options) {
        return false
      }
    }
    return totals.areAdmitted(of: file, in: file, options: options)
  }

  /// Assigns a level to the values of a container. Returns false if they are unusual.
  @inline(__always)
  private mutating func enter<Nodes: NodeLookup>(
    _ node: Node, number: Int, in nodes: Nodes, options: PlistReadingOptions
  ) -> Bool {
    let level = max(levels[number], 1)
    guard level <= min(options.maximumDepth, Int(Self.shared) - 2),
      node.kind != .dictionary || keys.areShort(node, in: nodes)
    else { return false }
    levels[number] = level
    for position in node.referenceCount &- node.count..<node.referenceCount {
      let value = Int(nodes.reference(position, from: node.start))
      guard value < levels.count else { return false }
      let known = levels[value]
      if known == Self.scalar { continue }
      if value <= number { return false }
      levels[value] = known == 0 ? level &+ 1 : Self.shared
    }
    return true
  }
}

/// The totals of all objects of a file.
private struct ScanTotals {
  /// The bytes of the objects.
  private var claimed = 0
  private var references = 0
  private var longestScalar = 0

  /// Returns the next object; nil if it is of another kind, or if objects overlap. Overlap is checked
  /// before the contents are examined, because that takes time proportional to their size.
  @inline(__always)
  mutating func object(_ number: Int, of file: BinaryNodes) -> Node? {
    let offset = file.offset(of: number)
    guard offset >= 0, let (node, size) = file.object(at: offset) else { return nil }
    claimed &+= size &+ 1
    guard claimed <= file.area, file.isAccurate(node) else { return nil }
    if node.kind.isContainer {
      references &+= node.referenceCount
    } else {
      longestScalar = max(longestScalar, size)
    }
    return node
  }

  /// Returns whether visiting all values costs no more than the limit.
  func areAdmitted<Nodes: NodeLookup>(
    of file: BinaryNodes, in nodes: Nodes, options: PlistReadingOptions
  ) -> Bool {
    let budget = ExpansionBudget(
      allowance: options.maximumExpansion, sourceBytes: file.view.count)
    return budget.admittedCost(references: references, longestScalar: longestScalar) != nil
      || isCheap(in: nodes, count: file.trailer.objectCount, budget: budget)
  }

  /// Returns whether the exact cost of visiting all values is within the limit.
  @inline(never)
  private func isCheap<Nodes: NodeLookup>(
    in nodes: Nodes, count: Int, budget: ExpansionBudget
  ) -> Bool {
    var cost = UInt64(ExpansionBudget.bytesPerVisit)
    for number in 0..<count {
      let node = nodes.node(number)
      for position in 0..<node.referenceCount {
        cost += UInt64(nodes.node(Int(nodes.reference(position, from: node.start))).visitCost)
        if !budget.admits(cost) { return false }
      }
    }
    return true
  }
}
