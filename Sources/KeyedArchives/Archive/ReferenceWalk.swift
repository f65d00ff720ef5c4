// Follows the references of an archive and says which lead nowhere. Slots wait in a list and inline
// containers on a stack, each looked at once: cycles and chains of any length cost their size.
internal import PropertyLists

/// A walk over references.
struct ReferenceWalk {
  private let table: ArchiveTable
  /// After how many findings the walk ends.
  private let limit: Int
  /// What was found, in the order of the walk.
  private(set) var findings: [ArchiveError] = []
  /// How many steps the paths of further findings may have: many may be deep inside.
  private var room = 100_000
  /// How many places refer to each slot; one place for an inline container that is shared.
  private(set) var meetings: [UInt32]
  /// The containers that were looked at, by their node: as a slot and inline, where a `$class` is
  /// a key as any other.
  private var isSeenAsSlot: [Bool]
  private var isSeenInline: [Bool]
  private var waiting: [Int] = []
  private var frames: [WalkedContainer] = []
  /// Where the containers on the stack stand.
  private var location: [PlistPath.Step] = []

  /// An inline container on the way down.
  private struct WalkedContainer {
    let node: PlistNode
    /// The pair that is no value: `$class`.
    let skipped: Int
    var next = 0
  }

  init(_ table: ArchiveTable, limit: Int = .max) {
    self.table = table
    self.limit = limit
    meetings = Array(repeating: 0, count: table.slots.count)
    isSeenAsSlot = Array(repeating: false, count: table.document.nodeCount)
    isSeenInline = isSeenAsSlot
  }

  /// Follows everything that `$top` reaches.
  mutating func walkFromTop() {
    scan(table.view(table.top), at: [.key("$top")])
    drain()
  }

  /// Follows what a slot holds, even if nothing refers to it.
  mutating func walk(from slot: Int) {
    guard [.array, .object].contains(table.slots[slot].kind) else { return }
    scan(table.object(inSlot: slot), at: [.key("$objects"), .index(slot)])
    drain()
  }

  private mutating func drain() {
    while findings.count < limit, let slot = waiting.popLast() { walkSlot(slot) }
  }

  private mutating func walkSlot(_ slot: Int) {
    scan(table.object(inSlot: slot), at: [.key("$objects"), .index(slot)])
  }

  // MARK: Inline containers

  private mutating func scan(_ node: PlistNode, at location: [PlistPath.Step]) {
    self.location = location
    if location.count > 1 { enterSlot(node) } else { enter(node) }
    while findings.count < limit, let frame = frames.last {
      guard frame.next < frame.node.count else {
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      if frame.next == frame.skipped { continue }
      if let child = frame.node[frame.next] ?? frame.node.value(at: frame.next) { visit(child) }
    }
    frames.removeAll(keepingCapacity: true)
  }

  private mutating func enterSlot(_ node: PlistNode) {
    guard !isSeenAsSlot[node.id] else { return }
    isSeenAsSlot[node.id] = true
    frames.append(WalkedContainer(node: node, skipped: node.position(ofKey: "$class") ?? -1))
  }

  private mutating func enter(_ node: PlistNode) {
    guard !isSeenInline[node.id] else { return }
    isSeenInline[node.id] = true
    frames.append(WalkedContainer(node: node, skipped: -1))
  }

  private mutating func visit(_ node: PlistNode) {
    if let slot = table.slot(referredBy: node) {
      meet(slot, node: node)
    } else if node.kind.isContainer {
      enter(node)
    }
  }

  private mutating func meet(_ slot: Int, node: PlistNode) {
    guard slot >= 0 else {
      if room > 0 { note(table.outOfRange(node, at: path)) }
      return
    }
    meetings[slot] &+= 1
    guard meetings[slot] == 1 else { return }
    switch table.slots[slot].kind {
    case .null, .plain: return
    case .array, .object: waiting.append(slot)
    default: note(table.fault(inSlot: slot))
    }
  }

  private mutating func note(_ finding: ArchiveError) {
    guard room > 0 else { return }
    room -= 1 + finding.path.steps.count
    findings.append(finding)
  }

  /// The path of the child that was taken last.
  private var path: PlistPath {
    PlistPath(location + frames.compactMap { $0.node.step(to: $0.next - 1) })
  }
}

extension PlistNode {
  /// The step to a child by its place.
  func step(to location: Int) -> PlistPath.Step? {
    kind == .dictionary ? key(at: location)?.stringValue.map { .key($0) } : .index(location)
  }
}
