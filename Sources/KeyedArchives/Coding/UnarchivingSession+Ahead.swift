// Long chains: objects at their ends are created before those at their beginnings, by a traversal
// with an explicit stack over the links known for each type. Only the possible length of chains
// depends on it, so the traversal simply stops when its budget is exhausted.
internal import PropertyLists

extension UnarchivingSession {
  /// Creates an object and the objects that it depends on, beginning at the ends of all chains.
  /// Failures are reported when the failed object is requested.
  func makeAhead(_ slot: Int, type: DecodedType) {
    var stack: [(slot: Int, type: DecodedType, isExpanded: Bool)] = [(slot, type, false)]
    var visited: [Int] = []
    while let item = stack.popLast() {
      if item.isExpanded {
        makeNow(item.slot, type: item.type)
      } else if isWorthMaking(item.slot) {
        guard payAhead(0) else { break }
        objects.marks[item.slot] = .waiting
        visited.append(item.slot)
        stack.append((item.slot, item.type, true))
        for (child, type) in children(of: item.slot, item.type) where isWorthMaking(child) {
          stack.append((child, type, false))
        }
      }
    }
    for slot in visited where objects.marks[slot] == .waiting { objects.marks[slot] = .none }
  }

  /// Failed objects are not visited again: with shared objects, the traversal might never end.
  private func isWorthMaking(_ slot: Int) -> Bool {
    objects.marks[slot] == .none && objects.instances[slot] == nil && objects.failures[slot] == nil
  }

  private func makeNow(_ slot: Int, type: DecodedType) {
    if let actual = anyType(slot, of: type) { return makeNow(slot, type: actual) }
    guard type.shape == .instance, objects.instances[slot] == nil, objects.failures[slot] == nil
    else { return }
    do { try type.make(self, slot) } catch {
      objects.failures[slot] = ObjectTable.Failure(type: type, error: error)
    }
    if objects.marks[slot] == .making { objects.marks[slot] = .none }
  }

  /// The type for the object in a slot if any object is requested; nil for plain values and unknown
  /// classes.
  private func anyType(_ slot: Int, of type: DecodedType) -> DecodedType? {
    guard let request = type.anyClass, let record = table.record(of: table.node(inSlot: slot)),
      let known = request.type(named: table.records[record].name, in: registry)
    else { return nil }
    return self.type(known)
  }

  /// The slots that an object's type is known to request; empty if searching for them has become
  /// too expensive.
  ///
  /// Long because it has a search for each kind of type.
  private func children(of slot: Int, _ type: DecodedType) -> [(Int, DecodedType)] {
    let node = table.node(inSlot: slot)
    let isDictionary = table.kind(node) == .dictionary
    let fields = isDictionary ? table.count(node) : 0
    var children: [(Int, DecodedType)] = []
    if type.anyClass != nil {
      guard anyType(slot, of: type) != nil else { return [] }
      func addAny(_ value: Int) {
        if let slot = table.reference(value), slot >= 0 { children.append((slot, type)) }
      }
      for position in 0..<table.count(node) {
        let value = table.value(position, of: node)
        guard table.kind(value) == .array else {
          addAny(value)
          continue
        }
        for position in 0..<table.count(value) { addAny(table.element(position, of: value)) }
      }
      return payAhead(children.count) ? children.reversed() : []
    }
    guard payAhead(min(type.edges.count, type.hasManyEdges ? fields : .max)) else { return [] }
    var hasMembers = type.hasManyEdges
    if type.hasManyEdges {
      // The type has requested all keys of other objects: look up only the keys of this one.
      for pair in 0..<fields {
        for edge in type.edges(under: table.keyText(pair, of: node).unescapedKey) {
          add(table.value(pair, of: node), edge: edge, type: type, to: &children)
        }
      }
    } else {
      for edge in type.edges {
        if let key = edge.key, let value = table.value(of: key.escapedKey, in: node) {
          add(value, edge: edge, type: type, to: &children)
        } else {
          hasMembers = true
        }
      }
    }
    if hasMembers, isDictionary, let objects = table.value(of: ArrayLayout.objects, in: node),
      table.kind(objects) == .array
    {
      // The members of a collection are added once for each type that was requested.
      for edge in type.members {
        guard payAhead(table.count(objects)) else { break }
        for position in 0..<table.count(objects) {
          add(table.element(position, of: objects), edge: edge, type: type, to: &children)
        }
      }
    }
    return children.reversed()
  }

  private func add(
    _ value: Int, edge: DecodedType.Edge, type: DecodedType,
    to children: inout [(Int, DecodedType)]
  ) {
    guard let slot = table.reference(value), slot >= 0, !table.isNull(slot: slot) else { return }
    if edge.type.aliases.isEmpty, !type.hasAlternatives {
      children.append((slot, edge.type))
    } else {
      children += edge.type.ends.filter { fits(slot, type: $0) }.map { (slot, $0) }
    }
  }

  /// Whether an object may be created as a type, if several types were requested.
  private func fits(_ slot: Int, type: DecodedType) -> Bool {
    guard type.shape == .instance, type.bridged == nil, !type.isStandard else { return true }
    let position = position(ofSlot: slot)
    guard let name = try? className(position.node, at: position, type: type.type) else {
      return false
    }
    if type.names.contains(name) { return true }
    var current: AnyClass? = registry.type(named: name) as? AnyClass
    while let ancestor = current {
      if ancestor == type.type { return true }
      current = _getSuperclass(ancestor)
    }
    return false
  }
}
