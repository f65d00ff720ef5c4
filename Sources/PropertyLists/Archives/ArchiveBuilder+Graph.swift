// Additional information about a graph that was read: which values were the same object in the
// file, and the order of the keys. The layout preserves both.

extension ArchiveBuilder {
  /// The value that means "no identity": the layout's rules determine which nodes are one object.
  package static let noIdentity = UInt32.max

  /// The origin of a node of a graph that was read: only the facts that are needed to write the
  /// graph again.
  struct Origin: BitwiseCopyable {
    /// The number of the object in the file that became the node.
    var identity = ArchiveBuilder.noIdentity
    /// The number of the object in the file that became its key.
    var keyIdentity = ArchiveBuilder.noIdentity
    /// The position of its pair in its dictionary.
    var rank: UInt32 = 0
  }

  /// The form of a dictionary whose keys are ordered by rank.
  static let rankedForm: UInt8 = 0xF3

  /// The node that was added last.
  package var lastNode: UInt32 { UInt32(truncatingIfNeeded: confined.state.table.nodes.count - 1) }

  /// Adds the dictionary of the whole archive, whose keys keep the order in which they are added.
  package func addRoot() -> UInt32 { addRankedDictionary(.loose) }

  /// Adds a dictionary whose keys are ordered by rank. Keys without a rank keep the order in which
  /// they are added.
  package func addRankedDictionary(_ position: ArchivePosition) -> UInt32 {
    confined.state.table.append(Node(.dictionary, form: Self.rankedForm), at: position.slot)
  }

  /// Turns a node that is not in a container into an object, and returns the object's number.
  package func addObject(node: UInt32) -> UInt32 {
    confined.state.objects.append(node)
    return UInt32(truncatingIfNeeded: confined.state.objects.count - 1)
  }

  /// Puts a node into the slot of nil, for an archive that has another value there.
  package func replaceNull(by node: UInt32) { confined.state.objects[Int(Self.null)] = node }

  /// Removes the slot of nil, for an archive without objects.
  package func removeNull() { confined.state.objects.truncate(to: 0) }

  /// Adds a set to another container.
  package func addSet(_ position: ArchivePosition) -> UInt32 {
    confined.state.table.append(Node(.set), at: position.slot)
  }

  /// Adds a null, which only binary files have.
  package func addNull(_ position: ArchivePosition) {
    confined.state.table.append(Node(.null), at: position.slot)
  }

  /// Adds an integer that takes 2^`power` bytes in a binary file.
  package func add(_ value: PlistInteger, power: UInt8, at position: ArchivePosition) {
    add(value, at: position)
    guard power < 4, value.fits64Bits else { return }
    confined.state.setWidth(power, of: lastNode)
  }

  /// Records which object in its file became a node. Nodes with the same identity become one object
  /// again.
  package func identify(_ node: UInt32, as identity: UInt32) {
    confined.state.changeOrigin(of: node) { $0.identity = identity }
  }

  /// Records which object became the key of a value, and the position of the pair.
  package func identifyKey(of node: UInt32, as identity: UInt32, rank: Int) {
    confined.state.changeOrigin(of: node) {
      $0.keyIdentity = identity
      $0.rank = UInt32(truncatingIfNeeded: rank)
    }
  }
}

extension ArchiveBuilder.ArchiveBuilderState {
  mutating func changeOrigin(of node: UInt32, _ change: (inout ArchiveBuilder.Origin) -> Void) {
    let missing = Int(node) + 1 - origins.count
    if missing > 0 { origins.append(repeating: .init(), count: missing) }
    change(&origins[Int(node)])
  }

  func origin(of node: UInt32) -> ArchiveBuilder.Origin {
    Int(node) < origins.count ? origins[Int(node)] : .init()
  }

  mutating func setWidth(_ power: UInt8, of node: UInt32) {
    let old = table.nodes[Int(node)]
    table.replace(node, with: Node(.integer, form: power, payload: old.payload))
  }
}
