// The parts of an archiving session, each with one job: the types encountered, the class records of
// the archive, the instances and their objects, and the values being encoded.
internal import PropertyLists

/// The types that a session has encountered, with their names in the archive.
struct TypeTable {
  private var records: [ObjectIdentifier: TypeRecord] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// All records by number, including those of types that were renamed.
  private var all: ContiguousArray<TypeRecord> = []
  /// The record that was requested last; usually the next request is for the same type.
  private var last = TypeRecord(Never.self)
  private var lastInstance = TypeRecord(Never.self)

  subscript(number: Int32) -> TypeRecord { all[Int(number)] }

  /// The record of a value's static type.
  mutating func record(of type: Any.Type) -> TypeRecord {
    if last.type == type { return last }
    last = knownRecord(of: type)
    return last
  }

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

  mutating func setName(_ name: String, for type: Any.Type) {
    names[ObjectIdentifier(type)] = name
    records[ObjectIdentifier(type)] = nil
    last = TypeRecord(Never.self)
    lastInstance = last
  }
}

/// The class records of an archive, one for each class.
struct ClassTable {
  /// The records of Foundation's common classes, by the number of the class.
  private var standard: [UInt32?] = Array(repeating: nil, count: StandardLayout.allCases.count)
  private var records: [ArchivedClass: UInt32] = [:]
  private var last: (archivedClass: ArchivedClass, object: UInt32)?
  /// The types that were archived, by their names.
  var typesByName: [String: Any.Type] = [:]

  /// The class record of one of Foundation's common classes.
  mutating func record(of layout: StandardLayout, _ builder: ArchiveBuilder) -> UInt32 {
    if let known = standard[layout.rawValue] { return known }
    let object = record(of: layout.archivedClass, builder)
    standard[layout.rawValue] = object
    return object
  }

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
}

/// The instances that a session has encountered, and their objects in the archive. They are
/// retained, because the address of a freed instance could be reused.
struct InstanceTable: ~Copyable {
  /// An instance that is encoded later, in order.
  struct Pending {
    var instance: AnyObject
    var object: UInt32
  }

  private var objects = InstanceNumbers()
  /// The instances in the order in which they were encountered.
  private var queue: [Pending] = []
  private var next = 0
  /// The instances that have so far been referred to only by conditional links.
  private var conditional: [ObjectIdentifier: AnyObject] = [:]
  /// Instances whose objects have no fields to encode.
  private var complete: [AnyObject] = []
  /// Instances and their replacements in the archive; nil archives nil.
  var replacements: [ObjectIdentifier: (instance: AnyObject, replacement: (any Encodable)?)] = [:]
  /// Whether an instance was encountered more than once; cycles are possible only then.
  private(set) var hasRepeated = false

  /// Reserves capacity for the expected number of instances.
  mutating func reserve(_ count: Int) {
    objects.reserve(count)
    queue.reserveCapacity(count)
  }

  /// Reserves capacity for more instances if that at least doubles their number, so that many small
  /// reservations do not copy the tables each time.
  mutating func reserve(forMore count: Int) {
    if count >= max(queue.count, Self.smallestReservation) { reserve(queue.count + count) }
  }

  private static let smallestReservation = 64

  /// Fetches the memory of an instance that will be encountered soon, and that for its number.
  @inline(__always)
  func prefetch(_ identity: UInt) { objects.prefetch(identity) }

  /// The number of instances encountered.
  var count: Int { queue.count }

  /// Whether an instance was encountered.
  var hasSeenAny: Bool { !queue.isEmpty }

  /// Whether there are instances still to be encoded.
  var hasPending: Bool { next < queue.count }

  /// The next instance to be encoded.
  mutating func popPending() -> Pending? {
    guard next < queue.count else { return nil }
    next += 1
    return queue[next - 1]
  }

  /// The object of an archived instance: its existing one, or a new one that is filled later.
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

  /// The object of an instance that is archived only if something else refers to it.
  mutating func conditionalObject(of instance: AnyObject, _ builder: ArchiveBuilder) -> UInt32 {
    let identity = ObjectIdentifier(instance)
    if let object = objects[identity] { return object }
    let object = builder.addRecord()
    objects.set(object, of: identity)
    conditional[identity] = instance
    return object
  }

  /// The existing object of an instance, if any.
  func knownObject(of instance: AnyObject) -> UInt32? { objects[ObjectIdentifier(instance)] }

  /// Assigns a complete object to an instance.
  mutating func setObject(_ object: UInt32, of instance: AnyObject) {
    objects.set(object, of: ObjectIdentifier(instance))
    complete.append(instance)
  }

  /// Releases what only new instances need. Instances are released in the order in which they were
  /// encountered, owners first, so that freeing one does not free another.
  mutating func release() {
    queue = []
    objects = InstanceNumbers()
    (replacements, conditional, complete) = ([:], [:], [])
  }
}

