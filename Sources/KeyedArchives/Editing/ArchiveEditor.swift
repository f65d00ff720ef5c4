// Applies edits of archives: follows their paths through the objects, and translates each to edits
// of the property list.
internal import PropertyLists

/// An editor of one archive.
struct ArchiveEditor {
  var slots: EditedSlots
  /// Whether an edit removed a value.
  private(set) var hasRemoved = false
  /// The collections of the file that contain each slot; nil until an object is removed.
  private var collections: [Int: [Int]]?
  /// The class records of the standard classes of new objects.
  var standardRecords: [StandardLayout: Int] = [:]
  /// A slot that represents nil; nil until one is needed.
  var knownNilSlot: Int?

  init(_ table: ArchiveTable) { slots = EditedSlots(table) }

  /// Applies one edit.
  mutating func apply(_ edit: ArchiveEdit) throws(ArchiveError) {
    switch edit {
    case .set(let path, let value): try set(value, at: path)
    case .remove(let path):
      hasRemoved = true
      try remove(path)
    case .retarget(let path, let target): try retarget(path, to: Int(target.value))
    case .renameClass(let old, let new): try renameClass(old, to: new)
    }
  }

  // MARK: References

  private mutating func retarget(_ path: PlistPath, to slot: Int) throws(ArchiveError) {
    guard slot < slots.count else {
      throw ArchiveError(
        .referenceOutOfRange,
        message: "reference to object \(slot), but the archive has only "
          + slots.count.counting("object"), path: path)
    }
    let isNull = try slots.isNull(slot)
    let kind = try objectKind(slot)
    guard isNull || kind != nil else { throw notObject(slot, at: path) }
    let target = try target(at: path)
    guard let location = target.location, let stored = try slots.value(at: location) else {
      throw absent(target, at: path)
    }
    guard slots.reference(stored) != nil else {
      throw ArchiveError(
        .invalidEdit,
        message: "expected a reference, found a value of type \(stored.kind) that is stored inline",
        path: path)
    }
    if isNull, target.isMember {
      throw ArchiveError(
        .invalidEdit, message: "a member of a collection cannot be nil",
        suggestion: "remove the member instead", path: path)
    }
    try slots.set(slots.reference(to: slot), at: location)
  }

  /// The kind of the object in a slot; nil for class records, references and invalid slots.
  mutating func objectKind(_ slot: Int) throws(ArchiveError) -> PlistKind? {
    let value = try slots.value(inSlot: slot)
    if slots.reference(value) != nil { return nil }
    if value.kind == .dictionary, try slots.classNames(of: value) == nil { return nil }
    return value.kind
  }

  /// Throws unless a slot contains an object or a plain value.
  mutating func requireObject(_ slot: Int, path: PlistPath) throws(ArchiveError) {
    if try slots.isNull(slot) {
      throw ArchiveError(.invalidEdit, message: "object \(slot) is nil", path: path)
    }
    if try objectKind(slot) == nil { throw notObject(slot, at: path) }
  }

  /// The error for a path without a value, or with an object instead of a reference.
  func absent(_ target: EditTarget, at path: PlistPath) -> ArchiveError {
    if case .object(let slot) = target {
      return ArchiveError(
        .invalidEdit, message: "expected the path of a reference, found object \(slot) itself",
        path: path)
    }
    return ArchiveError(
      .noSuchPath, message: "there is no value at this path of the archive", path: path)
  }

  // MARK: Removal

  private mutating func remove(_ path: PlistPath) throws(ArchiveError) {
    let target = try target(at: path)
    switch target {
    case .object(let slot):
      try requireObject(slot, path: path)
      try removeFromCollections(slot)
      try slots.set(.string(ArchiveTable.nullText), at: StoredLocation(slot: slot))
    case .field(let location):
      guard try slots.value(at: location) != nil else { throw absent(target, at: path) }
      try slots.remove(at: location)
    case .member(let slot, let collection, let index):
      try removeMembers([index], of: collection, slot: slot)
    case .newEntry: throw absent(target, at: path)
    }
  }

  /// Removes members, with their counts, or with their keys or values.
  private mutating func removeMembers(
    _ indexes: Set<Int>, of collection: CollectionFields, slot: Int
  ) throws(ArchiveError) {
    switch collection {
    case .list(let members): try removeMembers(indexes, of: members, slot: slot)
    case .dictionary(let keys, let values):
      try removeMembers(indexes, of: keys, slot: slot)
      try removeMembers(indexes, of: values, slot: slot)
    case .counted(let members, let counts, let total):
      try removeMembers(indexes, of: members, slot: slot)
      try removeMembers(indexes, of: counts, slot: slot)
      let number = PlistInteger(members.count - indexes.count)
      try slots.set(.integer(number), at: StoredLocation(slot: slot, steps: [.key(total)]))
    }
  }

