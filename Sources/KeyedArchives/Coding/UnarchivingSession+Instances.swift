// Class instances: each slot has one, created at the first request, of a class that every request
// allows; and the links that are set once all instances are complete.
internal import PropertyLists

extension UnarchivingSession {
  /// The depth from which objects at the end of a chain are created before those at its beginning.
  private static let deepest = 16
  /// The depth from which the requests of each type are recorded.
  private static let learning = 4

  func learn(_ type: DecodedType, at position: UnarchivingPosition) {
    guard objects.depth >= Self.learning, let entry = entries.last else { return }
    if entry.position.isSame(as: position) {
      entry.type.learn(alias: type)
    } else {
      stack.inspectionsAhead &+= entry.type.learn(
        position.isMember ? nil : position.key, type: type)
    }
  }

  func decode<T: Decodable>(
    instance type: T.Type, _ known: DecodedType, at position: UnarchivingPosition
  )
    throws -> T
  {
    guard let slot = try slot(position) else {
      throw mismatch(type, expected: "expected an object", at: position)
    }
    learn(known, at: position)
    return try object(type, known: known, slot: slot, at: position)
  }

  /// Returns the instance in a slot; creates it if it does not exist yet.
  func object<T: Decodable>(
    _ type: T.Type, known: DecodedType, slot: Int, at position: UnarchivingPosition
  ) throws -> T {
    if let made = objects.instances[slot] {
      return try cast(made, type: type, known: known, slot: slot, at: position)
    }
    if store != nil, let stored = try storedInstance(slot, at: position) {
      objects.instances[slot] = stored
      return try cast(stored, type: type, known: known, slot: slot, at: position)
    }
    if let failure = objects.failures[slot], failure.type === known { throw failure.error }
    if objects.marks[slot] == .making { throw cycle(slot, at: position) }
    if objects.depth >= Self.deepest, objects.marks[slot] == .none,
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
    _ made: AnyObject, type: T.Type, known: DecodedType, slot: Int, at position: UnarchivingPosition
  ) throws -> T {
    guard let value = made as? T else { throw unexpectedClass(slot, type: known, at: position) }
    // A subclass that was requested by its own name elsewhere must also be registered to be used
    // here.
    if ObjectIdentifier(Swift.type(of: made)) != ObjectIdentifier(type) {
      _ = try resolve(type, known: known, slot: slot, at: position)
    }
    return value
  }

  private func make<T: Decodable>(
    _ type: T.Type, known: DecodedType, slot: Int, at position: UnarchivingPosition
  ) throws -> T {
    let resolved = try resolve(type, known: known, slot: slot, at: position)
    objects.marks[slot] = .making
    objects.depth += 1
    let entry = try push(position, type: known)
    entries[entry].record = table.node(inSlot: slot)
    defer {
      objects.depth -= 1
      objects.marks[slot] = .none
      pop(entry)
    }
    let decoder = ObjectDecoder(session: self, entry: entry)
    let value = try metatype(resolved.type, as: type).init(from: decoder)
    var made = instance(value)
    guard resolved.hasHooks else {
      objects.instances[slot] = made
      return value
    }
    if let replaceable = made as? any UnarchivingReplacement {
      made = try replaceable.replacementAfterUnarchiving()
    }
    objects.instances[slot] = made
    if let observer = made as? any UnarchivingObserver { links.observers.append(observer) }
    if made === instance(value) { return value }
    if let value = made as? T { return value }
    throw unexpectedClass(slot, type: known, at: position)
  }

  /// The class to create for a slot when a type is requested: that type, or a registered subclass.
  private func resolve<T: Decodable>(
    _ type: T.Type, known: DecodedType, slot: Int, at position: UnarchivingPosition
  ) throws -> ResolvedClass {
    if known.bridged != nil { return known.itself }
    let number = try classRecord(table.node(inSlot: slot), type: type, at: position)
    if known.lastResolved.record == number { return known.lastResolved }
    if let resolved = known.resolved[number] {
      known.lastResolved = resolved
      return resolved
    }
    let name = table.records[number].name
    let resolved: T.Type
    if known.names.contains(name) {
      resolved = type
    } else if let registered = registry.type(named: name) as? T.Type {
      resolved = registered
    } else if known.isStandard, try archivedClass(number).isKind(of: known.names) {
      resolved = type
    } else {
      throw unexpectedClass(slot, type: known, at: position)
    }
    known.lastResolved = ResolvedClass(resolved, record: number)
    known.resolved[number] = known.lastResolved
    return known.lastResolved
  }

  // MARK: Links

  /// Whether the object at a position is being created.
  func isUnfinished(_ position: UnarchivingPosition) throws -> Bool {
    guard let slot = try slot(position) else { return false }
    return objects.marks[slot] == .making
  }

  /// Sets a link to the instance at a position once all objects are complete; does nothing for nil.
  func link<T: AnyObject & Decodable>(
    _ type: T.Type, at position: UnarchivingPosition, fill: @escaping (T) -> Void
  ) throws {
    if try isNil(position) { return }
    guard let slot = try slot(position) else {
      throw mismatch(type, expected: "expected an object", at: position)
    }
    links.pending.append(
      LinkTable.PendingLink(slot: slot, type: self.type(type), fits: { $0 is T }) { target in
        if let target = target as? T { fill(target) }
      })
  }
}
