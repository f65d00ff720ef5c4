// One call of an encoder: the table under construction, and the way down to the value at hand.

/// The state of one encoding.
final class EncodingSession {
  let userInfo: [CodingUserInfoKey: Any]
  private let maximumDepth: Int
  private let confined = UncheckedState(EncodingState())
  private let nilForm: NilForm
  private let wideIntegers: PlistReadingOptions.WideIntegers
  /// The first error that a call which cannot throw had to report.
  private var deferredError: EncodingError?
  /// Made when somebody asks for a path or an entry outlives its call: most sessions need none.
  private var paths: CodingPathMemory?
  /// Stands for the node of an entry whose value is a single one.
  private static let scalar = UInt32.max - 1

  /// How nil is written.
  enum NilForm {
    /// As the string `$null`, as Foundation has it.
    case text
    /// As null, in formats that have it.
    case null
  }

  /// What changes while values are encoded.
  struct EncodingState: ~Copyable {
    var builder = NodeTableBuilder()
    var entries = LinearBuffer<EncodingEntry>(minimumCapacity: 32)
    /// The serial number of the newest entry.
    var serial: UInt32 = 0
    /// The type of the last array that was encoded.
    var lastList = ListType()
    /// The highest entry that `paths` keeps something of, or −1.
    var highestRemembered = -1
  }

  private var builder: NodeTableBuilder {
    @inline(__always) _read { yield confined.state.builder }
    @inline(__always) _modify { yield &confined.state.builder }
  }

  private var entries: LinearBuffer<EncodingEntry> {
    @inline(__always) _read { yield confined.state.entries }
    @inline(__always) _modify { yield &confined.state.entries }
  }

  /// A value that encodes itself: where it goes, and the node that it has made so far.
  struct EncodingEntry: BitwiseCopyable {
    var parent: UInt32
    /// How many containers are around the value.
    var depth: UInt32
    var slot: NodeTableBuilder.NodePosition
    /// The key in a dictionary, or `.max`.
    var key: UInt32
    /// The position in an array; `.max` for a value in the place of its parent; the dictionary's node for
    /// a reserved value under a key.
    var position: UInt32
    /// The value's node, `scalar`, or `.max`.
    var node: UInt32
    /// Tells the entry from others that had its number before.
    var serial: UInt32
    /// The caller's key: it lasts as long as the entry.
    var codingKey: BorrowedKey
  }

  /// An entry, as an encoder holds it: it is over when another entry has its number.
  struct EntryReference: BitwiseCopyable {
    var number: UInt32
    var serial: UInt32
  }

  /// Where a value goes.
  struct EncodingPosition: BitwiseCopyable {
    var slot: NodeTableBuilder.NodePosition
    var index: UInt32
    /// The entry of the container.
    var parent: UInt32
    /// The caller's key, where the container is a dictionary.
    var codingKey = BorrowedKey()

    static var root: EncodingPosition { EncodingPosition(slot: .root, index: 0, parent: 0) }
  }

  init(
    _ userInfo: [CodingUserInfoKey: any Sendable], maximumDepth: Int, nilForm: NilForm,
    wideIntegers: PlistReadingOptions.WideIntegers
  ) {
    self.userInfo = userInfo
    self.maximumDepth = maximumDepth
    self.nilForm = nilForm
    self.wideIntegers = wideIntegers
    entries.append(
      EncodingEntry(
        parent: 0, depth: 0, slot: .root, key: .max, position: 0, node: .max, serial: 0,
        codingKey: BorrowedKey()))
  }

  /// The finished table, once the outermost value has encoded itself.
  func seal(_ value: some Encodable) throws -> DocumentStorage {
    if let deferredError { throw deferredError }
    guard builder.root != nil else {
      let context = EncodingError.Context(
        codingPath: [], debugDescription: "\(type(of: value)) encoded no value")
      throw EncodingError.invalidValue(value, context)
    }
    var finished = NodeTableBuilder()
    swap(&finished, &builder)
    // Containers that somebody keeps beyond the call find nothing open any more.
    truncate(to: 1)
    do throws(PlistError) {
      return try finished.seal()
    } catch {
      guard error.code == .combiningLimit else { throw error }
      throw EncodingError.invalidValue(value, cause: error)
    }
  }

