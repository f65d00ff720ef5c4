// Reads the numbered fields of one dictionary.

/// A value of a property list that is being decoded.
public struct PlistFieldValue: BitwiseCopyable, Sendable {
  /// The number of the value's node.
  package let index: Int
  /// The number of the field, if the value is that of a field; −1 otherwise.
  package let field: Int

  init(index: Int, field: Int = -1) {
    self.index = index
    self.field = field
  }
}

/// An array or set of a property list whose elements are being decoded.
public struct PlistFieldArray: BitwiseCopyable, Sendable {
  let node: Node
  /// The number of elements to reserve memory for: an array that has one value many times can have
  /// more elements than the document has values.
  public let capacity: Int

  /// The number of elements.
  public var count: Int { node.count }
}

/// The pairs of a dictionary that is being decoded and whose keys are not fields.
public struct PlistFieldPairs: BitwiseCopyable, Sendable {
  let node: Node
  /// The number of pairs to reserve memory for.
  public let capacity: Int

  /// The number of pairs.
  public var count: Int { node.count }
}

/// The fields of a dictionary that is being decoded.
///
/// Its functions throw if there is no value of the requested type, and the value that requests it is
/// then decoded by `Codable`.
public struct PlistFieldReader: ~Copyable {
  let session: FieldReading
  /// The known keys of the type, which the session retains.
  private let keys: UnretainedReference<KnownKeys>
  /// The start of the dictionary's node.
  let start: Int
  let pairCount: Int
  private let version: UInt32
  /// The number of dictionaries with fields around this one.
  private let depth: Int
  /// The archive, if the fields are those of an object.
  private let source: (any FieldSource)?

  /// Creates a reader that has no fields.
  init(_ session: FieldReading, source: (any FieldSource)? = nil) {
    self.session = session
    keys = session.keys(of: .none)
    (start, pairCount, version, depth) = (0, 0, 0, 0)
    self.source = source
  }

  /// Creates a reader of the fields of a dictionary, which is an object if there is a source.
  init(
    _ session: FieldReading, keys: UnretainedReference<KnownKeys>, dictionary: Node, depth: Int = 0,
    source: (any FieldSource)? = nil
  ) {
    self.session = session
    self.keys = keys
    start = dictionary.start
    pairCount = dictionary.count
    version = keys.with {
      $0.know(session.table, start: dictionary.start, count: dictionary.count)
    }
    self.depth = depth
    self.source = source
  }

  /// Information for the types that are decoded, from the decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable] { session.userInfo }

  // MARK: Dictionaries

  /// Returns the fields of a dictionary.
  ///
  /// - Throws: Any error if the value is not a dictionary with string keys.
  public borrowing func fields(_ fields: PlistFields, of value: PlistFieldValue) throws
    -> PlistFieldReader
  {
    let node = session.table.node(value.index)
    guard source == nil, node.hasStringKeys, session.table.enter(node, at: value.index) else {
      throw FieldReading.irregular
    }
    if depth & 7 == 7, StackGuard.isLow { throw FieldReading.irregular }
    let reader = PlistFieldReader(
      session, keys: session.keys(of: fields), dictionary: node, depth: depth &+ 1)
    guard !session.table.hasNoNodes || reader.hasOnlyFields else { throw FieldReading.irregular }
    return reader
  }

  /// Whether the dictionary may be read from a binary file without a table, which does not judge
  /// the values of other keys.
  var hasOnlyFields: Bool {
    keys.with { $0.found } == pairCount && depth < Self.greatestDepth
  }

  private static let greatestDepth = 32

  /// Returns the number of the value's node, or −1 if the dictionary does not have the field.
  @inline(__always)
  private borrowing func find(_ field: Int) -> Int {
    // A value of the same type inside this one may have changed the known keys.
    if keys.with({ $0.version }) != version { knowAgain() }
    let position = keys.with { $0.position(of: field) }
    if position < 0 { return -1 }
    return Int(session.table.reference(pairCount &+ position, from: start))
  }

  @inline(never)
  private borrowing func knowAgain() {
    keys.with { _ = $0.know(session.table, start: start, count: pairCount) }
  }

  /// Returns the value of a field.
  ///
  /// - Throws: Any error if the dictionary does not have the field.
  public borrowing func value(_ field: Int) throws -> PlistFieldValue {
    let index = find(field)
    if index < 0 { throw FieldReading.irregular }
    return PlistFieldValue(index: index, field: field)
  }

