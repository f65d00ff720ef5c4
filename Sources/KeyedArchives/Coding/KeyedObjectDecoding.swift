// The containers from which a type reads its values when it decodes itself.
internal import PropertyLists

/// The decoder that is passed to a type.
struct ObjectDecoder: Decoder {
  let session: UnarchivingSession
  private let number: UInt32
  private let serial: UInt32

  init(session: UnarchivingSession, entry: Int) {
    self.session = session
    number = UInt32(truncatingIfNeeded: entry)
    serial = session.entries[entry].serial
  }

  /// The number of the entry; an invalid number once the value has been created.
  var entry: Int { session.isCurrent(Int(number), serial: serial) ? Int(number) : .max }

  var codingPath: [any CodingKey] { session.codingPath(containerOf: entry) }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let fields = try session.decoding([String: Any].self) { try session.fields(checked()) }
    return session.container(type, contents: .init(fields: fields, entry: number))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let members = try session.decoding([Any].self) {
      try session.members(checked(), for: session.type(entry).type)
    }
    return UnkeyedObjectDecoding(session: session, entry: entry, members: members)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    let position = try session.decoding(Any.self) { try session.singleValuePosition(checked()) }
    return SingleValueObjectDecoding(session: session, entry: entry, position: position)
  }

  /// The number of the entry. Throws if the decoder is used after its value was created.
  private func checked() throws -> Int {
    if session.isCurrent(Int(number), serial: serial) { return Int(number) }
    throw ArchiveError(.valueNotFound, message: "a decoder was used after its value was created")
  }
}

/// The fields of an object.
struct ObjectFields {
  var node: Int
  /// The values of one of Apple's dictionaries, by key; nil for other objects.
  var values: [ByteKey: ValuePosition]?
}

extension UnarchivingSession {
  /// Returns a container that reads fields.
  @inline(__always)
  func container<Key: CodingKey>(_ type: Key.Type, contents: UnarchivingFrame.ArchiveContents)
    -> KeyedDecodingContainer<Key>
  {
    confined.state.containers.container(
      type, contents: contents, entry: contents.entry, session: self
    ) { frame, isRetained in
      isRetained
        ? KeyedDecodingContainer(KeyedObjectDecoding<Key, Void>(frame: frame, owner: ()))
        : KeyedDecodingContainer(
          KeyedObjectDecoding<Key, UnarchivingFrame>(frame: frame, owner: frame))
    }
  }

  /// The path to the value of an entry; empty once the value has been created.
  func codingPath(containerOf entry: Int) -> [any CodingKey] {
    entry < entries.count ? codingPath(entry) : []
  }
  /// The fields of an entry's object: an instance, an object of the type's class, or a dictionary.
  func fields(_ entry: Int) throws -> ObjectFields {
    if let record = record(entry) { return ObjectFields(node: record) }
    let (position, type) = (position(entry), type(entry))
    let node = try target(position)
    guard isDictionary(node) else {
      let name = try className(node, at: position, type: type.type)
      if type.names.contains(name) { return ObjectFields(node: node) }
      throw error(
        .unexpectedClass,
        message:
          "expected \(type.names.all.first ?? "a dictionary"), found \(PlistError.quoted(name))",
        at: position)
    }
    let pairs = try pairs(entry, for: type.type)
    var values: [ByteKey: ValuePosition] = [:]
    for (key, value) in zip(pairs.keys, pairs.values) {
      guard let name = try? string(key) else { continue }
      values[ByteKey(name)] = ValuePosition(node: value.node, key: name)
    }
    return ObjectFields(node: node, values: values)
  }

  func position(_ key: String, in fields: ObjectFields) -> ValuePosition? {
    if let values = fields.values { return values[ByteKey(key)] }
    let node = value(of: key, in: fields.node)
    return node < 0 ? nil : ValuePosition(node: node, key: key)
  }

  /// The node of the value of a program's key in the dictionary of an object; −1 if there is none.
  @inline(__always)
  func value(of key: String, in record: Int) -> Int {
    confined.state.fields.value(of: key.escapedKey, in: record)
  }

  /// The text of a node if it has the usual form; nil otherwise.
  @inline(__always)
  func usualText(_ node: Int) -> String? { confined.state.text(node) }

  /// Creates a decoder for a container inside a value that decodes itself.
  func nestedDecoder(_ position: ValuePosition, parent: Int, key: (any CodingKey)? = nil) throws
    -> ObjectDecoder
  {
    let type = type(parent).nested(position.isMember ? nil : position.key)
    return ObjectDecoder(
      session: self, entry: try push(position, type: type, in: parent, keeping: key))
  }

  /// The keys of the fields, except the archive's own.
  func keys(of fields: ObjectFields) -> [String] {
    if let values = fields.values { return values.keys.map(\.text) }
    return (0..<table.count(fields.node)).compactMap { position in
      let key = table.keyText(position, of: fields.node)
      if key.utf8.first != UInt8(ascii: "$") { return key }
      let own = key.unescapedKey
      return own.utf8.count < key.utf8.count ? own : nil
    }
  }

