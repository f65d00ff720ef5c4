// Class instances: each slot has one, created at the first request, of a class that every request
// allows; and the links that are set at the end. The ends of long chains are created first, by a
// traversal with an explicit stack over the links known for each type, within a budget, on which
// only the maximum length of chains depends.
internal import PropertyLists

extension UnarchivingSession {
  /// The depth from which the requests of each type are recorded.
  private static let learning = 4

  func learn(_ type: DecodedType, at position: ValuePosition) {
    guard confined.state.objects.depth >= Self.learning, let entry = entries.last else { return }
    if entry.position.isSame(as: position) {
      entry.type.learn(alias: type)
    } else {
      stack.inspectionsAhead &+= entry.type.learn(
        position.isMember ? nil : position.key, type: type)
    }
  }

  func decode<T: Decodable>(instance type: T.Type, _ known: DecodedType, at position: ValuePosition)
    throws -> T
  {
    guard let slot = try slot(position) else {
      throw mismatch(type, expected: "expected an object", at: position)
    }
    learn(known, at: position)
    return try object(type, known: known, slot: slot, at: position)
  }

  /// Returns the instance in a slot; creates the instance if it does not exist yet.
  func object<T: Decodable>(
    _ type: T.Type, known: DecodedType, slot: Int, at position: ValuePosition
  ) throws -> T {
    if let made = confined.state.objects.instances[slot] {
      return try cast(made, type: type, known: known, slot: slot, at: position)
    }
    if confined.state.objects.isUsual(slot), confined.state.store == nil {
      return try make(type, known: known, slot: slot, at: position)
    }
    return try unusualObject(type, known: known, slot: slot, at: position)
  }

  /// Returns the instance in a slot that is in a store, failed before, is being created, or ends a
  /// long chain.
  @inline(never)
  private func unusualObject<T: Decodable>(
    _ type: T.Type, known: DecodedType, slot: Int, at position: ValuePosition
  ) throws -> T {
    if store != nil, let stored = try storedInstance(slot, at: position) {
      objects.instances.set(stored, inSlot: slot)
      return try cast(stored, type: type, known: known, slot: slot, at: position)
    }
    if let failure = objects.failures[slot], failure.type === known { throw failure.error }
    if objects[progressOf: slot] == .making { throw cycle(slot, at: position) }
    if objects.depth >= ObjectTable.deepest, objects[progressOf: slot] == .none,
      known.bridged?.mayMakeAhead ?? true
    {
      makeAhead(slot, type: known)
      if let made = objects.instances[slot] {
        return try cast(made, type: type, known: known, slot: slot, at: position)
      }
      if let failure = objects.failures[slot], failure.type === known { throw failure.error }
    }
    return try make(type, known: known, slot: slot, at: position)
  }

  private func cast<T: Decodable>(
    _ made: AnyObject, type: T.Type, known: DecodedType, slot: Int, at position: ValuePosition
  ) throws -> T {
    guard let value = made as? T else { throw unexpectedClass(slot, type: known, at: position) }
    // A subclass that was requested by its own name elsewhere must also be registered here.
    if ObjectIdentifier(Swift.type(of: made)) != ObjectIdentifier(type) {
      _ = try resolve(type, known: known, slot: slot, at: position)
    }
    return value
  }

  private func make<T: Decodable>(
    _ type: T.Type, known: DecodedType, slot: Int, at position: ValuePosition
  ) throws -> T {
    let resolved = try resolve(type, known: known, slot: slot, at: position)
    let entry = try push(
      position, type: known, record: confined.state.fields.node(inSlot: slot),
      in: parent(of: position))
    confined.state.objects[progressOf: slot] = .making
    confined.state.objects.depth += 1
    defer { finishMaking(slot, entry: entry) }
    let value = try resolved.with {
      try self.value(type, resolved: $0, slot: slot, entry: entry, known: known)
    }
    if resolved.with({ $0.hasHooks }) {
      return try finish(value, known: known, slot: slot, at: position)
    }
    confined.state.objects.instances.set(instance(value), inSlot: slot)
    return value
  }

  /// Creates an instance from its fields, or by its `init(from:)`.
  @inline(__always)
  private func value<T: Decodable>(
    _ type: T.Type, resolved: ResolvedClass, slot: Int, entry: Int, known: DecodedType
  ) throws -> T {
    guard let coding = resolved.fields else {
      return try metatype(resolved.type, as: type).init(
        from: ObjectDecoder(session: self, entry: entry))
    }
    defer { confined.state.objects.forgetFailures() }
    if let made = make(coding, from: confined.state.fields.node(inSlot: slot)) {
      return sameInstance(made, as: type)
    }
    do {
      return try metatype(resolved.type, as: type).init(
        from: ObjectDecoder(session: self, entry: entry))
    } catch {
      objects.noteFailure(slot, as: known, error: error)
      throw error
    }
  }

