// One archive being decoded: the slots that have an instance, the slots whose instance is being
// created, and the path to the current value.
internal import PropertyLists

/// The state of one unarchiving session. After the session has ended, the program can still use the
/// containers that it kept; `EndedSessions` examines whether they are in use.
final class UnarchivingSession: EndedSession, @unchecked Sendable {
  let table: ArchiveTable
  /// Foundation's common class for each class record; nil for other classes.
  let layouts: [StandardLayout?]
  let registry: ClassRegistry
  let options: UnarchivingOptions
  let userInfo: [CodingUserInfoKey: Any]
  /// The same information, for types that are coded by their fields.
  let fieldInfo: [CodingUserInfoKey: any Sendable]
  let confined: UncheckedState<UnarchivingParts>

  /// The mutable state of the decoding. No method of its parts calls code that can use the session.
  struct UnarchivingParts: ~Copyable {
    var objects: ObjectTable
    var types = DecodedTypeTable()
    var values = ValueTable()
    var links = LinkTable()
    var stack = DecodingStack()
    var fields: ArchivedFields
    /// The reader of numbered fields; nil until a class has them.
    var reading: FieldReading?
    /// The keyed containers that can be used again.
    var containers = ContainerReserves<UnarchivingFrame>()
    var store: (any InstanceStore)?
    var hasFoundTop = false
    /// Whether the unarchiver was released while the program kept a decoder or a container.
    var hasEnded = false
    /// Whether a value is being decoded after that.
    var isDecodingLater = false
    /// The reason that the decoding as a whole fails, whatever its result.
    var refusal: (any Error)?
  }

  var objects: ObjectTable {
    @inline(__always)
    _read { yield confined.state.objects }
    @inline(__always)
    _modify { yield &confined.state.objects }
  }
  var types: DecodedTypeTable {
    @inline(__always)
    _read { yield confined.state.types }
    @inline(__always)
    _modify { yield &confined.state.types }
  }
  var values: ValueTable {
    @inline(__always)
    _read { yield confined.state.values }
    @inline(__always)
    _modify { yield &confined.state.values }
  }
  var links: LinkTable {
    @inline(__always)
    _read { yield confined.state.links }
    @inline(__always)
    _modify { yield &confined.state.links }
  }
  var stack: DecodingStack {
    @inline(__always)
    _read { yield confined.state.stack }
    @inline(__always)
    _modify { yield &confined.state.stack }
  }
  var entries: [UnarchivingEntry] {
    @inline(__always)
    _read { yield confined.state.stack.entries }
    @inline(__always)
    _modify { yield &confined.state.stack.entries }
  }
  /// Whether a requested key was found at the top of the archive.
  var hasFoundTop: Bool { confined.state.hasFoundTop }
  /// The store that contains the other instances of a record; nil for an archive.
  var store: (any InstanceStore)? { confined.state.store }

  init(
    _ table: ArchiveTable, registry: ClassRegistry, options: UnarchivingOptions,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) {
    self.table = table
    layouts = table.records.map { StandardLayout(className: $0.name) }
    self.registry = registry
    self.options = options
    self.userInfo = userInfo
    fieldInfo = userInfo
    confined = UncheckedState(
      UnarchivingParts(
        objects: ObjectTable(count: table.slots.count), fields: ArchivedFields(table)))
    renewBudgets()
  }

  deinit { confined.state.objects.instances.releaseAll() }

  /// Records a request for keys of which a Swift dictionary would lose one. The request for
  /// all keys cannot throw, so the decoding fails at the end.
  func refuse(_ fault: KeyFault, entry: Int) {
    if confined.state.refusal == nil, entry < entries.count {
      confined.state.refusal = error(fault, at: position(entry))
    }
  }

  // MARK: From the top

