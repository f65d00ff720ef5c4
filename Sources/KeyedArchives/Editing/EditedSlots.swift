// The slots of an archive while edits are applied: values that were read or changed, the number of
// references to each slot, and the edits of the property list that lead from the file to them.
internal import PropertyLists

/// The location of a stored value: in a slot, or in `$top`.
struct StoredLocation {
  /// The slot; nil for `$top`.
  var slot: Int?
  var steps: [PlistPath.Step] = []

  /// The path in the property list.
  var path: PlistPath {
    let start: [PlistPath.Step] = slot.map { [.key("$objects"), .index($0)] } ?? [.key("$top")]
    return PlistPath(start + steps)
  }

  func appending(_ steps: [PlistPath.Step]) -> StoredLocation {
    StoredLocation(slot: slot, steps: self.steps + steps)
  }
}

/// The slots of an archive that is being edited.
struct EditedSlots {
  let table: ArchiveTable
  /// The edits of the property list so far.
  private(set) var edits: [PlistEdit] = []
  /// The slots that were changed or added.
  private(set) var changed: Set<Int> = []
  /// The number of slots, with the ones that were added.
  private(set) var count: Int
  private var values: [Int: Plist] = [:]
  private var top: Plist?
  /// The number of references to each slot.
  private var useCounts: [Int]

  init(_ table: ArchiveTable) {
    self.table = table
    count = table.slots.count
    var counter = ReferenceCounter(table)
    useCounts = counter.counts()
  }

  // MARK: Reading

  /// Returns the contents of a slot, which exists.
  mutating func value(inSlot slot: Int) throws(ArchiveError) -> Plist {
    if let value = values[slot] { return value }
    let value = try plist(table.node(inSlot: slot), at: StoredLocation(slot: slot))
    values[slot] = value
    return value
  }

  /// Returns the value at a location; nil if there is none.
  mutating func value(at location: StoredLocation) throws(ArchiveError) -> Plist? {
    let root: Plist
    if let slot = location.slot {
      root = try value(inSlot: slot)
    } else {
      if top == nil { top = try plist(table.top, at: StoredLocation()) }
      root = top ?? .null
    }
    return root[PlistPath(location.steps)]
  }

  private func plist(_ node: Int, at location: StoredLocation) throws(ArchiveError) -> Plist {
    do throws(PlistError) { return try table.plist(node) } catch {
      throw ArchiveError(
        .invalidEdit, message: "the object cannot be edited: \(error.message)",
        position: error.position, path: location.path)
    }
  }

  /// Returns the slot that a value refers to, even if it does not exist; nil for other values.
  func reference(_ value: Plist?) -> Int? {
    if let uid = value?.uidValue { return Int(uid.value) }
    guard table.hasDictionaryReferences, value?.pairCount == 1 else { return nil }
    return value?["CF$UID"]?.integerValue.map { Int(exactly: $0) ?? .max }
  }

  /// Returns a reference to a slot, in the notation of the format.
  func reference(to slot: Int) -> Plist {
    switch table.document.format {
    case .binary, .xml, .json, .typedJSON, nil: .uid(PlistUID(UInt32(truncatingIfNeeded: slot)))
    default: ["CF$UID": .integer(PlistInteger(slot))]
    }
  }

  /// Returns whether a slot exists and represents nil.
  mutating func isNull(_ slot: Int) throws(ArchiveError) -> Bool {
    guard values[slot] != nil else { return slot < count && table.isNull(slot: slot) }
    let value = try value(inSlot: slot)
    return value == .null || value.stringValue?.hasSameBytes(as: ArchiveTable.nullText) == true
  }

  /// Returns whether more than one value refers to a slot.
  func isShared(_ slot: Int) -> Bool { useCounts[slot] > 1 }

