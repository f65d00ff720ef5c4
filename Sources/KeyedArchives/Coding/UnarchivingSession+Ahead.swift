// Long chains: the objects at their ends are made before those at their beginnings, by a walk with a
// stack of its own over the links that are known of each type.
internal import PropertyLists

extension UnarchivingSession {
  /// Makes what is below an object, and the object, from the ends of all chains upwards. What fails
  /// is told when the object is asked for.
  func makeAhead(_ slot: Int, _ type: DecodedType) {
    var stack: [(slot: Int, type: DecodedType, isExpanded: Bool)] = [(slot, type, false)]
    var visited: [Int] = []
    while let item = stack.popLast() {
      if item.isExpanded {
        makeNow(item.slot, item.type)
      } else if isWorthMaking(item.slot) {
        objects.marks[item.slot] = .waiting
        visited.append(item.slot)
        stack.append((item.slot, item.type, true))
        for (child, type) in children(of: item.slot, item.type) {
          stack.append((child, type, false))
        }
      }
    }
    for slot in visited where objects.marks[slot] == .waiting { objects.marks[slot] = .none }
  }

  /// What has failed once is not walked again: through shared objects there would be no end.
  private func isWorthMaking(_ slot: Int) -> Bool {
    objects.marks[slot] == .none && objects.instances[slot] == nil && objects.failures[slot] == nil
  }

  private func makeNow(_ slot: Int, _ type: DecodedType) {
    if type.isAny, let actual = anyType(slot) { return makeNow(slot, actual) }
    guard type.shape == .instance, objects.instances[slot] == nil, objects.failures[slot] == nil
    else { return }
    do { try type.make(self, slot) } catch {
      objects.failures[slot] = ObjectTable.Failure(type: type, error: error)
    }
    if objects.marks[slot] == .making { objects.marks[slot] = .none }
  }

  /// The slots that an object's type is known to ask for.
  private func children(of slot: Int, _ type: DecodedType) -> [(Int, DecodedType)] {
    let node = table.node(inSlot: slot)
    if type.isAny { return anyType(slot) == nil ? [] : allChildren(of: node, type) }
    var children: [(Int, DecodedType)] = []
    for edge in type.edges {
      for child in nodes(edge.key, in: node) {
        if let slot = table.reference(child), slot >= 0, !table.isNull(slot: slot) {
          if edge.type.aliases.isEmpty, !type.hasAlternatives {
            children.append((slot, edge.type))
          } else {
            children += edge.type.ends.filter { fits(slot, $0) }.map { (slot, $0) }
          }
        }
      }
    }
    return children.reversed()
  }

  /// Whether an object may be made as one of a type, where several types have been asked for.
  private func fits(_ slot: Int, _ type: DecodedType) -> Bool {
    guard type.shape == .instance, type.bridged == nil, !type.isStandard else { return true }
    let place = place(ofSlot: slot)
    guard let name = try? className(place.node, place, type.type) else { return false }
    if type.names.contains(name) { return true }
    var current: AnyClass? = registry.type(named: name) as? AnyClass
    while let ancestor = current {
      if ancestor == type.type { return true }
      current = _getSuperclass(ancestor)
    }
    return false
  }

  private func nodes(_ key: String?, in node: Int) -> [Int] {
    if let key {
      if let value = table.value(of: escaped(key), in: node) { return [value] }
    }
    guard let objects = table.value(of: ArrayLayout.objects, in: node),
      table.kind(objects) == .array
    else { return [] }
    return (0..<table.count(objects)).map { table.element($0, of: objects) }
  }
}
