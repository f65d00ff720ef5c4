// One archive on its way to being objects again: which slots have an instance, which are on the way,
// and the path to the value at hand.
internal import PropertyLists

/// The state of one unarchiving.
final class UnarchivingSession {
  let table: ArchiveTable
  /// Which of Foundation's everyday classes each class record is.
  let layouts: [StandardLayout?]
  let registry: ClassRegistry
  let options: UnarchivingOptions
  let userInfo: [CodingUserInfoKey: Any]
  private let confined: Confined<Parts>

  /// What changes while values are decoded, in single steps that call nobody who knows the session.
  private struct Parts {
    var objects: ObjectTable
    var types = DecodedTypeTable()
    var values = ValueTable()
    var links = LinkTable()
    var stack = DecodingStack()
  }

  var objects: ObjectTable {
    @inline(__always) _read { yield confined.state.objects }
    @inline(__always) _modify { yield &confined.state.objects }
  }
  var types: DecodedTypeTable {
    @inline(__always) _read { yield confined.state.types }
    @inline(__always) _modify { yield &confined.state.types }
  }
  var values: ValueTable {
    @inline(__always) _read { yield confined.state.values }
    @inline(__always) _modify { yield &confined.state.values }
  }
  var links: LinkTable {
    @inline(__always) _read { yield confined.state.links }
    @inline(__always) _modify { yield &confined.state.links }
  }
  private var stack: DecodingStack {
    @inline(__always) _read { yield confined.state.stack }
    @inline(__always) _modify { yield &confined.state.stack }
  }
  var entries: [Entry] {
    @inline(__always) _read { yield confined.state.stack.entries }
    @inline(__always) _modify { yield &confined.state.stack.entries }
  }
  /// Whether a key was asked for that the archive has at its top.
  private(set) var hasFoundTop = false
  /// Why the whole decoding fails whatever comes of it.
  private var refusal: (any Error)?
  /// The type of the key of the value that is about to be decoded.
  var pendingKey: (any CodingKey.Type)? {
    @inline(__always) get { stack.pendingKey }
    @inline(__always) set { stack.pendingKey = newValue }
  }

  /// The store that has the other instances of a record; nil for an archive.
  var store: (any InstanceStore)?
  /// A value that decodes itself.
  struct Entry {
    var place: Place
    var type: DecodedType
    /// The entry of the value that holds this one; −1 for none.
    var parent: Int
    var depth: Int
    /// Tells the entry from others that had its number before.
    var serial: UInt32
    /// The type of the caller's key, which is made again from its text.
    var key: (any CodingKey.Type)?
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
    /// The entry of the value that holds it; −1 for the newest.
    var parent: Int32 = -1
    /// Whether the value is a member of a collection, where all are of one type.
    var isMember = false
    /// Whether a keyed container asks for the value: it has the caller's key for the path of an error.
    var isAskedByKey = false

    func isSame(as other: Place?) -> Bool {
      guard let other else { return false }
      return node == other.node && key == other.key && position == other.position
    }
  }

  init(
    _ table: ArchiveTable, _ registry: ClassRegistry, _ options: UnarchivingOptions,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) {
    self.table = table
    layouts = table.records.map { StandardLayout(className: $0.name) }
    self.registry = registry
    self.options = options
    self.userInfo = userInfo
    confined = Confined(Parts(objects: ObjectTable(count: table.slots.count)))
    stack.budget = table.document.expansionBudget(options.maximumExpansion)
    stack.aheadBudget = table.document.expansionBudget(min(options.maximumExpansion, 1 << 20))
  }

  /// Notes that keys were asked for of which a dictionary of Swift's would lose one: whoever asks for all
  /// keys cannot be told at once, so that the decoding fails in the end.
  func refuse(_ fault: KeyFault, _ entry: Int) {
    if refusal == nil, entry < entries.count { refusal = error(fault, place(entry)) }
  }

  // MARK: From the top