  private mutating func removeMembers(_ indexes: Set<Int>, of members: MemberFields, slot: Int)
    throws(ArchiveError)
  {
    let location = StoredLocation(slot: slot)
    let kept = (0..<members.count).filter { !indexes.contains($0) }
    if case .array(let key, _) = members {
      if indexes.count == 1, let index = indexes.first {
        return try slots.remove(at: location.appending(members.steps(index)))
      }
      let array = location.appending([.key(key)])
      let elements = try slots.value(at: array)?.elements ?? []
      return try slots.set(.array(kept.map { elements[$0] }), at: array)
    }
    // The members after them move down, each under the key of an earlier one.
    for (index, old) in kept.enumerated() where index != old {
      guard let value = try slots.value(at: location.appending(members.steps(old))) else {
        continue
      }
      try slots.set(value, at: location.appending(members.steps(index)))
    }
    for index in (kept.count..<members.count).reversed() {
      try slots.remove(at: location.appending(members.steps(index)))
    }
  }

  /// Removes an object from all collections.
  private mutating func removeFromCollections(_ removed: Int) throws(ArchiveError) {
    if collections == nil { collections = slots.table.collectionsByMember() }
    let known = Set(collections?[removed] ?? []).union(slots.changed)
    for slot in known.sorted() where slot != removed {
      guard let collection = try collection(in: slot) else { continue }
      let object = try slots.value(inSlot: slot)
      let lists =
        switch collection {
        case .list(let members), .counted(let members, _, _): [members]
        case .dictionary(let keys, let values): [keys, values]
        }
      var indexes: Set<Int> = []
      for list in lists {
        for index in 0..<list.count
        where slots.reference(object[PlistPath(list.steps(index))]) == removed {
          indexes.insert(index)
        }
      }
      if !indexes.isEmpty { try removeMembers(indexes, of: collection, slot: slot) }
    }
  }

  // MARK: Classes

  private mutating func renameClass(_ old: String, to new: String) throws(ArchiveError) {
    guard !new.isEmpty else {
      throw ArchiveError(.invalidEdit, message: "the name of a class cannot be empty")
    }
    let records = try classRecords()
    let renamed = records.filter { $0.names[0].hasSameBytes(as: old) }
    guard let first = renamed.first else {
      throw ArchiveError(
        .noSuchClass, message: "the archive has no class \(old.shownName)",
        suggestion: "`plist archive classes` lists its classes")
    }
    if old.hasSameBytes(as: new) { return }
    if let other = records.first(where: { $0.names[0].hasSameBytes(as: new) }),
      !first.superclasses.elementsEqual(other.superclasses, by: { $0.hasSameBytes(as: $1) })
    {
      throw ArchiveError(
        .classExists,
        message: "the archive has a class \(new.shownName) with other superclasses: "
          + other.superclasses.map(\.shownName).joined(separator: ", "))
    }
    standardRecords = [:]
    for record in renamed {
      try slots.set(
        .string(new), at: StoredLocation(slot: record.slot, steps: [.key("$classname")]))
    }
    for record in records {
      for (index, name) in record.chain.enumerated() where name?.hasSameBytes(as: old) == true {
        try slots.set(
          .string(new),
          at: StoredLocation(slot: record.slot, steps: [.key("$classes"), .index(index)]))
      }
    }
  }

  /// A class record, with its slot.
  struct RecordInSlot {
    var slot: Int
    /// The name, and the superclasses.
    var names: [String]
    /// The elements of `$classes`; nil for one that is not a string.
    var chain: [String?]

    var superclasses: ArraySlice<String> { names.dropFirst() }
  }

  /// All class records, even those that no object names.
  mutating func classRecords() throws(ArchiveError) -> [RecordInSlot] {
    var records: [RecordInSlot] = []
    for slot in 0..<slots.count where slots.mayBeRecord(slot) {
      let value = try slots.value(inSlot: slot)
      guard value["$class"] == nil, let name = value["$classname"]?.stringValue else { continue }
      let chain = (value["$classes"]?.elements ?? []).map(\.stringValue)
      let names = chain.compactMap { $0 }
      let superclasses =
        names.first?.hasSameBytes(as: name) == true ? names.dropFirst() : names[...]
      records.append(RecordInSlot(slot: slot, names: [name] + superclasses, chain: chain))
    }
    return records
  }
}

extension EditedSlots {
  /// Returns whether a slot can be a class record.
  func mayBeRecord(_ slot: Int) -> Bool {
    slot >= table.slots.count || changed.contains(slot) || table.slots[slot].kind == .classless
  }
}

extension ArchiveTable {
  /// The collections that contain each slot, by slot.
  fileprivate func collectionsByMember() -> [Int: [Int]] {
    var collections: [Int: [Int]] = [:]
    for slot in slots.indices where slots[slot].kind == .object {
      let name = records[slots[slot].record].name
      guard let layout = StandardLayout(className: name), layout.isCollection else { continue }
      let object = node(inSlot: slot)
      for position in 0..<count(object) {
        let value = value(position, of: object)
        let members =
          kind(value) == .array ? (0..<count(value)).map { element($0, of: value) } : [value]
        for member in members {
          guard let target = reference(member), target >= 0,
            collections[target]?.last != slot
          else { continue }
          collections[target, default: []].append(slot)
        }
      }
    }
    return collections
  }
}

extension String {
  /// The name of a class in a message.
  var shownName: String { count > 100 ? String(prefix(100)) + "…" : self }
}
