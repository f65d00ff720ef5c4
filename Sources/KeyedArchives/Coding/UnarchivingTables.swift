// The parts of an unarchiving session, each with one job: the instances of slots, the requested
// types, the values that keep their identity, and the links that wait for their targets.
internal import PropertyLists

/// The progress of the creation of an object.
enum ObjectProgress: UInt32 {
  case none = 0
  case making = 0xFFFF_FFFF
  /// An object that requests this one waits for it.
  case waiting = 0xFFFF_FFFE
}

/// The instances of the slots of an archive.
///
/// Most slots contain text and never have an instance, so the instances themselves are stored in the
/// order of their creation. An instance is complete after those that it contains: if the last one is
/// released first, none is released by the one around it, and no long chain is freed by recursion.
struct SlotInstances: ~Copyable {
  /// For each slot, the position of its instance in `instances`, plus 1, or its progress.
  private var positions: ContiguousArray<UInt32>
  private var instances: ContiguousArray<AnyObject> = []
  /// The instances that were released, by slot; nil if all are retained.
  private var unretained: [Int: WeakInstance]?
  /// The slots of the instances that were created since then and are retained.
  private var laterSlots: [Int] = []

  init(count: Int) {
    positions = ContiguousArray(repeating: 0, count: count)
    // The memory is not touched before it is used.
    instances.reserveCapacity(count)
  }

  /// Releases the instances, the last one first.
  mutating func releaseAll() { instances.releaseFromLast() }

  /// Stops retaining the instances, and returns them to be released, the last one first, which calls
  /// code of the program. Those that the program retains can still be found.
  mutating func stopRetaining() -> ContiguousArray<AnyObject> {
    let slots =
      unretained == nil
      ? positions.indices.filter { Self.isInstance(positions[$0]) } : laterSlots
    var weak = unretained ?? [:]
    unretained = nil
    for slot in slots where Self.isInstance(positions[slot]) {
      weak[slot] = WeakInstance(object: instances[Int(positions[slot]) &- 1])
      positions[slot] = ObjectProgress.none.rawValue
    }
    (unretained, laterSlots) = (weak, [])
    var released: ContiguousArray<AnyObject> = []
    swap(&released, &instances)
    return released
  }

  subscript(slot: Int) -> AnyObject? {
    @inline(__always)
    get {
      let position = positions[slot]
      if Self.isInstance(position) { return instances[Int(position) &- 1] }
      return unretained == nil ? nil : unretainedInstance(slot)
    }
  }

  @inline(never)
  private func unretainedInstance(_ slot: Int) -> AnyObject? { unretained?[slot]?.object }

  @inline(__always)
  private static func isInstance(_ position: UInt32) -> Bool {
    position &- 1 < ObjectProgress.waiting.rawValue &- 1
  }

  /// See `ObjectTable`.
  subscript(progressOf slot: Int) -> ObjectProgress {
    @inline(__always)
    get { ObjectProgress(rawValue: positions[slot]) ?? .none }
    @inline(__always)
    set {
      if !Self.isInstance(positions[slot]) { positions[slot] = newValue.rawValue }
    }
  }

  /// Sets the instance of a slot, replacing its previous one.
  @inline(__always)
  mutating func set(_ instance: consuming AnyObject, inSlot slot: Int) {
    let position = positions[slot]
    if Self.isInstance(position) {
      instances[Int(position) &- 1] = instance
    } else {
      instances.append(instance)
      positions[slot] = UInt32(truncatingIfNeeded: instances.count)
      if unretained != nil { laterSlots.append(slot) }
    }
  }
}

extension ContiguousArray<AnyObject> {
  /// Releases the objects, the last one first.
  mutating func releaseFromLast() {
    while !isEmpty { removeLast() }
  }
}

/// The instances of an archive by slot, and the progress of their creation.
struct ObjectTable: ~Copyable {
  /// The error that occurred when an object was created as a given type.
  struct Failure {
    var type: DecodedType
    var error: any Error
  }

