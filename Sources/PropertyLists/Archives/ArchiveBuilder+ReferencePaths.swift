// Where an object stands: looked for from the top when an error asks, so that nothing is remembered
// for all the objects that none asks about.

extension ArchiveBuilder {
  /// Where an object is referred to.
  package struct ReferenceStep: BitwiseCopyable {
    /// The object that refers to it; nil's number at the top.
    package var owner: UInt32
    /// The number of the key there, or `.max`.
    package var key: UInt32
    /// The position, where there is no key.
    package var position: UInt32
  }

  /// The references on a shortest way from the values at the top to an object, its own first. None
  /// for an object that nothing refers to.
  package func way(to object: UInt32, from top: UInt32) -> [ReferenceStep] {
    var search = ReferencePathSearch(objects: objectCount)
    return search.way(to: object, from: top, confined.state)
  }
}

/// A walk over all references, those at the top first, those of the objects there next, and so on.
private struct ReferencePathSearch: ~Copyable {
  /// A container whose children are looked at.
  private struct Open {
    var container: UInt32
    var owner: UInt32
  }

  private var isMet: [Bool]
  private var origins: [ArchiveBuilder.ReferenceStep]
  /// The objects that were met, in that order.
  private var queue: [UInt32] = []
  private var open: [Open] = []

  init(objects: Int) {
    isMet = Array(repeating: false, count: objects)
    origins = Array(
      repeating: .init(owner: ArchiveBuilder.null, key: .max, position: 0), count: objects)
  }

  mutating func way(
    to object: UInt32, from top: UInt32, _ state: borrowing ArchiveBuilder.ArchiveBuilderState
  ) -> [ArchiveBuilder.ReferenceStep] {
    look(in: top, of: ArchiveBuilder.null, state)
    var next = 0
    while !isMet[Int(object)], next < queue.count {
      look(in: state.objects[Int(queue[next])], of: queue[next], state)
      next += 1
    }
    return isMet[Int(object)] ? way(backFrom: object) : []
  }

  private func way(backFrom object: UInt32) -> [ArchiveBuilder.ReferenceStep] {
    var way = [origins[Int(object)]]
    while let owner = way.last?.owner, owner != ArchiveBuilder.null {
      way.append(origins[Int(owner)])
    }
    return way
  }

  /// Meets all objects that a container, or one inside it, refers to.
  private mutating func look(
    in container: UInt32, of owner: UInt32, _ state: borrowing ArchiveBuilder.ArchiveBuilderState
  ) {
    open.append(Open(container: container, owner: owner))
    while let next = open.popLast() {
      let node = state.table.nodes[Int(next.container)]
      guard node.kind.isContainer else { continue }
      var child = UInt32(truncatingIfNeeded: node.payload)
      for position in 0..<node.count {
        let link = state.table.links[Int(child)]
        meet(
          child, origin: .init(owner: owner, key: link.key, position: UInt32(position)),
          state: state)
        child = link.next
      }
    }
  }

  private mutating func meet(
    _ child: UInt32, origin: ArchiveBuilder.ReferenceStep,
    state: borrowing ArchiveBuilder.ArchiveBuilderState
  ) {
    let node = state.table.nodes[Int(child)]
    if node.kind.isContainer {
      return open.append(Open(container: child, owner: origin.owner))
    }
    guard node.kind == .uid else { return }
    let object = Int(truncatingIfNeeded: node.payload)
    if object == 0 || isMet[object] { return }
    isMet[object] = true
    origins[object] = origin
    queue.append(UInt32(truncatingIfNeeded: object))
  }
}
