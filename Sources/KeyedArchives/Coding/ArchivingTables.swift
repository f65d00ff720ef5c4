// The parts of an archiving session, each with one job: the types that were met, the class records of
// the archive, the instances and their objects, and the values that are being encoded.
internal import PropertyLists

/// The types that a session has met, with the names that they have in its archive.
struct TypeTable {
  private var records: [ObjectIdentifier: TypeRecord] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// All records, also those of types that were given another name, by their numbers.
  private var all: ContiguousArray<TypeRecord> = []
  /// The records that were asked for last: mostly the next ones too.
  private var last = TypeRecord(Never.self)
  private var lastInstance = TypeRecord(Never.self)

  /// The record with a number.
  subscript(number: Int32) -> TypeRecord { all[Int(number)] }

  /// The record of the static type of a value.
  @inline(__always)
  mutating func record(of type: Any.Type) -> TypeRecord {
    if last.type == type { return last }
    last = knownRecord(of: type)
    return last
  }

  /// The record of the class of an instance.
  @inline(__always)
  mutating func record(ofInstance type: AnyClass) -> TypeRecord {
    if lastInstance.type == type { return lastInstance }
    lastInstance = knownRecord(of: type)
    return lastInstance
  }

  mutating func knownRecord(of type: Any.Type) -> TypeRecord {
    if let record = records[ObjectIdentifier(type)] { return record }
    let record = TypeRecord(
      type, name: names[ObjectIdentifier(type)], number: Int32(truncatingIfNeeded: all.count))
    all.append(record)
    records[ObjectIdentifier(type)] = record
    return record
  }

  /// Gives a type another name in the archive.
  mutating func setName(_ name: String, for type: Any.Type) {
    names[ObjectIdentifier(type)] = name
    records[ObjectIdentifier(type)] = nil
    last = TypeRecord(Never.self)
    lastInstance = last
  }
}

/// The class records of an archive, one for each class.
struct ClassTable {
  /// The records of Foundation's everyday classes, by the number of the class.
  private var standard: [UInt32?] = Array(repeating: nil, count: StandardLayout.allCases.count)
  private var records: [ArchivedClass: UInt32] = [:]
  private var last: (archivedClass: ArchivedClass, object: UInt32)?
  /// The types that were archived, by their names.
  private(set) var typesByName: [String: Any.Type] = [:]

  /// The class record of one of Foundation's everyday classes.
  mutating func record(of layout: StandardLayout, _ builder: ArchiveBuilder) -> UInt32 {
    if let known = standard[layout.rawValue] { return known }
    let object = record(of: layout.archivedClass, builder)
    standard[layout.rawValue] = object
    return object
  }

  /// The class record of a class.
  mutating func record(of archivedClass: ArchivedClass, _ builder: ArchiveBuilder) -> UInt32 {
    if let last, last.archivedClass == archivedClass { return last.object }
    let object =
      records[archivedClass]
      ?? builder.addClass(
        archivedClass.name, chain: archivedClass.chain, hints: archivedClass.hints)
    records[archivedClass] = object
    last = (archivedClass, object)
    return object
  }

  /// Notes the type that has a name; the other one that has it, if there is one.
  mutating func note(_ type: TypeRecord) -> Any.Type? {
    if let other = typesByName[type.name], other != type.type { return other }
    typesByName[type.name] = type.type
    return nil
  }
}

/// The instances that a session has met, and their objects in the archive. Instances are kept, since an
/// address that is free again would be taken for the old instance.
struct InstanceTable {
  /// An instance that is encoded when its turn comes.
  struct Pending {
    var instance: AnyObject
    var object: UInt32
  }

  /// An instance, and what is archived in its place; nil archives nil.
  private struct Replaced {
    var instance: AnyObject
    var replacement: (any Encodable)?
  }

  private var objects = InstanceNumbers()
  /// The instances in the order in which they were met.
  private var queue: [Pending] = []
  private var next = 0
  /// The instances that only conditional links have led to so far.
  private var conditional: [ObjectIdentifier: AnyObject] = [:]
  /// Instances whose objects have no fields to be encoded.
  private var complete: [AnyObject] = []
  private var replacements: [ObjectIdentifier: Replaced] = [:]
  /// Whether an instance was met again: only then there can be cycles.
  private(set) var hasRepeated = false

