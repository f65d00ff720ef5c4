// Writes graphs as archives through the builder: values that were read are written as they were,
// new values as the archiver would write them. Traverses the graph with an explicit stack.
public import PropertyLists

extension ObjectGraph {
  /// Returns the archive as a document.
  ///
  /// - Throws: `ArchiveError` if a value refers to a missing slot; `PlistError` if the archive
  ///   exceeds the limits of the format.
  public func document() throws -> PlistDocument {
    let builder = ArchiveBuilder()
    let root = builder.addRoot()
    var parts = ArchiveFrame.ArchiveNodes(root: root, objects: ArchiveBuilder.noIdentity)
    let values = GraphValues(builder: builder, keeping: .identities) { slot, _ in
      guard self.slots.indices.contains(slot) || self.source.invalidReferences.contains(slot) else {
        throw self.noSlot(slot)
      }
      return UInt32(truncatingIfNeeded: slot)
    }
    for (rank, field) in self.frame.enumerated() {
      let node = try values.add(field, rank: rank, in: root)
      if field.name.hasSameBytes(as: "$objects") { parts.objects = node }
    }
    if let first = slots.first {
      if isNull(0) {
        builder.identify(builder.container(of: ArchiveBuilder.null), as: first.identity)
      } else {
        builder.replaceNull(by: try values.add(first, at: .loose))
      }
      for value in slots.dropFirst() {
        _ = builder.addObject(node: try values.add(value, at: .loose))
      }
    } else {
      builder.removeNull()
    }
    var frame = ArchiveFrame(top: root, archiver: "", version: 0, order: .current)
    frame.parts = parts
    frame.slots = .asMade
    frame.repeats = source.repeats
    frame.documentType = source.hasOldDocumentType ? .appleComputer : .binary
    return try builder.finish(frame)
  }

  func noSlot(_ slot: Int) -> ArchiveError {
    ArchiveError(
      .referenceOutOfRange,
      message: "reference to object \(slot), but the archive has only "
        + slots.count.counting("object"))
  }
}

/// The strength of a link: strong links cause their targets to be archived.
enum LinkStrength { case strong, conditional }

/// Adds values of graphs to an archive under construction.
struct GraphValues {
  let builder: ArchiveBuilder
  let keeping: Keeping
  /// The slot of the object whose values are added.
  var owner = 0
  /// Returns the object of a slot.
  let object: (Int, LinkStrength) throws -> UInt32

  /// The properties of the source file that are preserved.
  enum Keeping {
    /// The identities of objects, and the order of keys.
    case identities
    /// Only the order of keys; objects get their slots in their previous order.
    case order
  }

  /// A container whose children are still to be added.
  private struct PendingGraphContainer {
    var node: UInt32
    var elements: [GraphValue] = []
    var fields: [(rank: Int, field: GraphValue.Field)] = []
    var next = 0
  }

  /// Adds a value with its contents; returns its node.
  func add(_ value: GraphValue, at position: ArchiveBuilder.ArchivePosition) throws -> UInt32 {
    var frames: [PendingGraphContainer] = []
    let node = try open(value, at: position, frames: &frames)
    try finish(&frames)
    return node
  }

  /// Adds the children of a container to a node that exists.
  func fill(_ node: UInt32, with value: GraphValue) throws {
    var frames = [
      PendingGraphContainer(
        node: node, elements: value.elements ?? [], fields: inOrderOfAdding(value.fields ?? []))
    ]
    try finish(&frames)
  }

  func add(_ field: GraphValue.Field, rank: Int, in dictionary: UInt32) throws -> UInt32 {
    let node = try add(field.value, at: .init(in: dictionary, key: builder.key(field.name)))
    identifyKey(of: node, field, rank: rank)
    return node
  }

  private func finish(_ frames: inout [PendingGraphContainer]) throws {
    while !frames.isEmpty {
      let top = frames.count - 1
      let next = frames[top].next
      frames[top].next += 1
      let container = frames[top].node
      if next < frames[top].elements.count {
        let element = frames[top].elements[next]
        _ = try open(element, at: .init(in: container), frames: &frames)
      } else if next < frames[top].fields.count {
        let (rank, field) = frames[top].fields[next]
        let position = ArchiveBuilder.ArchivePosition(in: container, key: builder.key(field.name))
        identifyKey(of: try open(field.value, at: position, frames: &frames), field, rank: rank)
      } else {
        frames.removeLast()
      }
    }
  }

  private func identifyKey(of node: UInt32, _ field: GraphValue.Field, rank: Int) {
    let identity = keeping == .identities ? field.nameIdentity : ArchiveBuilder.noIdentity
    builder.identifyKey(of: node, as: identity, rank: rank)
  }

  /// Adds a value, but not a container's children. Long because it has a case for each kind.
  private func open(
    _ value: GraphValue, at position: ArchiveBuilder.ArchivePosition,
    frames: inout [PendingGraphContainer]
  ) throws -> UInt32 {
    var container: UInt32?
    switch value.content {
    case .array(let elements):
      let node = builder.addArray(position)
      frames.append(PendingGraphContainer(node: node, elements: elements))
      container = node
    case .set(let elements):
      let node = builder.addSet(position)
      frames.append(PendingGraphContainer(node: node, elements: elements))
      container = node
    case .dictionary(let fields):
      let node = builder.addRankedDictionary(position)
      frames.append(PendingGraphContainer(node: node, fields: inOrderOfAdding(fields)))
      container = node
    case .bool(let bool): builder.add(bool, at: position)
    case .integer(let integer) where value.power == GraphValue.noPower:
      builder.add(integer, at: position)
    case .integer(let integer): builder.add(integer, power: value.power, at: position)
    case .real(let real): builder.add(real, at: position)
    case .single(let single): builder.add(single, at: position)
    case .text(let text): builder.add(text, at: position)
    case .data(let data): builder.add(data, at: position)
    case .date(let date): builder.add(dateSeconds: date.timeIntervalSinceReferenceDate, position)
    case .object(let slot):
      let object = try object(slot, .strong)
      switch keeping {
      case .identities: builder.addReference(object, at: position)
      // In typed graphs, an unknown object may be part of a cycle, so it must not require other
      // objects to exist before it does.
      case .order: builder.addLink(object, at: position)
      }
    case .conditionalNone(let slot):
      builder.addConditionalReference(try object(slot, .conditional), at: position)
    case .none: builder.addReference(ArchiveBuilder.null, at: position)
    case .null: builder.addNull(position)
    }
    let node = container ?? builder.lastNode
    if keeping == .identities, value.identity != ArchiveBuilder.noIdentity {
      builder.identify(node, as: value.identity)
    }
    return node
  }

  /// Returns the fields in the order in which their objects got slots, with the class last.
  private func inOrderOfAdding(_ fields: [GraphValue.Field]) -> [(
    rank: Int, field: GraphValue.Field
  )] {
    let ranked = fields.enumerated().map { (rank: $0.offset, field: $0.element) }
    guard keeping == .order else { return ranked }
    let slots = fields.map { field in
      if field.name.hasSameBytes(as: "$class") { return Int.max }
      // The lowest slot after the owner's belongs to the first object encountered.
      switch field.value.content {
      case .object(let slot), .conditionalNone(let slot): return slot > owner ? slot : 0
      case .array(let values):
        return values.lazy.compactMap(\.slot).filter { $0 > owner }.min() ?? 0
      default: return 0
      }
    }
    return ranked.sorted { (slots[$0.rank], $0.rank) < (slots[$1.rank], $1.rank) }
  }
}
