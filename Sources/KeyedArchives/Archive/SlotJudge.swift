// Judges the slots of an archive, one after the other, and finds the class records that they name.
// What several slots share is looked at once.
internal import PropertyLists

/// The judgement of all slots.
struct SlotJudge {
  let objects: PlistNode
  let references: ReferenceForm
  private(set) var records: [RecordEntry] = []
  /// The record in a slot that was named as one; nil where none is.
  private var recordNumbers: [Int: UInt32?] = [:]
  /// The class names of the record dictionaries that were looked at, by their node.
  private var names: [Int: PlistNode?] = [:]
  /// Whether the arrays that were looked at hold strings alone, by their node.
  private var stringLists: [Int: Bool] = [:]
  /// Large dictionaries that were judged, by their node.
  private var largeDictionaries: [Int: Slot] = [:]

  /// Dictionaries above this size are judged once, however many slots hold them.
  private static let largeCount = 64

  init(_ objects: PlistNode, _ references: ReferenceForm) {
    self.objects = objects
    self.references = references
  }

  mutating func judgeAll() -> [Slot] {
    var slots: [Slot] = []
    slots.reserveCapacity(objects.count)
    for place in 0..<objects.count {
      if let node = objects[place] { slots.append(judge(node)) }
    }
    return slots
  }

  private mutating func judge(_ node: PlistNode) -> Slot {
    switch node.kind {
    case .null: Slot(kind: .null)
    case .string: Slot(kind: node.isText("$null") ? .null : .plain)
    case .bool, .integer, .real, .date, .data: Slot(kind: .plain)
    case .array, .set: Slot(kind: .array)
    case .uid: Slot(kind: .reference)
    case .dictionary: dictionary(node)
    }
  }

  private mutating func dictionary(_ node: PlistNode) -> Slot {
    if references.slot(of: node, count: objects.count) != nil { return Slot(kind: .reference) }
    guard node.count > Self.largeCount else { return object(node) }
    if let known = largeDictionaries[node.id] { return known }
    let slot = object(node)
    largeDictionaries[node.id] = slot
    return slot
  }

  private mutating func object(_ node: PlistNode) -> Slot {
    guard let value = node["$class"] else { return Slot(kind: .classless) }
    guard let place = references.slot(of: value, count: objects.count), place >= 0 else {
      return Slot(kind: .badClassReference)
    }
    guard let record = record(in: place) else { return Slot(kind: .badClassRecord) }
    return Slot(kind: .object, record: record)
  }

  // MARK: Class records

  private mutating func record(in slot: Int) -> UInt32? {
    if let known = recordNumbers[slot] { return known }
    let number = objects[slot].flatMap { newRecord(slot, $0) }
    recordNumbers[slot] = .some(number)
    return number
  }

  private mutating func newRecord(_ slot: Int, _ node: PlistNode) -> UInt32? {
    guard let name = className(of: node) else { return nil }
    records.append(
      RecordEntry(slot: slot, node: node, nameNode: name, name: name.stringValue ?? ""))
    return UInt32(truncatingIfNeeded: records.count - 1)
  }

  private mutating func className(of node: PlistNode) -> PlistNode? {
    guard node.kind == .dictionary else { return nil }
    if let known = names[node.id] { return known }
    let isRecord = ["$classes", "$classhints"].allSatisfy { isStringList(node[$0]) }
    let name = isRecord ? node["$classname"].flatMap { $0.kind == .string ? $0 : nil } : nil
    names[node.id] = .some(name)
    return name
  }

  private mutating func isStringList(_ node: PlistNode?) -> Bool {
    guard let node else { return true }
    guard node.kind == .array else { return false }
    if let known = stringLists[node.id] { return known }
    let isList = (0..<node.count).allSatisfy { node[$0]?.kind == .string }
    stringLists[node.id] = isList
    return isList
  }
}
