// Where the fields of one object are written. Coders, the layouts of Foundation's classes and the
// bridge write through it; the instances that the fields refer to get numbers and are encoded later.
package import PropertyLists

/// A value that a field of an object refers to.
package enum SinkValue {
  case null
  /// An object that another module archives.
  case object(BridgedObject)
  /// An object that the archive has already, by its number.
  case known(UInt32)
  case text(String)
  case bool(Bool)
  case integer(PlistInteger)
  case real(Double)
  case single(Float)
  case data(Data)
  /// Bytes in an object of the class for mutable data, as Apple's classes write packed numbers.
  case mutableData(Data)
  /// Any value that encodes itself.
  case value(any Encodable)
}

/// The key of a field.
package enum FieldKey {
  case name(String)
  /// The key of a field that the program gave none, by its number.
  case number(Int)
}

/// The fields of one object that is being archived.
package struct ObjectSink {
  let session: ArchivingSession
  let container: ArchivingSession.Entry

  init(_ session: ArchivingSession, _ container: ArchivingSession.Entry) {
    (self.session, self.container) = (session, container)
  }

  /// The fields of a new object.
  init(_ session: ArchivingSession, object: UInt32) {
    self.session = session
    container = ArchivingSession.Entry(
      place: .init(slot: .loose, owner: object), depth: 0, object: object, form: .record,
      container: session.builder.container(of: object))
  }

  private var builder: ArchiveBuilder { session.builder }

  func place(_ key: FieldKey) -> ArchivingSession.Place {
    switch key {
    case .name(let name): session.place(name, in: container)
    case .number(let number):
      ArchivingSession.Place(
        slot: .init(in: container.container, key: builder.key("$\(number)")),
        owner: container.object)
    }
  }

  private func slot(_ key: String) -> ArchiveBuilder.Place { place(.name(key)).slot }

  // MARK: Fields that are values themselves

  /// Adds a Boolean to the object itself.
  package func add(_ value: Bool, _ key: String) { builder.add(value, slot(key)) }

  /// Adds an integer to the object itself.
  package func add(_ value: Int, _ key: String) { builder.add(Int64(value), slot(key)) }

  /// Adds a real to the object itself.
  package func add(_ value: Double, _ key: String) { builder.add(value, slot(key)) }

  /// Adds bytes to the object itself.
  package func add(_ value: Data, _ key: String) { builder.add(value, slot(key)) }

  /// Adds text to the object itself.
  package func addInline(_ value: String, _ key: String) { builder.add(value, slot(key)) }

  /// Adds a value to the object itself; what has no form there becomes an object that the field refers
  /// to.
  package func addInline(_ value: SinkValue, _ key: FieldKey) throws {
    let place = place(key)
    switch value {
    case .text(let text): builder.add(text, place.slot)
    case .bool(let bool): builder.add(bool, place.slot)
    case .integer(let integer): builder.add(integer, place.slot)
    case .real(let real): builder.add(real, place.slot)
    case .single(let single): builder.add(single, place.slot)
    case .data(let data): builder.add(data, place.slot)
    default: try session.encode(value, place)
    }
  }

  // MARK: References

  /// Adds a reference to the object of a value.
  package func add(_ value: SinkValue, _ key: FieldKey) throws {
    try session.encode(value, place(key))
  }

  /// Adds a reference to text, or to nil.
  package func add(_ value: String?, _ key: String) throws {
    try add(value.map { .text($0) } ?? .null, .name(key))
  }

  /// Adds a reference to an object of a class with a layout, or to nil.
  package func add(layout: (some ObjectLayout)?, _ key: String) throws {
    try add(layout.map { .object(BridgedObject($0)) } ?? .null, .name(key))
  }

  /// Adds an array of references to the object itself.
  package func add(_ list: [SinkValue], _ key: FieldKey) throws {
    let array = builder.addArray(place(key).slot)
    for (position, value) in list.enumerated() {
      let place = ArchivingSession.Place(
        slot: .init(in: array), owner: container.object,
        position: UInt32(truncatingIfNeeded: position))
      try session.encode(value, place)
    }
  }

  /// Adds a reference that is nil unless another keeps its target in the archive.
  package func addConditional(_ object: BridgedObject, _ key: FieldKey) {
    session.encode(link: object, place(key), .conditional)
  }

  /// Adds bytes to the archive, as an object that fields may refer to; its number.
  package func newObject(_ data: Data) -> UInt32 { builder.addObject(data) }

  // MARK: Errors

  /// An error with the path to a field.
  package func error(_ code: ArchiveError.Code, _ message: String, _ key: FieldKey) -> ArchiveError
  {
    ArchiveError(code, message, path: session.path(place(key)))
  }

  /// An error with the path to the object.
  package func error(_ code: ArchiveError.Code, _ message: String) -> ArchiveError {
    ArchiveError(code, message, path: session.path(ofObject: container.object))
  }
}

extension ArchivingSession {
  /// Adds a reference to the object of a value.
  func encode(_ value: SinkValue, _ place: Place) throws {
    switch value {
    case .null: encodeNil(place)
    case .object(let object): try encode(object, place)
    case .known(let object): builder.addReference(object, place.slot)
    case .text(let text): encode(text, place)
    case .bool(let bool): builder.addReference(builder.object(bool), place.slot)
    case .integer(let integer): builder.addReference(builder.object(integer), place.slot)
    case .real(let real): builder.addReference(builder.object(real), place.slot)
    case .single(let single): builder.addReference(builder.object(single), place.slot)
    case .data(let data): builder.addReference(builder.addObject(data), place.slot)
    case .mutableData(let data):
      encode(ArchivedData.mutable(data), place)
    case .value(let value): try encode(value, place)
    }
  }
}

/// An object of no Codable type, which another module of the package archives: one object for each
/// instance, encoded after the one that refers to it. Callers pass the same one for the same instance.
package final class BridgedObject: Encodable {
  private let archivedClass: ArchivedClass
  private let body: (ObjectSink) throws -> Void

  /// An object of a class, whose fields the closure adds once.
  package init(_ archivedClass: ArchivedClass, _ body: @escaping (ObjectSink) throws -> Void) {
    self.archivedClass = archivedClass
    self.body = body
  }

  /// An object of a class with a layout.
  package convenience init(_ layout: some ObjectLayout) {
    self.init(layout.archivedClass) { try layout.write(to: $0) }
  }

  /// Adds the fields and the class.
  ///
  /// - Throws: `EncodingError` under an encoder other than the archiver's.
  package func encode(to encoder: any Encoder) throws {
    let (session, container) = try ObjectEncoder.record(of: self, under: encoder)
    try body(ObjectSink(session, container))
    session.addClass(of: container.object, archivedClass)
  }
}

extension KeyedArchiver {
  /// Adds to the values at the top, and everything that they refer to.
  package func encodeTop(_ body: (ObjectSink) throws -> Void) throws {
    if isFinished { throw ArchiveError(.archiverFinished, "the archive is finished") }
    var top = ArchivingSession.Entry(
      place: .init(slot: .init(in: session.top), owner: ArchiveBuilder.null), depth: 0)
    top.form = .record
    top.container = session.top
    try body(ObjectSink(session, top))
    try session.encodeWaiting()
  }
}