  var instances: SlotInstances
  /// The errors of slots that could not be created before they were requested.
  var failures: [Int: Failure] = [:]
  /// The current nesting depth of instances being created.
  var depth = 0
  /// Whether classes with numbered fields are decoded by their fields.
  var usesFields = false
  /// The number of objects that are being created from their fields.
  var fieldDepth = 0
  /// The slots that failed while an object around them was being created from its fields.
  private var failedInFields: [Int] = []

  /// The depth from which objects at the end of a chain are created before those at its beginning.
  static var deepest: Int { 16 }

  /// The progress of a slot; `none` if it has an instance. Setting it has no effect then.
  subscript(progressOf slot: Int) -> ObjectProgress {
    @inline(__always)
    get { instances[progressOf: slot] }
    @inline(__always)
    set { instances[progressOf: slot] = newValue }
  }

  /// Whether a slot without an instance can get one immediately.
  @inline(__always)
  func isUsual(_ slot: Int) -> Bool {
    depth < Self.deepest && failures.isEmpty && instances[progressOf: slot] != .making
  }

  /// Records the failure of a slot, if an object around it will be decoded once more, which need
  /// not request the slot again.
  mutating func noteFailure(_ slot: Int, as type: DecodedType, error: any Error) {
    if fieldDepth == 0 { return }
    failures[slot] = Failure(type: type, error: error)
    failedInFields.append(slot)
  }

  /// Forgets such failures once no object is being created from its fields.
  @inline(__always)
  mutating func forgetFailures() {
    if fieldDepth > 0 || failedInFields.isEmpty { return }
    for slot in failedInFields { failures[slot] = nil }
    failedInFields = []
  }

  init(count: Int) {
    instances = SlotInstances(count: count)
  }
}

/// The records of the requested types; requests of other modules are stored by their identity.
struct DecodedTypeTable {
  private var types: [ObjectIdentifier: DecodedType] = [:]
  /// The type before the first request.
  private let none: DecodedType
  /// The type that was requested last; usually the next request is for the same one.
  private(set) var last: DecodedType

  init() {
    none = DecodedType(Never.self) { _, _ in }
    last = none
  }

  subscript(identity: ObjectIdentifier) -> DecodedType? {
    get { types[identity] }
    set { types[identity] = newValue }
  }

  @inline(__always)
  mutating func type<T: Decodable>(_ type: T.Type) -> DecodedType {
    if last.type == type { return last }
    last = knownType(type)
    return last
  }

  private mutating func knownType<T: Decodable>(_ type: T.Type) -> DecodedType {
    if let known = types[ObjectIdentifier(type)] { return known }
    let new = DecodedType(type) { session, slot in
      _ = try session.object(
        type, known: session.type(type), slot: slot, at: session.position(ofSlot: slot))
    }
    types[ObjectIdentifier(type)] = new
    return new
  }
}

/// Values with identity that are not instances of a requested type or that objects may share.
struct ValueTable {
  /// Text and bytes that keep their identity, by their slots.
  var texts: [Int: ArchivedText] = [:]
  var bytes: [Int: ArchivedData] = [:]
  /// The URLs in slots, with the lengths of their chains of base URLs.
  var urls: [Int: RelativeURL] = [:]
  /// The URLs that have long text and no base, by the node of the text.
  var longURLs: [Int: RelativeURL] = [:]
  /// All objects as unknown objects, once one is requested; requested objects are stored by slot.
  var graph: ObjectGraph? {
    didSet { unknownObjects = Array(repeating: nil, count: graph?.count ?? 0) }
  }
  var unknownObjects: [UnknownObject?] = []
  /// The classes by class record, and the lists of class names by node; classes may share lists.
  var classes: [Int: ArchivedClass] = [:]
  var classLists: [Int: [String]] = [:]
}

/// A URL, and the length of its chain of base URLs.
struct RelativeURL {
  var url: URL
  var depth: Int
}

/// The work that remains when all objects are created.
struct LinkTable {
  /// A link and its target.
  struct PendingLink {
    var slot: Int
    var type: DecodedType
    var fits: (AnyObject) -> Bool
    var fill: (AnyObject) throws -> Void
  }

  /// The links that wait for their targets.
  var pending: [PendingLink] = []
  /// The instances that are notified when all objects are complete.
  var observers: [any UnarchivingObserver] = []
}

