// Access to the values of a document by their numbers: in the table of a document that was read, or in
// the bytes of a binary file that has no table.

/// The references of the containers of a document.
protocol ReferenceLookup {
  /// Returns a reference of a container, by its position among them.
  ///
  /// - Parameter start: The start of the container's node.
  func reference(_ position: Int, from start: Int) -> UInt32
}

/// The nodes of a document, and the references of its containers.
protocol NodeLookup: ReferenceLookup {
  /// Returns a node by its number.
  func node(_ index: Int) -> Node

  /// Returns whether two runs of references, of equal length, are equal.
  func hasSameReferences(_ count: Int, from start: Int, and other: Int) -> Bool
}

/// Views of the table of a document, which are valid as long as the table is retained.
struct TableNodes: NodeLookup, BitwiseCopyable {
  let nodes: BufferView<Node>
  let references: BufferView<UInt32>

  init(_ nodes: BufferView<Node>, references: BufferView<UInt32>) {
    self.nodes = nodes
    self.references = references
  }

  init(_ storage: DocumentStorage) {
    self.init(storage.nodes.view, references: storage.references.view)
  }

  @inline(__always)
  func node(_ index: Int) -> Node { nodes[index] }

  @inline(__always)
  func reference(_ position: Int, from start: Int) -> UInt32 { references[start &+ position] }

  @inline(__always)
  func hasSameReferences(_ count: Int, from start: Int, and other: Int) -> Bool {
    for position in 0..<count
    where references[start &+ position] != references[other &+ position] {
      return false
    }
    return true
  }
}
