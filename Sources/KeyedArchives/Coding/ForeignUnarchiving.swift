// Objects of no Codable type, made by another module of the package out of the fields that stand in
// the archive. They take part in a session like any instance: one for each slot, long chains from
// their ends.
package import PropertyLists

/// Who makes the objects that are asked for in some places; compared by identity.
package protocol ForeignRequest: AnyObject {
  /// Whether objects may be made before those that ask for them, so that chains can be long. They
  /// must not ask for what is unfinished then.
  var mayMakeAhead: Bool { get }
  /// Makes the object of a record. Called once for each record.
  func make(_ record: ForeignRecord) throws -> Any
}

/// An object that another module has made.
package final class ForeignInstance: Decodable {
  /// What the module made.
  package let value: Any

  /// Makes the object.
  ///
  /// - Throws: `DecodingError` under a decoder that is no unarchiver, and what making throws.
  package init(from decoder: any Decoder) throws {
    let decoder = try ObjectDecoder.under(decoder, Self.self)
    let session = decoder.session
    guard let request = session.type(decoder.entry).foreign,
      let node = session.record(decoder.entry)
    else { throw session.mismatch(Self.self, "an object", session.place(decoder.entry)) }
    value = try request.make(
      ForeignRecord(session: session, node: node, place: session.place(decoder.entry)))
  }
}

/// Where a value stands.
package struct ForeignPlace {
  let place: UnarchivingSession.Place
}

/// An object in the archive, or the values at its top, as another module sees it.
package struct ForeignRecord {
  let session: UnarchivingSession
  let node: Int
  let place: UnarchivingSession.Place

  // MARK: Fields

  /// The name of the class.
  package func className() throws -> String {
    try session.className(node, place, ForeignInstance.self)
  }

  /// Where the value of a key stands; nil where there is none.
  package func place(_ key: ForeignKey) -> ForeignPlace? {
    let (name, text) =
      switch key {
      case .name(let name): (name, session.escaped(name))
      case .number(let number): ("$\(number)", "$\(number)")
      }
    let position = session.position(of: text, in: node)
    if position < 0 { return nil }
    return ForeignPlace(place: .init(node: session.table.value(position, of: node), key: name))
  }

  /// The members of an array or set: in a list, or under numbered keys.
  package func members(_ key: String, _ prefix: String) throws -> [ForeignPlace] {
    try session.members(key, prefix, node, place).map { ForeignPlace(place: $0) }
  }

  // MARK: Values

  /// Whether a value stands for nil.
  package func isNil(_ value: ForeignPlace) throws -> Bool { try session.isNil(value.place) }

  /// Whether the object of a place is just being made.
  package func isUnfinished(_ value: ForeignPlace) throws -> Bool {
    try session.isUnfinished(value.place)
  }

  /// What a value is behind its reference; a dictionary as a rule is an object.
  package func kind(_ value: ForeignPlace) throws -> PlistKind {
    session.table.kind(try session.target(value.place))
  }

  /// Whether a value stands in an object of its own.
  package func isReference(_ value: ForeignPlace) -> Bool {
    session.table.reference(value.place.node) != nil
  }

  /// The Boolean.
  package func bool(_ value: ForeignPlace) throws -> Bool { try session.bool(value.place) }

  /// The integer, when it fits.
  package func integer<T: FixedWidthInteger>(_ type: T.Type, _ value: ForeignPlace) throws -> T {
    try session.integer(type, value.place)
  }

  /// The real.
  package func real(_ value: ForeignPlace) throws -> Double { try session.real(value.place) }

  /// The real of four bytes.
  package func float(_ value: ForeignPlace) throws -> Float { try session.float(value.place) }

  /// The text.
  package func string(_ value: ForeignPlace) throws -> String { try session.string(value.place) }

  /// The bytes.
  package func data(_ value: ForeignPlace) throws -> Data { try session.data(value.place) }

  /// The date.
  package func date(_ value: ForeignPlace) throws -> Date { try session.date(value.place) }

  /// The object itself as a date.
  package func date() throws -> Date { try session.date(place) }

  /// The object itself as a URL.
  package func url() throws -> URL { try session.url(place) }

  /// The object itself as a UUID.
  package func uuid() throws -> UUID { try session.uuid(place) }

  /// The object itself as a decimal number.
  package func decimal() throws -> Decimal { try session.decimal(place) }

  /// The object itself as one of a standard class.
  ///
  /// What it holds is made apart from all other objects: these are instances of another kind.
  package func standard<T: StandardObject>(_ type: T.Type) throws -> T {
    do { return try session.standardSession.make(standard: type, node, place) } catch {
      guard let failure = ArchiveError.own(error) as? ArchiveError else { throw error }
      throw self.error(failure.code, failure.message)
    }
  }

  /// The object itself as one whose class need not be known. The archive's objects keep their
  /// identity in it; it holds all of them.
  package func unknown() throws -> UnknownObject {
    try session.unknownObject(inSlot: session.slot(place) ?? place.position)
  }

  /// The property list that stands in a field itself.
  package func plist(_ value: ForeignPlace) throws -> Plist { try session.plist(value.place) }

  /// The object of a place, made now unless it is there.
  package func object(_ value: ForeignPlace, _ request: any ForeignRequest) throws
    -> ForeignInstance
  {
    try session.decode(foreign: request, value.place)
  }

  /// Has a closure called with the object of a place once all is made; whether it could be used.
  package func link(
    _ value: ForeignPlace, _ request: any ForeignRequest,
    _ fill: @escaping (ForeignInstance) -> Bool
  ) throws {
    guard let slot = try session.slot(value.place) else {
      throw error(.typeMismatch, "expected an object", value)
    }
    let type = session.type(foreign: request)
    session.links.append(
      .init(slot: slot, type: type, fits: { $0 is ForeignInstance }) { target in
        if let target = target as? ForeignInstance, fill(target) { return }
        throw ArchiveError(
          .unexpectedClass, "object \(slot) is of a class that is not expected where it is linked")
      })
  }

  // MARK: Errors

  /// An error with the place of a value.
  package func error(_ code: ArchiveError.Code, _ message: String, _ value: ForeignPlace)
    -> ArchiveError
  {
    session.error(code, message, value.place)
  }

  /// An error with the place of the object.
  package func error(_ code: ArchiveError.Code, _ message: String) -> ArchiveError {
    session.error(code, message, place)
  }
}