  /// Returns the class name and the superclasses of an object; nil for other values.
  mutating func classNames(of object: Plist) throws(ArchiveError) -> [String]? {
    guard let slot = reference(object["$class"]), slot < count else { return nil }
    let record = try value(inSlot: slot)
    guard let name = record["$classname"]?.stringValue else { return nil }
    return [name] + (record["$classes"]?.elements ?? []).compactMap(\.stringValue)
  }

  // MARK: Changing

  /// Replaces the value at a location, or adds a field.
  mutating func set(_ value: Plist, at location: StoredLocation) throws(ArchiveError) {
    let old = try self.value(at: location)
    count(old, by: -1)
    count(value, by: 1)
    let path = PlistPath(location.steps)
    try change(location) { root throws(PlistError) in try root.set(value, at: path) }
    edits.append(.set(location.path, value))
  }

  /// Removes the value at a location.
  mutating func remove(at location: StoredLocation) throws(ArchiveError) {
    let old = try value(at: location)
    count(old, by: -1)
    let path = PlistPath(location.steps)
    try change(location) { root throws(PlistError) in try root.remove(at: path) }
    edits.append(.remove(location.path))
  }

  /// Adds an element to the array at a location.
  mutating func append(_ value: Plist, at location: StoredLocation) throws(ArchiveError) {
    _ = try self.value(at: location)
    count(value, by: 1)
    let path = PlistPath(location.steps)
    try change(location) { root throws(PlistError) in try root.append(value, at: path) }
    edits.append(.append(location.path, value))
  }

  /// Adds a slot and returns its number.
  mutating func addSlot(_ value: Plist) -> Int {
    let slot = count
    values[slot] = value
    changed.insert(slot)
    useCounts.append(0)
    count(value, by: 1)
    count += 1
    edits.append(.append(PlistPath([.key("$objects")]), value))
    return slot
  }

  private mutating func change(
    _ location: StoredLocation, _ body: (inout Plist) throws(PlistError) -> Void
  ) throws(ArchiveError) {
    do throws(PlistError) {
      if let slot = location.slot {
        changed.insert(slot)
        try body(&values[slot, default: .null])
      } else {
        // The only reference, so that the dictionary is changed without a copy.
        var root = top ?? .null
        top = nil
        defer { top = root }
        try body(&root)
      }
    } catch {
      throw ArchiveError(.invalidEdit, message: error.message, path: location.path)
    }
  }

  /// Adds to the counts of the slots that a value refers to.
  private mutating func count(_ value: Plist?, by change: Int) {
    var waiting = [value].compactMap { $0 }
    while let value = waiting.popLast() {
      if let slot = reference(value) {
        if useCounts.indices.contains(slot) { useCounts[slot] += change }
      } else {
        waiting += value.children
      }
    }
  }
}

/// Counts the references to each slot. A container of a binary file that several values share makes
/// all slots that it refers to shared.
private struct ReferenceCounter {
  private let table: ArchiveTable
  private var visits: [UInt8]
  private var waiting: [Int] = []

  /// The weight of the references of a shared container.
  private static let many = 1 << 30

  init(_ table: ArchiveTable) {
    self.table = table
    visits = Array(repeating: 0, count: table.nodeCount)
  }

  mutating func counts() -> [Int] {
    var counts = Array(repeating: 0, count: table.slots.count)
    visit(table.top)
    for slot in table.slots.indices where table.reference(table.node(inSlot: slot)) == nil {
      visit(table.node(inSlot: slot))
    }
    while let node = waiting.popLast() {
      let weight = visits[node] > 1 ? Self.many : 1
      let isDictionary = table.kind(node) == .dictionary
      for position in 0..<table.count(node) {
        let child =
          isDictionary ? table.value(position, of: node) : table.element(position, of: node)
        guard let slot = table.reference(child) else {
          visit(child)
          continue
        }
        if slot >= 0 { counts[slot] = min(counts[slot] + weight, 2 * Self.many) }
      }
    }
    return counts
  }

  private mutating func visit(_ node: Int) {
    guard table.kind(node).isContainer, visits[node] < 2 else { return }
    visits[node] += 1
    waiting.append(node)
  }
}
