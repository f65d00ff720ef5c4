// Instances of classes with numbered fields: a session reads and writes the fields of their objects
// directly, and everything that is not a scalar in them as it does for `Codable`. As in property
// lists, this only ever accepts: if anything is unusual, `Codable` codes the instance again.
internal import CSystemCalls
internal import PropertyLists

/// How the instances of a class with numbered fields are coded; created once for a class.
struct FieldCoding {
  let names: PlistFields
  /// The number of classes, from the class upward, that add fields.
  let levels: Int
  /// Encodes the fields of an instance, which must be of the class.
  let encode: (AnyObject, inout PlistFieldWriter) throws -> Void
  /// Creates an instance from the fields of an object.
  let make: (borrowing PlistFieldReader) throws -> AnyObject

  /// Creates the functions for a type; nil if it has no numbered fields that objects can have.
  init?(_ type: Any.Type) {
    guard type is AnyClass, let coded = type as? any PlistFieldCodable.Type,
      coded.plistFields.areFieldsOfObjects
    else { return nil }
    self.init(coding: coded)
  }

  private init<Value: PlistFieldCodable>(coding type: Value.Type) {
    let names = type.plistFields
    self.names = names
    levels = Self.levels(of: type)
    encode = { instance, writer in
      let value = sameInstance(instance, as: Value.self)
      writer.beginObject(names)
      while let field = writer.nextField() { try value.encode(field: field, to: &writer) }
    }
    make = { instance(try type.init(from: $0)) }
  }

  private static func levels(of type: Any.Type) -> Int {
    var levels = 0
    var last: PlistFields?
    var current: AnyClass? = type as? AnyClass
    while let level = current, let coded = level as? any PlistFieldCodable.Type {
      let names = coded.plistFields
      if names !== last { levels += 1 }
      last = names
      current = _getSuperclass(level)
    }
    return levels
  }
}

extension UnarchivingSession: FieldSource {
  func isNil(_ value: PlistFieldValue, of names: PlistFields) throws -> Bool {
    try isNil(ValuePosition(value, of: names))
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, at value: PlistFieldValue, of names: PlistFields
  ) throws -> Value { try decode(type, at: ValuePosition(value, of: names)) }

  /// Calls a function that may decode classes by their fields, except inside a type that decodes
  /// its own data: otherwise every level of such data would be decoded several times.
  func usingFields<Value>(_ body: () throws -> Value) rethrows -> Value {
    guard plinth_begin_fields() != 0 else { return try body() }
    objects.usesFields = true
    defer {
      objects.usesFields = false
      plinth_end_fields()
    }
    return try body()
  }

  /// Creates an instance from its fields; returns nil if `Codable` should create it.
  func make(_ coding: FieldCoding, from node: Int) -> AnyObject? {
    guard confined.state.objects.usesFields else { return nil }
    let reading = confined.state.reading ?? FieldReading(table, userInfo: fieldInfo)
    confined.state.reading = reading
    let entry = entries.count
    confined.state.objects.fieldDepth += 1
    defer { confined.state.objects.fieldDepth -= 1 }
    do {
      return try coding.make(PlistFieldReader(reading, names: coding.names, of: node, from: self))
    } catch {
      // Links that wait for their targets are kept: some may be those of objects that are complete.
      // Those of this instance set links that are never read.
      confined.state.stack.removeEntries(from: entry)
      return nil
    }
  }
}

extension ValuePosition {
  fileprivate init(_ value: PlistFieldValue, of names: PlistFields) {
    self.init(
      node: value.index, key: value.field >= 0 ? names.names[value.field] : nil)
  }
}

extension ArchivingSession: FieldSink {
  /// Encodes an instance by its fields. Returns false if `Codable` should encode it.
  func encode(
    _ instance: AnyObject, _ coding: FieldCoding, at position: ArchivingPosition
  ) -> Bool {
    guard plinth_begin_fields() != 0 else { return false }
    defer { plinth_end_fields() }
    confined.state.fields.begin(coding.names, position, builder)
    var writer = confined.state.writer.take() ?? PlistFieldWriter(self, userInfo: fieldInfo)
    let isEncoded = encode(instance, coding, at: position, with: &writer)
    confined.state.writer = consume writer
    return isEncoded
  }

  private func encode(
    _ instance: AnyObject, _ coding: FieldCoding, at position: ArchivingPosition,
    with writer: inout PlistFieldWriter
  ) -> Bool {
    let (snapshot, entry) = (builder.snapshot(of: position.slot), stack.entries.count)
    do {
      try coding.encode(instance, &writer)
      return true
    } catch {
      builder.restore(snapshot, at: position.slot)
      stack.removeEntries(from: entry)
      return false
    }
  }

  private func position(_ field: Int) -> ArchivingPosition { confined.state.fields.position(field) }

  func add(_ value: Bool, field: Int) { encode(value, at: position(field)) }
  func add(_ value: Int64, field: Int) { encode(value, at: position(field)) }
  func add(_ value: Double, field: Int) { encode(value, at: position(field)) }
  func add(_ value: Float, field: Int) { encode(value, at: position(field)) }
  func add(_ value: String, field: Int) { encode(value, at: position(field)) }
  func addNil(field: Int) { encodeNil(position(field)) }

  func encode<Value: Encodable>(_ value: Value, field: Int) throws {
    try encode(value, at: position(field))
  }
}

/// The fields of the object that is being encoded, with the numbers of their keys.
struct ObjectFieldTable {
  private var names: PlistFields?
  private var keys: [UInt32] = []
  private var container: UInt32 = 0
  private var owner: UInt32 = 0

  /// Begins the fields of an object.
  mutating func begin(
    _ names: PlistFields, _ position: ArchivingPosition, _ builder: ArchiveBuilder
  ) {
    (container, owner) = (position.slot.container, position.owner)
    if self.names === names { return }
    self.names = names
    keys = names.names.map { builder.key($0) }
  }

  @inline(__always)
  func position(_ field: Int) -> ArchivingPosition {
    ArchivingPosition(slot: .init(in: container, key: keys[field]), owner: owner)
  }
}