  /// Makes room for as many instances as are expected.
  mutating func reserve(_ count: Int) {
    objects.reserve(count)
    queue.reserveCapacity(count)
  }

  /// How many instances were met.
  var count: Int { queue.count }

  /// Whether an instance was met.
  var hasMetAny: Bool { !queue.isEmpty }

  /// Whether there are instances that wait to be encoded.
  var hasPending: Bool { next < queue.count }

  /// The next instance to be encoded.
  mutating func popPending() -> Pending? {
    guard next < queue.count else { return nil }
    next += 1
    return queue[next - 1]
  }

  /// The object of an instance that is part of the archive: the one that it has, or a new one, which is
  /// filled when its turn comes.
  mutating func object(of instance: AnyObject, _ builder: ArchiveBuilder) -> UInt32 {
    let identity = ObjectIdentifier(instance)
    if let object = objects[identity] {
      hasRepeated = true
      if !conditional.isEmpty, conditional.removeValue(forKey: identity) != nil {
        queue.append(Pending(instance: instance, object: object))
      }
      return object
    }
    let object = builder.addRecord()
    objects.set(object, of: identity)
    queue.append(Pending(instance: instance, object: object))
    return object
  }

  /// The object of an instance that is not archived unless something else refers to it.
  mutating func conditionalObject(of instance: AnyObject, _ builder: ArchiveBuilder) -> UInt32 {
    let identity = ObjectIdentifier(instance)
    if let object = objects[identity] { return object }
    let object = builder.addRecord()
    objects.set(object, of: identity)
    conditional[identity] = instance
    return object
  }

  /// The object of an instance that has one.
  func knownObject(of instance: AnyObject) -> UInt32? { objects[ObjectIdentifier(instance)] }

  /// Gives a complete object to an instance.
  mutating func setObject(_ object: UInt32, of instance: AnyObject) {
    objects.set(object, of: ObjectIdentifier(instance))
    complete.append(instance)
  }

  /// What is archived in the place of an instance that was asked for it; nil where it was not.
  func knownReplacement(of instance: AnyObject) -> (any Encodable)?? {
    replacements[ObjectIdentifier(instance)].map(\.replacement)
  }

  /// Notes what is archived in the place of an instance.
  mutating func setReplacement(_ replacement: (any Encodable)?, of instance: AnyObject) {
    replacements[ObjectIdentifier(instance)] = Replaced(
      instance: instance, replacement: replacement)
  }

  /// Lets go of everything that is needed while instances are still met, the instances in the order in
  /// which they were met: one that holds another was met before it, so that freeing it frees no other.
  mutating func release() {
    queue = []
    objects = InstanceNumbers()
    (replacements, conditional, complete) = ([:], [:], [])
  }
}

/// The values that are being encoded, the innermost last, and the containers inside them that may be
/// asked for again.
struct EncodingStack {
  var entries: [ArchivingSession.ArchivingEntry] = []
  /// The containers that were asked for under a key.
  var nestedContainers: [ArchivingSession.NestedKey: ArchivingSession.NestedContainer] = [:]
  /// The values that may be encoded later.
  var awaited: [ArchivingSession.AwaitedValue] = []
  /// The places of the values in dictionaries, by key.
  var dictionaryPositions: [ArchivingSession.NestedKey: ArchivingSession.ArchivingPosition] = [:]
  /// The type of the key of the value that is about to be encoded.
  var pendingKey: (any CodingKey.Type)?
  /// For each entry the one of the value that holds it, −1 for none, and the type of the caller's key,
  /// which is made again from its text.
  private var steps: [(parent: Int, key: (any CodingKey.Type)?)] = []
  private var paths = CodingPathMemory()
  /// The highest entry that `paths` keeps something of, or −1.
  private var highestRemembered = -1
  /// The serial number of the newest entry.
  private var serial = 0