/// A value that decodes itself.
struct UnarchivingEntry {
  var position: ValuePosition
  /// The type of the value, which the session or an enclosing type retains.
  private let unretainedType: UnretainedReference<DecodedType>
  /// The entry of the enclosing value; −1 for none.
  var parent: Int
  var depth: Int
  /// Distinguishes the entry from earlier ones with the same number.
  var serial: UInt32
  /// The type of the caller's key, which is recreated from its text.
  var key: (any CodingKey.Type)?
  /// The record of the instance being created; nil for other values.
  let record: Int?

  init(
    position: ValuePosition, type: DecodedType, record: Int?, parent: Int, depth: Int,
    serial: UInt32, key: (any CodingKey.Type)?
  ) {
    self.position = position
    self.record = record
    unretainedType = UnretainedReference(type)
    self.parent = parent
    self.depth = depth
    self.serial = serial
    self.key = key
  }

  var type: DecodedType { unretainedType.with { $0 } }
}

/// A value and its position.
package struct ValuePosition {
  /// The value's node, usually a reference.
  var node: Int
  /// The key; nil if the position is an index.
  var key: String?
  var index = 0
  /// The entry of the enclosing value; −1 for the newest.
  var parent: Int32 = -1
  /// Whether the value is a member of a collection whose members have one type.
  var isMember = false
  /// Whether a keyed container requests the value; the container has the caller's key for errors.
  var isAskedByKey = false

  func isSame(as other: ValuePosition?) -> Bool {
    guard let other else { return false }
    return node == other.node && key == other.key && index == other.index
  }

  /// The key of the position, as the caller's key type if there is one.
  func codingKey(_ type: (any CodingKey.Type)?) -> any CodingKey {
    guard let text = key else { return PlistIndexKey(index) }
    return type?.init(stringValue: text) ?? PlistCodingKey(stringValue: text)
  }
}

/// The values being decoded, innermost last, and the remaining budgets.
struct DecodingStack {
  var entries: [UnarchivingEntry] = []
  /// The type of the key of the value that is about to be decoded.
  var pendingKey: (any CodingKey.Type)?
  var paths = CodingPathMemory()
  /// The highest entry for which `paths` stores anything, or −1.
  var highestRemembered = -1
  /// The serial number of the newest entry.
  var serial: UInt32 = 0
  /// The remaining budget for values that are created.
  var budget = ExpansionBudget(allowance: 0, sourceBytes: 0)
  /// The remaining budget for finding objects that can be created before they are requested.
  var aheadBudget = ExpansionBudget(allowance: 0, sourceBytes: 0)
  /// The number of inspections for that purpose and for recording the requests of types.
  var inspectionsAhead = 0

  /// Adds an entry with a new serial number; returns its number.
  @inline(__always)
  mutating func append(
    _ position: ValuePosition, type: DecodedType, record: Int?, parent: Int, depth: Int
  ) -> Int {
    var position = position
    position.isAskedByKey = false
    serial &+= 1
    entries.append(
      UnarchivingEntry(
        position: position, type: type, record: record, parent: parent, depth: depth,
        serial: serial, key: pendingKey))
    pendingKey = nil
    return entries.count &- 1
  }

  /// Removes an entry and all later ones.
  @inline(__always)
  mutating func removeEntries(from entry: Int) {
    while entries.count > entry { entries.removeLast() }
  }

  /// The keys that lead to the value of an entry, and one more: the caller's own or, if it gave
  /// none, those of the archive, without the top-level key.
  mutating func codingPath(_ entry: Int, appending key: (any CodingKey)? = nil) -> [any CodingKey] {
    // The path of an entry is stored under the number that follows it; 0 is the archive.
    let entries = entries
    let path = paths.path(to: entry + 1, appending: key) { number, kept in
      let (entry, parent) = (entries[number - 1], entries[number - 1].parent)
      if parent < 0 || entry.position.isSame(as: entries[parent].position) {
        return (parent + 1, nil)
      }
      return (parent + 1, kept ?? entry.position.codingKey(entry.key))
    }
    highestRemembered = paths.highestEntry
    return path
  }
}