  /// Returns the value of a field; nil if the dictionary does not have the field or its value
  /// represents nil.
  public borrowing func valueIfPresent(_ field: Int) -> PlistFieldValue? {
    let index = find(field)
    if index < 0 { return nil }
    let value = PlistFieldValue(index: index, field: field)
    return isNil(value) ? nil : value
  }

  /// Decodes a field.
  @inlinable
  public borrowing func decode<Value: PlistCodable>(_ field: Int) throws -> Value {
    try Value.decode(value(field), from: self)
  }

  /// Decodes a field; returns nil if the dictionary does not have it or its value represents nil.
  @inlinable
  public borrowing func decodeIfPresent<Value: PlistCodable>(_ field: Int) throws -> Value? {
    guard let value = valueIfPresent(field) else { return nil }
    return try Value.decode(value, from: self)
  }

  /// Decodes a field by its `init(from: Decoder)`.
  ///
  /// - Throws: Any error if the whole value should be decoded by `Codable`.
  @_disfavoredOverload
  public borrowing func decode<Value: Decodable>(_ field: Int) throws -> Value {
    try decodeByCodable(value(field))
  }

  /// Decodes a field by its `init(from: Decoder)`; returns nil if the dictionary does not have it or
  /// its value represents nil.
  ///
  /// - Throws: Any error if the whole value should be decoded by `Codable`.
  @_disfavoredOverload
  public borrowing func decodeIfPresent<Value: Decodable>(_ field: Int) throws -> Value? {
    guard let value = valueIfPresent(field) else { return nil }
    return try decodeByCodable(value)
  }

  private borrowing func decodeByCodable<Value: Decodable>(_ value: PlistFieldValue) throws -> Value
  {
    if source != nil { return try decodeArchived(value) }
    guard let storage = session.storage(for: value) else { throw FieldReading.irregular }
    return try PlistDecoder(userInfo: userInfo).decode(
      Value.self, from: PlistNode(storage, index: value.index))
  }

  // MARK: Values of archives

  /// Whether the fields are those of an object in an archive, which decodes all values but scalars.
  @usableFromInline borrowing func isArchived() -> Bool { source != nil }

  /// Decodes a value of an archive that is not stored in its field.
  @usableFromInline
  @inline(never)
  borrowing func decodeArchived<Value: Decodable>(_ value: PlistFieldValue) throws -> Value {
    guard let source else { throw FieldReading.irregular }
    return try source.decode(Value.self, at: value, of: keys.with { $0.fields })
  }

  private borrowing func decodeArchived<Value: Decodable>(
    _ type: Value.Type, _ value: PlistFieldValue
  ) throws -> Value { try decodeArchived(value) }

  // MARK: Arrays and other dictionaries

  /// Returns the elements of an array or set.
  ///
  /// - Throws: Any error if the value is not an array or set.
  public borrowing func array(_ value: PlistFieldValue) throws -> PlistFieldArray {
    let node = session.table.node(value.index)
    guard source == nil, node.isList, session.table.enter(node, at: value.index) else {
      throw FieldReading.irregular
    }
    return PlistFieldArray(node: node, capacity: min(node.count, session.table.count))
  }

  /// Returns an element of an array.
  ///
  /// Decode an element before you request the next one: the memory of elements of a large file is
  /// released. If an earlier one is requested again, `Codable` decodes the whole value.
  ///
  /// - Parameters:
  ///   - index: The index of the element, which must be less than the array's count.
  ///   - array: The array, from this reader.
  public borrowing func element(_ index: Int, of array: PlistFieldArray) -> PlistFieldValue {
    session.prefetchElements(of: array.node, after: index)
    return PlistFieldValue(
      index: Int(session.table.reference(index, from: array.node.start)))
  }

  /// Returns the pairs of a dictionary.
  ///
  /// - Throws: Any error if the value is not a dictionary with string keys.
  public borrowing func pairs(_ value: PlistFieldValue) throws -> PlistFieldPairs {
    let node = session.table.node(value.index)
    guard source == nil, node.hasStringKeys, session.table.enter(node, at: value.index) else {
      throw FieldReading.irregular
    }
    return PlistFieldPairs(node: node, capacity: min(node.count, session.table.count))
  }

  /// Returns a key of a dictionary.
  ///
  /// - Parameters:
  ///   - index: The index of the pair, which must be less than the count of pairs.
  ///   - pairs: The pairs, from this reader.
  /// - Throws: Any error if the key cannot be the key of a Swift dictionary.
  public borrowing func key(_ index: Int, of pairs: PlistFieldPairs) throws -> String {
    let number = session.table.reference(index, from: pairs.node.start)
    let key = session.table.node(Int(number))
    guard key.kind == .string, !key.exceedsCombiningMarks(in: session.table.source) else {
      throw FieldReading.irregular
    }
    return key.text(in: session.table.source)
  }

