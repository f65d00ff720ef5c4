// Finds the path to an object. The search starts at the top-level values when an error needs the
// path, so that no memory is spent on objects without errors.

extension ArchiveBuilder {
  /// The position of a reference to an object.
  package struct ReferenceStep: BitwiseCopyable {
    /// The object that contains the reference; the number of nil for the top-level values.
    package var owner: UInt32
    /// The number of the key of the reference, or `.max`.
    package var key: UInt32
    /// The index of the reference if it does not have a key.
    package var position: UInt32
  }

  /// Returns the references on a shortest path from the top-level values to an object, the
  /// reference to the object first. Returns an empty array if nothing refers to the object.
  package func path(to object: UInt32, from top: UInt32) -> [ReferenceStep] {
    var search = ReferencePathSearch(objects: objectCount)
    return search.path(to: object, from: top, confined.state)
  }
}

/// A breadth-first traversal of all references, starting with those of the top-level values.
private struct ReferencePathSearch: ~Copyable {
  /// A container whose children are to be visited.
  private struct OpenObject {
    var container: UInt32
    var owner: UInt32
  }

  private var isVisited: [Bool]
  private var origins: [ArchiveBuilder.ReferenceStep]
  /// The objects that were visited, in order.
  private var queue: [UInt32] = []
  private var open: [OpenObject] = []

  init(objects: Int) {
    isVisited = Array(repeating: false, count: objects)
    origins = Array(
      repeating: .init(owner: ArchiveBuilder.null, key: .max, position: 0), count: objects)
  }

  mutating func path(
    to object: UInt32, from top: UInt32, _ state: borrowing ArchiveBuilder.ArchiveBuilderState
  ) -> [ArchiveBuilder.ReferenceStep] {
    scan(in: top, of: ArchiveBuilder.null, state)
    var next = 0
    while !isVisited[Int(object)], next < queue.count {
      scan(in: state.objects[Int(queue[next])], of: queue[next], state)
      next += 1
    }
    return isVisited[Int(object)] ? path(backFrom: object) : []
  }

  private func path(backFrom object: UInt32) -> [ArchiveBuilder.ReferenceStep] {
    var path = [origins[Int(object)]]
    while let owner = path.last?.owner, owner != ArchiveBuilder.null {
      path.append(origins[Int(owner)])
    }
    return path
  }

  /// Visits all objects that a container, or a container inside it, refers to.
  private mutating func scan(
    in container: UInt32, of owner: UInt32, _ state: borrowing ArchiveBuilder.ArchiveBuilderState
  ) {
    open.append(OpenObject(container: container, owner: owner))
    while let next = open.popLast() {
      let node = state.table.nodes[Int(next.container)]
      guard node.kind.isContainer else { continue }
      var child = UInt32(truncatingIfNeeded: node.payload)
      for position in 0..<node.count {
        let link = state.table.links[Int(child)]
        visit(
          child, origin: .init(owner: owner, key: link.key, position: UInt32(position)),
          state: state)
        child = link.next
      }
    }
  }

  private mutating func visit(
    _ child: UInt32, origin: ArchiveBuilder.ReferenceStep,
    state: borrowing ArchiveBuilder.ArchiveBuilderState
  ) {
    let node = state.table.nodes[Int(child)]
    if node.kind.isContainer {
      return open.append(OpenObject(container: child, owner: origin.owner))
    }
    guard node.kind == .uid else { return }
    let object = Int(truncatingIfNeeded: node.payload)
    if object == 0 || isVisited[object] { return }
    isVisited[object] = true
    origins[object] = origin
    queue.append(UInt32(truncatingIfNeeded: object))
  }
}
