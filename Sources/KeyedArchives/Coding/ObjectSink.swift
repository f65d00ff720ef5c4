// The destination for the fields of one object, used by coders, the layouts of Foundation's classes
// and the bridge. Instances that the fields refer to get numbers and are encoded later.
package import PropertyLists

/// A value that a field of an object refers to.
package enum SinkValue {
  case null
  /// An object that another module archives.
  case object(BridgedObject)
  /// An object that is already in the archive, by its number.
  case known(UInt32)
  case text(String)
  case bool(Bool)
  case integer(PlistInteger)
  case real(Double)
  case single(Float)
  case data(Data)
  /// Bytes in an object of the mutable data class, the form in which Apple writes packed numbers.
  case mutableData(Data)
  /// Any value that encodes itself.
  case value(any Encodable)
}

/// The key of a field.
package enum FieldKey {
  case name(String)
  /// The number of a field for which the program gave no key.
  case number(Int)
}

/// The fields of one object being archived.
package struct ObjectSink {
  let session: ArchivingSession
  let container: ArchivingEntry

  init(_ session: ArchivingSession, container: ArchivingEntry) {
    (self.session, self.container) = (session, container)
  }

  init(_ session: ArchivingSession, object: UInt32) {
    self.session = session
    container = ArchivingEntry(
      position: .init(slot: .loose, owner: object), depth: 0, object: object, form: .record,
      container: session.builder.container(of: object))
  }

  private var builder: ArchiveBuilder { session.builder }

  func position(_ key: FieldKey) -> ArchivingPosition {
    switch key {
    case .name(let name): session.position(name, in: container)
    case .number(let number):
      ArchivingPosition(
        slot: .init(in: container.container, key: builder.key("$\(number)")),
        owner: container.object)
    }
  }

  private func slot(_ key: String) -> ArchiveBuilder.ArchivePosition { position(.name(key)).slot }

  // MARK: Inline fields

  package func add(_ value: Bool, key: String) { builder.add(value, at: slot(key)) }

  package func add(_ value: Int, key: String) { builder.add(Int64(value), at: slot(key)) }

  package func add(_ value: Double, key: String) { builder.add(value, at: slot(key)) }

  package func add(_ value: Data, key: String) { builder.add(value, at: slot(key)) }

  package func addInline(_ value: String, key: String) { builder.add(value, at: slot(key)) }

  /// Adds an inline value; a value without such a form becomes an object that the field refers to.
  package func addInline(_ value: SinkValue, key: FieldKey) throws {
    let position = position(key)
    switch value {
    case .text(let text): builder.add(text, at: position.slot)
    case .bool(let bool): builder.add(bool, at: position.slot)
    case .integer(let integer): builder.add(integer, at: position.slot)
    case .real(let real): builder.add(real, at: position.slot)
    case .single(let single): builder.add(single, at: position.slot)
    case .data(let data): builder.add(data, at: position.slot)
    default: try session.encode(value, at: position)
    }
  }

  // MARK: References

  package func add(_ value: SinkValue, key: FieldKey) throws {
    try session.encode(value, at: position(key))
  }

  /// Adds a reference to text, or to nil.
  package func add(_ value: String?, key: String) throws {
    try add(value.map { .text($0) } ?? .null, key: .name(key))
  }

  /// Adds a reference to an object of a class with a layout, or to nil.
  package func add(layout: (some ObjectLayout)?, _ key: String) throws {
    try add(layout.map { .object(BridgedObject($0)) } ?? .null, key: .name(key))
  }

  /// Adds an inline array of references.
  package func add(_ list: [SinkValue], key: FieldKey) throws {
    let array = builder.addArray(position(key).slot)
    for (position, value) in list.enumerated() {
      let position = ArchivingPosition(
        slot: .init(in: array), owner: container.object, index: UInt32(truncatingIfNeeded: position)
      )
      try session.encode(value, at: position)
    }
  }

  /// Adds a reference that is nil unless something else stores its target in the archive.
  package func addConditional(_ object: BridgedObject, key: FieldKey) {
    session.encode(link: object, position(key), strength: .conditional)
  }

  /// Adds bytes to the archive as an object that fields may refer to; returns the object's number.
  package func newObject(_ data: Data) -> UInt32 { builder.addObject(data) }

  package func error(_ code: ArchiveError.Code, message: String, key: FieldKey) -> ArchiveError {
    ArchiveError(code, message: message, path: session.path(position(key)))
  }

  package func error(_ code: ArchiveError.Code, message: String) -> ArchiveError {
    ArchiveError(code, message: message, path: session.path(ofObject: container.object))
  }
}

extension ArchivingSession {
  /// Adds a reference to the object of a value.
  func encode(_ value: SinkValue, at position: ArchivingPosition) throws {
    switch value {
    case .null: encodeNil(position)
    case .object(let object): try encode(object, at: position)
    case .known(let object): builder.addReference(object, at: position.slot)
    case .text(let text): encode(text, at: position)
    case .bool(let bool): builder.addReference(builder.object(bool), at: position.slot)
    case .integer(let integer): builder.addReference(builder.object(integer), at: position.slot)
    case .real(let real): builder.addReference(builder.object(real), at: position.slot)
    case .single(let single): builder.addReference(builder.object(single), at: position.slot)
    case .data(let data): builder.addReference(builder.addObject(data), at: position.slot)
    case .mutableData(let data): encode(ArchivedData.mutable(data), at: position)
    case .value(let value): try encode(value, at: position)
    }
  }
}

/// An object of a type that is not `Codable`, archived by another module. There is one for each
/// instance; it is encoded after the object that refers to it.
package final class BridgedObject: Encodable {
  private let archivedClass: ArchivedClass
  private let body: (ObjectSink) throws -> Void

  /// Creates an object of a class; the closure is called once and adds its fields.
  package init(_ archivedClass: ArchivedClass, body: @escaping (ObjectSink) throws -> Void) {
    self.archivedClass = archivedClass
    self.body = body
  }

  package convenience init(_ layout: some ObjectLayout) {
    self.init(layout.archivedClass) { try layout.write(to: $0) }
  }

  /// Adds the fields and the class. Throws `EncodingError` if the encoder is not the archiver's.
  package func encode(to encoder: any Encoder) throws {
    let (session, container) = try ObjectEncoder.record(of: self, under: encoder)
    try body(ObjectSink(session, container: container))
    session.addClass(of: container.object, archivedClass)
  }
}

extension KeyedArchiver {
  /// Adds top-level values, and everything that they refer to.
  package func encodeTop(_ body: (ObjectSink) throws -> Void) throws {
    if isFinished { throw ArchiveError(.archiverFinished, message: "the archive is finished") }
    var top = ArchivingEntry(
      position: .init(slot: .init(in: session.top), owner: ArchiveBuilder.null), depth: 0)
    top.form = .record
    top.container = session.top
    try body(ObjectSink(session, container: top))
    try session.encodeWaiting()
  }
}
