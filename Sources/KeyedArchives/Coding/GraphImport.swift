// Copies the objects of a graph to an archive of typed objects: each becomes one object there, with
// its fields in order, when something first refers to it.
internal import PropertyLists

/// The objects of one graph in an archive under construction.
final class GraphImport {
  private let graph: ObjectGraph
  private let builder: ArchiveBuilder
  private unowned let session: ArchivingSession
  private var objects: [Int: UInt32] = [:]
  /// The class records, and the objects of instances that replace slots.
  private var others: [Int: UInt32] = [:]
  private var strong: Set<Int> = []
  /// The slots whose objects wait for their fields or elements.
  private var waiting: [Int] = []

  init(_ graph: ObjectGraph, session: ArchivingSession) {
    self.graph = graph
    self.session = session
    builder = session.builder
  }

  /// The archive's object for an object with fields; the fields are added later.
  func object(of unknown: UnknownObject, _ strength: LinkStrength) -> UInt32 {
    let slot = unknown.slot
    if let instance = graph.instance(slot) { return session.object(of: instance, strength) }
    let object = objects[slot] ?? builder.addObject(node: builder.addRankedDictionary(.loose))
    objects[slot] = object
    note(slot, strength: strength)
    return object
  }

  /// Adds the fields of the waiting objects, and all objects that they refer to.
  func fillWaiting() throws {
    while let slot = waiting.popLast() {
      guard let object = objects[slot] else { continue }
      try values(of: slot).fill(builder.container(of: object), with: graph.slots[slot])
    }
  }

  /// Records a reference to an object, which waits for its fields or elements if it has any.
  private func note(_ slot: Int, strength: LinkStrength) {
    guard strength == .strong, strong.insert(slot).inserted else { return }
    switch graph.slots[slot].content {
    case .array, .set, .dictionary: waiting.append(slot)
    default: break
    }
  }

  /// The object of a slot; a new object has no fields yet.
  private func importedObject(_ slot: Int, strength: LinkStrength) throws -> UInt32 {
    guard graph.slots.indices.contains(slot) else { throw graph.noSlot(slot) }
    if let known = objects[slot] {
      note(slot, strength: strength)
      return known
    }
    if let known = others[slot], strength == .strong { return known }
    if case .classRecord(let record) = graph[slot] {
      let object = session.classes.record(of: record, builder)
      others[slot] = object
      return object
    }
    if let instance = graph.instance(slot) {
      let object = session.object(of: instance, strength)
      if strength == .strong { others[slot] = object }
      return object
    }
    let object =
      switch graph.slots[slot].content {
      case .array: builder.addObject(node: builder.addArray(.loose))
      case .set: builder.addObject(node: builder.addSet(.loose))
      case .dictionary: builder.addObject(node: builder.addRankedDictionary(.loose))
      // Equal numbers are one object, as everywhere in typed graphs.
      case .bool(let value): builder.object(value)
      case .integer(let value): builder.object(value)
      case .real(let value): builder.object(value)
      case .single(let value): builder.object(value)
      case _ where graph.isNull(slot): builder.addRecord()
      default: builder.addObject(node: try values(of: slot).add(graph.slots[slot], at: .loose))
      }
    objects[slot] = object
    note(slot, strength: strength)
    return object
  }

  private func values(of slot: Int) -> GraphValues {
    GraphValues(builder: builder, keeping: .order, owner: slot) { [unowned self] in
      try importedObject($0, strength: $1)
    }
  }
}

extension ArchivingSession {
  /// Encodes an object of an unknown class, and all objects that it refers to.
  func encode(_ object: UnknownObject, at position: ArchivingPosition, strength: LinkStrength) {
    let target = importing(object.graph).object(of: object, strength)
    switch strength {
    case .strong: builder.addLink(target, at: position.slot)
    case .conditional: builder.addConditionalReference(target, at: position.slot)
    }
  }

  /// The import of a graph of unknown objects; created when the graph is first encountered.
  private func importing(_ graph: ObjectGraph) -> GraphImport {
    if let known = graphs[ObjectIdentifier(graph)] { return known }
    let new = GraphImport(graph, session: self)
    graphs[ObjectIdentifier(graph)] = new
    return new
  }
}

extension UnarchivingSession {
  /// Reads an object as an object of an unknown class.
  func unknownObject(_ position: ValuePosition) throws -> UnknownObject {
    guard let slot = try slot(position) else {
      throw mismatch(UnknownObject.self, expected: "expected an object", at: position)
    }
    return try unknownObject(inSlot: slot)
  }

  /// The object in a slot: always the same one, so that weak links find the targets of strong ones.
  func unknownObject(inSlot slot: Int) throws -> UnknownObject {
    let graph = try values.graph ?? ObjectGraph(table)
    if values.graph == nil { values.graph = graph }
    if values.unknownObjects.indices.contains(slot), let known = values.unknownObjects[slot] {
      return known
    }
    guard let object = graph[slot]?.object else {
      throw mismatch(
        UnknownObject.self, expected: "expected an object",
        at: ValuePosition(node: table.node(inSlot: slot)))
    }
    values.unknownObjects[slot] = object
    return object
  }

  func archivedClass(_ record: Int) throws -> ArchivedClass {
    if let known = values.classes[record] { return known }
    let entry = table.records[record]
    func names(_ key: String) throws -> [String] {
      guard let array = table.value(of: key, in: entry.node), table.kind(array) == .array else {
        return []
      }
      let position = position(ofSlot: entry.slot)
      try visit(table.count(array), at: position)
      // Many classes may share a list, which is read only once.
      if let known = values.classLists[array] { return known }
      let list = try (0..<table.count(array)).compactMap {
        try text(table.element($0, of: array), at: position)
      }
      values.classLists[array] = list
      return list
    }
    let new = ArchivedClass(
      name: entry.name, chain: try names("$classes"), hints: try names("$classhints"))
    values.classes[record] = new
    return new
  }
}

extension UnknownObject: Codable {
  /// Reads the object at the decoder's position.
  ///
  /// - Throws: `DecodingError` if the decoder is not an unarchiver.
  public convenience init(from decoder: any Decoder) throws {
    let (session, position) = try ObjectDecoder.position(of: Self.self, under: decoder)
    let object = try session.unknownObject(position)
    self.init(object.graph, slot: object.slot)
  }

  /// Archives the object, and all objects that it refers to.
  ///
  /// - Throws: `EncodingError` if the encoder is not an archiver.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    session.encode(self, at: position, strength: .strong)
  }
}
