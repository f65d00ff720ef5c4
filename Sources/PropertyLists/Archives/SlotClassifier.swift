// Classifies the slots of an archive in order, finds the class records that they name, and finds
// references that do not lead to a value. Nodes that several slots share are inspected once.

/// The class records in the slots that were named as one.
struct RecordsInSlots: ~Copyable {
  /// The result of the inspection of a slot.
  enum SlotInspection {
    case none
    case invalid
    case record(UInt32)
  }

  /// 0 before the inspection, 1 if the slot has no class record, or the index of the record plus 2.
  private var numbers: LinearBuffer<UInt32>

  init(count: Int) { numbers = LinearBuffer(zeros: count) }

  subscript(slot: Int) -> SlotInspection {
    @inline(__always)
    get {
      switch numbers[slot] {
      case 0: .none
      case 1: .invalid
      case let number: .record(number &- 2)
      }
    }
    set {
      numbers[slot] =
        switch newValue {
        case .none: 0
        case .invalid: 1
        case .record(let index): index &+ 2
        }
    }
  }
}

/// A `$class` key and its position in a dictionary. Most of these keys of an archive are one node, and
/// have one position.
struct ClassKey: BitwiseCopyable, Sendable {
  var node = -1
  var position = 0
}

extension DocumentStorage {
  /// Returns the position of `$class` in a dictionary, or −1. Compares the text of keys only if none
  /// of them is the known key.
  func position(of known: ClassKey, in dictionary: Node) -> Int {
    let count = dictionary.count
    if known.position < count, key(known.position, of: dictionary) == known.node {
      return known.position
    }
    return (0..<count).first { key($0, of: dictionary) == known.node }
      ?? (0..<count).first { isKey("$class", position: $0, dictionary: dictionary) } ?? -1
  }
}

/// The classification of all slots.
struct SlotClassifier: ~Copyable {
  private let storage: DocumentStorage
  /// Views of the document, which are valid as long as the storage is retained.
  private let nodes: BufferView<Node>
  private let references: BufferView<UInt32>
  private let objects: Node
  let hasDictionaryReferences: Bool
  private(set) var records: [ArchiveClassRecord] = []
  /// The nodes of the objects with a class.
  private(set) var objectNodes: BitSet
  private(set) var recordsInSlots: RecordsInSlots
  /// The name nodes of the record dictionaries that were inspected, by node.
  private var names: [Int: Int?] = [:]
  private var nameTexts: [Int: String] = [:]
  /// Whether the arrays that were inspected contain only strings, by node.
  private var stringLists: [Int: Bool] = [:]
  /// The large dictionaries that were classified, by node.
  private(set) var largeDictionaries: [Int: ArchiveSlot] = [:]
  /// The last `$class` key that was found.
  private(set) var classKey = ClassKey()
  /// The slots that are not values, such as class records.
  private var invalidSlots: BitSet
  /// The slots that values refer to.
  private var referredSlots: BitSet
  /// Whether a value refers to a slot that does not exist.
  private var hasOutsideReferences = false
  /// The containers whose values must be inspected.
  private var waiting = LinearBuffer<UInt32>.unallocated
  /// The containers that have been in `waiting`, if containers may be shared.
  private var inspected = BitSet.unallocated

  /// Dictionaries larger than this are classified once, however many slots share them.
  static let largeCount = 64

