// Classifies the slots of an archive in order, finds the class records that they name, and finds
// references that do not lead to a value. Nodes that several slots share are inspected once.

/// The classification of all slots.
struct SlotClassifier: ~Copyable {
  private let storage: DocumentStorage
  /// Views of the document, which are valid as long as the storage is retained.
  private let nodes: BufferView<Node>
  private let references: BufferView<UInt32>
  private let objectsIndex: Int
  private let objects: Node
  let hasDictionaryReferences: Bool
  private(set) var records: [ArchiveClassRecord] = []
  /// The class record of each node that is an object; `.max` for other nodes.
  private(set) var recordOfNode: LinearBuffer<UInt32>
  /// The class record in each slot that was named as one: `unknown` before its inspection,
  /// `invalid` if it is not a record.
  private var recordInSlot: LinearBuffer<UInt32>
  /// The name nodes of the record dictionaries that were inspected, by node.
  private var names: [Int: Int?] = [:]
  private var nameTexts: [Int: String] = [:]
  /// Whether the arrays that were inspected contain only strings, by node.
  private var stringLists: [Int: Bool] = [:]
  /// The large dictionaries that were classified, by node.
  private var largeDictionaries: [Int: ArchiveSlot] = [:]
  /// The node of the last `$class` key that was found. Usually all these keys are one node.
  private var classKey = -1
  /// The position of the last `$class` key that was found.
  private var classPosition = 0
  /// Whether a slot contains a reference.
  private var hasReferencesInSlots = false
  /// For each class record, the number of slots that contain an object of the class.
  private var objectCounts: [Int] = []

  /// Dictionaries larger than this are classified once, however many slots share them.
  private static let largeCount = 64
  private static let unknown = UInt32.max
  private static let invalid = UInt32.max - 1

  /// - Parameter objectsIndex: The node of `$objects`.
  init(_ storage: DocumentStorage, objects objectsIndex: Int, format: PlistFormat?) {
    self.storage = storage
    nodes = storage.nodes.view
    references = storage.references.view
    self.objectsIndex = objectsIndex
    objects = nodes[objectsIndex]
    hasDictionaryReferences = format.map { $0 != .binary && $0 != .typedJSON } ?? false
    recordOfNode = LinearBuffer(minimumCapacity: nodes.count)
    recordOfNode.append(repeating: .max, count: nodes.count)
    recordInSlot = LinearBuffer(minimumCapacity: objects.count)
    recordInSlot.append(repeating: Self.unknown, count: objects.count)
  }

  @inline(__always)
  private func child(_ position: Int, of node: Node) -> Int {
    Int(references[node.start &+ position])
  }

  @inline(__always)
  private func key(_ position: Int, of dictionary: Node) -> Int {
    child(position, of: dictionary)
  }

  @inline(__always)
  private func value(_ position: Int, of dictionary: Node) -> Int {
    child(dictionary.count &+ position, of: dictionary)
  }

  private func isClassKey(_ index: Int) -> Bool {
    nodes[index].isText("$class", in: storage.source)
  }

  mutating func classifyAll() -> [ArchiveSlot] {
    var slots: [ArchiveSlot] = []
    slots.reserveCapacity(objects.count)
    for position in 0..<objects.count {
      let slot = classify(child(position, of: objects))
      if slot.kind == .reference { hasReferencesInSlots = true }
      slots.append(slot)
    }
    return slots
  }

  @inline(__always)
  private mutating func classify(_ index: Int) -> ArchiveSlot {
    let node = nodes[index]
    switch node.kind {
    case .null: return ArchiveSlot(kind: .null)
    case .string:
      return ArchiveSlot(kind: node.isText("$null", in: storage.source) ? .null : .plain)
    case .bool, .integer, .real, .date, .data: return ArchiveSlot(kind: .plain)
    case .array, .set: return ArchiveSlot(kind: .array)
    case .uid: return ArchiveSlot(kind: .reference)
    case .dictionary: return dictionary(index, node: node)
    }
  }

  @inline(__always)
  private mutating func dictionary(_ index: Int, node: Node) -> ArchiveSlot {
    if hasDictionaryReferences, node.count == 1,
      storage.slot(ofDictionary: node, count: objects.count) != nil
    {
      return ArchiveSlot(kind: .reference)
    }
    return node.count > Self.largeCount
      ? largeDictionary(index, node: node) : object(index, node: node)
  }

  @inline(never)
  private mutating func largeDictionary(_ index: Int, node: Node) -> ArchiveSlot {
    if let known = largeDictionaries[index] { return known }
    let slot = object(index, node: node)
    largeDictionaries[index] = slot
    return slot
  }

  @inline(__always)
  private mutating func object(_ index: Int, node: Node) -> ArchiveSlot {
    let position = positionOfClass(in: node)
    guard position >= 0 else { return ArchiveSlot(kind: .classless) }
    guard let slot = reference(value(position, of: node)), slot >= 0 else {
      return ArchiveSlot(kind: .invalidClassReference)
    }
    let record = record(in: slot)
    if record == Self.invalid { return ArchiveSlot(kind: .invalidClassRecord) }
    recordOfNode[index] = record
    objectCounts[Int(record)] &+= 1
    return ArchiveSlot(kind: .object, record: record)
  }

  /// Returns the position of `$class`, or −1.
  @inline(__always)
  private mutating func positionOfClass(in node: Node) -> Int {
    if classPosition < node.count, key(classPosition, of: node) == classKey { return classPosition }
    return findClass(in: node)
  }

  @inline(never)
  private mutating func findClass(in node: Node) -> Int {
    var found = -1
    for position in 0..<node.count where key(position, of: node) == classKey {
      found = position
      break
    }
    if found < 0 {
      for position in 0..<node.count where isClassKey(key(position, of: node)) {
        found = position
        break
      }
    }
    if found >= 0 { (classKey, classPosition) = (key(found, of: node), found) }
    return found
  }