  /// Returns a value of a dictionary.
  ///
  /// - Parameters:
  ///   - index: The index of the pair, which must be less than the count of pairs.
  ///   - pairs: The pairs, from this reader.
  public borrowing func value(_ index: Int, of pairs: PlistFieldPairs) -> PlistFieldValue {
    let position = pairs.count &+ index
    return PlistFieldValue(
      index: Int(session.table.reference(position, from: pairs.node.start)))
  }

  // MARK: Scalars

  /// Whether a value represents nil.
  public borrowing func isNil(_ value: PlistFieldValue) -> Bool {
    if let source { return (try? source.isNil(value, of: keys.with { $0.fields })) ?? false }
    return session.table.node(value.index).isNull(in: session.table.source)
  }

  /// Returns a Boolean.
  ///
  /// - Throws: Any error for other values.
  public borrowing func bool(_ value: PlistFieldValue) throws -> Bool {
    guard let bool = session.table.node(value.index).decodedBool else {
      return try decodeArchived(value)
    }
    return bool
  }

  /// Returns a string.
  ///
  /// - Throws: Any error for other values.
  public borrowing func string(_ value: PlistFieldValue) throws -> String {
    if let source { return try source.usualText(value.index) ?? decodeArchived(value) }
    let node = session.table.node(value.index)
    guard let string = node.decodedString(in: session.table.source) else {
      throw FieldReading.irregular
    }
    return string
  }

  /// Returns an integer that fits in a type.
  @inlinable
  public borrowing func integer<Value: FixedWidthInteger>(_ value: PlistFieldValue) throws -> Value
  {
    if let number = signed(value) {
      guard let integer = Value(exactly: number) else { throw irregular }
      return integer
    }
    guard let number = unsigned(value), let integer = Value(exactly: number) else {
      throw irregular
    }
    return integer
  }

  /// Returns an integer, or a real without a fraction, that fits in 64 bits; nil for other values.
  @usableFromInline
  borrowing func signed(_ value: PlistFieldValue) -> Int64? {
    let node = session.table.node(value.index)
    if node.kind == .integer, node.form & (NodeForm.unsigned | NodeForm.wide) == 0 {
      return Int64(bitPattern: node.payload)
    }
    if node.kind == .real { return Int64(exactly: node.real) }
    return node.kind == .uid ? try? decodeArchived(Int64.self, value) : nil
  }

  /// Returns an integer above the largest signed one; nil for other values.
  @usableFromInline
  borrowing func unsigned(_ value: PlistFieldValue) -> UInt64? {
    let node = session.table.node(value.index)
    guard node.kind == .integer, node.form & NodeForm.wide == 0 else {
      return node.kind == .uid ? try? decodeArchived(UInt64.self, value) : nil
    }
    return node.payload
  }

  /// The error of a value that `Codable` should decode.
  public var irregular: any Error { FieldReading.irregular }

  /// Returns a real, or an integer as a real.
  ///
  /// - Throws: Any error for other values.
  public borrowing func real(_ value: PlistFieldValue) throws -> Double {
    let node = session.table.node(value.index)
    guard let real = node.decodedReal(in: session.table.source.view) else {
      return try decodeArchived(value)
    }
    return real
  }

  /// Returns a real, or an integer as a real, that a `Float` can represent.
  ///
  /// - Throws: Any error for other values.
  public borrowing func single(_ value: PlistFieldValue) throws -> Float {
    let node = session.table.node(value.index)
    guard let single = node.decodedFloat(in: session.table.source.view) else {
      return try decodeArchived(value)
    }
    return single
  }

  /// Returns a date.
  ///
  /// - Throws: Any error for other values.
  public borrowing func date(_ value: PlistFieldValue) throws -> Date {
    guard let date = session.table.node(value.index).decodedDate else {
      return try decodeArchived(value)
    }
    return date
  }

  /// Returns data.
  ///
  /// - Throws: Any error for other values.
  public borrowing func data(_ value: PlistFieldValue) throws -> Data {
    if source != nil { return try decodeArchived(value) }
    let node = session.table.node(value.index)
    guard node.kind == .data else { throw FieldReading.irregular }
    return session.data(node)
  }
}
