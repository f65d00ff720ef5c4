// The nodes of a document in the form that a decoder has: a table, or a binary file without one.

/// The nodes of a document by number: those of its table, or the objects of a binary file that was
/// validated. Valid as long as the decoder retains the document or the file.
struct DocumentNodes: NodeLookup {
  /// The table of the document. For a small file, the table of its objects; empty for a large one.
  private let table: TableNodes
  /// The objects of the file. The starts of containers are offsets in it.
  let binary: BinaryNodes?

  init(_ storage: DocumentStorage) {
    table = TableNodes(storage)
    binary = nil
  }

  /// - Parameter objects: The objects of the file as nodes, or none.
  init(_ binary: BinaryNodes, objects: BufferView<Node>) {
    table = TableNodes(objects, references: BufferView())
    self.binary = binary
  }

  /// The objects of a large file.
  @inline(__always)
  var large: BinaryNodes? { table.nodes.count == 0 ? binary : nil }

  /// The number of nodes.
  var count: Int { binary?.trailer.objectCount ?? table.nodes.count }

  /// Returns a node of the table; nil if it is not in the table.
  @inline(__always)
  func tableNode(_ index: Int) -> Node? {
    UInt(bitPattern: index) < UInt(bitPattern: table.nodes.count) ? table.node(index) : nil
  }

  @inline(__always)
  func node(_ index: Int) -> Node { tableNode(index) ?? binary?.node(index) ?? Node(.null) }

  @inline(__always)
  func reference(_ position: Int, from start: Int) -> UInt32 {
    binary?.reference(position, from: start) ?? table.reference(position, from: start)
  }

  @inline(__always)
  func hasSameReferences(_ count: Int, from start: Int, and other: Int) -> Bool {
    binary?.hasSameReferences(count, from: start, and: other)
      ?? table.hasSameReferences(count, from: start, and: other)
  }
}
