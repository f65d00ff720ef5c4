// The containers that a type fills when it encodes itself: fields of an object, pairs of a
// dictionary, elements of an array, or a single value.
internal import PropertyLists

/// The encoder that is passed to a type.
struct ObjectEncoder: Encoder {
  let session: ArchivingSession
  private let number: Int
  private let serial: Int

  init(session: ArchivingSession, entry: Int) {
    self.session = session
    number = entry
    serial = entry < session.stack.entries.count ? session.stack.entries[entry].serial : 0
  }

  /// Creates an encoder whose containers record errors.
  init(unusableIn session: ArchivingSession) { self.init(session: session, entry: .max) }

  /// The number of the entry; an invalid number once the value is finished.
  var entry: Int { session.isCurrent(number, serial: serial) ? number : .max }

  var codingPath: [any CodingKey] { session.codingPath(entry) }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let entry = entry
    return session.container(
      type, contents: .init(container: session.container(.record, entry: entry), entry: entry))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedObjectEncoding(
      session: session, entry: entry, container: session.container(.array, entry: entry))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueObjectEncoding(encoder: self)
  }
}

/// The fields of an object, or the pairs of a dictionary.
struct KeyedObjectEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let session: ArchivingSession
  let frame: ArchivingFrame

  private var entry: Int { frame.entry }
  private var container: ArchivingEntry? { frame.container }
  var codingPath: [any CodingKey] { session.codingPath(entry) }

  /// The destination of the value of a key.
  @inline(__always)
  private func position(_ key: Key, type: Any.Type) throws -> ArchivingPosition {
    let fields = frame.fields
    guard let number = key.caseNumber, fields != .max,
      let known = frame.keys.number(ofCase: number), !session.isFinished
    else { return try newPosition(key, type: type) }
    return ArchivingPosition(slot: .init(in: fields, key: known), owner: frame.object)
  }

  @inline(never)
  private func newPosition(_ key: Key, type: Any.Type) throws -> ArchivingPosition {
    guard let container, !session.isFinished else { throw session.secondValue(entry, type: type) }
    let name = key.stringValue
    if name.utf8.count > CombiningMarks.limit { try check(name) }
    let position = session.position(name, in: container)
    if let number = key.caseNumber, container.form == .record {
      frame.keys.note(case: number, key: position.slot.key)
    }
    return position
  }

  /// Throws for a key that could not be read back as a `String`.
  private func check(_ name: String) throws(ArchiveError) {
    guard let container, CombiningMarks.exceedLimit(in: name) else { return }
    let path = session.path(ofObject: container.object)
    throw session.combiningLimit(name, at: PlistPath(path.steps + [.key(name)]))
  }

  /// Records the error for such a key until the end of the encoding.
  private func note(_ name: String) {
    guard session.deferredError == nil else { return }
    do throws(ArchiveError) { try check(name) } catch { session.deferredError = error }
  }

  mutating func encodeNil(forKey key: Key) throws {
    session.encodeNil(try position(key, type: Any?.self))
  }
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    session.encode(value, at: try position(key, type: Bool.self))
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    session.encode(value, at: try position(key, type: String.self))
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    session.encode(value, at: try position(key, type: Double.self))
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    session.encode(value, at: try position(key, type: Float.self))
  }
  mutating func encode(_ value: Int, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: Int16, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: Int32, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: Int64, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: Int128, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: UInt, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: UInt8, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: UInt16, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: UInt32, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: UInt64, forKey key: Key) throws { try encode(integer: value, key) }
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    guard Int128(exactly: value) != nil else {
      throw session.tooWide(value, path: session.path(entry))
    }
    try encode(integer: value, key)
  }

  @inline(__always)
  private func encode<T: FixedWidthInteger>(integer value: T, _ key: Key) throws {
    let position = try position(key, type: T.self)
    if let value = Int64(exactly: value) { return session.encode(value, at: position) }
    try session.encode(integer: value, position)
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    session.stack.pendingKey = Key.self
    defer { session.stack.pendingKey = nil }
    if let container, container.form == .dictionary, !session.isFinished {
      try check(key.stringValue)
      return try session.encode(value, name: key.stringValue, in: container)
    }
    try session.encode(value, at: position(key, type: T.self))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nestedEncoder(.record, key: key).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nestedEncoder(.array, key: key).unkeyedContainer()
  }

  private func nestedEncoder(_ form: ArchivingSession.Form, key: Key) -> ObjectEncoder {
    guard let container, !session.isFinished else { return ObjectEncoder(unusableIn: session) }
    note(key.stringValue)
    return session.nestedEncoder(form, codingKey: key, in: container, of: entry)
  }

  mutating func superEncoder() -> any Encoder { encoder(SuperKey()) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: some CodingKey) -> any Encoder {
    guard let container, !session.isFinished else { return ObjectEncoder(unusableIn: session) }
    note(key.stringValue)
    return session.nestedEncoder(
      session.position(key.stringValue, in: container), in: container, of: entry, key: key,
      mayComeLater: true)
  }
}