  /// Decodes the value of a key at the top, fills the links, and tells the instances.
  func decodeTop<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    let position = table.position(of: escaped(key), in: table.top, guess: 0)
    guard position >= 0 else { return nil }
    hasFoundTop = true
    let place = Place(node: table.value(position, of: table.top), key: key)
    if try isNil(place) { return nil }
    let value = try decode(type, place)
    try finishDecoding()
    return value
  }

  /// Decodes nil that is archived under a key at the top, as an optional or another type that asks for
  /// it; nil where there is no value.
  func decodeNilTop<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    guard let node = table.value(of: escaped(key), in: table.top), self.type(type).shape == .value
    else { return nil }
    return try decode(type, Place(node: node, key: key))
  }

  /// Fills the links of what was decoded, and tells the instances.
  func finishDecoding() throws {
    defer { refusal = nil }
    if let refusal { throw refusal }
    try fillLinks()
    noteInstances()
    try tellObservers()
  }

  func containsTop(_ key: String) -> Bool {
    let isFound = table.position(of: escaped(key), in: table.top, guess: 0) >= 0
    if isFound { hasFoundTop = true }
    return isFound
  }

  /// Makes the targets of all links, and then fills the links: when a target cannot be made, no link
  /// has been filled, and nothing that was made holds itself.
  private func fillLinks() throws {
    var targets: [AnyObject] = []
    while targets.count < links.pending.count {
      let link = links.pending[targets.count]
      if link.type.shape == .unknown {
        targets.append(try unknownObject(inSlot: link.slot))
        continue
      }
      try link.type.make(self, link.slot)
      guard let target = objects.instances[link.slot], link.fits(target) else {
        throw unexpectedClass(link.slot, link.type, place(ofSlot: link.slot))
      }
      targets.append(target)
    }
    let filled = links.pending
    links.pending = []
    for (link, target) in zip(filled, targets) { try link.fill(target) }
  }

  /// Tells the graph of unknown objects what stands for its slots.
  private func noteInstances() {
    guard let graph = values.graph else { return }
    for (slot, instance) in objects.instances.enumerated() {
      // What another module made cannot be archived with the graph.
      guard let instance, !(instance is BridgedInstance) else { continue }
      graph.note(instance, inSlot: slot)
    }
    for (slot, text) in values.texts { graph.note(text, inSlot: slot) }
    for (slot, data) in values.bytes { graph.note(data, inSlot: slot) }
  }

  private func tellObservers() throws {
    let observers = links.observers
    links.observers = []
    for observer in observers { try observer.didUnarchive() }
  }

  /// Keys that begin with `$` have one more in archives.
  func escaped(_ key: String) -> String { key.escapedKey }

  // MARK: Types

  @inline(__always)
  func type<T: Decodable>(_ type: T.Type) -> DecodedType { types.type(type) }

  // MARK: Values

  /// The slot that a place refers to; nil for a value that stands there itself.
  func slot(_ place: Place) throws -> Int? {
    guard let slot = table.reference(place.node) else { return nil }
    if slot >= 0 { return slot }
    throw table.outOfRange(
      table.view(place.node), at: failure(.text(""), .referenceOutOfRange, place).path)
  }

  /// The node of the value of a place, behind its reference.
  func target(_ place: Place) throws -> Int {
    guard let slot = try slot(place) else { return place.node }
    return table.node(inSlot: slot)
  }

  /// Whether a value stands for nil: a reference to the string `$null`, whichever slot has it.
  func isNil(_ place: Place) throws -> Bool {
    guard let slot = try slot(place) else { return table.kind(place.node) == .null }
    return table.isNull(slot: slot)
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
    case .smallInteger, .value, .link, .collection:
      return try decode(value: type, known, place)
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

  /// Pays for values that are made: shared ones are made again in each place.
  @inline(__always)
  func visit(_ count: Int, _ place: Place) throws {
    guard stack.budget.visit(count) else { throw tooLarge(place) }
  }

  /// Pays for bytes of text, data or numbers that are made.
  @inline(__always)
  func spend(_ bytes: Int, _ place: Place) throws {
    guard stack.budget.spend(bytes) else { throw tooLarge(place) }
  }

  /// Pays for a look at an object that may be made before it is asked for, and at what it refers to: false
  /// when too many have been looked at, since objects that are shared are looked at again.
  func payAhead(_ count: Int) -> Bool {
    noteLooks(count &+ 1)
    return stack.aheadBudget.visit(count &+ 1)
  }

  /// Counts looks at what types have asked for, and at what objects refer to.
  @inline(__always)
  func noteLooks(_ count: Int) { stack.looksAhead &+= count }

  /// How many looks were taken to find objects that can be made before they are asked for.
  var looksAhead: Int { stack.looksAhead }

  @inline(never)
  private func tooLarge(_ place: Place) -> any Error {
    error(
      .expansionLimit,
      "values are shared so often that making all of them never ends: \(stack.budget.excess)", place
    )
  }

  func push(_ place: Place, _ type: DecodedType) throws -> Int {
    try push(place, type, in: parent(of: place))
  }

  /// The entry of the value that holds another one; −1 for none.
  func parent(of place: Place) -> Int {
    place.parent >= 0 && place.parent < entries.count ? Int(place.parent) : entries.count - 1
  }

  /// Adds the entry of a value that an entry's value holds.
  private func push(_ place: Place, _ type: DecodedType, in parent: Int) throws -> Int {
    try visit(1, place)
    let depth = (parent >= 0 ? entries[parent].depth : 0) + 1
    if depth > options.maximumDepth {
      throw error(
        .depthLimit, "values are nested more than \(options.maximumDepth) deep", place)
    }
    if StackGuard.isLow {
      throw error(
        .depthLimit, "values are nested deeper than the stack of this thread allows", place)
    }
    stack.serial &+= 1
    entries.append(
      Entry(
        place: place, type: type, parent: parent, depth: depth, serial: stack.serial,
        key: pendingKey))
    pendingKey = nil
    entries[entries.count - 1].place.isAskedByKey = false
    return entries.count - 1
  }

  /// Adds the entry of a container, which lasts longer than the call that gives its key.
  func push(
    _ place: Place, _ type: DecodedType, in parent: Int, keeping key: (any CodingKey)?
  ) throws -> Int {
    let entry = try push(place, type, in: min(parent, entries.count - 1))
    if let key {
      stack.paths.keep(key, of: entry + 1)
      stack.highestRemembered = entry + 1
    }
    return entry
  }

  /// Whether a decoder's entry still is its own.
  func isCurrent(_ entry: Int, _ serial: UInt32) -> Bool {
    entry < entries.count && entries[entry].serial == serial
  }

  /// The instance that an entry makes, by its record.
  func record(_ entry: Int) -> Int? { entry < entries.count ? entries[entry].record : nil }

  /// The value of an entry.
  func place(_ entry: Int) -> Place {
    entry < entries.count ? entries[entry].place : Place(node: table.top)
  }

  /// What is known of the type of an entry.
  func type(_ entry: Int) -> DecodedType {
    entry < entries.count ? entries[entry].type : types.last
  }

  func pop(_ entry: Int) {
    entries.removeSubrange(min(entry, entries.count)...)
    if stack.highestRemembered > entry { forget(from: entry) }
  }

  @inline(never)
  private func forget(from entry: Int) {
    stack.paths.forget(from: entry + 1)
    stack.highestRemembered = stack.paths.highestEntry
  }

  /// The keys that lead to the value of an entry, and one key further.
  func codingPath(_ entry: Int, _ last: Place? = nil) -> [any CodingKey] {
    guard let last, entry >= 0 else { return codingPath(entry, appending: nil) }
    var key: (any CodingKey.Type)?
    if last.key != nil, let newest = entries.last, last.isSame(as: newest.place) {
      key = newest.key
      // The key of a container is kept with its entry.
      if key == nil { return codingPath(entries.count - 1, appending: nil) }
    }
    if last.isSame(as: entries[entry].place) { return codingPath(entry, appending: nil) }
    return codingPath(entry, appending: last.codingKey(key))
  }

  /// The keys that lead to the value of an entry, and one key further.
  func codingPath(_ entry: Int, appending key: (any CodingKey)?) -> [any CodingKey] {
    stack.codingPath(entry, appending: key)
  }

  // MARK: Classes

  /// The class record of an object.
  func classRecord(_ node: Int, _ type: Any.Type, _ place: Place) throws -> Int {
    if let record = table.record(of: node) { return record }
    throw mismatch(type, "expected an object", place)
  }
}
