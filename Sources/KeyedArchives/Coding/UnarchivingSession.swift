// One archive on its way to being objects again: which slots have an instance, which are on the way,
// and the path to the value at hand.
internal import PropertyLists

/// The state of one unarchiving.
final class UnarchivingSession {
  let table: ArchiveSlots
  let registry: ClassRegistry
  let options: UnarchivingOptions
  let userInfo: [CodingUserInfoKey: Any]
  /// The instance of each slot that has one. Parents come before their children, so that the array
  /// frees them first and no chain is freed by recursion.
  var instances: [AnyObject?]
  var marks: [SlotMark]
  /// Why slots could not be made ahead of being asked for.
  var failures: [Int: Failure] = [:]
  /// What is known of the types that were asked for; of foreign requests, by their identity.
  var types: [ObjectIdentifier: DecodedType] = [:]
  private var lastType: DecodedType
  private var classes: [Int: ClassOfSlot] = [:]
  /// Text and bytes that keep their identity, by their slots.
  var texts: [Int: ArchivedText] = [:]
  var bytes: [Int: ArchivedData] = [:]
  /// All objects as unknown ones, once somebody asks for one.
  var graph: ObjectGraph?
  var classRecords: [Int: ArchivedClass] = [:]
  var unknowns: [Int: UnknownObject] = [:]
  var entries: [Entry] = []
  /// The session of the standard objects that stand for another module's.
  private(set) lazy var standardSession = UnarchivingSession(table, registry, options, [:])
  /// Links that wait for their targets.
  var links: [Link] = []
  /// Instances that want to know when all is whole.
  var observers: [any UnarchivingObserver] = []
  /// How many values may still be made before the archive is held for endless.
  private var visits: Int
  /// How many instances are being made at once, one for the sake of another.
  var making = 0
  /// The places of the keys of large objects, by their nodes.
  var positions: [Int: [String: Int]] = [:]
  /// The URLs in slots, and how many each is relative to.
  var urls: [Int: RelativeURL] = [:]
  /// The lists of class names, by their nodes: classes may have one in common.
  var classLists: [Int: [String]] = [:]

  /// What happens in a slot.
  enum SlotMark: UInt8 {
    case none, waiting, making
  }

  /// The class of a record.
  struct ClassOfSlot {
    var name: String
  }

  /// A value that decodes itself.
  struct Entry {
    var place: Place
    var type: DecodedType
    var depth: Int
    /// The record of the instance that is made; nil for other values.
    var record: Int?
  }

  /// A value, and where it stands.
  struct Place {
    /// The value's node, a reference as a rule.
    var node: Int
    /// The key, or nil with a position.
    var key: String?
    var position = 0
    /// Whether the value is a member of a collection, where all are of one type.
    var isMember = false

    func isSame(as other: Place?) -> Bool {
      guard let other else { return false }
      return node == other.node && key == other.key && position == other.position
    }
  }

  /// Why an object could not be made as one of a type.
  struct Failure {
    var type: DecodedType
    var error: any Error
  }

  /// A link and its target.
  struct Link {
    var slot: Int
    var type: DecodedType
    var fits: (AnyObject) -> Bool
    var fill: (AnyObject) throws -> Void
  }

  init(
    _ table: ArchiveSlots, _ registry: ClassRegistry, _ options: UnarchivingOptions,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) {
    self.table = table
    self.registry = registry
    self.options = options
    self.userInfo = userInfo
    instances = Array(repeating: nil, count: table.slotCount)
    marks = Array(repeating: .none, count: table.slotCount)
    lastType = DecodedType(Never.self) { _, _ in }
    visits = table.nodeCount * 4 + table.sourceLength / 4
    visits += min(max(0, options.maximumExpansion), 1 << 56)
  }

  // MARK: From the top