  /// Adds an entry with a serial number of its own.
  @inline(__always)
  mutating func append(_ entry: ArchivingSession.ArchivingEntry, in parent: Int) {
    serial &+= 1
    entries.append(entry)
    entries[entries.count - 1].serial = serial
    // A container that was kept may name an entry that is gone.
    steps.append((min(parent, entries.count - 2), pendingKey))
    pendingKey = nil
  }

  /// Adds the entry of a container, which lasts longer than the call that gives its key.
  mutating func append(
    _ entry: ArchivingSession.ArchivingEntry, in parent: Int, keeping key: (any CodingKey)?
  ) {
    pendingKey = nil
    append(entry, in: parent)
    guard let key else { return }
    paths.keep(key, of: entries.count)
    highestRemembered = entries.count
  }

  /// Removes the entries from a number on.
  @inline(__always)
  mutating func pop(from entry: Int) {
    entries.removeSubrange(entry...)
    steps.removeSubrange(entry...)
    if highestRemembered > entry { forget(from: entry) }
  }

  @inline(never)
  private mutating func forget(from entry: Int) {
    paths.forget(from: entry + 1)
    highestRemembered = paths.highestEntry
  }

  /// The keys that lead to the value of an entry from the instance that is being encoded, or from the top
  /// of the archive, whose own key is left out.
  mutating func codingPath(_ entry: Int, builder: ArchiveBuilder) -> [any CodingKey] {
    guard entry < entries.count else { return [] }
    let (entries, steps) = (entries, steps)
    let path = paths.path(to: entry + 1) { number, kept in
      let (position, step) = (entries[number - 1].position, steps[number - 1])
      if step.parent < 0 || position.isSame(as: entries[step.parent].position) {
        return (step.parent + 1, nil)
      }
      return (step.parent + 1, kept ?? position.codingKey(step.key, builder: builder))
    }
    highestRemembered = paths.highestEntry
    return path
  }

  /// Whether an encoder's entry still is its own.
  @inline(__always)
  func isCurrent(_ entry: Int, serial: Int) -> Bool {
    entry < entries.count && entries[entry].serial == serial
  }

  /// Removes the entries from a number on, and what was awaited inside them.
  mutating func removeEntries(from entry: Int) {
    if entry < entries.count { pop(from: entry) }
    while let last = awaited.last, last.entry >= entry { awaited.removeLast() }
  }

  /// Whether a value that may be encoded later has a place.
  func isAwaited(at position: ArchivingSession.ArchivingPosition?) -> Bool {
    awaited.contains {
      $0.entry < entries.count && entries[$0.entry].position.slot == position?.slot
    }
  }

  /// Forgets the values that were to be encoded later at a place.
  mutating func forgetAwaited(at position: ArchivingSession.ArchivingPosition) {
    if awaited.isEmpty { return }
    awaited = awaited.filter { value in
      value.entry >= entries.count || entries[value.entry].position.slot != position.slot
    }
  }

  /// Forgets the containers inside values that are finished.
  mutating func forgetNestedContainers() {
    if !nestedContainers.isEmpty { nestedContainers.removeAll() }
    if !dictionaryPositions.isEmpty { dictionaryPositions.removeAll() }
  }
}

extension ArchivingSession.ArchivingPosition {
  /// Whether a value is encoded in the place of another one.
  fileprivate func isSame(as other: Self) -> Bool {
    slot == other.slot && owner == other.owner && index == other.index
  }

  /// The key of the place, of the caller's type where there is one.
  fileprivate func codingKey(_ type: (any CodingKey.Type)?, builder: ArchiveBuilder)
    -> any CodingKey
  {
    let text =
      isField
      ? builder.text(ofKey: slot.key).unescapedKey
      : builder.keyText(at: Int(index), in: owner, keys: DictionaryLayout.keys)
    guard let text else { return PlistIndexKey(Int(index)) }
    return type?.init(stringValue: text) ?? PlistCodingKey(stringValue: text)
  }
}

extension String {
  /// A key of a program's as archives have it: one that begins with `$` gets one more.
  var escapedKey: String { utf8.first == UInt8(ascii: "$") ? "$" + self : self }

  /// A key of an archive as the program gave it.
  var unescapedKey: String {
    utf8.starts(with: "$$".utf8) ? String(Substring(utf8.dropFirst())) : self
  }
}
