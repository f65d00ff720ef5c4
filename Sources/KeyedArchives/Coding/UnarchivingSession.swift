// One archive on its way to being objects again: which slots have an instance, which are on the way,
// and the path to the value at hand.
internal import PropertyLists

/// The state of one unarchiving.
final class UnarchivingSession {
  let table: ArchiveTable
  let registry: ClassRegistry
  let options: UnarchivingOptions
  let userInfo: [CodingUserInfoKey: Any]
  /// The instance of each slot that has one. Parents come before their children, so that the array
  /// frees them first and no chain is freed by recursion.
  private var instances: [AnyObject?]
  private var marks: [SlotMark]
  /// Why slots could not be made ahead of being asked for.
  private var failures: [Int: any Error] = [:]
  /// What is known of the types that were asked for; of foreign requests, by their identity.
  var types: [ObjectIdentifier: DecodedType] = [:]
  private var lastType: DecodedType
  private var classes: [Int: ClassOfSlot] = [:]
  private var entries: [Entry] = []
  /// Links that wait for their targets.
  var links: [Link] = []
  /// Instances that want to know when all is whole.
  private var observers: [any UnarchivingObserver] = []
  /// How many instances are being made at once, one for the sake of another.
  private var making = 0

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

  /// A link and its target.
  struct Link {
    var slot: Int
    var type: DecodedType
    var fill: (AnyObject) -> Bool
  }

  init(
    _ table: ArchiveTable, _ registry: ClassRegistry, _ options: UnarchivingOptions,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) {
    self.table = table
    self.registry = registry
    self.options = options
    self.userInfo = userInfo
    instances = Array(repeating: nil, count: table.slotCount)
    marks = Array(repeating: .none, count: table.slotCount)
    lastType = DecodedType(Never.self) { _, _ in }
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
    try tellObservers()
  }

  func containsTop(_ key: String) -> Bool {
    table.position(of: escaped(key), in: table.top, guess: 0) >= 0
  }

