// Assigns slots to the objects of an archive, and orders the keys of graphs that were read.

extension ArchiveLayout where Objects: ~Copyable {
  /// Assigns a slot to each reachable object, in the order of the first references, and replaces
  /// object numbers in references by slot numbers.
  mutating func numberObjects(from top: UInt32) {
    if frame.slots == .asMade {
      order = takeObjects()
      return
    }
    slots.append(repeating: .max, count: source.objects.count)
    reserveSlot(ArchiveBuilder.null)
    order[0] = source.objects[Int(ArchiveBuilder.null)]
    enter(top)
    while frames.count > 0 {
      let top = frames.count - 1
      let frame = frames[top]
      if frame.next == frame.end {
        frames.truncate(to: top)
        continue
      }
      // In these frames, `start` is the next child.
      let child = frame.start
      frames[top].next += 1
      frames[top].start = source.table.links[Int(child)].next
      number(child)
    }
    slots = LinearBuffer(minimumCapacity: 4)
    for slot in 0..<order.count where order[slot] == .max { order[slot] = order[0] }
    _ = takeObjects()
  }

  /// Takes the nodes of the objects. After this, objects cannot be found by their numbers.
  private mutating func takeObjects() -> LinearBuffer<UInt32> {
    var objects = LinearBuffer<UInt32>(minimumCapacity: 4)
    swap(&objects, &source.objects)
    return objects
  }

  private mutating func number(_ child: UInt32) {
    let node = source.table.nodes[Int(child)]
    if node.kind.isContainer { return enter(child) }
    guard node.kind == .uid else { return }
    let object = source.archivedObject(for: UInt32(truncatingIfNeeded: node.payload))
    if slots[Int(object)] == .max { reserveSlot(object) }
    let slot = Int(slots[Int(object)])
    source.table.replace(child, with: Node(.uid, payload: UInt64(slot)))
    guard node.form != ArchiveBuilder.conditionalForm, order[slot] == .max else { return }
    let target = source.objects[Int(object)]
    order[slot] = target
    if source.table.nodes[Int(target)].kind.isContainer { enter(target) }
  }

  private mutating func reserveSlot(_ object: UInt32) {
    slots[Int(object)] = UInt32(truncatingIfNeeded: order.count)
    order.append(.max)
  }

  private mutating func enter(_ container: UInt32) {
    let node = source.table.nodes[Int(container)]
    frames.append(
      LayoutFrame(
        next: 0, end: UInt32(truncatingIfNeeded: node.count), keyEnd: 0,
        start: UInt32(truncatingIfNeeded: node.payload), references: 0))
  }

  // MARK: Order of keys

  /// Restores the original order of the pairs of a dictionary that was read.
  mutating func arrangeByRank(from start: Int, count: Int) {
    var ranks: [(rank: UInt32, key: UInt32, value: UInt32)] = []
    var isInOrder = true
    for position in 0..<count {
      let value = pending[start + count + position]
      let rank = source.origin(of: value).rank
      if let last = ranks.last, last.rank > rank { isInOrder = false }
      ranks.append((rank, pending[start + position], value))
    }
    if isInOrder { return }
    ranks.sort { $0.rank < $1.rank }
    for (position, pair) in ranks.enumerated() {
      pending[start + position] = pair.key
      pending[start + count + position] = pair.value
    }
  }
}

extension ArchiveFrame {
  var origin: DocumentOrigin {
    documentType == .binary
      ? DocumentOrigin(BinaryFormat.self, details: BinaryWidths())
      : DocumentOrigin(XMLFormat.self, text: TextOrigin(), details: XMLDocumentType.appleComputer)
  }
}
