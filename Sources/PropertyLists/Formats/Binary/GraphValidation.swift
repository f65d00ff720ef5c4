// Proves that the objects of a binary file form a property list: keys are distinct scalars, no
// container contains itself, containers are not nested too deeply, and expanding shared values
// stays within a limit. Uses no recursion and takes time linear in the references.

/// A validator of one object table.
struct GraphValidation: ~Copyable {
  private let options: PlistReadingOptions
  private let view: ByteView
  private let maximumDepth: Int
  /// The numbers of the containers.
  private let containers: BitSet
  /// The length of the longest text or data. With the number of references, it bounds the cost of a
  /// traversal.
  private let longestScalar: Int
  private(set) var depth = 0
  private(set) var hasSharedContainers = false
  /// The level of each container that was reached, or zero.
  private var levels: LinearBuffer<UInt16>
  private(set) var keys: DistinctKeys
  /// An upper bound on the cost of traversing all values, in bytes.
  private(set) var expandedBytes: UInt64 = 0

  init(
    _ options: PlistReadingOptions, view: ByteView, objectCount: Int,
    containers: consuming BitSet, longestScalar: Int
  ) {
    self.options = options
    self.view = view
    maximumDepth = min(options.maximumDepth, Int(UInt16.max) - 2)
    self.containers = containers
    self.longestScalar = longestScalar
    levels = LinearBuffer(zeros: objectCount)
    keys = DistinctKeys(view, objectCount: objectCount)
  }

  mutating func validate(
    _ nodes: inout LinearBuffer<Node>, references: inout LinearBuffer<UInt32>,
    offsets: borrowing LinearBuffer<UInt32>, root: Int
  ) throws(PlistError) {
    var isForward = true
    var next = containers.first(from: 0)
    while let index = next {
      if nodes[index].kind == .dictionary {
        try keys.check(index, nodes: &nodes, references: &references, offsets: offsets)
      }
      if isForward {
        isForward = try descend(
          index, node: nodes[index], references: references, offsets: offsets)
      }
      next = containers.first(from: index &+ 1)
    }
    if !isForward { hasSharedContainers = true }
    let budget = ExpansionBudget(allowance: options.maximumExpansion, sourceBytes: view.count)
    if hasSharedContainers
      || !isCheap(nodes, references: references, budget: budget)
    {
      try walk(nodes, references: references, offsets: offsets, root: root, budget: budget)
    }
  }

  /// Returns whether traversing all values stays within the budget, if no container is shared.
  private mutating func isCheap(
    _ nodes: borrowing LinearBuffer<Node>, references: borrowing LinearBuffer<UInt32>,
    budget: ExpansionBudget
  ) -> Bool {
    // A node's count has 48 bits, and text has up to two bytes for each.
    if let most = budget.admittedCost(
      references: references.count, longestScalar: 2 * longestScalar)
    {
      expandedBytes = most
      return true
    }
    var sum = UInt64(ExpansionBudget.bytesPerVisit)
    for position in 0..<references.count {
      sum = sum.addingSaturating(UInt64(nodes[Int(references[position])].visitCost))
    }
    expandedBytes = sum
    return budget.admits(sum)
  }

  /// Assigns levels to the containers in `index`. Returns false if one of them does not follow it
  /// in the file.
  private mutating func descend(
    _ index: Int, node: Node, references: borrowing LinearBuffer<UInt32>,
    offsets: borrowing LinearBuffer<UInt32>
  ) throws(PlistError) -> Bool {
    let level = max(levels[index], 1)
    levels[index] = level
    if Int(level) > maximumDepth { throw tooDeep(Int(offsets[index])) }
    depth = max(depth, Int(level))
    let skipped = node.kind == .dictionary ? node.count : 0
    for position in skipped..<node.referenceCount {
      let child = Int(references[node.start &+ position])
      guard containers.contains(child) else { continue }
      if child <= index { return false }
      if levels[child] != 0 { hasSharedContainers = true }
      levels[child] = max(levels[child], level &+ 1)
    }
    return true
  }

  // MARK: General traversal

  /// The traversal state of a container that encloses the current value.
  struct ValidationVisit: BitwiseCopyable {
    var node: UInt32
    var next: Int
    var height: UInt16
    /// The cost of traversing the container's contents in bytes, saturating.
    var expanded: UInt64

    /// Adds the height and cost of one child.
    mutating func add(height childHeight: UInt16, expanded childExpanded: UInt64) {
      height = max(height, childHeight &+ 1)
      expanded = expanded.addingSaturating(childExpanded)
    }
  }

