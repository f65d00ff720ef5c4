// The values that fields are read from: the node table of a document, or the objects of a binary
// file, which need no table.

/// The nodes of one document, by number.
struct FieldTable {
  private let nodes: BufferView<Node>
  private let references: BufferView<UInt32>
  /// The text that the nodes refer to.
  let source: NodeSource
  /// The objects of a binary file that is read without a table. The session retains them.
  private let objects: UnretainedReference<BinaryObjects>?
  /// The number of bytes of a reference in `objects`; 0 if there is a table.
  private let referenceWidth: Int
  /// The elements that were decoded, if their nodes are released. The session retains them.
  private let passed: UnretainedReference<PassedElements>?
  /// The first node that was not passed.
  private var firstKept = 0
  /// Whether nodes are released.
  private var isPassing = false

  /// Creates views that are valid as long as the storage is retained.
  init(_ storage: DocumentStorage, passed: PassedElements? = nil) {
    self.passed = passed.map { UnretainedReference($0) }
    isPassing = passed != nil
    nodes = storage.nodes.view
    references = storage.references.view
    source = storage.source
    objects = nil
    referenceWidth = 0
  }

  /// Creates a table of the objects of a binary file, which is valid as long as they are retained.
  init(objects: BinaryObjects) {
    passed = nil
    nodes = BufferView()
    references = BufferView()
    source = NodeSource(objects.view)
    self.objects = UnretainedReference(objects)
    referenceWidth = objects.trailer.referenceWidth
  }

  /// The number of nodes, which limits the memory that is reserved for the elements of an array.
  var count: Int { objects?.with { $0.trailer.objectCount } ?? nodes.count }

  /// Whether a binary file is read without a table.
  var hasNoNodes: Bool { referenceWidth > 0 }

  @inline(__always)
  func node(_ index: Int) -> Node {
    if referenceWidth == 0 { return index < firstKept ? passedNode(index) : nodes[index] }
    return objects?.with { $0.node(index) } ?? Node(.null)
  }

  private func passedNode(_ index: Int) -> Node {
    passed?.with { $0.node(index) } ?? nodes[index]
  }

  /// Releases the nodes of the elements of an array before an index.
  @inline(__always)
  mutating func pass(_ array: Node, before index: Int) {
    if isPassing, let passed {
      firstKept = passed.with { $0.pass(array, before: index, firstKept: firstKept) }
    }
  }

  /// Ends the release of nodes, because another decoder, which can outlive this one, decodes a value.
  /// Returns false if nodes of the value were released.
  mutating func keepRest(_ index: Int) -> Bool {
    isPassing = false
    guard let passed, index < firstKept, !passed.with({ $0.isWhole(index) }) else { return true }
    passed.with { $0.refuse() }
    return false
  }

  /// Notes that the contents of a container are read. Returns false if this is not possible without
  /// a table.
  @inline(__always)
  func enter(_ container: Node, at index: Int) -> Bool {
    referenceWidth == 0 || objects?.with { $0.enter(container, at: index) } ?? false
  }

  /// Returns a reference of a container, by its position among them.
  ///
  /// - Parameter start: The start of the container's node.
  @inline(__always)
  func reference(_ position: Int, from start: Int) -> UInt32 {
    if referenceWidth == 0 { return references[start &+ position] }
    return objects?.with { $0.nodes.reference(position, from: start) } ?? 0
  }

  /// Prefetches memory for the elements of an array of a binary file after an index.
  @inline(__always)
  func prefetchObjects(of array: Node, after index: Int) {
    objects?.with { $0.prefetchElements(of: array, after: index) }
  }

  /// Returns whether the references from a start are those of known keys.
  @inline(__always)
  func hasKeys(_ keys: borrowing LinearBuffer<UInt32>, at start: Int) -> Bool {
    if referenceWidth == 0 { return references.contains(keys, at: start) }
    for position in 0..<keys.count where reference(position, from: start) != keys[position] {
      return false
    }
    return true
  }
}
