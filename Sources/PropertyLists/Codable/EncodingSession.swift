// One call of an encoder: the table under construction, and the path to the current value. A session
// is used again for the next call, as for decoding.

/// The state of one encoding. No two calls use it at the same time.
final class EncodingSession: @unchecked Sendable {
  private(set) var userInfo: [CodingUserInfoKey: Any] = [:]
  private var maximumDepth = 0
  private let confined = UncheckedState(EncodingState())
  private(set) var nilForm = NilForm.text
  private(set) var wideIntegers = PlistReadingOptions.WideIntegers.refused
  /// The first error of a call that cannot throw.
  private(set) var deferredError: EncodingError?
  /// Created when a path is requested or an entry outlives its call; most sessions never need it.
  private var paths: CodingPathMemory?
  /// The sessions that can be used again.
  private static let spare = SpareSessions<EncodingSession>()
  /// A session whose call had more entries is not used again, because of the memory that it holds.
  private static let largestKeptCapacity = 4096
  /// The node of an entry whose value is a single value.
  private static let scalar = UInt32.max - 1

  /// The representation of nil.
  enum NilForm {
    /// The string `$null`, as in Foundation.
    case text
    /// A null, in formats that have one.
    case null
  }

  /// The mutable state of an encoding.
  struct EncodingState: ~Copyable {
    var builder = NodeTableBuilder()
    var entries = LinearBuffer<EncodingEntry>(minimumCapacity: 32)
    /// The serial number of the newest entry.
    var serial: UInt32 = 0
    var listTypes = ListTypes()
    /// The highest entry for which `paths` has cached data, or −1.
    var highestRemembered = -1
    var resources = CallResources<EncodingSession, EncodingFrame>()
    var parts = FileInParts()
  }

  var builder: NodeTableBuilder {
    _read { yield confined.state.builder }
    _modify { yield &confined.state.builder }
  }

  /// The file that may be written in parts.
  var parts: FileInParts {
    _read { yield confined.state.parts }
    _modify { yield &confined.state.parts }
  }

  var entries: LinearBuffer<EncodingEntry> {
    _read { yield confined.state.entries }
    _modify { yield &confined.state.entries }
  }

  /// A value that encodes itself: its destination, and the node that it has created so far.
  struct EncodingEntry: BitwiseCopyable {
    var parent: UInt32
    /// The number of containers that enclose the value.
    var depth: UInt32
    var slot: NodeTableBuilder.NodePosition
    /// The key in a dictionary, or `.max`.
    var key: UInt32
    /// The index in an array; `.max` for a value that replaces its parent; the dictionary's node
    /// for a reserved value under a key.
    var position: UInt32
    /// The value's node, `scalar`, or `.max`.
    var node: UInt32
    /// Distinguishes the entry from earlier ones with the same number.
    var serial: UInt32
    /// The caller's key, which is valid as long as the entry.
    var codingKey: BorrowedKey
  }

  /// An encoder's reference to an entry. It becomes invalid when another entry gets the number.
  struct EntryReference: BitwiseCopyable {
    var number: UInt32
    var serial: UInt32
  }

  /// The destination of a value.
  struct EncodingPosition: BitwiseCopyable {
    var slot: NodeTableBuilder.NodePosition
    var index: UInt32
    /// The entry of the container.
    var parent: UInt32
    /// The caller's key if the container is a dictionary.
    var codingKey = BorrowedKey()

    static var root: EncodingPosition { EncodingPosition(slot: .root, index: 0, parent: 0) }
  }

  private init() {}

  // MARK: Calls

  var call: EncodingCall { confined.state.resources.call(of: self) }

  /// Calls a function that changes several parts of the state.
  func withState<Result>(_ body: (inout EncodingState) throws(RefusedPart) -> Result)
    throws(RefusedPart) -> Result
  { try body(&confined.state) }

  /// The options of an encoder that a session follows.
  struct SessionOptions {
    var userInfo: [CodingUserInfoKey: any Sendable]
    var maximumDepth: Int
    var nilForm: NilForm
    var wideIntegers: PlistReadingOptions.WideIntegers
  }

  /// Calls a function with a session: one that was used before, or a new one.
  static func with<Value>(_ options: SessionOptions, body: (EncodingSession) throws -> Value) throws
    -> Value
  {
    let session = spare.take() ?? EncodingSession()
    session.begin(options)
    defer { session.retire() }
    return try body(session)
  }

