// Values archived as Apple's own classes: numbers are fields, or objects in collections; strings
// are objects; dates, URLs and others are objects with the fields of Apple's classes. Each class
// has one record: Foundation's, those of archived types, and those read from an archive.
internal import PropertyLists

extension ArchivingSession {
  func encode(_ value: Bool, at position: ArchivingPosition) {
    if position.isField { return builder.add(value, at: position.slot) }
    builder.addReference(builder.object(value), at: position.slot)
  }

  func encode(_ value: Int64, at position: ArchivingPosition) {
    if position.isField { return builder.add(value, at: position.slot) }
    builder.addReference(builder.object(value), at: position.slot)
  }

  func encode(_ value: Double, at position: ArchivingPosition) {
    if position.isField { return builder.add(value, at: position.slot) }
    builder.addReference(builder.object(value), at: position.slot)
  }

  func encode(_ value: Float, at position: ArchivingPosition) {
    if position.isField { return builder.add(value, at: position.slot) }
    builder.addReference(builder.object(value), at: position.slot)
  }

  func encode(integer: some FixedWidthInteger, _ position: ArchivingPosition) throws {
    if let value = Int64(exactly: integer) { return encode(value, at: position) }
    guard let value = Int128(exactly: integer) else { throw tooWide(integer, path: path(position)) }
    let large = PlistInteger(value)
    if position.isField { return builder.add(large, at: position.slot) }
    builder.addReference(builder.object(large), at: position.slot)
  }

  func tooWide(_ integer: some FixedWidthInteger, path: PlistPath) -> ArchiveError {
    ArchiveError(
      .notRepresentable, message: "\(integer) does not fit in a signed 128-bit integer", path: path)
  }

  func encodeNil(_ position: ArchivingPosition) {
    builder.addReference(ArchiveBuilder.null, at: position.slot)
  }

  /// Encodes a string as an object. The string `$null` would be read as nil, so it becomes a field.
  func encode(_ value: String, at position: ArchivingPosition) {
    // Comparing the length first is faster than comparing strings.
    if value.utf8.count != 5 || value != "$null" {
      return builder.addReference(builder.object(value), at: position.slot)
    }
    encode(.string, at: position) { StringLayout.write(value, to: $0) }
  }

  func encode(_ value: Data, at position: ArchivingPosition) {
    builder.addReference(builder.addObject(value), at: position.slot)
  }

  func encode(_ value: Date, at position: ArchivingPosition) {
    encode(.date, at: position) { DateLayout.write(value, to: $0) }
  }

  func encode(_ value: UUID, at position: ArchivingPosition) {
    encode(.uuid, at: position) { UUIDLayout.write(value, to: $0) }
  }

  func encode(_ value: Decimal, at position: ArchivingPosition) {
    encode(.decimal, at: position) { DecimalLayout.write(value, to: $0) }
  }

  func encode(_ value: URL, at position: ArchivingPosition) throws {
    try encode(.url, at: position) {
      try URLLayout.write(
        .text(value.relativeString), base: value.baseURL.map { .value($0) } ?? .null, to: $0)
    }
  }

  /// Adds a reference to a new object of one of Foundation's classes; the closure adds its fields.
  @inline(__always)
  private func encode(
    _ standard: StandardLayout, at position: ArchivingPosition, fields: (ObjectSink) throws -> Void
  ) rethrows {
    let object = builder.addRecord()
    try fields(ObjectSink(self, object: object))
    addClass(of: object, standard)
    builder.addReference(object, at: position.slot)
  }

  func addClass(of object: UInt32, _ standard: StandardLayout) {
    addClass(of: object, record: classes.record(of: standard, builder))
  }

  func addClass(of object: UInt32, _ archivedClass: ArchivedClass) {
    addClass(of: object, record: classes.record(of: archivedClass, builder))
  }

  func addClass(of object: UInt32, _ type: TypeRecord) throws {
    let record = try type.classObject ?? newRecord(type)
    type.classObject = record
    addClass(of: object, record: record)
  }

  private func addClass(of object: UInt32, record: UInt32) {
    let key = confined.state.classKey ?? builder.key("$class")
    confined.state.classKey = key
    builder.addReference(record, at: .init(in: builder.container(of: object), key: key))
  }

  /// Creates the class record of a type, with its superclasses up to `NSObject`, as in Objective-C.
  private func newRecord(_ type: TypeRecord) throws -> UInt32 {
    if let other = classes.typesByName[type.name], other != type.type {
      throw ArchiveError(
        .ambiguousClass,
        message:
          "\(String(reflecting: other)) and \(String(reflecting: type.type)) would both be archived"
          + " as \(type.name); give one of them a different archivedClassName")
    }
    classes.typesByName[type.name] = type.type
    var names = [type.name]
    var current: AnyClass? = type.type as? AnyClass
    while let superclass = current.flatMap({ _getSuperclass($0) }) {
      names.append(types.knownRecord(of: superclass).name)
      current = superclass
    }
    if names.last != "NSObject" { names.append("NSObject") }
    return classes.record(of: ArchivedClass(name: type.name, chain: names), builder)
  }
}
