// Compares the values of two documents, whatever their formats; used to compare written bytes with
// their source. Keys can be in a different order, and references of an archive can have the form
// that XML uses for them. Everything else must be identical, bit for bit.

extension PlistDocument {
  /// Returns whether both documents have the same values at the same paths.
  ///
  /// Takes time linear in the documents. Also returns false if values that occur at several paths
  /// would make the comparison take longer: true is a proof of equality, false is not a proof of a
  /// difference.
  package func hasSameValues(as other: PlistDocument) -> Bool {
    var comparison = DocumentComparison(storage, other.storage)
    return comparison.run()
  }
}

/// One comparison.
private struct DocumentComparison: ~Copyable {
  private let left: DocumentStorage
  private let right: DocumentStorage
  /// For each node on the left, one more than the node on the right with which it was last
  /// compared.
  private var partners: LinearBuffer<UInt32>
  /// Containers whose members are still to be compared.
  private var pending: [(left: Node, right: Node)] = []
  /// The number of members that can still be compared.
  private var budget: Int
  /// The maximum number of keys that can be in any order at no cost.
  private static let smallCount = 16

  init(_ left: DocumentStorage, _ right: DocumentStorage) {
    (self.left, self.right) = (left, right)
    partners = LinearBuffer(minimumCapacity: left.nodes.count)
    partners.append(repeating: 0, count: left.nodes.count)
    budget = 2 * (left.references.count + right.references.count) + 16
  }

  mutating func run() -> Bool {
    guard isSame(left.root, right.root) else { return false }
    while let (left, right) = pending.popLast() {
      guard left.kind == .dictionary ? haveSamePairs(left, right) : haveSameElements(left, right)
      else { return false }
    }
    return true
  }

  private mutating func goesOn() -> Bool {
    budget -= 1
    return budget >= 0
  }

  private mutating func haveSameElements(_ a: Node, _ b: Node) -> Bool {
    for position in 0..<a.count {
      guard goesOn(), isSame(left.child(position, of: a), right.child(position, of: b)) else {
        return false
      }
    }
    return true
  }

  private mutating func haveSamePairs(_ a: Node, _ b: Node) -> Bool {
    var next = 0
    for position in 0..<a.count {
      let key = left.key(position, of: a)
      guard goesOn(), let found = self.position(ofKey: key, in: b, from: next),
        isSame(left.value(position, of: a), right.value(found, of: b))
      else { return false }
      next = found + 1
    }
    return true
  }

  /// Returns the position on the right of a key on the left. The search starts at the position
  /// where the key usually is.
  private mutating func position(ofKey key: Int, in b: Node, from start: Int) -> Int? {
    for step in 0..<b.count {
      let position = start + step < b.count ? start + step : start + step - b.count
      if isSame(key, right.key(position, of: b)) { return position }
      // Many keys in a completely different order would take quadratic time.
      if b.count > Self.smallCount, !goesOn() { return nil }
    }
    return nil
  }

  /// Returns whether two nodes are the same. For containers, the members are compared later.
  private mutating func isSame(_ first: Int, _ second: Int) -> Bool {
    if partners[first] == UInt32(truncatingIfNeeded: second) &+ 1 { return true }
    let (a, b) = (left.nodes[first], right.nodes[second])
    if a.kind.isContainer {
      guard a.kind == b.kind, a.count == b.count else { return false }
      if a.count > 0 { pending.append((a, b)) }
    } else if !isSameScalar(a, b) {
      return false
    }
    partners[first] = UInt32(truncatingIfNeeded: second) &+ 1
    return true
  }

  private func isSameScalar(_ a: Node, _ b: Node) -> Bool {
    if a.kind == .uid, b.kind == .dictionary, b.count == 1 {
      return right.slot(ofDictionary: b, count: .max) == Int(exactly: a.payload)
    }
    guard a.kind == b.kind else { return false }
    switch a.kind {
    case .string where a.isPlainText && b.isPlainText:
      return a.count == b.count
        && left.view.isEqual(at: a.start, count: a.count, to: right.view, at: b.start)
    case .string: return a.text(in: left.source).hasSameBytes(as: b.text(in: right.source))
    case .data: return left.data(of: a) == right.data(of: b)
    case .integer: return a.integer(in: left.view) == b.integer(in: right.view)
    case .real:
      return a.real.bitPattern == b.real.bitPattern
        && a.wideInteger(in: left.view) == b.wideInteger(in: right.view)
    default: return a.payload == b.payload
    }
  }
}