/// A value that encodes itself. Entries are copied constantly, so they contain no references.
struct ArchivingEntry: BitwiseCopyable {
  var position: ArchivingPosition
  var depth: Int
  /// The object of the value; the null object's number until one is created.
  var object: UInt32 = ArchiveBuilder.null
  var form = ArchivingSession.Form.none
  /// The object's fields, or the array of its elements or values.
  var container: UInt32 = 0
  var keys: UInt32 = 0
  /// The number of the type that determines the class; nil for containers inside another value.
  var type: Int32?
  /// The number of containers that the value has requested.
  var requests = 0
  /// Distinguishes the entry from earlier ones with the same number.
  var serial = 0
}

/// A value that may be encoded later, or never. If it is never encoded, it becomes an empty
/// dictionary and replaces the value that was encoded under its key before.
struct AwaitedValue {
  var entry: Int
  var valueBefore: UInt32?
}

/// A key of an object or dictionary that is being encoded.
struct NestedKey: Hashable {
  var container: UInt32
  var key: String
}

/// The destination of a value.
struct ArchivingPosition: BitwiseCopyable {
  var slot: ArchiveBuilder.ArchivePosition
  /// The object that contains it.
  var owner: UInt32
  var index: UInt32 = 0

  /// Whether numbers are stored directly, not as objects.
  var isField: Bool { slot.key != .max }

  /// Whether two values are encoded at the same position.
  fileprivate func isSame(as other: Self) -> Bool {
    slot == other.slot && owner == other.owner && index == other.index
  }

  /// The key of the position, as the caller's key type if there is one.
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

/// The values being encoded, innermost last, and those of their containers that may be reused.
struct EncodingStack {
  var entries: [ArchivingEntry] = []
  /// The containers that were requested under a key, and the nodes of the references to them.
  var nestedContainers: [NestedKey: (entry: ArchivingEntry, reference: UInt32?)] = [:]
  /// The values that may be encoded later.
  var awaited: [AwaitedValue] = []
  /// The positions of the values in dictionaries, by key.
  var dictionaryPositions: [NestedKey: ArchivingPosition] = [:]
  /// The type of the key of the value that is about to be encoded.
  var pendingKey: (any CodingKey.Type)?
  /// The entry that encloses each entry, −1 for none, and the type of the caller's key.
  private var steps: [(parent: Int, key: (any CodingKey.Type)?)] = []
  private var paths = CodingPathMemory()
  /// The highest entry for which `paths` stores anything, or −1.
  private var highestRemembered = -1
  /// The serial number of the newest entry.
  private var serial = 0

  /// Adds an entry with a new serial number; returns its number.
  @inline(__always)
  @discardableResult
  mutating func append(_ entry: ArchivingEntry, in parent: Int) -> Int {
    var entry = entry
    let number = entries.count
    serial &+= 1
    entry.serial = serial
    entries.append(entry)
    // A retained container may refer to an entry that no longer exists.
    steps.append((min(parent, number &- 1), pendingKey))
    pendingKey = nil
    return number
  }

  /// Adds the entry of a container, which outlives the call that supplies its key.
  mutating func append(_ entry: ArchivingEntry, in parent: Int, keeping key: (any CodingKey)?) {
    pendingKey = nil
    append(entry, in: parent)
    guard let key else { return }
    paths.keep(key, of: entries.count)
    highestRemembered = entries.count
  }

  /// Removes an entry and all later ones.
  mutating func pop(from entry: Int) {
    while entries.count > entry { entries.removeLast() }
    while steps.count > entry { steps.removeLast() }
    if highestRemembered > entry { forget(from: entry) }
  }

  @inline(never)
  private mutating func forget(from entry: Int) {
    paths.forget(from: entry + 1)
    highestRemembered = paths.highestEntry
  }

  /// The keys to an entry from the instance being encoded, or from the top (without its own key).
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

  /// Removes an entry and all later ones, and the deferred values inside them.
  mutating func removeEntries(from entry: Int) {
    if entry < entries.count { pop(from: entry) }
    while let last = awaited.last, last.entry >= entry { awaited.removeLast() }
  }

  func isAwaited(at position: ArchivingPosition?) -> Bool {
    awaited.contains {
      $0.entry < entries.count && entries[$0.entry].position.slot == position?.slot
    }
  }

  /// Removes the deferred values at a position.
  mutating func forgetAwaited(at position: ArchivingPosition) {
    if awaited.isEmpty { return }
    awaited = awaited.filter { value in
      value.entry >= entries.count || entries[value.entry].position.slot != position.slot
    }
  }

  /// Removes the containers inside finished values.
  mutating func forgetNestedContainers() {
    if !nestedContainers.isEmpty { nestedContainers.removeAll() }
    if !dictionaryPositions.isEmpty { dictionaryPositions.removeAll() }
  }
}

extension String {
  /// A program's key in archived form: a key that begins with `$` gets another `$`.
  var escapedKey: String { utf8.first == UInt8(ascii: "$") ? "$" + self : self }

  /// An archive's key as the program provided it.
  var unescapedKey: String {
    utf8.starts(with: "$$".utf8) ? String(Substring(utf8.dropFirst())) : self
  }
}
