// Equal numbers of an archive are one object: an index of nodes by their kind, form and bits. Relies
// on `HashIndex`.

/// The numbers of scalar nodes, by the bits of the nodes.
struct ScalarNumbers: ~Copyable {
  private var index = HashIndex(minimumCapacity: 64)
  private let seed = processHashSeed

  init() {}

  /// Returns the number of a scalar, or `new` after adding it.
  ///
  /// - Parameter node: Returns the node that has a number.
  @inline(__always)
  mutating func number(of scalar: Node, orNew new: Int, node: (Int) -> Node) -> Int {
    let state = mixed(seed ^ scalar.head, scalar.payload)
    let hash = UInt32(truncatingIfNeeded: state ^ state &>> 32)
    let found = index.find(hash) { number in
      let known = node(number)
      return known.payload == scalar.payload && known.head == scalar.head
    }
    if found.number >= 0 { return found.number }
    index.insert(new, hash: hash, at: found)
    return new
  }
}