  private func fillLinks() throws {
    while let link = links.popLast() {
      if instances[link.slot] == nil { try link.type.make(self, link.slot) }
      guard let target = instances[link.slot], link.fill(target) else {
        throw unexpectedClass(link.slot, link.type)
      }
    }
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
      let place = Place(node: session.table.node(inSlot: slot), key: "$objects[\(slot)]")
      _ = try session.object(type, session.type(type), slot, place)
    }
    types[ObjectIdentifier(type)] = new
    return new
  }

  // MARK: Values

  /// The slot that a place refers to; nil for a value that stands there itself.
  func slot(_ place: Place) throws -> Int? {
    guard let slot = table.reference(place.node) else { return nil }
    if slot < table.slotCount { return slot }
    throw error(.invalidReference, "there is no object \(slot); the last is \(table.slotCount - 1)", place)
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

  func push(_ place: Place, _ type: DecodedType) throws -> Int {
    let depth = (entries.last?.depth ?? 0) + 1
    if depth > options.maximumDepth {
      throw error(
        .depthLimit, "values are nested more than \(options.maximumDepth) deep", place)
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

  var entriesCount: Int { entries.count }

  /// What is known of the type of an entry.
  func type(_ entry: Int) -> DecodedType { entry < entries.count ? entries[entry].type : lastType }

  func pop(_ entry: Int) { entries.removeSubrange(min(entry, entries.count)...) }

  // MARK: Instances

  /// From this depth on, objects at the end of a chain are made before those at its beginning.
  private static let deepest = 32
  /// From this depth on it is noted which objects a type asks for.
  private static let learning = 8

  func learn(_ type: DecodedType, _ place: Place) {
    guard making >= Self.learning, let entry = entries.last else { return }
    entry.type.learn(place.isMember ? nil : place.key, type)
  }

  private func decode<T: Decodable>(instance type: T.Type, _ known: DecodedType, _ place: Place)
    throws -> T
  {
    guard let slot = try slot(place) else { throw mismatch(type, "an object", place) }
    learn(known, place)
    return try object(type, known, slot, place)
  }

  /// The instance in a slot, made now unless it is there.
  func object<T: Decodable>(
    _ type: T.Type, _ known: DecodedType, _ slot: Int, _ place: Place
  ) throws -> T {
    if let made = instances[slot] { return try cast(made, type, known, slot) }
    if let failure = failures[slot] { throw failure }
    if marks[slot] == .making { throw cycle(slot) }
    if making >= Self.deepest, marks[slot] == .none, known.foreign?.mayMakeAhead ?? true {
      makeAhead(slot, known)
      if let made = instances[slot] { return try cast(made, type, known, slot) }
      if let failure = failures[slot] { throw failure }
    }
    return try make(type, known, slot, place)
  }

  private func cast<T>(_ made: AnyObject, _ type: T.Type, _ known: DecodedType, _ slot: Int) throws
    -> T
  {
    if let value = made as? T { return value }
    throw unexpectedClass(slot, known)
  }

  private func make<T: Decodable>(
    _ type: T.Type, _ known: DecodedType, _ slot: Int, _ place: Place
  ) throws -> T {
    let actual = try resolve(type, known, slot)
    marks[slot] = .making
    making += 1
    let entry = try push(place, known)
    entries[entry].record = table.node(inSlot: slot)
    defer {
      making -= 1
      marks[slot] = .none
      pop(entry)
    }
    let value = try actual.init(from: ObjectDecoder(session: self, entry: entry))
    instances[slot] = instance(value)
    if let observer = value as? any UnarchivingObserver { observers.append(observer) }
    return value
  }

  /// The class to make for a slot where a type is asked for: that type, or a registered subclass.
  private func resolve<T: Decodable>(_ type: T.Type, _ known: DecodedType, _ slot: Int) throws
    -> T.Type
  {
    if known.foreign != nil { return type }
    let (number, name) = try classOfRecord(table.node(inSlot: slot), known)
    if let resolved = known.resolved[number] as? T.Type { return resolved }
    let resolved: T.Type
    if known.names.contains(name) {
      resolved = type
    } else if let registered = registry.type(named: name) as? T.Type {
      resolved = registered
    } else {
      throw unexpectedClass(slot, known)
    }
    known.resolved[number] = resolved
    return resolved
  }

  // MARK: Making ahead

  /// Makes what is below an object, and the object, from the ends of all chains upwards. What fails
  /// is told when the object is asked for.
  private func makeAhead(_ slot: Int, _ type: DecodedType) {
    var stack: [(slot: Int, type: DecodedType, isExpanded: Bool)] = [(slot, type, false)]
    var visited: [Int] = []
    while let item = stack.popLast() {
      if item.isExpanded {
        makeNow(item.slot, item.type)
      } else if marks[item.slot] == .none, instances[item.slot] == nil {
        marks[item.slot] = .waiting
        visited.append(item.slot)
        stack.append((item.slot, item.type, true))
        for (child, type) in children(of: item.slot, item.type) { stack.append((child, type, false)) }
      }
    }
    for slot in visited where marks[slot] == .waiting { marks[slot] = .none }
  }

  private func makeNow(_ slot: Int, _ type: DecodedType) {
    guard type.shape == .instance, instances[slot] == nil, failures[slot] == nil else { return }
    do { try type.make(self, slot) } catch { failures[slot] = error }
    if marks[slot] == .making { marks[slot] = .none }
  }

  /// The slots that an object's type is known to ask for.
  private func children(of slot: Int, _ type: DecodedType) -> [(Int, DecodedType)] {
    let node = table.node(inSlot: slot)
    var children: [(Int, DecodedType)] = []
    for edge in type.edges {
      for child in nodes(edge.key, in: node) {
        if let slot = table.reference(child), slot < table.slotCount,
          !table.isNull(table.node(inSlot: slot))
        {
          children.append((slot, edge.type))
        }
      }
    }
    return children.reversed()
  }

  private func nodes(_ key: String?, in node: Int) -> [Int] {
    if let key {
      let position = table.position(of: escaped(key), in: node, guess: 0)
      if position >= 0 { return [table.value(position, of: node)] }
    }
    guard let objects = members("NS.objects", of: node) else { return [] }
    return (0..<table.count(objects)).map { table.element($0, of: objects) }
  }

  /// The array under a key of an object.
  func members(_ key: String, of node: Int) -> Int? {
    let position = table.position(of: key, in: node, guess: 0)
    guard position >= 0 else { return nil }
    let array = table.value(position, of: node)
    return table.kind(array) == .array ? array : nil
  }

  // MARK: Links

  /// Whether the object of a place is just being made.
  func isUnfinished(_ place: Place) throws -> Bool {
    guard let slot = try slot(place) else { return false }
    return marks[slot] == .making
  }

  /// Has a link filled with the instance of a place, once all is whole; nothing to do for nil.
  func link<T: Decodable>(_ type: T.Type, _ place: Place, _ fill: @escaping (AnyObject) -> Bool) throws
  {
    if try isNil(place) { return }
    guard let slot = try slot(place) else { throw mismatch(type, "an object", place) }
    links.append(Link(slot: slot, type: self.type(type), fill: fill))
  }

  // MARK: Classes

  /// The class of an object: the slot of its record, and its name.
  func classOfRecord(_ node: Int, _ type: DecodedType) throws -> (Int, String) {
    let position = table.position(of: "$class", in: node, guess: table.count(node) - 1)
    guard table.kind(node) == .dictionary, position >= 0,
      let slot = table.reference(table.value(position, of: node))
    else { throw mismatch(type.type, "an object", Place(node: node)) }
    if let known = classes[slot] { return (slot, known.name) }
    guard slot < table.slotCount, let name = className(table.node(inSlot: slot)) else {
      throw error(.invalidClass, "$class is no class record", Place(node: node))
    }
    classes[slot] = ClassOfSlot(name: name)
    return (slot, name)
  }

  private func className(_ node: Int) -> String? {
    let position = table.position(of: "$classname", in: node, guess: 0)
    return position < 0 ? nil : table.string(table.value(position, of: node))
  }

  // MARK: Errors

  /// The path to the value at hand, and on to a place. What is decoded in the place of another value
  /// is no step.
  private func path(_ places: some Sequence<Place>) -> PlistPath {
    var steps: [PlistPath.Step] = []
    var last: Place?
    for place in places where !place.isSame(as: last) {
      steps.append(place.key.map { .key($0) } ?? .index(place.position))
      last = place
    }
    return PlistPath(steps)
  }

  private var path: PlistPath { path(entries.map(\.place)) }

  func codingPath(_ entry: Int) -> [any CodingKey] {
    path(entries.prefix(entry + 1).map(\.place)).codingPath
  }

  func error(_ code: ArchiveError.Code, _ message: String, _ place: Place) -> ArchiveError {
    ArchiveError(
      code, message, position: table.position(place.node),
      path: path(entries.map(\.place) + [place]))
  }

  func mismatch(_ type: Any.Type, _ expected: String, _ place: Place) -> any Error {
    error(.typeMismatch, "expected \(expected) for \(type)", place)
  }

  private func cycle(_ slot: Int) -> ArchiveError {
    ArchiveError(
      .cycle,
      "object \(slot) is needed to make itself; one of the links on the way must be @Reference",
      position: table.position(table.node(inSlot: slot)), path: path)
  }

  func unexpectedClass(_ slot: Int, _ type: DecodedType) -> ArchiveError {
    let node = table.node(inSlot: slot)
    let name = (try? classOfRecord(node, type).1) ?? "no object"
    if type.foreign != nil {
      return ArchiveError(
        .unexpectedClass,
        "found an object of the class \(PlistError.quoted(name)), which is not allowed here",
        position: table.position(node), path: path)
    }
    return ArchiveError(
      .unexpectedClass,
      "expected \(type.names.all.first ?? "another class"), found \(name), which is not registered for it",
      position: table.position(node), path: path)
  }
}