  private func reference(_ index: Int) -> Int? {
    let node = nodes[index]
    if node.kind == .uid {
      return node.payload < UInt64(objects.count) ? node.start : ArchiveTable.outside
    }
    guard hasDictionaryReferences, node.kind == .dictionary, node.count == 1 else { return nil }
    return storage.slot(ofDictionary: node, count: objects.count)
  }

  // MARK: Class records

  private mutating func record(in slot: Int) -> UInt32 {
    if recordInSlot[slot] != Self.unknown { return recordInSlot[slot] }
    let record = newRecord(slot, index: child(slot, of: objects))
    recordInSlot[slot] = record
    return record
  }

  private mutating func newRecord(_ slot: Int, index: Int) -> UInt32 {
    guard let nameNode = nameNode(of: index) else { return Self.invalid }
    let name = nameTexts[nameNode] ?? nodes[nameNode].text(in: storage.source)
    nameTexts[nameNode] = name
    objectCounts.append(0)
    records.append(ArchiveClassRecord(slot: slot, node: index, nameNode: nameNode, name: name))
    return UInt32(truncatingIfNeeded: records.count - 1)
  }

  /// Returns the node of `$classname` of a class record; nil if the node is not a class record.
  private mutating func nameNode(of index: Int) -> Int? {
    if let known = names[index] { return known }
    let node = PlistNode(storage, index: index)
    var name: Int?
    if node.kind == .dictionary, isStringList(node["$classes"]), isStringList(node["$classhints"]),
      let text = node["$classname"], isName(text)
    {
      name = text.index
    }
    names[index] = .some(name)
    return name
  }

  private mutating func isStringList(_ node: PlistNode?) -> Bool {
    guard let node else { return true }
    guard node.kind == .array else { return false }
    if let known = stringLists[node.index] { return known }
    var isList = true
    for index in 0..<node.count {
      guard let element = node[index], isName(element) else {
        isList = false
        break
      }
    }
    stringLists[node.index] = isList
    return isList
  }

  /// Returns whether a value is a string that can be compared with the names of classes.
  private func isName(_ node: PlistNode) -> Bool {
    node.kind == .string && !node.node.exceedsCombiningMarks(in: storage.source)
  }

  // MARK: References

  /// Returns whether all references of the document lead to values, including those of unreachable
  /// objects. The `$class` of an object is a separate kind of reference. Returns false if an object
  /// also occurs as a value elsewhere, which binary files allow: its `$class` is an ordinary key
  /// there.
  mutating func isSound(_ slots: [ArchiveSlot], top: Int) -> Bool {
    if recordOfNode[top] != .max { return false }
    if countsShowSoundness(slots) { return true }
    for index in 0..<nodes.count {
      let node = nodes[index]
      guard node.kind.isContainer else { continue }
      // Only a reference in a slot could be unsound, and the slots have been classified.
      if index == objectsIndex, !hasReferencesInSlots { continue }
      let isSound =
        node.kind == .dictionary
        ? isSound(dictionary: index, node, slots: slots)
        : areSound(index, node: node, children: 0..<node.count, slots: slots, skipping: -1)
      if !isSound { return false }
    }
    return true
  }

  /// Returns whether counting shows that all references lead to values; if not, the containers must
  /// be inspected. Without shared containers, an object is only in its slot. If slots that are not
  /// values, such as class records, are referred to as often as they are the classes of objects,
  /// nothing else refers to them.
  private func countsShowSoundness(_ slots: [ArchiveSlot]) -> Bool {
    guard !hasDictionaryReferences, !storage.hasSharedContainers, !hasReferencesInSlots else {
      return false
    }
    // The nodes that refer to a slot that is not a value.
    var unusual = BitSet(count: nodes.count)
    for index in 0..<nodes.count where nodes[index].kind == .uid {
      let node = nodes[index]
      if node.payload >= UInt64(slots.count) { return false }
      if slots[node.start].isInvalid { unusual.insert(index) }
    }
    var uses = 0
    for position in 0..<references.count {
      let reference = Int(references[position])
      if reference >= nodes.count { return false }
      uses &+= unusual.bit(reference)
    }
    let classes = records.indices.filter { slots[records[$0].slot].isInvalid }
    return uses == classes.reduce(0) { $0 + objectCounts[$1] }
  }

  @inline(__always)
  private mutating func isSound(dictionary index: Int, _ node: Node, slots: [ArchiveSlot]) -> Bool {
    let skipped = recordOfNode[index] == .max ? -1 : node.count &+ positionOfClass(in: node)
    return areSound(
      index, node: node, children: node.count..<node.count * 2, slots: slots, skipping: skipped)
  }

  /// Returns whether the references among some children of a container lead to values.
  @inline(__always)
  private func areSound(
    _ index: Int, node: Node, children: Range<Int>, slots: [ArchiveSlot], skipping skipped: Int
  ) -> Bool {
    for position in children where position != skipped {
      let value = child(position, of: node)
      let target = nodes[value]
      if target.kind == .uid {
        // A slot that is named both as a class record and as a value is handled by the traversal.
        if target.payload >= UInt64(slots.count) || slots[target.start].isInvalid { return false }
        continue
      }
      if !target.kind.isContainer { continue }
      guard let slot = reference(value) else {
        let isValueToo =
          value == objectsIndex
          ? index != storage.root : recordOfNode[value] != .max && index != objectsIndex
        if isValueToo { return false }
        continue
      }
      if slot < 0 || slots[slot].isInvalid { return false }
    }
    return true
  }
}
