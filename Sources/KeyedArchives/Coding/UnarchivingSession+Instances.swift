// Instances of classes: each slot has one, made where it is asked for first, of a class that is allowed
// in every place that asks; and the links that are filled when all are whole.
internal import PropertyLists

extension UnarchivingSession {
  /// From this depth on, objects at the end of a chain are made before those at its beginning.
  private static let deepest = 16
  /// From this depth on it is noted which objects a type asks for.
  private static let learning = 4

  func learn(_ type: DecodedType, at position: UnarchivingPosition) {
    guard objects.depth >= Self.learning, let entry = entries.last else { return }
    if entry.position.isSame(as: position) {
      entry.type.learn(alias: type)
    } else {
      noteLooks(entry.type.learn(position.isMember ? nil : position.key, type: type))
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

  /// The instance in a slot, made now unless it is there.
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

  /// Whether the instance in a slot is on the way.
  func isBeingMade(_ slot: Int) -> Bool { objects.marks[slot] == .making }

  private func cast<T: Decodable>(
    _ made: AnyObject, type: T.Type, known: DecodedType, slot: Int, at position: UnarchivingPosition
  ) throws -> T {
    guard let value = made as? T else { throw unexpectedClass(slot, type: known, at: position) }
    // A subclass that was asked for by its own name elsewhere must be registered to stand here too.
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
    if resolved.hasHooks { return try finish(value, known: known, slot: slot, at: position) }
    objects.instances[slot] = instance(value)
    return value
  }

  /// The instance to use for one that was made and has hooks.
  private func finish<T: Decodable>(
    _ value: T, known: DecodedType, slot: Int, at position: UnarchivingPosition
  ) throws -> T {
    let made = try replaced(instance(value))
    objects.instances[slot] = made
    if let observer = made as? any UnarchivingObserver { links.observers.append(observer) }
    if made === instance(value) { return value }
    if let stand = made as? T { return stand }
    throw unexpectedClass(slot, type: known, at: position)
  }

  /// The object that is to be used instead of one that was made.
  private func replaced(_ made: AnyObject) throws -> AnyObject {
    guard let replaceable = made as? any UnarchivingReplacement else { return made }
    return try replaceable.replacementAfterUnarchiving()
  }

  /// The class to make for a slot where a type is asked for: that type, or a registered subclass.
  private func resolve<T: Decodable>(
    _ type: T.Type, known: DecodedType, slot: Int, at position: UnarchivingPosition
  ) throws -> ResolvedClass {
    if known.bridged != nil { return known.itself }
    let number = try classRecord(table.node(inSlot: slot), type: type, at: position)
    if known.lastResolved.record == number { return known.lastResolved }
    known.lastResolved =
      try known.resolved[number] ?? newlyResolved(type, known: known, slot: slot, at: position)
    known.resolved[number] = known.lastResolved
    return known.lastResolved
  }

  private func newlyResolved<T: Decodable>(
    _ type: T.Type, known: DecodedType, slot: Int, at position: UnarchivingPosition
  ) throws -> ResolvedClass {
    let number = try classRecord(table.node(inSlot: slot), type: type, at: position)
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
    return ResolvedClass(resolved, record: number)
  }

  // MARK: Links

  /// Whether the object of a place is just being made.
  func isUnfinished(_ position: UnarchivingPosition) throws -> Bool {
    guard let slot = try slot(position) else { return false }
    return objects.marks[slot] == .making
  }

  /// Has a link filled with the instance of a place, once all is whole; nothing to do for nil.
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
