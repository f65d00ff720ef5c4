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
        marks[item.slot] = .waiting
        visited.append(item.slot)
        stack.append((item.slot, item.type, true))
        for (child, type) in children(of: item.slot, item.type) {
          stack.append((child, type, false))
        }
      }
    }
    for slot in visited where marks[slot] == .waiting { marks[slot] = .none }
  }

  /// What has failed once is not walked again: through shared objects there would be no end.
  private func isWorthMaking(_ slot: Int) -> Bool {
    marks[slot] == .none && instances[slot] == nil && failures[slot] == nil
  }

  private func makeNow(_ slot: Int, _ type: DecodedType) {
    if type.isAny, let actual = anyType(slot) { return makeNow(slot, actual) }
    guard type.shape == .instance, instances[slot] == nil, failures[slot] == nil else { return }
    do { try type.make(self, slot) } catch { failures[slot] = Failure(type: type, error: error) }
    if marks[slot] == .making { marks[slot] = .none }
  }

  /// The slots that an object's type is known to ask for.
  private func children(of slot: Int, _ type: DecodedType) -> [(Int, DecodedType)] {
    let node = table.node(inSlot: slot)
    if type.isAny { return anyType(slot) == nil ? [] : allChildren(of: node, type) }
    var children: [(Int, DecodedType)] = []
    for edge in type.edges {
      for child in nodes(edge.key, in: node) {
        if let slot = table.reference(child), slot < table.slotCount,
          !table.isNull(table.node(inSlot: slot))
        {
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
    guard type.shape == .instance, type.foreign == nil, !type.isStandard else { return true }
    let place = place(ofSlot: slot)
    guard let name = try? classOfRecord(place.node, type.type, place).1 else { return false }
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
      let position = position(of: escaped(key), in: node)
      if position >= 0 { return [table.value(position, of: node)] }
    }
    guard let objects = members("NS.objects", of: node) else { return [] }
    return (0..<table.count(objects)).map { table.element($0, of: objects) }
  }

  /// The array under a key of an object.
  func members(_ key: String, of node: Int) -> Int? {
    let position = position(of: key, in: node)
    guard position >= 0 else { return nil }
    let array = table.value(position, of: node)
    return table.kind(array) == .array ? array : nil
  }
}
