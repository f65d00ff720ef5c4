// The values that fields are read from: the node table of a document, or the objects of a binary
// file, which need no table.

/// The nodes of one document, by number.
struct FieldTable {
  private let nodes: BufferView<Node>
  private let references: BufferView<UInt32>
  /// The text that the nodes refer to.
  let source: NodeSource
  /// The objects of a binary file that is read without a table.
  let objects: BinaryObjects?
  /// The number of bytes of a reference in `objects`; 0 if there is a table.
  private let referenceWidth: Int

  /// Creates views that are valid as long as the storage is retained.
  init(_ storage: DocumentStorage) {
    nodes = storage.nodes.view
    references = storage.references.view
    source = storage.source
    objects = nil
    referenceWidth = 0
  }

  /// Creates a table of the objects of a binary file.
  init(objects: BinaryObjects) {
    nodes = BufferView()
    references = BufferView()
    source = NodeSource(objects.view)
    self.objects = objects
    referenceWidth = objects.trailer.referenceWidth
  }

  /// The number of nodes, which limits the memory that is reserved for the elements of an array.
  var count: Int { objects?.trailer.objectCount ?? nodes.count }

  @inline(__always)
  func node(_ index: Int) -> Node {
    if referenceWidth == 0 { return nodes[index] }
    return objects?.node(index) ?? Node(.null)
  }

  /// Notes that the contents of a container are read. Returns false if this is not possible without
  /// a table.
  @inline(__always)
  func enter(_ container: Node, at index: Int) -> Bool {
    referenceWidth == 0 || objects?.enter(container, at: index) ?? false
  }

  /// Returns a reference of a container, by its position among them.
  ///
  /// - Parameter start: The start of the container's node.
  @inline(__always)
  func reference(_ position: Int, from start: Int) -> UInt32 {
    if referenceWidth == 0 { return references[start &+ position] }
    return objects?.reference(at: start &+ position &* referenceWidth) ?? 0
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
