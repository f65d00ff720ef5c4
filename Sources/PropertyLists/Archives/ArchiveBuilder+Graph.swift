// What a graph that was read tells the builder beyond its values: which of them were one object of the
// file, and in which order the keys stood. Relies on the layout to keep both.

extension ArchiveBuilder {
  /// No identity: the layout's own rules say what is one object.
  package static let noIdentity = UInt32.max

  /// Where a node of a read graph was, as far as it matters when it is written again.
  struct Origin: BitwiseCopyable {
    /// The object that it was in its file.
    var identity = ArchiveBuilder.noIdentity
    /// The object that its key was.
    var keyIdentity = ArchiveBuilder.noIdentity
    /// Its place among the pairs of its dictionary.
    var rank: UInt32 = 0
  }

  /// Marks a dictionary whose keys stand in the order of their ranks.
  static let rankedForm: UInt8 = 0xF3

  /// The node that was added last.
  package var lastNode: UInt32 {
    UInt32(truncatingIfNeeded: confined.state.table.nodes.count - 1)
  }

  /// The dictionary of the whole archive, whose keys stand as they were added.
  package func addRoot() -> UInt32 { addRankedDictionary(.loose) }

  /// A new dictionary whose keys stand in the order of their ranks; by and by, as they are added.
  package func addRankedDictionary(_ position: ArchivePosition) -> UInt32 {
    confined.state.table.append(Node(.dictionary, form: Self.rankedForm), at: position.slot)
  }

  /// Makes a node that stands nowhere an object.
  package func addObject(node: UInt32) -> UInt32 {
    confined.state.objects.append(node)
    return UInt32(truncatingIfNeeded: confined.state.objects.count - 1)
  }

  /// Puts a node into the slot of nil, for an archive that has something else there.
  package func replaceNull(by node: UInt32) { confined.state.objects[Int(Self.null)] = node }

  /// Removes the slot of nil, for an archive without objects.
  package func removeNull() { confined.state.objects.truncate(to: 0) }

  /// A new set inside another container.
  package func addSet(_ position: ArchivePosition) -> UInt32 {
    confined.state.table.append(Node(.set), at: position.slot)
  }

  /// Adds the null of binary files.
  package func addNull(_ position: ArchivePosition) {
    confined.state.table.append(Node(.null), at: position.slot)
  }

  /// Adds an integer that takes 2 to the power of so many bytes in a binary file.
  package func add(_ value: PlistInteger, power: UInt8, at position: ArchivePosition) {
    add(value, at: position)
    guard power < 4, value.fits64Bits else { return }
    confined.state.setWidth(power, of: lastNode)
  }

  /// Says which object of its file a node was; nodes with one identity are one object again.
  package func identify(_ node: UInt32, as identity: UInt32) {
    confined.state.changeOrigin(of: node) { $0.identity = identity }
  }

  /// Says which object the key of a value was, and where the pair stood.
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
