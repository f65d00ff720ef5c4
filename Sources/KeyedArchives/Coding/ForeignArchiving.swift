// Objects of no Codable type: another module of the package says which class they have in archives
// and writes their fields. They take part in a session like any instance: one object each, encoded
// after the one that holds them.
package import PropertyLists

/// The class of an object that another module archives.
package struct ForeignClass: Sendable {
  let name: String
  let chain: [String]

  /// A class.
  ///
  /// - Parameter chain: The class and its superclasses; empty to leave them out.
  package init(_ name: String, chain: [String]) {
    self.name = name
    self.chain = chain
  }
}

/// An object that another module archives. Who meets an instance again passes the same one of these.
package final class ForeignObject: Encodable {
  private let archivedClass: ForeignClass
  private let body: (ForeignFields) throws -> Void

  /// An object of a class, whose fields the closure adds once.
  package init(_ archivedClass: ForeignClass, _ body: @escaping (ForeignFields) throws -> Void) {
    self.archivedClass = archivedClass
    self.body = body
  }

  /// Adds the fields and the class.
  ///
  /// - Throws: `EncodingError` under an encoder that is no archiver.
  package func encode(to encoder: any Encoder) throws {
    let encoder = try ObjectEncoder.under(encoder, self)
    guard let container = encoder.session.container(.record, encoder.entry) else {
      throw encoder.session.secondValue(encoder.entry, Self.self)
    }
    try body(ForeignFields(session: encoder.session, container: container))
    encoder.session.addClass(of: container.object, StandardClass(archivedClass))
  }
}

/// What a field of such an object may be.
package enum ForeignValue {
  case null
  case object(ForeignObject)
  /// An object of a class that this module knows the layout of.
  case standard(any StandardObject)
  /// Something that is in the archive, by its number.
  case known(UInt32)
  case text(String)
  case bool(Bool)
  case integer(PlistInteger)
  case real(Double)
  case single(Float)
  case data(Data)
}

/// The key of a field.
package enum ForeignKey {
  case name(String)
  /// The key of a field that the program gave none, by its number.
  case number(Int)
}

/// The fields of one object that another module archives.
package struct ForeignFields {
  let session: ArchivingSession
  let container: ArchivingSession.Entry

  private func place(_ key: ForeignKey) -> ArchivingSession.Place {
    switch key {
    case .name(let name): session.place(name, in: container)
    case .number(let number):
      ArchivingSession.Place(
        slot: .init(in: container.container, key: session.builder.key("$\(number)")),
        owner: container.object)
    }
  }

  /// Adds a reference to the object of a value.
  package func add(_ value: ForeignValue, _ key: ForeignKey) throws {
    try session.encode(foreign: value, place(key))
  }

  /// Adds a list of references that stands in the field itself.
  package func add(_ list: [ForeignValue], _ key: ForeignKey) throws {
    let array = session.builder.addArray(place(key).slot)
    for (position, value) in list.enumerated() {
      let place = ArchivingSession.Place(
        slot: .init(in: array), owner: container.object,
        position: UInt32(truncatingIfNeeded: position))
      try session.encode(foreign: value, place)
    }
  }

  /// Adds a value that stands in the field itself.
  package func addInline(_ value: ForeignValue, _ key: ForeignKey) throws {
    let (builder, place) = (session.builder, place(key))
    switch value {
    case .text(let text): builder.add(text, place.slot)
    case .bool(let bool): builder.add(bool, place.slot)
    case .integer(let integer): builder.add(integer, place.slot)
    case .real(let real): builder.add(real, place.slot)
    case .single(let single): builder.add(single, place.slot)
    case .data(let data): builder.add(data, place.slot)
    case .null, .object, .standard, .known: try session.encode(foreign: value, place)
    }
  }

  /// Adds a reference that is nil unless another keeps its target in the archive.
  package func addConditional(_ object: ForeignObject, _ key: ForeignKey) {
    session.encode(link: object, place(key), .conditional)
  }

  /// Puts bytes into the archive, as an object that fields may refer to; its number.
  package func newObject(_ data: Data) -> UInt32 { session.builder.addObject(data) }

  /// An error with the path to a field.
  package func error(_ code: ArchiveError.Code, _ message: String, _ key: ForeignKey)
    -> ArchiveError
  {
    ArchiveError(code, message, path: session.path(place(key)))
  }

  /// An error with the path to the object.
  package func error(_ code: ArchiveError.Code, _ message: String) -> ArchiveError {
    ArchiveError(code, message, path: session.path(ofObject: container.object))
  }
}

extension ArchivingSession {
  /// Adds a reference to the object of a value that another module archives.
  fileprivate func encode(foreign value: ForeignValue, _ place: Place) throws {
    switch value {
    case .null: encodeNil(place)
    case .object(let object): try encode(object, place)
    case .standard(let object): try encode(object, place)
    case .known(let object): builder.addReference(object, place.slot)
    case .text(let text): encode(text, place)
    case .bool(let bool): builder.addReference(builder.object(bool), place.slot)
    case .integer(let integer): builder.addReference(builder.object(integer), place.slot)
    case .real(let real): builder.addReference(builder.object(real), place.slot)
    case .single(let single): builder.addReference(builder.object(single), place.slot)
    case .data(let data): builder.addReference(builder.addObject(data), place.slot)
    }
  }
}

extension ForeignFields {
  /// Adds the fields of a decimal number.
  package func addDecimal(_ value: Decimal) {
    DecimalParts(value).addFields(to: container.container, session.builder)
  }
}

extension KeyedArchiver {
  /// Adds to the values at the top, and everything that they refer to.
  package func encodeTop(_ body: (ForeignFields) throws -> Void) throws {
    if isFinished { throw ArchiveError(.archiverFinished, "the archive is finished") }
    var top = ArchivingSession.Entry(
      place: .init(slot: .init(in: session.top), owner: ArchiveBuilder.null), depth: 0)
    top.form = .record
    top.container = session.top
    try body(ForeignFields(session: session, container: top))
    try session.encodeWaiting()
  }
}
