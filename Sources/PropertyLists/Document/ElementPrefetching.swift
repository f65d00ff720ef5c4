// Prefetches the nodes and text of upcoming elements of a large array. The values of a binary file
// are uniqued, so that those of one element can be far apart in the table and in the file.

/// Views of a document's nodes and text.
struct ElementPrefetching {
  private let nodes: BufferView<Node>
  private let references: BufferView<UInt32>
  private let text: ByteView
  /// Whether nodes that are read one after another may be far apart.
  private let isScattered: Bool

  /// The number of elements from which on prefetching pays.
  private static let smallestArray = 256
  /// The maximum number of values of an element, and of a container in it, that are prefetched.
  private static let mostValues = 32

  /// Creates views that are valid as long as the storage is retained.
  init(_ storage: DocumentStorage) {
    nodes = storage.nodes.view
    references = storage.references.view
    text = storage.view
    isScattered = storage.origin.format == .binary
  }

  /// Prefetches memory for the elements after an index. Each step reads what the step before, which
  /// was made for the same element a few elements earlier, has prefetched.
  @inline(__always)
  func prefetch(_ array: Node, after index: Int) {
    if array.count >= Self.smallestArray, isScattered { prefetchElements(of: array, after: index) }
  }

  @inline(never)
  private func prefetchElements(of array: Node, after index: Int) {
    func element(_ distance: Int) -> Int {
      Int(references[array.start &+ min(index &+ distance, array.count &- 1)])
    }
    nodes.prefetch(element(12))
    prefetchReferences(element(8))
    forEachValue(of: element(5)) { nodes.prefetch($0) }
    forEachValue(of: element(3)) {
      prefetchText($0)
      prefetchReferences($0)
    }
    forEachValue(of: element(2)) { forEachValue(of: $0) { nodes.prefetch($0) } }
    forEachValue(of: element(1)) { forEachValue(of: $0) { prefetchText($0) } }
  }

  /// Calls a function with the values of a small container.
  @inline(__always)
  private func forEachValue(of container: Int, _ body: (Int) -> Void) {
    let node = nodes[container]
    guard node.kind.isContainer, node.count <= Self.mostValues else { return }
    let first = node.kind == .dictionary ? node.count : 0
    for position in first..<node.referenceCount { body(Int(references[node.start &+ position])) }
  }

  @inline(__always)
  private func prefetchReferences(_ container: Int) {
    let node = nodes[container]
    guard node.kind.isContainer else { return }
    references.prefetch(node.start)
    references.prefetch(node.start &+ node.referenceCount &- 1)
  }

  @inline(__always)
  private func prefetchText(_ index: Int) {
    let node = nodes[index]
    if node.kind == .string || node.kind == .data, !node.isBlob { text.prefetch(node.start) }
  }
}
