// Creates the graph of an archive's table in one pass over the slots, with an explicit stack.
internal import PropertyLists

/// A reader of graphs.
struct GraphReader {
  private let table: ArchiveTable
  private(set) var source = ObjectGraph.Source()
  /// The text of keys by their nodes.
  private var names: [String?]
  /// The values of containers that may occur more than once.
  private var shared: [Int: (value: GraphValue, cost: Int)] = [:]
  /// The strings and data that may occur more than once, by their nodes.
  private var texts: [Int: GraphValue.Content] = [:]
  /// The remaining cost of the values, where each use of a shared value counts, as in writing.
  private var budget: ExpansionBudget
  private var frames: [GraphContainer] = []

  /// A container being read.
  private struct GraphContainer {
    var node: Int
    var next = 0
    var elements: [GraphValue] = []
    var fields: [GraphValue.Field] = []
    /// The cost spent before the container.
    var used: Int
  }

  init(_ table: ArchiveTable) {
    self.table = table
    budget = table.document.expansionBudget(ExpansionBudget.defaultAllowance)
    names = Array(repeating: nil, count: table.nodeCount)
    source.format = table.document.format == .xml ? .xml : .binary
    source.hasOldDocumentType = table.hasOldDocumentType
  }

  /// Reads the fields of the archive's root, and its slots.
  mutating func read() throws(ArchiveError) -> ([GraphValue.Field], [GraphValue]) {
    var slots: [GraphValue] = []
    slots.reserveCapacity(table.slots.count)
    for slot in table.slots.indices { slots.append(try value(table.node(inSlot: slot))) }
    // The fields of the root, with an empty array for the slots.
    var frame: [GraphValue.Field] = []
    for position in 0..<table.count(table.root) {
      let node = table.value(position, of: table.root)
      let value =
        node == table.objectsNode
        ? GraphValue(.array([]), identity: identity(node), power: 0) : try value(node)
      frame.append(field(position, of: table.root, value: value))
    }
    source.repeats = table.hasIdentities && !hasRepeats() ? .leftOut : .written
    return (frame, slots)
  }

  /// Whether the file has repeated reference objects, which take numbers but are not referred to.
  private func hasRepeats() -> Bool {
    var isSeen = Array(repeating: false, count: table.nodeCount)
    var visits = 0
    for node in 0..<table.nodeCount where table.kind(node).isContainer {
      for position in 0..<table.count(node) {
        let child = child(position, of: node)
        guard table.kind(child) == .uid || table.kind(child) == .bool else { continue }
        if isSeen[child] { visits += 1 }
        isSeen[child] = true
      }
    }
    if visits == 0 { return true }
    return (0..<table.nodeCount).contains {
      (table.kind($0) == .uid || table.kind($0) == .bool) && !isSeen[$0]
    }
  }

  private mutating func value(_ root: Int) throws(ArchiveError) -> GraphValue {
    if let value = try leaf(root) { return value }
    frames.append(GraphContainer(node: root, used: budget.used))
    while true {
      let top = frames.count - 1
      let frame = frames[top]
      if frame.next < table.count(frame.node) {
        frames[top].next += 1
        let child = child(frame.next, of: frame.node)
        if let value = try leaf(child) {
          add(value)
        } else {
          frames.append(GraphContainer(node: child, used: budget.used))
        }
        continue
      }
      let closed = frames.removeLast()
      let content: GraphValue.Content =
        switch table.kind(closed.node) {
        case .dictionary: .dictionary(closed.fields)
        case .set: .set(closed.elements)
        default: .array(closed.elements)
        }
      let finished = GraphValue(content, identity: identity(closed.node), power: GraphValue.noPower)
      if table.hasSharedContainers { shared[closed.node] = (finished, budget.used - closed.used) }
      if frames.isEmpty { return finished }
      add(finished)
    }
  }

  private func child(_ position: Int, of node: Int) -> Int {
    table.kind(node) == .dictionary
      ? table.value(position, of: node) : table.element(position, of: node)
  }

  /// Adds a value to the innermost container.
  private mutating func add(_ value: GraphValue) {
    let top = frames.count - 1
    let node = frames[top].node
    if table.kind(node) == .dictionary {
      frames[top].fields.append(field(frames[top].next - 1, of: node, value: value))
    } else {
      frames[top].elements.append(value)
    }
  }

  private mutating func field(_ position: Int, of node: Int, value: GraphValue) -> GraphValue.Field
  {
    let key = table.keyNode(position, of: node)
    if names[key] == nil { names[key] = table.keyText(position, of: node) }
    return GraphValue.Field(names[key] ?? "", value: value, nameIdentity: identity(key))
  }

  /// The value of a node that has no children or was read before; nil for other containers.
  private mutating func leaf(_ node: Int) throws(ArchiveError) -> GraphValue? {
    if let slot = table.reference(node), slot >= 0 || table.kind(node) == .uid {
      try visit(node)
      return reference(slot, node: node)
    }
    if table.kind(node).isContainer {
      try visit(node, with: shared[node]?.cost ?? 0)
      return shared[node]?.value
    }
    try visit(node, with: table.textCost(node))
    let isInteger = table.kind(node) == .integer && table.hasIdentities
    return GraphValue(
      scalar(node), identity: identity(node),
      power: isInteger ? table.integerPower(node) : GraphValue.noPower)
  }

  /// A reference. Objects that `$top` does not reach may contain dangling references, which keep
  /// their numbers; in text formats such references are read as ordinary dictionaries.
  private mutating func reference(_ slot: Int, node: Int) -> GraphValue {
    if slot < 0 {
      let number = Int(table.view(node).uidValue?.value ?? 0)
      source.invalidReferences.insert(number)
      return GraphValue(.object(slot: number))
    }
    guard table.isNull(slot: slot) else { return GraphValue(.object(slot: slot)) }
    return GraphValue(slot == 0 ? .none : .conditionalNone(slot: slot))
  }

  /// Charges the budget for a value and its contents.
  private mutating func visit(_ node: Int, with contents: Int = 0) throws(ArchiveError) {
    guard budget.spend(ExpansionBudget.bytesPerVisit + contents) else {
      throw ArchiveError(
        .expansionLimit,
        message: "visiting each use of the shared values would exceed the limit: \(budget.excess)",
        position: table.position(node))
    }
  }

  /// The content of a node; long strings that may occur more than once are created once.
  private mutating func scalar(_ node: Int) -> GraphValue.Content {
    let mayRepeat = table.hasIdentities && table.storedLength(node) > 16
    if mayRepeat, let known = texts[node] { return known }
    let new: GraphValue.Content =
      switch table.kind(node) {
      case .bool: .bool(table.bool(node) ?? false)
      case .integer: .integer(table.integer(node) ?? 0)
      case .real: table.single(node).map { .single($0) } ?? .real(table.real(node) ?? 0)
      case .string: .text(table.string(node) ?? "")
      case .data: .data(table.data(node) ?? Data())
      case .date: .date(table.date(node) ?? Date(timeIntervalSinceReferenceDate: 0))
      default: .null
      }
    if mayRepeat { texts[node] = new }
    return new
  }

  /// Each Boolean value is always a single object.
  private func identity(_ node: Int) -> UInt32 {
    table.hasIdentities && table.kind(node) != .bool
      ? UInt32(truncatingIfNeeded: node) : ArchiveBuilder.noIdentity
  }
}