  /// - Parameter objectsIndex: The node of `$objects`.
  init(_ storage: DocumentStorage, objects objectsIndex: Int, format: PlistFormat?) {
    self.storage = storage
    nodes = storage.nodes.view
    references = storage.references.view
    objects = nodes[objectsIndex]
    hasDictionaryReferences = format.map { $0 != .binary && $0 != .typedJSON } ?? false
    objectNodes = BitSet(count: nodes.count)
    recordsInSlots = RecordsInSlots(count: objects.count)
    invalidSlots = BitSet(count: objects.count)
    referredSlots = BitSet(count: objects.count)
    if storage.hasSharedContainers { inspected = BitSet(count: nodes.count) }
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

  mutating func classifyAll() -> [ArchiveSlot] {
    var slots: [ArchiveSlot] = []
    slots.reserveCapacity(objects.count)
    for position in 0..<objects.count {
      let slot = classify(child(position, of: objects))
      if slot.isInvalid { invalidSlots.insert(position) }
      slots.append(slot)
    }
    return slots
  }

  @inline(__always)
  private mutating func classify(_ index: Int) -> ArchiveSlot {
    let node = nodes[index]
    switch node.kind {
    case .null: return ArchiveSlot(.null)
    case .string:
      return ArchiveSlot(node.isText("$null", in: storage.source) ? .null : .plain)
    case .bool, .integer, .real, .date, .data: return ArchiveSlot(.plain)
    case .array, .set:
      inspectLater(index)
      return ArchiveSlot(.array)
    case .uid: return ArchiveSlot(.reference)
    case .dictionary: return dictionary(index, node: node)
    }
  }

  @inline(__always)
  private mutating func dictionary(_ index: Int, node: Node) -> ArchiveSlot {
    if hasDictionaryReferences, node.count == 1,
      storage.slot(ofDictionary: node, count: objects.count) != nil
    {
      return ArchiveSlot(.reference)
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
    guard position >= 0 else { return ArchiveSlot(.classless) }
    guard let slot = reference(value(position, of: node)), slot >= 0 else {
      return ArchiveSlot(.invalidClassReference)
    }
    guard let record = record(in: slot) else { return ArchiveSlot(.invalidClassRecord) }
    if objectNodes.insert(index) {
      inspect(node, children: node.count..<node.count &* 2, skipping: node.count &+ position)
    }
    return ArchiveSlot(.object, record: record)
  }

  /// Returns the position of `$class`, or −1.
  @inline(__always)
  private mutating func positionOfClass(in node: Node) -> Int {
    let position = classKey.position
    if position < node.count, key(position, of: node) == classKey.node { return position }
    return findClass(in: node)
  }

  @inline(never)
  private mutating func findClass(in node: Node) -> Int {
    let found = storage.position(of: classKey, in: node)
    if found >= 0 { classKey = ClassKey(node: key(found, of: node), position: found) }
    return found
  }

  @inline(__always)
  private mutating func reference(_ index: Int) -> Int? {
    let node = nodes[index]
    if node.kind != .uid { return dictionaryReference(node) }
    return node.slot(count: objects.count)
  }

  @inline(never)
  private mutating func dictionaryReference(_ node: Node) -> Int? {
    guard hasDictionaryReferences, node.kind == .dictionary, node.count == 1 else { return nil }
    return storage.slot(ofDictionary: node, count: objects.count)
  }

  // MARK: Class records

  /// Returns the class record in a slot; nil if there is none.
  @inline(__always)
  private mutating func record(in slot: Int) -> UInt32? {
    switch recordsInSlots[slot] {
    case .record(let record): record
    case .invalid: nil
    case .none: newRecord(slot, index: child(slot, of: objects))
    }
  }

  @inline(never)
  private mutating func newRecord(_ slot: Int, index: Int) -> UInt32? {
    guard records.count < ArchiveSlot.mostRecords, let nameNode = nameNode(of: index) else {
      recordsInSlots[slot] = .invalid
      return nil
    }
    let record = UInt32(truncatingIfNeeded: records.count)
    recordsInSlots[slot] = .record(record)
    let name = nameTexts[nameNode] ?? nodes[nameNode].text(in: storage.source)
    nameTexts[nameNode] = name
    records.append(ArchiveClassRecord(slot: slot, node: index, nameNode: nameNode, name: name))
    return record
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

  /// Returns whether all references in `$top`, in the objects with a class and in the arrays and sets
  /// without one lead to values, including those of unreachable objects. The `$class` of an object is
  /// a separate kind of reference, and in a container inside another one an ordinary key.
  mutating func isSound(top: Int) -> Bool {
    inspectLater(top)
    while waiting.count > 0 {
      let node = nodes[Int(waiting.removeLast())]
      inspect(node, children: node.referenceCount &- node.count..<node.referenceCount, skipping: -1)
    }
    return !hasOutsideReferences && !referredSlots.overlaps(invalidSlots)
  }

  /// Records the slots to which some children of a container refer, and the containers among them.
  @inline(__always)
  private mutating func inspect(_ node: Node, children: Range<Int>, skipping skipped: Int) {
    for position in children where position != skipped {
      let index = child(position, of: node)
      let value = nodes[index]
      if value.kind == .uid {
        note(value.slot(count: objects.count))
      } else if value.kind.isContainer {
        inspectContainer(index)
      }
    }
  }

  @inline(__always)
  private mutating func note(_ slot: Int) {
    if slot >= 0 { referredSlots.insert(slot) } else { hasOutsideReferences = true }
  }

  @inline(never)
  private mutating func inspectContainer(_ index: Int) {
    if let slot = dictionaryReference(nodes[index]) { note(slot) } else { inspectLater(index) }
  }

  private mutating func inspectLater(_ index: Int) {
    if storage.hasSharedContainers, !inspected.insert(index) { return }
    waiting.append(UInt32(truncatingIfNeeded: index))
  }
}