extension KeyedUnarchiver {
  /// The values at the top.
  package var top: ForeignRecord {
    ForeignRecord(
      session: session, node: session.table.top, place: .init(node: session.table.top, key: "$top"))
  }

  /// Fills the links of what was made from the top.
  package func finishForeign() throws { try session.finishDecoding() }
}

extension UnarchivingSession {
  /// What is known of a request.
  fileprivate func type(foreign request: any ForeignRequest) -> DecodedType {
    if let known = types[ObjectIdentifier(request)] { return known }
    let new = DecodedType(ForeignInstance.self) { session, slot in
      // There is no reference here that leads to the slot: the position says which one it is.
      let place = Place(
        node: session.table.node(inSlot: slot), key: "$objects[\(slot)]", position: slot)
      let type = session.type(foreign: request)
      _ = try session.object(ForeignInstance.self, type, slot, place)
    }
    new.foreign = request
    types[ObjectIdentifier(request)] = new
    return new
  }

  fileprivate func decode(foreign request: any ForeignRequest, _ place: Place) throws
    -> ForeignInstance
  {
    let type = type(foreign: request)
    guard let slot = try slot(place) else {
      throw error(.typeMismatch, "expected an object", place)
    }
    learn(type, place)
    return try object(ForeignInstance.self, type, slot, place)
  }

  /// The property list of a node, references refused.
  fileprivate func plist(_ place: Place) throws -> Plist {
    if let plist = try? table.plist(place.node) { return plist }
    throw error(.typeMismatch, "expected a property list", place)
  }
}