/// The key of `superEncoder()`. Its text is stored, because keys of the size of an enum are known by
/// their number among the keys of the container's type.
struct SuperKey: CodingKey {
  let stringValue = "super"
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}

/// The elements of an array.
struct UnkeyedObjectEncoding: UnkeyedEncodingContainer {
  let session: ArchivingSession
  let entry: Int
  let container: ArchivingEntry?

  var codingPath: [any CodingKey] { session.codingPath(entry) }
  var count: Int { container.map { session.builder.count(of: $0.container) } ?? 0 }

  private func position(_ type: Any.Type) throws -> ArchivingPosition {
    guard let container, !session.isFinished else { throw session.secondValue(entry, type: type) }
    return session.element(of: container)
  }

  mutating func encodeNil() throws { session.encodeNil(try position(Any?.self)) }
  mutating func encode<T: Encodable>(_ value: T) throws { try add(value) }
  // The standard library's default implementations throw for these two types.
  mutating func encode(_ value: Int128) throws { try add(value) }
  mutating func encode(_ value: UInt128) throws { try add(value) }

  private func add<T: Encodable>(_ value: T) throws {
    try session.encode(value, at: position(T.self))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type)
    -> KeyedEncodingContainer<NestedKey>
  { nestedEncoder().container(keyedBy: keyType) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nestedEncoder().unkeyedContainer()
  }

  private func nestedEncoder() -> ObjectEncoder {
    guard let container, !session.isFinished else { return ObjectEncoder(unusableIn: session) }
    return session.nestedEncoder(session.element(of: container), in: container, of: entry)
  }

  mutating func superEncoder() -> any Encoder {
    guard let container, !session.isFinished else { return ObjectEncoder(unusableIn: session) }
    return session.nestedEncoder(
      session.reservedElement(of: container), in: container, of: entry, mayComeLater: true)
  }
}

/// A single value at the position of another value; in an instance, a field without a name.
struct SingleValueObjectEncoding: SingleValueEncodingContainer {
  let encoder: ObjectEncoder

  private var session: ArchivingSession { encoder.session }
  private var entry: Int { encoder.entry }

  var codingPath: [any CodingKey] { session.codingPath(entry) }

  mutating func encodeNil() throws {
    session.encodeNil(try session.singleValuePosition(entry, type: Any?.self))
  }

  mutating func encode<T: Encodable>(_ value: T) throws { try set(value) }
  mutating func encode(_ value: Int128) throws { try set(value) }
  mutating func encode(_ value: UInt128) throws { try set(value) }

  private func set<T: Encodable>(_ value: T) throws {
    let position = try session.singleValuePosition(entry, type: T.self)
    do { try session.encode(value, at: position) } catch {
      // Another single value is allowed after a value that was not encoded.
      let entry = entry
      if entry < session.stack.entries.count, session.stack.entries[entry].form == .single {
        session.stack.entries[entry].form = .none
      }
      throw error
    }
  }
}

extension ArchivingSession {
  /// Returns a container that adds fields.
  @inline(__always)
  func container<Key: CodingKey>(_ type: Key.Type, contents: ArchivingFrame.ArchiveContents)
    -> KeyedEncodingContainer<Key>
  {
    confined.state.containers.container(
      type, contents: contents, entry: UInt32(clamping: contents.entry), session: self
    ) { frame, _ in
      KeyedEncodingContainer(KeyedObjectEncoding<Key>(session: self, frame: frame))
    }
  }

  /// The keys that lead to the value of an entry; empty once the value has been encoded.
  func codingPath(_ entry: Int) -> [any CodingKey] { stack.codingPath(entry, builder: builder) }

  func secondValue(_ entry: Int, type: Any.Type) -> ArchiveError {
    ArchiveError(
      .notRepresentable,
      message: "a second value, of type \(type), was encoded in the same single-value container",
      path: path(entry))
  }
}