  /// Decodes the value of a top-level key, sets the links, and notifies the instances.
  func decodeTop<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    let index = table.position(of: key.escapedKey, in: table.top, guess: 0)
    guard index >= 0 else { return nil }
    confined.state.hasFoundTop = true
    let position = ValuePosition(node: table.value(index, of: table.top), key: key)
    if try isNil(position) { return nil }
    return try usingFields {
      let value = try decode(type, at: position)
      try finishDecoding()
      return value
    }
  }

  /// Decodes an archived nil as a type that checks for it; returns nil if there is no value.
  func decodeNilTop<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    guard let node = table.value(of: key.escapedKey, in: table.top), self.type(type).shape == .value
    else { return nil }
    return try decode(type, at: ValuePosition(node: node, key: key))
  }

  /// Sets the links of the decoded objects, and notifies the instances.
  func finishDecoding() throws {
    try setLinks()
    if let graph = values.graph {
      for slot in 0..<table.slots.count {
        // Objects that another module created cannot be archived with the graph.
        guard let instance = objects.instances[slot], !(instance is BridgedInstance) else {
          continue
        }
        graph.note(instance, inSlot: slot)
      }
      for (slot, text) in values.texts { graph.note(text, inSlot: slot) }
      for (slot, data) in values.bytes { graph.note(data, inSlot: slot) }
    }
    try notifyObservers()
  }

  private func setLinks() throws {
    defer { confined.state.refusal = nil }
    if let refusal = confined.state.refusal { throw refusal }
    // All targets are created before a link is set, so that a failure leaves no object in a cycle.
    var targets: [AnyObject] = []
    while targets.count < links.pending.count {
      let link = links.pending[targets.count]
      if link.type.shape == .unknown {
        targets.append(try unknownObject(inSlot: link.slot))
        continue
      }
      try link.type.make(self, link.slot)
      guard let target = objects.instances[link.slot], link.fits(target) else {
        throw unexpectedClass(link.slot, type: link.type, at: position(ofSlot: link.slot))
      }
      targets.append(target)
    }
    let filled = links.pending
    links.pending = []
    for (link, target) in zip(filled, targets) { try link.fill(target) }
  }

  private func notifyObservers() throws {
    let observers = links.observers
    links.observers = []
    for observer in observers { try observer.didUnarchive() }
  }

  // MARK: Later values

  /// Whether the outermost of the values that are decoded after the end is about to be decoded.
  @inline(__always)
  var isLater: Bool { confined.state.hasEnded && !confined.state.isDecodingLater }

  /// Decodes a value for a decoder or container that the program uses after the end. Its links are
  /// set, its observers are notified, and its objects do not reduce the budget of other values.
  func decodeLater<Value>(_ decode: () throws -> Value) throws -> Value {
    let (budget, aheadBudget) = (stack.budget, stack.aheadBudget)
    renewBudgets()
    confined.state.isDecodingLater = true
    confined.state.refusal = nil
    defer {
      confined.state.isDecodingLater = false
      (stack.budget, stack.aheadBudget) = (budget, aheadBudget)
      stopRetaining()
    }
    let value = try decode()
    repeat {
      try setLinks()
      try notifyObservers()
    } while !links.pending.isEmpty || !links.observers.isEmpty
    return value
  }

  private func renewBudgets() {
    stack.budget = table.document.expansionBudget(options.maximumExpansion)
    stack.aheadBudget = table.document.expansionBudget(min(options.maximumExpansion, 1 << 20))
  }

  /// Stops retaining the program's objects. Releasing them calls code of the program, which can use
  /// the session.
  private func stopRetaining() {
    var oldLinks = LinkTable()
    swap(&oldLinks, &confined.state.links)
    var released = confined.state.objects.instances.stopRetaining()
    released.releaseFromLast()
  }

  func containsTop(_ key: String) -> Bool {
    let isFound = table.position(of: key.escapedKey, in: table.top, guess: 0) >= 0
    if isFound { confined.state.hasFoundTop = true }
    return isFound
  }

  /// Ends the session for a program that has kept a decoder or a container, which can be used later.
  /// The session then remains in memory, but must not retain the program's objects: these could
  /// retain the session, and nothing determines the thread in which it is released.
  func endForLaterUse() {
    confined.state.hasEnded = true
    stopRetaining()
    EndedSessions.shared.end(self)
  }

  /// Uses the other instances of a store. Containers retain the session then, which retains the
  /// store, so that it ends with the last of them.
  func use(_ store: any InstanceStore) {
    confined.state.store = store
    _ = closeContainers()
  }

  package func closeContainers() -> Bool { confined.state.containers.close() }

  @inline(__always)
  func type<T: Decodable>(_ type: T.Type) -> DecodedType { confined.state.types.type(type) }

  // MARK: Values

  /// The slot that a position refers to; nil for an inline value.
  @inline(__always)
  func slot(_ position: ValuePosition) throws -> Int? {
    let slot = confined.state.fields.slot(position.node)
    return slot >= 0 ? slot : try unusualSlot(position)
  }

  private func unusualSlot(_ position: ValuePosition) throws -> Int? {
    guard let slot = table.reference(position.node) else { return nil }
    if slot >= 0 { return slot }
    throw table.outOfRange(
      table.view(position.node),
      at: failure(.text(""), code: .referenceOutOfRange, at: position).path)
  }

  /// The node of the value at a position, with its reference resolved.
  func target(_ position: ValuePosition) throws -> Int {
    guard let slot = try slot(position) else { return position.node }
    return table.node(inSlot: slot)
  }

  /// Whether a value represents nil: a reference to the string `$null` in any slot.
  func isNil(_ position: ValuePosition) throws -> Bool {
    guard let slot = try slot(position) else { return table.kind(position.node) == .null }
    return table.isNull(slot: slot)
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, at position: ValuePosition) throws -> T {
    if isLater { return try decodeLater { try value(type, at: position) } }
    return try value(type, at: position)
  }

  private func value<T: Decodable>(_ type: T.Type, at position: ValuePosition) throws -> T {
    let known = self.type(type)
    switch known.shape {
    case .string: return sameType(try string(position), as: T.self)
    case .int: return sameType(try integer(Int.self, at: position), as: T.self)
    case .bool: return sameType(try bool(position), as: T.self)
    case .double: return sameType(try real(position), as: T.self)
    case .float: return sameType(try float(position), as: T.self)
    case .instance: return try decode(instance: type, known, at: position)
    case .date: return sameType(try date(position), as: T.self)
    case .data: return sameType(try data(position), as: T.self)
    case .url: return sameType(try url(position), as: T.self)
    case .uuid: return sameType(try uuid(position), as: T.self)
    case .decimal: return sameType(try decimal(position), as: T.self)
    case .text: return sameType(try archivedText(position), as: T.self)
    case .bytes: return sameType(try archivedData(position), as: T.self)
    case .unknown: return sameType(try unknownObject(position), as: T.self)
    case .smallInteger, .value, .link, .collection:
      return try decode(value: type, known, at: position)
    }
  }

  /// Calls a value's own `init(from:)`.
  private func decode<T: Decodable>(
    value type: T.Type, _ known: DecodedType, at position: ValuePosition
  ) throws -> T {
    if known.shape == .smallInteger, let integer = type as? any FixedWidthInteger.Type,
      let value = try self.integer(integer, at: position) as? T
    {
      return value
    }
    learn(known, at: position)
    let entry = try push(position, type: known)
    defer { pop(entry) }
    if known.shape == .collection, let collection = type as? any CollectionUnarchiving.Type,
      let value = try collection.unarchive(in: self, entry) as? T
    {
      return value
    }
    if let list = known.list { return try list.unarchive(in: self, entry, as: type) }
    return try T(from: ObjectDecoder(session: self, entry: entry))
  }

  /// Charges the budget for values that are created; shared values are created again for each use.
  func visit(_ count: Int, at position: ValuePosition) throws {
    guard stack.budget.visit(count) else { throw tooLarge(position) }
  }

  /// Charges the budget for bytes of text, data or numbers that are created.
  @inline(__always)
  func spend(_ bytes: Int, at position: ValuePosition) throws {
    guard stack.budget.spend(bytes) else { throw tooLarge(position) }
  }

  /// Charges the budget for inspecting an object and its references before it is requested; returns
  /// false if too many were inspected; shared ones count each time.
  func payAhead(_ count: Int) -> Bool {
    stack.inspectionsAhead &+= count &+ 1
    return stack.aheadBudget.visit(count &+ 1)
  }

  @inline(never)
  private func tooLarge(_ position: ValuePosition) -> any Error {
    error(
      .expansionLimit,
      message:
        "decoding each use of the shared values would exceed the limit: \(stack.budget.excess)",
      at: position)
  }

  func push(_ position: ValuePosition, type: DecodedType) throws -> Int {
    try push(position, type: type, record: nil, in: parent(of: position))
  }

  /// The entry of the value that encloses another; −1 for none.
  func parent(of position: ValuePosition) -> Int {
    position.parent >= 0 && position.parent < entries.count
      ? Int(position.parent) : entries.count - 1
  }

  /// Adds the entry of a value that is inside an entry's value. An instance has a record.
  func push(_ position: ValuePosition, type: DecodedType, record: Int?, in parent: Int) throws
    -> Int
  {
    try visit(1, at: position)
    let depth = (parent >= 0 ? entries[parent].depth : 0) + 1
    let isTooDeep = depth > options.maximumDepth
    if isTooDeep || StackGuard.isLow {
      throw error(
        .depthLimit,
        message: isTooDeep
          ? "values are nested more than \(options.maximumDepth.counting("level")) deep"
          : "values are nested deeper than the stack of this thread allows", at: position)
    }
    return confined.state.stack.append(
      position, type: type, record: record, parent: parent, depth: depth)
  }

  /// Adds the entry of a container, which outlives the call that supplies its key.
  func push(
    _ position: ValuePosition, type: DecodedType, in parent: Int, keeping key: (any CodingKey)?
  ) throws -> Int {
    let entry = try push(position, type: type, record: nil, in: min(parent, entries.count - 1))
    if let key {
      stack.paths.keep(key, of: entry + 1)
      stack.highestRemembered = entry + 1
    }
    return entry
  }

  /// Whether an entry still belongs to the decoder with this serial number.
  func isCurrent(_ entry: Int, serial: UInt32) -> Bool {
    entry < entries.count && entries[entry].serial == serial
  }

  func record(_ entry: Int) -> Int? { entry < entries.count ? entries[entry].record : nil }

  func position(_ entry: Int) -> ValuePosition {
    entry < entries.count ? entries[entry].position : ValuePosition(node: table.top)
  }

  func type(_ entry: Int) -> DecodedType {
    entry < entries.count ? entries[entry].type : types.last
  }

  func pop(_ entry: Int) {
    confined.state.stack.removeEntries(from: entry)
    if stack.highestRemembered > entry { forget(from: entry) }
  }

  @inline(never)
  private func forget(from entry: Int) {
    stack.paths.forget(from: entry + 1)
    stack.highestRemembered = stack.paths.highestEntry
  }

  /// The keys that lead to the value of an entry, followed by one more key.
  func codingPath(_ entry: Int, last: ValuePosition? = nil) -> [any CodingKey] {
    guard let last, entry >= 0 else { return stack.codingPath(entry) }
    var key: (any CodingKey.Type)?
    if last.key != nil, let newest = entries.last, last.isSame(as: newest.position) {
      key = newest.key
      // The key of a container is stored with its entry.
      if key == nil { return stack.codingPath(entries.count - 1) }
    }
    if last.isSame(as: entries[entry].position) { return stack.codingPath(entry) }
    return stack.codingPath(entry, appending: last.codingKey(key))
  }

  /// The class record of the object in a slot.
  @inline(__always)
  func classRecord(inSlot slot: Int, type: Any.Type, at position: ValuePosition) throws -> Int {
    let known = table.slots[slot]
    if known.kind == .object { return known.record }
    return try classRecord(table.node(inSlot: slot), type: type, at: position)
  }

  func classRecord(_ node: Int, type: Any.Type, at position: ValuePosition) throws -> Int {
    if let record = table.record(of: node) { return record }
    throw mismatch(type, expected: "expected an object", at: position)
  }
}