  private func begin(_ options: SessionOptions) {
    userInfo = options.userInfo
    maximumDepth = options.maximumDepth
    nilForm = options.nilForm
    wideIntegers = options.wideIntegers
    entries.append(
      EncodingEntry(
        parent: 0, depth: 0, slot: .root, key: .max, position: 0, node: .max, serial: 0,
        codingKey: BorrowedKey()))
  }

  /// Ends the call. The session can be used again if the program has no reference to an encoder or
  /// container of the call.
  private func retire() {
    defer { EndedSessions.shared.releaseSome() }
    parts.clear()
    if confined.state.resources.end(), entries.capacity <= Self.largestKeptCapacity {
      reset()
      if Self.spare.keep(self) { return }
    } else {
      builder = NodeTableBuilder()
    }
    _ = confined.state.resources.release()
  }

  /// Releases everything that belonged to the call. The table, which was not taken by a call that
  /// failed or returned a file, keeps a small number of keys for the next call.
  private func reset() {
    if builder.isUsed, !builder.keepOnlyKeys() { builder = NodeTableBuilder() }
    entries.truncate(to: 0)
    confined.state.highestRemembered = -1
    (paths, deferredError, userInfo) = (nil, nil, [:])
  }

  // MARK: Containers

  /// Returns a container that adds to a dictionary.
  @inline(__always)
  func container<Key: CodingKey>(_ type: Key.Type, contents: EncodingFrame.FrameContents)
    -> KeyedEncodingContainer<Key>
  {
    confined.state.resources.containers.container(
      type, contents: contents, entry: contents.entry.number, session: self
    ) { frame, _ in KeyedEncodingContainer(KeyedEncoding<Key>(session: self, frame: frame)) }
  }

  // MARK: Values that encode themselves

  /// Encodes a type that property lists represent directly, or calls the value's `encode(to:)`. A
  /// value that does not encode anything becomes an empty dictionary.
  @inline(__always)
  func encode<T: Encodable>(_ value: T, at position: EncodingPosition) throws {
    var list: (any ListEncoding.Type)?
    if WellKnownType.canHave(size: MemoryLayout<T>.size) {
      let known = listType(T.self)
      if let type = known.wellKnown { return try encode(value, as: type, at: position) }
      list = known.encodedList
    }
    let entry = push(position)
    let container = builder.openContainer(position.slot)
    do {
      if let list {
        precondition(list == T.self, "the list must have the type of the value")
        try list.encode(value, in: self, entry: entry)
      } else {
        try value.encode(to: NodeEncoder(call: call, entry: entry))
      }
      if builder.hasLongText { try checkMembers(of: T.self, entry) }
    } catch {
      undo(entry, container: container, slot: position.slot)
      throw error
    }
    guard Int(entry.number) < entries.count else { return }
    if entries[Int(entry.number)].node == .max { appendEmpty(at: position.slot, of: entry) }
    truncate(to: Int(entry.number))
  }

  /// Removes what a value encoded before it failed.
  @inline(never)
  private func undo(
    _ entry: EntryReference, container: Node?, slot: NodeTableBuilder.NodePosition
  ) {
    builder.restore(container, slot: slot)
    truncate(to: Int(entry.number))
  }

  /// Adds an empty dictionary for a value that did not encode anything, unless it is the outermost
  /// value.
  @inline(never)
  private func appendEmpty(at slot: NodeTableBuilder.NodePosition, of entry: EntryReference) {
    if slot.container == .max, entry.number == 1 { return }
    builder.append(Node(.dictionary), at: slot)
  }

  /// Removes all entries from a number on.
  func truncate(to count: Int) {
    guard count < entries.count else { return }
    entries.truncate(to: count)
    if count <= confined.state.highestRemembered { forget(from: count) }
  }

  private func forget(from entry: Int) {
    paths?.forget(from: entry)
    confined.state.highestRemembered = paths?.highestEntry ?? -1
  }

  @inline(__always)
  func push(_ position: EncodingPosition) -> EntryReference {
    // The entry of a container that is used after its value has ended may be gone.
    let parent = min(Int(position.parent), entries.count &- 1)
    let depth = entries[parent].depth
    confined.state.serial &+= 1
    let serial = confined.state.serial
    entries.append(
      EncodingEntry(
        parent: UInt32(truncatingIfNeeded: parent), depth: depth, slot: position.slot,
        key: position.index == .max ? .max : position.slot.key, position: position.index,
        node: .max, serial: serial, codingKey: position.codingKey))
    return EntryReference(number: UInt32(truncatingIfNeeded: entries.count &- 1), serial: serial)
  }