  /// The position of a single value: the value's own or, in an instance, the field without a name.
  func singleValuePosition(_ entry: Int) throws -> ValuePosition {
    guard let record = record(entry) else { return position(entry) }
    let index = table.position(of: "$0", in: record, guess: 0)
    guard index >= 0 else {
      throw error(.valueNotFound, message: "the object has no single value", at: position(entry))
    }
    return ValuePosition(node: table.value(index, of: record), key: "$0")
  }
}

extension UnarchivingFrame {
  /// The node of the value of a key; −1 if there is none, or if the fields are the pairs of one of
  /// Foundation's dictionaries.
  @inline(__always)
  func value(of key: some CodingKey) -> Int {
    let record = record
    guard record >= 0, let number = key.caseNumber else { return newValue(of: key) }
    let known = parts.fields.value(ofCase: number, in: record, keys: keys)
    return known >= 0 ? known : newValue(of: key)
  }

  @inline(never)
  private func newValue(of key: some CodingKey) -> Int {
    let record = record
    if record < 0 { return -1 }
    let text = key.stringValue.escapedKey
    guard let number = key.caseNumber else { return parts.fields.value(of: text, in: record) }
    return parts.fields.value(of: text, ofCase: number, in: record, keys: keys)
  }
}

extension UnarchivingSession.UnarchivingParts {
  /// The text of a node if it has the usual form; nil otherwise.
  @inline(__always)
  mutating func text(_ node: Int) -> String? { fields.text(node, budget: &stack.budget) }
}

/// The fields of an object, or the pairs of a dictionary.
struct KeyedObjectDecoding<Key: CodingKey, Owner>: KeyedDecodingContainerProtocol {
  /// The fields and their session, which are not retained: the standard library copies the container
  /// for each call.
  private let frame: UnretainedReference<UnarchivingFrame>
  /// What retains the frame, if the session does not.
  private let owner: Owner

  init(frame: UnarchivingFrame, owner: Owner) {
    self.frame = UnretainedReference(frame)
    self.owner = owner
  }

  private var session: UnarchivingSession { frame.with { $0.session } }
  private var entry: Int { frame.with { $0.entry } }
  private var fields: ObjectFields { frame.with { $0.fields } }
  /// The object's dictionary; −1 for the pairs of one of Foundation's dictionaries.
  private var record: Int { frame.with { $0.record } }
  var codingPath: [any CodingKey] { session.codingPath(containerOf: entry) }