  // MARK: Values that encode themselves

  /// Encodes one of the types that property lists know, or lets the value encode itself. A value
  /// that encodes nothing becomes an empty dictionary.
  @inline(__always)
  func encode<T: Encodable>(_ value: T, at position: EncodingPosition) throws {
    if try encodeWellKnown(value, at: position) { return }
    let entry = push(position)
    let container = builder.openContainer(position.slot)
    do {
      try value.encode(to: NodeEncoder(session: self, entry: entry))
      if builder.hasLongText { try checkMembers(of: T.self, entry) }
    } catch {
      builder.restore(container, slot: position.slot)
      truncate(to: Int(entry.number))
      throw error
    }
    guard Int(entry.number) < entries.count else { return }
    if entries[Int(entry.number)].node == .max { appendEmpty(at: position, of: entry) }
    truncate(to: Int(entry.number))
  }

  /// Adds an empty dictionary for a value that encoded nothing, unless it is the outermost.
  @inline(never)
  private func appendEmpty(at position: EncodingPosition, of entry: EntryReference) {
    if position.slot.container == .max, entry.number == 1 { return }
    builder.append(Node(.dictionary), at: position.slot)
  }

  /// Takes the entries from a number on away.
  @inline(__always)
  private func truncate(to count: Int) {
    guard count < entries.count else { return }
    entries.truncate(to: count)
    if count <= confined.state.highestRemembered { forget(from: count) }
  }

  @inline(never)
  private func forget(from entry: Int) {
    paths?.forget(from: entry)
    confined.state.highestRemembered = paths?.highestEntry ?? -1
  }

  @inline(__always)
  func push(_ position: EncodingPosition) -> EntryReference {
    let depth = entries[min(Int(position.parent), entries.count &- 1)].depth
    confined.state.serial &+= 1
    let serial = confined.state.serial
    entries.append(
      EncodingEntry(
        parent: position.parent, depth: depth, slot: position.slot,
        key: position.index == .max ? .max : position.slot.key, position: position.index,
        node: .max,
        serial: serial, codingKey: position.codingKey))
    return EntryReference(
      number: UInt32(truncatingIfNeeded: entries.count &- 1), serial: serial)
  }

  /// Adds an entry that lasts longer than the call that gives its key.
  func push(_ position: EncodingPosition, keeping key: (any CodingKey)?) -> EntryReference {
    remembering(key, entry: push(position))
  }

  private func remembering(_ key: (any CodingKey)?, entry: EntryReference) -> EntryReference {
    guard let key else { return entry }
    if paths == nil { paths = CodingPathMemory() }
    paths?.keep(key, of: Int(entry.number))
    confined.state.highestRemembered = Int(entry.number)
    return entry
  }

  /// Adds an entry for a value that may come later, and reserves its node: an empty dictionary until
  /// then.
  func pushReserved(_ position: EncodingPosition, keeping key: (any CodingKey)?) -> EntryReference {
    let node = builder.append(NodeTableBuilder.placeholder, at: position.slot)
    let entry = push(
      EncodingPosition(slot: .reserved(node), index: position.index, parent: position.parent))
    entries[Int(entry.number)].key = position.slot.key
    if position.slot.key != .max { entries[Int(entry.number)].position = position.slot.container }
    builder.depth = max(builder.depth, Int(entries[Int(entry.number)].depth) + 1)
    return remembering(key, entry: entry)
  }

  /// Whether something else was encoded under the key of a reserved value since it was reserved.
  private func isReplaced(_ entry: EncodingEntry) -> Bool {
    guard let node = entry.slot.reservedNode, entry.key != .max, entry.position != .max else {
      return false
    }
    return builder.value(of: entry.key, in: entry.position) != node
  }