  /// Adds an entry that outlives the call that provides its key.
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

  /// Adds an entry for a value that may be encoded later, and reserves its node: an empty
  /// dictionary until then.
  func pushReserved(_ position: EncodingPosition, keeping key: (any CodingKey)?) -> EntryReference {
    let node = builder.append(NodeTableBuilder.placeholder, at: position.slot)
    let entry = push(
      EncodingPosition(slot: .reserved(node), index: position.index, parent: position.parent))
    entries[Int(entry.number)].key = position.slot.key
    if position.slot.key != .max { entries[Int(entry.number)].position = position.slot.container }
    builder.depth = max(builder.depth, Int(entries[Int(entry.number)].depth) + 1)
    return remembering(key, entry: entry)
  }

  /// Returns whether another value was encoded under the key of a reserved value since it was
  /// reserved.
  private func isReplaced(_ entry: EncodingEntry) -> Bool {
    guard let node = entry.slot.reservedNode, entry.key != .max, entry.position != .max else {
      return false
    }
    return builder.value(of: entry.key, in: entry.position) != node
  }

  /// Whether the entry still belongs to the encoder that refers to it.
  private func isCurrent(_ entry: EntryReference) -> Bool {
    Int(entry.number) < entries.count && entries[Int(entry.number)].serial == entry.serial
  }

  /// Returns the container for an entry's value, and creates it on first use. Returns nil, and
  /// records an error that is thrown at the end, if the value is already something else.
  func container(_ kind: PlistKind, entry: EntryReference) -> UInt32? {
    guard isCurrent(entry) else { return refuse(entry, kind: kind) }
    let number = Int(entry.number)
    let (slot, known) = (entries[number].slot, entries[number].node)
    guard known == .max else { return existingContainer(kind, node: known, entry: entry) }
    if slot.reservedNode != nil, isReplaced(entries[number]) { return refuse(entry, kind: kind) }
    let node = builder.append(Node(kind), at: slot)
    let depth = entries[number].depth &+ 1
    builder.depth = max(builder.depth, Int(depth))
    entries[number].node = node
    entries[number].depth = depth
    return node
  }

  /// Returns an existing container, so that more values can be added to it.
  private func existingContainer(_ kind: PlistKind, node: UInt32, entry: EntryReference) -> UInt32?
  {
    guard node != Self.scalar else { return refuse(entry, kind: kind) }
    if kind == .dictionary, builder.claimPlaceholder(node) {
      // The encoder that reserved the node must not overwrite what is encoded into it now.
      for number in 0..<entries.count where entries[number].slot.reservedNode == node {
        entries[number].node = Self.scalar
      }
    }
    guard builder.isOpen(node, kind: kind) else { return refuse(entry, kind: kind) }
    builder.makeGrowable(node)
    return node
  }

  /// Records the error for a container that is unavailable. The error is thrown at the end of the
  /// encoding.
  private func refuse(_ entry: EntryReference, kind: PlistKind) -> UInt32? {
    let type: Any.Type = kind == .array ? [Any].self : [String: Any].self
    if deferredError == nil { deferredError = secondValue(entry, value: type) }
    return nil
  }

  /// Throws if a container is nested deeper than the limit, or deeper than the stack of the thread
  /// allows, before the recursion continues. A scalar is allowed in the deepest container.
  func checkDepth(_ entry: EntryReference, value: Any.Type) throws {
    let number = Int(entry.number)
    // The required reserve is larger than the stack use of eight levels.
    if entries.count & 7 == 0, StackGuard.isLow {
      throw PlistError(
        .depthLimit, message: "values are nested deeper than the stack of this thread allows",
        path: PlistPath(codingPath: codingPath(entry)))
    }
    guard number < entries.count, Int(entries[number].depth) > maximumDepth else { return }
    throw PlistError(
      .depthLimit,
      message: "containers are nested more than \(maximumDepth.counting("level")) deep",
      path: PlistPath(codingPath: codingPath(entry)))
  }

  /// Returns the destination of an entry's value, for a single value, and marks the entry as used.
  func singleValueSlot(_ entry: EntryReference) -> NodeTableBuilder.NodePosition? {
    guard isCurrent(entry), entries[Int(entry.number)].node == .max else { return nil }
    let slot = entries[Int(entry.number)].slot
    if slot.reservedNode != nil, isReplaced(entries[Int(entry.number)]) { return nil }
    entries[Int(entry.number)].node = Self.scalar
    return slot
  }