  /// Traverses the graph depth first from the root and from each orphan, and visits each container
  /// once. Finds cycles, and computes the height and cost of each container.
  private mutating func walk(
    _ nodes: borrowing LinearBuffer<Node>, references: borrowing LinearBuffer<UInt32>,
    offsets: borrowing LinearBuffer<UInt32>, root: Int, budget: ExpansionBudget
  ) throws(PlistError) {
    var states = WalkStates(objectCount: nodes.count)
    try walk(from: root, nodes, references: references, offsets: offsets, states: &states)
    depth = Int(states.heights[root])
    expandedBytes =
      containers.contains(root) ? states.expanded[root] : UInt64(nodes[root].visitCost)
    guard budget.admits(expandedBytes) else {
      let needed = expandedBytes == .max ? "more than 2^64" : "\(expandedBytes)"
      throw PlistError(
        .expansionLimit,
        message:
          "expanding shared values takes \(needed) bytes; the limit is \(budget.limit): 64 for each byte of the file plus maximumExpansion",
        position: SourcePosition(offset: Int(offsets[root])))
    }
    var next = containers.first(from: 0)
    while let index = next {
      next = containers.first(from: index &+ 1)
      try walk(from: index, nodes, references: references, offsets: offsets, states: &states)
    }
  }

  private func walk(
    from start: Int, _ nodes: borrowing LinearBuffer<Node>,
    references: borrowing LinearBuffer<UInt32>, offsets: borrowing LinearBuffer<UInt32>,
    states: inout WalkStates
  ) throws(PlistError) {
    guard containers.contains(start), states.heights[start] == 0 else { return }
    var stack = LinearBuffer<ValidationVisit>(minimumCapacity: 64)
    stack.append(states.enter(start))
    while stack.count > 0 {
      if stack.count > maximumDepth {
        throw tooDeep(Int(offsets[Int(stack[stack.count - 1].node)]))
      }
      let child = try advance(
        &stack[stack.count - 1], nodes: nodes, references: references, offsets: offsets,
        states: states)
      if let child {
        stack.append(states.enter(child))
      } else {
        let visit = stack.removeLast()
        states.leave(visit)
        if stack.count > 0 {
          stack[stack.count - 1].add(height: visit.height, expanded: visit.expanded)
        }
        if Int(visit.height) > maximumDepth { throw tooDeep(Int(offsets[Int(visit.node)])) }
      }
    }
  }

  /// Continues the traversal of one container. Returns a child container that must be traversed
  /// first, or nil at the end.
  private func advance(
    _ visit: inout ValidationVisit, nodes: borrowing LinearBuffer<Node>,
    references: borrowing LinearBuffer<UInt32>, offsets: borrowing LinearBuffer<UInt32>,
    states: borrowing WalkStates
  ) throws(PlistError) -> Int? {
    let node = nodes[Int(visit.node)]
    while visit.next < node.referenceCount {
      let child = Int(references[node.start + visit.next])
      visit.next += 1
      if !containers.contains(child) {
        visit.add(height: 0, expanded: UInt64(nodes[child].visitCost))
      } else if states.heights[child] == WalkStates.open {
        throw PlistError(
          .cycle,
          message: "a container contains itself: it refers to object \(child), which encloses it",
          position: SourcePosition(offset: Int(offsets[Int(visit.node)])))
      } else if states.heights[child] == 0 {
        return child
      } else {
        visit.add(height: states.heights[child], expanded: states.expanded[child])
        if Int(visit.height) > maximumDepth { throw tooDeep(Int(offsets[child])) }
      }
    }
    return nil
  }

  /// The results of the traversal for each object.
  struct WalkStates: ~Copyable {
    static let open = UInt16.max
    /// Zero before the visit, `open` during it, and then the number of levels from this container
    /// down.
    var heights: LinearBuffer<UInt16>
    var expanded: LinearBuffer<UInt64>

    init(objectCount: Int) {
      heights = LinearBuffer(minimumCapacity: objectCount)
      heights.append(repeating: 0, count: objectCount)
      expanded = LinearBuffer(minimumCapacity: objectCount)
      expanded.append(repeating: 0, count: objectCount)
    }

    mutating func enter(_ index: Int) -> ValidationVisit {
      heights[index] = Self.open
      return ValidationVisit(
        node: UInt32(index), next: 0, height: 1, expanded: UInt64(ExpansionBudget.bytesPerVisit))
    }

    mutating func leave(_ visit: ValidationVisit) {
      heights[Int(visit.node)] = visit.height
      expanded[Int(visit.node)] = visit.expanded
    }
  }

  private func tooDeep(_ offset: Int) -> PlistError {
    PlistError(
      .depthLimit,
      message: "containers are nested more than \(maximumDepth.counting("level")) deep",
      position: SourcePosition(offset: offset))
  }
}

extension UInt64 {
  /// Returns the sum, or the largest number if the sum overflows.
  fileprivate func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