  private func finishMaking(_ slot: Int, entry: Int) {
    confined.state.objects.depth -= 1
    confined.state.objects[progressOf: slot] = .none
    pop(entry)
  }

  /// Returns the instance to use for a created one that has hooks. If this were part of `make`, it
  /// would look up the metadata of `T?` for each instance.
  private func finish<T: Decodable>(
    _ value: T, known: DecodedType, slot: Int, at position: ValuePosition
  ) throws -> T {
    var made = instance(value)
    if let replaceable = made as? any UnarchivingReplacement {
      made = try replaceable.replacementAfterUnarchiving()
    }
    objects.instances.set(made, inSlot: slot)
    if let observer = made as? any UnarchivingObserver { links.observers.append(observer) }
    if made === instance(value) { return value }
    if let value = made as? T { return value }
    throw unexpectedClass(slot, type: known, at: position)
  }

  /// The class to create for a slot when a type is requested: that type, or a registered subclass.
  /// The known type retains it.
  private func resolve<T: Decodable>(
    _ type: T.Type, known: DecodedType, slot: Int, at position: ValuePosition
  ) throws -> UnretainedReference<ResolvedClass> {
    if known.bridged != nil { return UnretainedReference(known.itself) }
    let number = try classRecord(inSlot: slot, type: type, at: position)
    if known.lastResolved.record == number { return UnretainedReference(known.lastResolved) }
    if let resolved = known.resolved[number] {
      known.lastResolved = resolved
      return UnretainedReference(resolved)
    }
    let name = table.records[number].name
    let resolved: T.Type
    if known.names.contains(name) {
      resolved = type
    } else if let registered = registry.type(named: name) as? T.Type {
      resolved = registered
    } else if known.isStandard,
      try archivedClass(number).chain.contains(where: known.names.contains)
    {
      resolved = type
    } else {
      throw unexpectedClass(slot, type: known, at: position)
    }
    known.lastResolved = ResolvedClass(resolved, record: number)
    known.resolved[number] = known.lastResolved
    return UnretainedReference(known.lastResolved)
  }

  // MARK: Links

  /// Whether the object at a position is being created.
  func isUnfinished(_ position: ValuePosition) throws -> Bool {
    guard let slot = try slot(position) else { return false }
    return objects[progressOf: slot] == .making
  }

  /// Sets a link to the instance at a position once all objects are complete; does nothing for nil.
  func link<T: AnyObject & Decodable>(
    _ type: T.Type, at position: ValuePosition, fill: @escaping (T) -> Void
  ) throws {
    if isLater { return try decodeLater { try link(type, at: position, fill: fill) } }
    if try isNil(position) { return }
    guard let slot = try slot(position) else {
      throw mismatch(type, expected: "expected an object", at: position)
    }
    links.pending.append(
      LinkTable.PendingLink(slot: slot, type: self.type(type), fits: { $0 is T }) { target in
        if let target = target as? T { fill(target) }
      })
  }

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
        objects[progressOf: item.slot] = .waiting
        visited.append(item.slot)
        stack.append((item.slot, item.type, true))
        for (child, type) in children(of: item.slot, item.type) where isWorthMaking(child) {
          stack.append((child, type, false))
        }
      }
    }
    for slot in visited where objects[progressOf: slot] == .waiting {
      objects[progressOf: slot] = .none
    }
  }

  /// Failed objects are not visited again: if they are shared, the traversal might never end.
  private func isWorthMaking(_ slot: Int) -> Bool {
    objects[progressOf: slot] == .none && objects.instances[slot] == nil
      && objects.failures[slot] == nil
  }

  private func makeNow(_ slot: Int, type: DecodedType) {
    if let actual = anyType(slot, of: type) { return makeNow(slot, type: actual) }
    guard type.shape == .instance, objects.instances[slot] == nil, objects.failures[slot] == nil
    else { return }
    do { try type.make(self, slot) } catch {
      objects.failures[slot] = ObjectTable.Failure(type: type, error: error)
    }
    if objects[progressOf: slot] == .making { objects[progressOf: slot] = .none }
  }

  /// The type for an object if objects of any class are requested; nil if it has no known class.
  private func anyType(_ slot: Int, of type: DecodedType) -> DecodedType? {
    guard let request = type.anyClass, let record = table.record(of: table.node(inSlot: slot)),
      let known = request.type(named: table.records[record].name, in: registry)
    else { return nil }
    return self.type(known)
  }

  /// The slots that an object's type is known to request; empty once the search costs too much.
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
      // The type requested all keys of other objects: look up only the keys of this object.
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
    _ value: Int, edge: DecodedType.Edge, type: DecodedType, to children: inout [(Int, DecodedType)]
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
