// Looks for objects that hold themselves. What is linked by references that are filled later may form
// cycles; an object whose fields are needed to make it must not lead back to itself.

extension ArchiveBuilder {
  /// Adds a reference that is filled once its target is whole, and so may be part of a cycle.
  package func addLink(_ object: UInt32, at position: ArchivePosition) {
    confined.state.table.append(
      Node(.uid, form: Self.linkForm, payload: UInt64(object)), at: position.slot)
  }

  /// The texts of the keys of an object, but for those that no property can have.
  package func keys(of object: UInt32) -> Set<String> {
    var keys: Set<String> = []
    let node = confined.state.table.nodes[Int(container(of: object))]
    var child = UInt32(truncatingIfNeeded: node.payload)
    for _ in 0..<(node.kind == .dictionary ? node.count : 0) {
      let link = confined.state.table.links[Int(child)]
      let text = text(ofKey: link.key)
      if !CombiningMarks.exceedLimit(in: text) { keys.insert(text) }
      child = link.next
    }
    return keys
  }

  /// The text of the key at a position of a dictionary, for a path; nil for other objects and keys.
  ///
  /// - Parameter list: The key of the list of keys, which is the first of the object.
  package func keyText(at position: Int, in object: UInt32, keys list: String) -> String? {
    guard let keys = child(of: container(of: object), 0), text(ofKey: keys.key) == list,
      let key = child(of: keys.node, position)
    else { return nil }
    let reference = confined.state.table.nodes[Int(key.node)]
    guard reference.kind == .uid else { return nil }
    let text = confined.state.table.nodes[Int(container(of: UInt32(reference.payload)))]
    guard text.kind == .string else { return nil }
    return confined.state.table.text.view.string(at: text.start, count: text.count)
  }

  /// A child of a container, and the number of its key.
  private func child(of container: UInt32, _ position: Int) -> (node: UInt32, key: UInt32)? {
    let node = confined.state.table.nodes[Int(container)]
    guard node.kind.isContainer, position < node.count else { return nil }
    var child = UInt32(truncatingIfNeeded: node.payload)
    for _ in 0..<position { child = confined.state.table.links[Int(child)].next }
    return (child, confined.state.table.links[Int(child)].key)
  }

  /// The places of the references that lead from an object back to it, if there is such an object.
  ///
  /// - Parameter top: The values at the top, where only what they lead to is looked at.
  package func strongCycle(from top: UInt32? = nil) -> [ArchivePosition]? {
    var search = CycleSearch(objects: objectCount)
    if let top { return search.cycle(fromContainer: top, &confined.state) }
    for object in 0..<objectCount {
      if let cycle = search.cycle(from: UInt32(object), &confined.state) { return cycle }
    }
    return nil
  }
}

/// A walk over references that need their targets first, with a stack of its own.
private struct CycleSearch: ~Copyable {
  /// What is known of an object.
  private enum CycleMark {
    case new, open, done
  }

  /// A container on the way.
  private struct CycleSearchFrame {
    /// The object that the container is; nil's number for a container inside one.
    var object: UInt32
    var container: UInt32
    /// The child at hand, the one that comes next, and how many are left.
    var child: UInt32
    var next: UInt32
    var left: Int
  }

  private var marks: [CycleMark]
  private var frames: [CycleSearchFrame] = []

  init(objects: Int) { marks = Array(repeating: .new, count: objects) }

  mutating func cycle(
    from object: UInt32, _ state: inout ArchiveBuilder.ArchiveBuilderState
  ) -> [ArchiveBuilder.ArchivePosition]? {
    if marks[Int(object)] != .new { return nil }
    enter(object, container: state.objects[Int(object)], state: state)
    return walk(state)
  }

  mutating func cycle(
    fromContainer container: UInt32, _ state: inout ArchiveBuilder.ArchiveBuilderState
  ) -> [ArchiveBuilder.ArchivePosition]? {
    enter(ArchiveBuilder.null, container: container, state: state)
    return walk(state)
  }

  private mutating func walk(_ state: borrowing ArchiveBuilder.ArchiveBuilderState)
    -> [ArchiveBuilder.ArchivePosition]?
  {
    while let frame = frames.last {
      if frame.left == 0 {
        marks[Int(frame.object)] = .done
        frames.removeLast()
        continue
      }
      let child = frame.next
      frames[frames.count - 1].child = child
      frames[frames.count - 1].next = state.table.links[Int(child)].next
      frames[frames.count - 1].left -= 1
      if let target = visit(child, state: state) { return positions(backTo: target, state) }
    }
    return nil
  }

  /// Goes down to a child; the object that it refers to, when that is still open.
  private mutating func visit(_ child: UInt32, state: borrowing ArchiveBuilder.ArchiveBuilderState)
    -> UInt32?
  {
    let node = state.table.nodes[Int(child)]
    if node.kind.isContainer {
      enter(ArchiveBuilder.null, container: child, state: state)
      return nil
    }
    guard node.kind == .uid, node.form == 0 else { return nil }
    let target = UInt32(truncatingIfNeeded: node.payload)
    switch marks[Int(target)] {
    case .open: return target
    case .done: return nil
    case .new:
      enter(target, container: state.objects[Int(target)], state: state)
      return nil
    }
  }

  private mutating func enter(
    _ object: UInt32, container: UInt32, state: borrowing ArchiveBuilder.ArchiveBuilderState
  ) {
    let node = state.table.nodes[Int(container)]
    if object != ArchiveBuilder.null { marks[Int(object)] = .open }
    frames.append(
      CycleSearchFrame(
        object: object, container: container, child: 0,
        next: UInt32(truncatingIfNeeded: node.payload),
        left: node.kind.isContainer ? node.count : 0))
  }

  private func positions(
    backTo target: UInt32, _ state: borrowing ArchiveBuilder.ArchiveBuilderState
  ) -> [ArchiveBuilder.ArchivePosition] {
    let first = frames.lastIndex { $0.object == target } ?? 0
    var positions: [ArchiveBuilder.ArchivePosition] = []
    for frame in frames[first...] {
      let key = state.table.links[Int(frame.child)].key
      positions.append(
        key == .max ? .init(in: frame.container) : .init(in: frame.container, key: key))
    }
    return positions
  }
}