  /// Whether an encoder's entry still is its own.
  @inline(__always)
  private func isCurrent(_ entry: EntryReference) -> Bool {
    Int(entry.number) < entries.count && entries[Int(entry.number)].serial == entry.serial
  }

  /// The container of an entry's value: made on first use, found again after that. Nil, and an error
  /// at the end, where the value has already become something else.
  func container(_ kind: PlistKind, entry: EntryReference) -> UInt32? {
    guard isCurrent(entry) else { return refuse(entry, kind: kind) }
    var state = entries[Int(entry.number)]
    guard state.node == .max else { return existingContainer(kind, node: state.node, entry: entry) }
    if state.slot.reservedNode != nil, isReplaced(state) { return refuse(entry, kind: kind) }
    state.node = builder.append(Node(kind), at: state.slot)
    state.depth &+= 1
    builder.depth = max(builder.depth, Int(state.depth))
    entries[Int(entry.number)] = state
    return state.node
  }

  /// A container that exists, to be filled further.
  @inline(never)
  private func existingContainer(
    _ kind: PlistKind, node: UInt32, entry: EntryReference
  ) -> UInt32? {
    guard node != Self.scalar else { return refuse(entry, kind: kind) }
    if kind == .dictionary, builder.claimPlaceholder(node) {
      // The encoder that reserved the node must not write over what is encoded into it now.
      for number in 0..<entries.count where entries[number].slot.reservedNode == node {
        entries[number].node = Self.scalar
      }
    }
    guard builder.isOpen(node, kind: kind) else { return refuse(entry, kind: kind) }
    builder.makeGrowable(node)
    return node
  }

  /// Keeps the error for a container that cannot be had, to be thrown at the end of the encoding.
  @inline(never)
  private func refuse(_ entry: EntryReference, kind: PlistKind) -> UInt32? {
    let type: Any.Type = kind == .array ? [Any].self : [String: Any].self
    if deferredError == nil { deferredError = secondValue(entry, value: type) }
    return nil
  }

  /// Refuses a container that is nested too deep, or deeper than the stack of the thread allows, before
  /// recursion gets further. A scalar may stand in the deepest one.
  func checkDepth(_ entry: EntryReference, value: Any.Type) throws {
    let number = Int(entry.number)
    // More is left than eight levels take.
    if entries.count & 7 == 0, StackGuard.isLow {
      throw PlistError(
        .depthLimit, message: "values are nested deeper than the stack of this thread allows",
        path: PlistPath(codingPath: codingPath(entry)))
    }
    guard number < entries.count, Int(entries[number].depth) > maximumDepth else { return }
    throw PlistError(
      .depthLimit, message: "containers are nested more than \(maximumDepth) deep",
      path: PlistPath(codingPath: codingPath(entry)))
  }

  /// Where the value of an entry goes, for a single value; marks the entry as used.
  func singleValueSlot(_ entry: EntryReference) -> NodeTableBuilder.NodePosition? {
    guard isCurrent(entry), entries[Int(entry.number)].node == .max else { return nil }
    let slot = entries[Int(entry.number)].slot
    if slot.reservedNode != nil, isReplaced(entries[Int(entry.number)]) { return nil }
    entries[Int(entry.number)].node = Self.scalar
    return slot
  }

  /// Notes what a single value became: a container can be filled further.
  func keepSingleValue(_ entry: EntryReference) {
    guard isCurrent(entry), let node = builder.lastNode(at: entries[Int(entry.number)].slot),
      builder.kind(of: node).isContainer
    else { return }
    entries[Int(entry.number)].node = node
    entries[Int(entry.number)].depth &+= 1
  }

  /// Takes the mark away after a single value that was not encoded, so that another can take its
  /// place.
  func freeSingleValue(_ entry: EntryReference) {
    if isCurrent(entry) { entries[Int(entry.number)].node = .max }
  }