  /// Records the node that a single value created. More values can be added to a container.
  func keepSingleValue(_ entry: EntryReference) {
    guard isCurrent(entry), let node = builder.lastNode(at: entries[Int(entry.number)].slot),
      builder.kind(of: node).isContainer
    else { return }
    entries[Int(entry.number)].node = node
    entries[Int(entry.number)].depth &+= 1
  }

  /// Clears the mark of a single value whose encoding failed, so that another value can be encoded
  /// instead.
  func freeSingleValue(_ entry: EntryReference) {
    if isCurrent(entry) { entries[Int(entry.number)].node = .max }
  }

  /// Returns the container under a key: the existing one, whichever encoder created it, or a new
  /// one.
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

  // MARK: Sets

  /// Returns the list that the value of an entry was encoded as; nil for other values.
  func encodedList(_ entry: EntryReference) -> UInt32? {
    guard Int(entry.number) < entries.count else { return nil }
    let node = entries[Int(entry.number)].node
    return builder.isOpen(node, kind: .array) ? node : nil
  }

  /// Returns what is known of a type, which may be that of a list or a well-known one.
  @inline(__always)
  func listType(_ type: Any.Type) -> ListTypes.KnownType { confined.state.listTypes.known(type) }

  /// Returns the first member of a list that has more consecutive combining marks than can be
  /// hashed.
  func markedMember(of list: UInt32, stride: Int) -> (position: Int, text: String)? {
    builder.markedMember(of: list, stride: stride)
  }

  // MARK: Paths

  /// Returns the keys and indexes from the root to the value of an entry.
  func codingPath(_ entry: EntryReference) -> [any CodingKey] {
    var memory = paths.take() ?? CodingPathMemory()
    let path = memory.path(to: isCurrent(entry) ? Int(entry.number) : 0) { number, kept in
      let entry = entries[number]
      return (Int(entry.parent), entry.codingKey.key(keyText(of: entry)) ?? kept ?? key(of: entry))
    }
    confined.state.highestRemembered = memory.highestEntry
    paths = memory
    return path
  }

  private func keyText(of entry: EncodingEntry) -> String? {
    entry.key == .max ? nil : builder.text(ofKey: entry.key)
  }

  /// Returns the key of an entry for which the caller did not provide one.
  private func key(of entry: EncodingEntry) -> (any CodingKey)? {
    if let text = keyText(of: entry) { return PlistCodingKey(stringValue: text) }
    let isElement = entry.slot.container != .max && entry.position != .max
    return isElement ? PlistIndexKey(Int(entry.position)) : nil
  }

  /// Returns the error for a value that property lists cannot represent. For a date, the error
  /// contains its seconds, because the description of a date that is not finite can crash the
  /// program.
  @inline(never)
  func unrepresentable(_ value: Any, error: PlistError, at position: EncodingPosition)
    -> EncodingError
  {
    let entry = push(position)
    let path = codingPath(entry)
    truncate(to: Int(entry.number))
    return .invalidValue(value, cause: error.at(PlistPath(codingPath: path)))
  }

  /// Encodes a `Plist` as the value of an entry.
  func encode(_ plist: Plist, slot: NodeTableBuilder.NodePosition, entry: EntryReference) throws {
    let depth = Int(entries[min(Int(entry.number), entries.count - 1)].depth)
    let container = builder.openContainer(slot)
    do { try builder.append(plist, at: slot, depth: depth, maximumDepth: maximumDepth) } catch {
      builder.restore(container, slot: slot)
      throw EncodingError.invalidValue(
        plist.kind, cause: error.at(PlistPath(codingPath: codingPath(entry))))
    }
  }

  /// Throws the error for a second value. A function of its own, because it is rare.
  @inline(never)
  func refuseSecondValue(_ entry: EntryReference, value: Any.Type) throws -> Never {
    throw secondValue(entry, value: value)
  }

  /// Returns the error for a second value that was encoded at the same destination, or for a value
  /// that was encoded after its encoder had finished.
  func secondValue(_ entry: EntryReference, value: Any) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath(entry),
        debugDescription: isCurrent(entry)
          ? "a second value of another kind was encoded at the same path"
          : "the encoder was used after its value was finished"))
  }
}

/// A call of an encoder, to which its encoders refer.
typealias EncodingCall = CodingCall<EncodingSession>
