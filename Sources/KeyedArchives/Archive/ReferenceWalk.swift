// Follows the references of an archive and reports dangling ones. Keeps pending slots in a list and
// inline containers on a stack; visits each once, so cycles and long chains take linear time.
internal import PropertyLists

/// A traversal of the references of an archive.
struct ReferenceWalk {
  private let table: ArchiveTable
  /// The number of findings after which the traversal ends.
  private let limit: Int
  /// The findings, in traversal order.
  private(set) var findings: [ArchiveError] = []
  /// The number of steps that the paths of further findings may have; many may be deeply nested.
  private var remainingSteps = 100_000
  /// The number of references to each slot; a shared inline container counts once.
  private(set) var referenceCounts: [UInt32]
  /// The containers already visited: as slots, and inline, where `$class` is an ordinary key.
  private var isSeenAsSlot: [Bool]
  private var isSeenInline: [Bool]
  private var waiting: [Int] = []
  private var frames: [WalkedContainer] = []
  /// The path of the container at the bottom of the stack.
  private var location: [PlistPath.Step] = []

  /// An inline container that encloses the current value.
  private struct WalkedContainer {
    let node: PlistNode
    /// The index of the pair to skip, `$class`.
    let skipped: Int
    var next = 0
  }

  init(_ table: ArchiveTable, limit: Int = .max) {
    self.table = table
    self.limit = limit
    referenceCounts = Array(repeating: 0, count: table.slots.count)
    isSeenAsSlot = Array(repeating: false, count: table.document.nodeCount)
    isSeenInline = isSeenAsSlot
  }

  /// Follows everything that is reachable from `$top`.
  mutating func walkFromTop() { follow(table.view(table.top), at: [.key("$top")]) }

  /// Follows the contents of a slot, even if nothing refers to it.
  mutating func walk(from slot: Int) {
    guard [.array, .object].contains(table.slots[slot].kind) else { return }
    follow(table.object(inSlot: slot), at: [.key("$objects"), .index(slot)])
  }

  private mutating func follow(_ node: PlistNode, at location: [PlistPath.Step]) {
    scan(node, at: location)
    while findings.count < limit, let slot = waiting.popLast() {
      scan(table.object(inSlot: slot), at: [.key("$objects"), .index(slot)])
    }
  }

  /// Visits the values in a container and in the inline containers inside it.
  private mutating func scan(_ node: PlistNode, at location: [PlistPath.Step]) {
    self.location = location
    if location.count == 1 {
      enter(node)
    } else if !isSeenAsSlot[node.id] {
      isSeenAsSlot[node.id] = true
      frames.append(WalkedContainer(node: node, skipped: node.position(ofKey: "$class") ?? -1))
    }
    while findings.count < limit, let frame = frames.last {
      guard frame.next < frame.node.count else {
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      guard frame.next != frame.skipped,
        let child = frame.node[frame.next] ?? frame.node.value(at: frame.next)
      else { continue }
      guard let slot = table.slot(referredBy: child) else {
        if child.kind.isContainer { enter(child) }
        continue
      }
      guard slot >= 0 else {
        if remainingSteps > 0 { note(table.outOfRange(child, at: path)) }
        continue
      }
      referenceCounts[slot] &+= 1
      guard referenceCounts[slot] == 1 else { continue }
      switch table.slots[slot].kind {
      case .null, .plain: continue
      case .array, .object: waiting.append(slot)
      default: note(table.fault(inSlot: slot))
      }
    }
    frames.removeAll(keepingCapacity: true)
  }

  private mutating func enter(_ node: PlistNode) {
    guard !isSeenInline[node.id] else { return }
    isSeenInline[node.id] = true
    frames.append(WalkedContainer(node: node, skipped: -1))
  }

  private mutating func note(_ finding: ArchiveError) {
    guard remainingSteps > 0 else { return }
    remainingSteps -= 1 + finding.path.steps.count
    findings.append(finding)
  }

  /// The path of the child visited last.
  private var path: PlistPath {
    PlistPath(
      location
        + frames.compactMap { frame in
          let index = frame.next - 1
          guard frame.node.kind == .dictionary else { return .index(index) }
          return frame.node.key(at: index)?.stringValue.map { .key($0) }
        })
  }
}