  /// The container under a key that the caller fills: the one that is there already, whoever encoded
  /// it, or a new one.
  func nestedContainer(_ kind: PlistKind, entry: EntryReference) -> UInt32? {
    guard isCurrent(entry) else { return refuse(entry, kind: kind) }
    let slot = entries[Int(entry.number)].slot
    guard let node = builder.value(of: slot.key, in: slot.container) else {
      return container(kind, entry: entry)
    }
    guard let container = existingContainer(kind, node: node, entry: entry) else { return nil }
    entries[Int(entry.number)].node = container
    entries[Int(entry.number)].depth &+= 1
    return container
  }

  // MARK: Values that property lists know

  @inline(__always)
  func key(_ key: some CodingKey) -> UInt32 { builder.key(key.stringValue) }

  /// Whether a container can still be filled: not once the encoding is over, nor once another value has
  /// taken its place.
  @inline(__always)
  func isOpen(_ container: UInt32, kind: PlistKind) -> Bool {
    builder.isOpen(container, kind: kind)
  }

  func count(of container: UInt32) -> Int { builder.count(of: container) }

  @inline(__always)
  func append(_ node: Node, slot: NodeTableBuilder.NodePosition) { builder.append(node, at: slot) }

  @inline(__always)
  func append(string: String, _ slot: NodeTableBuilder.NodePosition) {
    builder.append(string: string, at: slot)
  }

  @inline(__always)
  func append(integer: some FixedWidthInteger, _ slot: NodeTableBuilder.NodePosition) throws {
    if let value = Int64(exactly: integer) {
      builder.append(Node(.integer, payload: UInt64(bitPattern: value)), at: slot)
    } else {
      try appendLarge(integer, slot: slot)
    }
  }

  @inline(never)
  private func appendLarge(_ integer: some FixedWidthInteger, slot: NodeTableBuilder.NodePosition)
    throws
  {
    guard let value = Int128(exactly: integer) else {
      if wideIntegers == .kept, let wide = UInt128(exactly: integer) {
        let digits = builder.append(text: wide.description)
        builder.append(Node(wideInteger: wide, digits: digits), at: slot)
        return
      }
      let error = PlistError(
        .notRepresentable, message: "\(integer) needs more than 128 bits with sign")
      throw EncodingError.invalidValue(
        integer,
        EncodingError.Context(
          codingPath: [], debugDescription: error.message, underlyingError: error))
    }
    builder.append(integer: PlistInteger(value), at: slot)
  }

  @inline(__always)
  func append(null slot: NodeTableBuilder.NodePosition) {
    switch nilForm {
    case .text: builder.append(string: "$null", at: slot)
    case .null: builder.append(Node(.null), at: slot)
    }
  }

  /// Encodes the value, when its type is one that property lists know, or an array or dictionary of
  /// such.
  @inline(__always)
  private func encodeWellKnown<T>(_ value: T, at position: EncodingPosition) throws -> Bool {
    if T.self == Date.self {
      let seconds = sameType(value, as: Date.self).timeIntervalSinceReferenceDate
      guard seconds.isFinite else {
        throw unrepresentable(seconds, error: .timeless(seconds), at: position)
      }
      append(Node(.date, payload: seconds.bitPattern), slot: position.slot)
    } else if T.self == Data.self {
      builder.append(data: sameType(value, as: Data.self), at: position.slot)
    } else if T.self == [String].self {
      encode(strings: sameType(value, as: [String].self), position)
    } else if T.self == [Int].self {
      let values = sameType(value, as: [Int].self)
      encode(run: values.count, position) {
        Node(.integer, payload: UInt64(bitPattern: Int64(values[$0])))
      }
    } else if T.self == [Double].self {
      let values = sameType(value, as: [Double].self)
      encode(run: values.count, position) { Node(.real, payload: values[$0].bitPattern) }
    } else if T.self == [String: String].self {
      encode(pairs: sameType(value, as: [String: String].self), position)
    } else {
      return false
    }
    return true
  }