  /// Decodes the value of a key at the top, fills the links, and tells the instances.
  func decodeTop<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    let position = table.position(of: escaped(key), in: table.top, guess: 0)
    guard position >= 0 else { return nil }
    let place = Place(node: table.value(position, of: table.top), key: key)
    if try isNil(place) { return nil }
    let value = try decode(type, place)
    try finishDecoding()
    return value
  }

  /// Fills the links of what was decoded, and tells the instances.
  func finishDecoding() throws {
    try fillLinks()
    noteInstances()
    try tellObservers()
  }

  func containsTop(_ key: String) -> Bool {
    table.position(of: escaped(key), in: table.top, guess: 0) >= 0
  }

  /// Makes the targets of all links, and then fills the links: when a target cannot be made, no link
  /// has been filled, and nothing that was made holds itself.
  private func fillLinks() throws {
    var targets: [AnyObject] = []
    while targets.count < links.count {
      let link = links[targets.count]
      if link.type.shape == .unknown {
        targets.append(try unknownObject(inSlot: link.slot))
        continue
      }
      try link.type.make(self, link.slot)
      guard let target = instances[link.slot], link.fits(target) else {
        throw unexpectedClass(link.slot, link.type, place(ofSlot: link.slot))
      }
      targets.append(target)
    }
    let filled = links
    links = []
    for (link, target) in zip(filled, targets) { try link.fill(target) }
  }

  /// Tells the graph of unknown objects what stands for its slots.
  private func noteInstances() {
    guard let graph else { return }
    for (slot, instance) in instances.enumerated() {
      if let instance { graph.note(instance, inSlot: slot) }
    }
    for (slot, text) in texts { graph.note(text, inSlot: slot) }
    for (slot, data) in bytes { graph.note(data, inSlot: slot) }
  }

  private func tellObservers() throws {
    let observers = observers
    self.observers = []
    for observer in observers { try observer.didUnarchive() }
  }

  /// Keys that begin with `$` have one more in archives.
  func escaped(_ key: String) -> String {
    key.utf8.first == UInt8(ascii: "$") ? "$" + key : key
  }

  // MARK: Types

  func type<T: Decodable>(_ type: T.Type) -> DecodedType {
    if lastType.type == type { return lastType }
    lastType = knownType(type)
    return lastType
  }

  private func knownType<T: Decodable>(_ type: T.Type) -> DecodedType {
    if let known = types[ObjectIdentifier(type)] { return known }
    let new = DecodedType(type) { session, slot in
      _ = try session.object(type, session.type(type), slot, session.place(ofSlot: slot))
    }
    types[ObjectIdentifier(type)] = new
    return new
  }

  // MARK: Values

  /// The slot that a place refers to; nil for a value that stands there itself.
  func slot(_ place: Place) throws -> Int? {
    guard let slot = table.reference(place.node) else { return nil }
    if slot < table.slotCount { return slot }
    throw error(
      .referenceOutOfRange, "there is no object \(slot); the last is \(table.slotCount - 1)", place)
  }

  /// The node of the value of a place, behind its reference.
  func target(_ place: Place) throws -> Int {
    guard let slot = try slot(place) else { return place.node }
    return table.node(inSlot: slot)
  }

  /// Whether a value stands for nil: a reference to the string `$null`, whichever slot has it.
  func isNil(_ place: Place) throws -> Bool {
    guard let slot = try slot(place) else { return table.kind(place.node) == .null }
    return table.isNull(table.node(inSlot: slot))
  }

  /// Decodes any value.
  func decode<T: Decodable>(_ type: T.Type, _ place: Place) throws -> T {
    let known = self.type(type)
    switch known.shape {
    case .string: return sameType(try string(place), as: T.self)
    case .int: return sameType(try integer(Int.self, place), as: T.self)
    case .bool: return sameType(try bool(place), as: T.self)
    case .double: return sameType(try real(place), as: T.self)
    case .float: return sameType(try float(place), as: T.self)
    case .instance: return try decode(instance: type, known, place)
    case .date: return sameType(try date(place), as: T.self)
    case .data: return sameType(try data(place), as: T.self)
    case .url: return sameType(try url(place), as: T.self)
    case .uuid: return sameType(try uuid(place), as: T.self)
    case .decimal: return sameType(try decimal(place), as: T.self)
    case .text: return sameType(try archivedText(place), as: T.self)
    case .bytes: return sameType(try archivedData(place), as: T.self)
    case .unknown: return sameType(try unknownObject(place), as: T.self)
    case .smallInteger, .value, .collection: return try decode(value: type, known, place)
    }
  }

  /// Lets a value decode itself.
  private func decode<T: Decodable>(value type: T.Type, _ known: DecodedType, _ place: Place)
    throws -> T
  {
    if known.shape == .smallInteger, let integer = type as? any FixedWidthInteger.Type {
      if let value = try self.anyInteger(integer, place) as? T { return value }
    }
    learn(known, place)
    let entry = try push(place, known)
    defer { pop(entry) }
    if known.shape == .collection, let collection = type as? any CollectionUnarchiving.Type,
      let value = try collection.unarchive(in: self, entry) as? T
    {
      return value
    }
    return try T(from: ObjectDecoder(session: self, entry: entry))
  }

  /// Counts values that are made: shared ones are made again at each place.
  func visit(_ count: Int, _ place: Place) throws {
    visits -= count
    if visits < 0 {
      throw error(
        .expansionLimit, "values are shared so often that making all of them would never end",
        place)
    }
  }

  /// Counts an error, which has a step for each value that it is inside of.
  func noteError(depth: Int) { visits = max(-1, visits - depth / 16) }

  func push(_ place: Place, _ type: DecodedType) throws -> Int {
    try visit(1, place)
    let depth = (entries.last?.depth ?? 0) + 1
    if depth > options.maximumDepth {
      throw error(
        .depthLimit, "values are nested more than \(options.maximumDepth) deep", place)
    }
    if StackGuard.isLow {
      throw error(
        .depthLimit, "values are nested deeper than the stack of this thread allows", place)
    }
    entries.append(Entry(place: place, type: type, depth: depth))
    return entries.count - 1
  }

  /// The instance that an entry makes, by its record.
  func record(_ entry: Int) -> Int? { entry < entries.count ? entries[entry].record : nil }

  /// The value of an entry.
  func place(_ entry: Int) -> Place {
    entry < entries.count ? entries[entry].place : Place(node: table.top)
  }

  /// What is known of the type of an entry.
  func type(_ entry: Int) -> DecodedType { entry < entries.count ? entries[entry].type : lastType }

  func pop(_ entry: Int) { entries.removeSubrange(min(entry, entries.count)...) }

  // MARK: Classes

  /// The class of an object: the slot of its record, and its name.
  func classOfRecord(_ node: Int, _ type: Any.Type, _ place: Place) throws -> (Int, String) {
    let position = position(of: "$class", in: node, guess: table.count(node) - 1)
    guard table.kind(node) == .dictionary, position >= 0,
      let slot = table.reference(table.value(position, of: node))
    else { throw mismatch(type, "an object", place) }
    if let known = classes[slot] { return (slot, known.name) }
    guard slot < table.slotCount, let name = className(table.node(inSlot: slot)) else {
      throw error(.invalidClassRecord, "the object's $class is no class record", place)
    }
    classes[slot] = ClassOfSlot(name: name)
    return (slot, name)
  }

  private func className(_ node: Int) -> String? {
    let position = table.position(of: "$classname", in: node, guess: 0)
    return position < 0 ? nil : table.string(table.value(position, of: node))
  }
}
