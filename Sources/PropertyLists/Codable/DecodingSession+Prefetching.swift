// Prefetches the nodes and text of upcoming elements of a large array. The values of a binary file
// are uniqued, so that those of one element can be far apart in the table and in the file.

extension DecodingSession {
  /// The number of elements from which on prefetching pays.
  private static let smallestArray = 256
  /// The maximum number of values of an element, and of a container in it, that are prefetched.
  private static let mostValues = 32

  /// Prefetches memory for the elements after an index. Each step reads what the step before, which
  /// was made for the same element a few elements earlier, has prefetched.
  @inline(__always)
  func prefetchElements(of array: Node, after index: Int) {
    if array.count >= Self.smallestArray, isScattered { prefetch(array, after: index) }
  }

  @inline(never)
  private func prefetch(_ array: Node, after index: Int) {
    func element(_ distance: Int) -> Int {
      child(min(index &+ distance, array.count &- 1), of: array)
    }
    prefetchNode(element(12))
    prefetchReferences(element(8))
    forEachValue(element(5)) { prefetchNode($0) }
    forEachValue(element(3)) {
      prefetchText($0)
      prefetchReferences($0)
    }
    forEachValue(element(2)) { forEachValue($0) { prefetchNode($0) } }
    forEachValue(element(1)) { forEachValue($0) { prefetchText($0) } }
  }

  /// Calls a function with the values of a small container.
  @inline(__always)
  private func forEachValue(_ container: Int, _ body: (Int) -> Void) {
    let node = node(container)
    guard node.kind.isContainer, node.count <= Self.mostValues else { return }
    let first = node.kind == .dictionary ? node.count : 0
    for position in first..<node.referenceCount { body(child(position, of: node)) }
  }

  @inline(__always)
  private func prefetchReferences(_ container: Int) {
    let node = node(container)
    if node.kind.isContainer { prefetchReferences(from: node.start, count: node.referenceCount) }
  }

  @inline(__always)
  private func prefetchText(_ index: Int) {
    let node = node(index)
    if node.kind == .string || node.kind == .data, !node.isBlob { view.prefetch(node.start) }
  }
}