  private func encode(run count: Int, _ position: EncodingPosition, element: (Int) -> Node) {
    noteContainer(position)
    builder.append(run: count, at: position.slot, element)
  }

  private func encode(strings: [String], _ position: EncodingPosition) {
    noteContainer(position)
    let array = builder.append(Node(.array), at: position.slot)
    for string in strings { builder.append(string: string, at: .init(container: array, key: .max)) }
  }

  private func encode(pairs: [String: String], _ position: EncodingPosition) {
    noteContainer(position)
    builder.append(pairs: pairs, at: position.slot)
  }

  private func noteContainer(_ position: EncodingPosition) {
    builder.depth = max(
      builder.depth, Int(entries[min(Int(position.parent), entries.count - 1)].depth) + 1)
  }

  // MARK: Sets

  /// The list that the value of an entry has become; nil for everything else.
  func encodedList(_ entry: EntryReference) -> UInt32? {
    guard Int(entry.number) < entries.count else { return nil }
    let node = entries[Int(entry.number)].node
    return builder.isOpen(node, kind: .array) ? node : nil
  }

  /// Whether a value of a type, which has become a list, hashes its members.
  func hashesMembers(_ type: Any.Type) -> Bool { confined.state.lastList.hashesMembers(type) }

  /// The first member of a list that has more combining marks in a row than can be hashed.
  func markedMember(of list: UInt32, stride: Int) -> (position: Int, text: String)? {
    builder.markedMember(of: list, stride: stride)
  }

  // MARK: Paths

  /// The keys and indices from the root to the value of an entry.
  func codingPath(_ entry: EntryReference) -> [any CodingKey] {
    if paths == nil { paths = CodingPathMemory() }
    let path = paths?.path(to: isCurrent(entry) ? Int(entry.number) : 0) { number, kept in
      let entry = entries[number]
      return (Int(entry.parent), entry.codingKey.key(keyText(of: entry)) ?? kept ?? key(of: entry))
    }
    confined.state.highestRemembered = paths?.highestEntry ?? -1
    return path ?? []
  }

  private func keyText(of entry: EncodingEntry) -> String? {
    entry.key == .max ? nil : builder.text(ofKey: entry.key)
  }

  /// The key of an entry for which the caller has given none.
  private func key(of entry: EncodingEntry) -> (any CodingKey)? {
    if let text = keyText(of: entry) { return PlistCodingKey(stringValue: text) }
    let isElement = entry.slot.container != .max && entry.position != .max
    return isElement ? PlistIndexKey(Int(entry.position)) : nil
  }

  /// The error for a value that property lists cannot hold. Of a date, the value is its seconds: the
  /// description of one that is not finite can stop the program.
  @inline(never)
  private func unrepresentable(
    _ value: Any, error: PlistError, at position: EncodingPosition
  ) -> EncodingError {
    let entry = push(position)
    let path = codingPath(entry)
    truncate(to: Int(entry.number))
    return .invalidValue(value, cause: error.at(PlistPath(codingPath: path)))
  }

  /// Encodes a value tree as the value of an entry.
  func encode(_ plist: Plist, slot: NodeTableBuilder.NodePosition, entry: EntryReference) throws {
    let depth = Int(entries[min(Int(entry.number), entries.count - 1)].depth)
    do {
      try builder.append(plist, at: slot, depth: depth, maximumDepth: maximumDepth)
    } catch {
      throw EncodingError.invalidValue(
        plist.kind, cause: error.at(PlistPath(codingPath: codingPath(entry))))
    }
  }

  /// A second value was encoded in the place of one, or a value after its encoder's own was finished.
  func secondValue(_ entry: EntryReference, value: Any) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath(entry),
        debugDescription: isCurrent(entry)
          ? "a second value of another shape was encoded in the same place"
          : "the encoder was used after the value that it belongs to was finished"))
  }
}
