// Searches for objects that contain themselves. Links, which are resolved later, can form cycles.
// References to objects whose fields are needed to construct an object must not lead back to that
// object.

extension ArchiveBuilder {
  /// Adds a link: a reference that is resolved after its target is complete, so that it can be part
  /// of a cycle.
  package func addLink(_ object: UInt32, at position: ArchivePosition) {
    confined.state.table.append(
      Node(.uid, form: Self.linkForm, payload: UInt64(object)), at: position.slot)
  }

  /// Returns the text of the keys of an object, except those with too many combining marks for the
  /// name of a property.
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

  /// Returns the text of the key at a position of a dictionary, for use in a path; nil for other
  /// objects and keys.
  ///
  /// - Parameter list: The field that stores the list of keys, which is the first field of the
  ///   object.
  package func keyText(at position: Int, in object: UInt32, keys list: String) -> String? {
    guard let keys = child(of: container(of: object), 0), text(ofKey: keys.key) == list,
      let key = child(of: keys.node, position)
    else { return nil }
    let reference = confined.state.table.nodes[Int(key.node)]
    guard reference.kind == .uid else { return nil }
    let object = confined.state.archivedObject(for: UInt32(reference.payload))
    let text = confined.state.table.nodes[Int(container(of: object))]
    guard text.kind == .string else { return nil }
    return confined.state.table.text.view.string(at: text.start, count: text.count)
  }

  /// Returns a child of a container and the number of the child's key.
  private func child(of container: UInt32, _ position: Int) -> (node: UInt32, key: UInt32)? {
    let node = confined.state.table.nodes[Int(container)]
    guard node.kind.isContainer, position < node.count else { return nil }
    var child = UInt32(truncatingIfNeeded: node.payload)
    for _ in 0..<position { child = confined.state.table.links[Int(child)].next }
    return (child, confined.state.table.links[Int(child)].key)
  }

  /// Returns the positions of the references that lead from an object back to itself; nil if none
  /// exists.
  ///
  /// - Parameter top: The top-level values; only the objects reachable from them are searched.
  package func strongCycle(from top: UInt32? = nil) -> [ArchivePosition]? {
    var search = CycleSearch(objects: objectCount)
    if let top { return search.cycle(fromContainer: top, &confined.state) }
    for object in 0..<objectCount {
      if let cycle = search.cycle(from: UInt32(object), &confined.state) { return cycle }
    }
    return nil
  }
}

/// A depth-first traversal, with an explicit stack, of the references whose targets are needed
/// first.
private struct CycleSearch: ~Copyable {
  /// The state of the search for one object.
  private enum CycleMark { case new, open, done }

  /// A container that encloses the current value.
  private struct CycleSearchFrame {
    /// The object that the container belongs to; the number of nil for a container inside another
    /// one.
    var object: UInt32
    var container: UInt32
    /// The current child, the next child, and the number of children that remain.
    var child: UInt32
    var next: UInt32
    var left: Int
  }

  private var marks: [CycleMark]
  private var frames: [CycleSearchFrame] = []

  init(objects: Int) { marks = Array(repeating: .new, count: objects) }

  mutating func cycle(from object: UInt32, _ state: inout ArchiveBuilder.ArchiveBuilderState)
    -> [ArchiveBuilder.ArchivePosition]?
  {
    if marks[Int(object)] != .new { return nil }
    enter(object, container: state.objects[Int(object)], state: state)
    return search(state)
  }

  mutating func cycle(
    fromContainer container: UInt32, _ state: inout ArchiveBuilder.ArchiveBuilderState
  ) -> [ArchiveBuilder.ArchivePosition]? {
    enter(ArchiveBuilder.null, container: container, state: state)
    return search(state)
  }

  private mutating func search(_ state: borrowing ArchiveBuilder.ArchiveBuilderState)
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

  /// Enters a child; returns the object that it refers to if that object is still open.
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
        next: UInt32(truncatingIfNeeded: node.payload), left: node.kind.isContainer ? node.count : 0
      ))
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