  /// All keys; empty if a Swift dictionary cannot contain them: decoding then fails at the end.
  var allKeys: [Key] {
    let keys = session.keys(of: fields)
    // The cases of an enum do not store text.
    let isOpen = MemoryLayout<Key>.size > 2
    if isOpen, let fault = KeyFault.first(in: keys) {
      session.refuse(fault, entry: entry)
      return []
    }
    return keys.compactMap { CombiningMarks.exceedLimit(in: $0) ? nil : Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool {
    node(key) >= 0 || record < 0 && session.position(key.stringValue, in: fields) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try at(key, type: Any?.self) { try session.isNil($0) }
  }

  /// The position of a key's value, which is marked as requested by this container.
  @inline(__always)
  private func position(_ key: some CodingKey) -> ValuePosition? {
    let node = node(key)
    var position = ValuePosition(node: node, key: key.stringValue)
    if node < 0 {
      guard record < 0, let known = session.position(key.stringValue, in: fields) else {
        return nil
      }
      position = known
    }
    position.parent = Int32(truncatingIfNeeded: entry)
    position.isAskedByKey = true
    return position
  }

  /// Decodes the value of a key. The key itself is needed for errors only.
  @inline(__always)
  private func at<Value>(
    _ key: some CodingKey, type: Any.Type, decode: (ValuePosition) throws -> Value
  ) throws -> Value {
    guard let position = position(key) else { throw missing(key) }
    do { return try decode(position) } catch {
      throw session.decodingError(error, type: type, key: key, at: position)
    }
  }

  /// Decodes a value of any type, and stores the key for the paths of the values inside it.
  @inline(__always)
  private func decode<T: Decodable>(_ type: T.Type, at position: ValuePosition, key: Key) throws
    -> T
  {
    try frame.with { frame in
      try frame.withSession { session in
        session.stack.pendingKey = Key.self
        defer { session.stack.pendingKey = nil }
        return try session.decode(type, at: position)
      }
    }
  }

  private func missing(_ key: some CodingKey) -> DecodingError {
    let failure = UnarchivingFailure(
      .valueNotFound, reason: .missingKey(key.stringValue), table: session.table, node: fields.node,
      top: session.entries.first?.position.key, codingPath: codingPath, parent: entry)
    return .keyNotFound(key, ArchiveError(failure).context)
  }

  // Scalars of the usual forms are read without their position, which only errors need.

  /// The node of a key's value; −1 if there is none or the fields are the pairs of a dictionary.
  @inline(__always)
  private func node(_ key: some CodingKey) -> Int { frame.with { $0.value(of: key) } }

  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ key: Key) throws -> T {
    let node = node(key)
    if node >= 0, let stored = frame.with({ $0.parts.fields.integer(node) }),
      let value = T(exactly: stored)
    {
      return value
    }
    return try unusualInteger(T.self, forKey: key)
  }

  private func unusualInteger<T: FixedWidthInteger>(_ type: T.Type, forKey key: Key) throws -> T {
    try at(key, type: type) { try session.integer(type, at: $0) }
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let node = node(key)
    if node >= 0, let value = frame.with({ $0.parts.fields.bool(node) }) { return value }
    return try at(key, type: type) { try session.bool($0) }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let node = node(key)
    if node >= 0, let text = frame.with({ $0.parts.text(node) }) { return text }
    return try at(key, type: type) { try session.string($0) }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let node = node(key)
    if node >= 0, let value = frame.with({ $0.parts.fields.real(node) }) { return value }
    return try at(key, type: type) { try session.real($0) }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try at(key, type: type) { try session.float($0) }
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try at(key, type: type) { try decode(type, at: $0, key: key) }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let position = position(key) else { return nil }
    do { return try session.isNil(position) ? nil : decode(type, at: position, key: key) } catch {
      throw session.decodingError(error, type: type, key: key, at: position)
    }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let node = node(key)
    if node >= 0, let text = frame.with({ $0.parts.text(node) }) { return text }
    return try unusual(key) { try decode(type, forKey: key) }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let node = node(key)
    if node >= 0, let value = frame.with({ $0.parts.fields.bool(node) }) { return value }
    return try unusual(key) { try decode(type, forKey: key) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let node = node(key)
    if node >= 0, let value = frame.with({ $0.parts.fields.real(node) }) { return value }
    return try unusual(key) { try decode(type, forKey: key) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let node = node(key)
    if node >= 0, let stored = frame.with({ $0.parts.fields.integer(node) }) { return Int(stored) }
    return try unusual(key) { try decode(type, forKey: key) }
  }

  /// Decodes a value that has another form than usual, or is absent or nil.
  @inline(never)
  private func unusual<Value>(_ key: Key, decode: () throws -> Value) throws -> Value? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode()
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<NestedKey>
  { try decoder(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(SuperKey()) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  private func decoder(_ key: some CodingKey) throws -> ObjectDecoder {
    try at(key, type: (any Decoder).self) { try session.nestedDecoder($0, parent: entry, key: key) }
  }
}

/// The elements of an array.
struct UnkeyedObjectDecoding: UnkeyedDecodingContainer {
  let session: UnarchivingSession
  let entry: Int
  let members: MemberPositions
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { session.codingPath(containerOf: entry) }
  var count: Int? { members.count }
  var isAtEnd: Bool { currentIndex >= members.count }

  private func position() throws -> ValuePosition {
    if currentIndex < members.count {
      var position = members[currentIndex]
      position.parent = Int32(truncatingIfNeeded: entry)
      return position
    }
    throw session.arrayEnd(members.count, container: entry)
  }

  mutating func decodeNil() throws -> Bool {
    guard try session.decoding(Any?.self, body: { try session.isNil(try position()) }) else {
      return false
    }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next(type) }
  // The standard library's default implementations throw for these two types.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) }

  private mutating func next<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try session.decoding(type) { try session.decode(type, at: position()) }
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws
    -> KeyedDecodingContainer<NestedKey>
  { try nested { try $0.container(keyedBy: type) } }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested { try $0.unkeyedContainer() }
  }

  /// Returns a container inside an element; if that fails, the element remains the next one.
  private mutating func nested<Container>(_ container: (any Decoder) throws -> Container) throws
    -> Container
  {
    let index = currentIndex
    let decoder = try superDecoder()
    do { return try container(decoder) } catch {
      currentIndex = index
      throw error
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try session.decoding((any Decoder).self) {
      try session.nestedDecoder(try position(), parent: entry)
    }
    currentIndex += 1
    return decoder
  }
}

/// A single value at the position of another value.
struct SingleValueObjectDecoding: SingleValueDecodingContainer {
  let session: UnarchivingSession
  let entry: Int
  let position: ValuePosition

  var codingPath: [any CodingKey] { session.codingPath(containerOf: entry) }

  func decodeNil() -> Bool { (try? session.isNil(position)) ?? false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }

  private func value<T: Decodable>(_ type: T.Type) throws -> T {
    try session.decoding(type) { try session.decode(type, at: position) }
  }
}
