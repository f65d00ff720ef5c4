// Where the fields of one object are read. Coders, the layouts of Foundation's classes and the bridge
// read through it; what a field refers to is made when it is asked for.
package import PropertyLists

/// The location of a value in an archive.
package struct FieldPlace {
  let place: UnarchivingSession.Place
}

/// An object of an archive, or the values at its top.
package struct ObjectSource {
  let session: UnarchivingSession
  let node: Int
  let place: UnarchivingSession.Place

  // MARK: Fields

  /// The name of the class.
  package func className() throws -> String {
    try session.className(node, place, BridgedInstance.self)
  }

  /// The class.
  package func archivedClass() throws -> ArchivedClass {
    try session.archivedClass(session.classRecord(node, BridgedInstance.self, place))
  }

  /// The location of the value of a key, nil included; nil where there is none.
  package func place(_ key: FieldKey) -> FieldPlace? {
    let (name, text) =
      switch key {
      case .name(let name): (name, session.escaped(name))
      case .number(let number): ("$\(number)", "$\(number)")
      }
    return place(stored: text, name)
  }

  private func place(stored key: String, _ name: String) -> FieldPlace? {
    let position = session.table.position(of: key, in: node, guess: 0)
    if position < 0 { return nil }
    return FieldPlace(place: .init(node: session.table.value(position, of: node), key: name))
  }

  /// The location of the value of a key; nil where there is none, or nil.
  package func value(_ key: FieldKey) throws -> FieldPlace? {
    guard let place = place(key), try !isNil(place) else { return nil }
    return place
  }

  // MARK: The fields of layouts, by their keys as they are stored

  /// Whether there is a value for a key, nil included.
  package func hasValue(_ key: String) -> Bool { place(stored: key, key) != nil }

  private func read<Value>(_ key: String, _ read: (FieldPlace) throws -> Value) throws -> Value? {
    guard let place = place(stored: key, key), try !isNil(place) else { return nil }
    return try read(place)
  }

  /// The Boolean of a key; nil where there is none.
  package func bool(_ key: String) throws -> Bool? { try read(key, bool) }

  /// The integer of a key.
  package func integer(_ key: String) throws -> Int? { try read(key) { try integer(Int.self, $0) } }

  /// The integer of a key as 64 bits, whose sign does not count.
  package func bits(_ key: String) throws -> UInt64? {
    try read(key) { UInt64(truncatingIfNeeded: try integer(Int128.self, $0)) }
  }

  /// The real of a key.
  package func real(_ key: String) throws -> Double? { try read(key, real) }

  /// The text of a key.
  package func string(_ key: String) throws -> String? { try read(key, string) }

  /// The bytes of a key.
  package func data(_ key: String) throws -> Data? { try read(key, data) }

  /// The date of a key.
  package func date(_ key: String) throws -> Date? { try read(key, date) }

  /// The packed numbers of a key; nil where they are cut off or too large. They take more room than the
  /// bytes, which many objects may share.
  package func packedNumbers(_ key: String) throws -> [UInt64]? {
    let bytes = try data(key) ?? Data()
    // A byte is a number at least, and a number has eight of them.
    try session.spend(8 * min(bytes.count, 1 << 48), place)
    return PackedNumbers.numbers(in: bytes)
  }

  /// The object of a key as one of a class with a layout.
  package func layout<Layout: ObjectLayout>(_ type: Layout.Type, _ key: String) throws -> Layout? {
    try read(key) { field in
      let node = try session.target(field.place)
      let name = try session.className(node, field.place, type)
      guard Layout.classNames.contains(name) else {
        throw session.error(
          .unexpectedClass,
          "expected \(Layout.classNames[0]), found \(PlistError.quoted(name))", field.place)
      }
      try session.visit(1, field.place)
      return try Layout(ObjectSource(session: session, node: node, place: field.place))
    }
  }

  // MARK: Values

  /// Whether a value stands for nil.
  package func isNil(_ value: FieldPlace) throws -> Bool { try session.isNil(value.place) }

  /// Whether the object of a place is being made.
  package func isUnfinished(_ value: FieldPlace) throws -> Bool {
    try session.isUnfinished(value.place)
  }

  /// The kind of a value behind its reference; a dictionary is mostly an object.
  package func kind(_ value: FieldPlace) throws -> PlistKind {
    session.table.kind(try session.target(value.place))
  }

  /// Whether a value is an object of its own.
  package func isReference(_ value: FieldPlace) -> Bool {
    session.table.reference(value.place.node) != nil
  }

  /// The Boolean.
  package func bool(_ value: FieldPlace) throws -> Bool { try session.bool(value.place) }

  /// The integer, when it fits.
  package func integer<T: FixedWidthInteger>(_ type: T.Type, _ value: FieldPlace) throws -> T {
    try session.integer(type, value.place)
  }

  /// The real.
  package func real(_ value: FieldPlace) throws -> Double { try session.real(value.place) }

  /// The real of four bytes.
  package func float(_ value: FieldPlace) throws -> Float { try session.float(value.place) }

  /// The text.
  package func string(_ value: FieldPlace) throws -> String { try session.string(value.place) }

  /// The bytes.
  package func data(_ value: FieldPlace) throws -> Data { try session.data(value.place) }

  /// The date.
  package func date(_ value: FieldPlace) throws -> Date { try session.date(value.place) }

  /// The object itself as text, data, a date, a URL, a UUID, or a decimal number.
  package func string() throws -> String { try session.string(place) }
  package func data() throws -> Data { try session.data(place) }
  package func date() throws -> Date { try session.date(place) }
  package func url() throws -> URL { try session.url(place) }
  /// The node of the text of a URL that is not relative to another, where the text is long and may be that
  /// of many.
  package func longURLText() throws -> Int? { try session.longURLText(place) }
  package func uuid() throws -> UUID { try session.uuid(place) }
  package func decimal() throws -> Decimal { try session.decimal(place) }

  /// The members of the array or set that the object is.
  package func members() throws -> [FieldPlace] {
    try session.members(ofObject: node).map { FieldPlace(place: $0) }
  }

  /// The keys and values of the dictionary that the object is.
  package func entries() throws -> (keys: [FieldPlace], values: [FieldPlace]) {
    let entries = try session.entries(ofObject: node)
    return (entries.keys.map { .init(place: $0) }, entries.values.map { .init(place: $0) })
  }

  /// The members of the counted set that the object is, and their counts.
  package func countedMembers() throws -> (members: [FieldPlace], counts: [PlistInteger]) {
    let entries = try session.countedEntries(ofObject: node)
    return (entries.members.map { .init(place: $0) }, entries.counts)
  }

  /// The number of the class record of the object.
  package var classRecord: Int? { session.table.record(of: node) }

  /// The object itself as one whose class need not be known. The archive's objects keep their identity
  /// in it; it holds all of them.
  package func unknown() throws -> UnknownObject {
    try session.unknownObject(inSlot: session.slot(place) ?? place.position)
  }

  /// Pays for values that another module makes of the object, each of 16 bytes, from the one budget of the
  /// session.
  ///
  /// - Throws: `ArchiveError` with `expansionLimit`.
  package func visit(_ count: Int) throws { try session.visit(count, place) }

  /// The property list that is stored in a field itself.
  package func plist(_ value: FieldPlace) throws -> Plist {
    if let plist = try? session.table.plist(value.place.node) { return plist }
    throw error(.typeMismatch, "expected a property list", value)
  }

  /// The object of a place, made now unless it is there.
  package func object(_ value: FieldPlace, _ request: any BridgedRequest) throws -> BridgedInstance
  {
    try session.decode(bridged: request, value.place)
  }

  /// Has a closure called with the object of a place once all is made; it returns whether it could be
  /// used.
  package func link(
    _ value: FieldPlace, _ request: any BridgedRequest,
    _ fill: @escaping (BridgedInstance) -> Bool
  ) throws {
    guard let slot = try session.slot(value.place) else {
      throw error(.typeMismatch, "expected an object", value)
    }
    let type = session.type(bridged: request)
    session.links.pending.append(
      .init(slot: slot, type: type, fits: { $0 is BridgedInstance }) { target in
        if let target = target as? BridgedInstance, fill(target) { return }
        throw ArchiveError(
          .unexpectedClass, "object \(slot) is of a class that is not expected where it is linked")
      })
  }

  // MARK: Errors

  /// An error with the place of a value.
  package func error(_ code: ArchiveError.Code, _ message: String, _ value: FieldPlace)
    -> ArchiveError
  {
    session.error(code, message, value.place)
  }

  /// An error with the place of the object.
  package func error(_ code: ArchiveError.Code, _ message: String) -> ArchiveError {
    session.error(code, message, place)
  }
}

/// Who makes the objects that are asked for in some places; compared by identity.
package protocol BridgedRequest: AnyObject {
  /// Whether objects may be made before those that ask for them, so that chains can be long. They
  /// must not ask for what is unfinished then.
  var mayMakeAhead: Bool { get }
  /// Makes the object of a record. Called once for each record.
  func make(_ source: ObjectSource) throws -> Any
}

/// An object that another module has made.
package final class BridgedInstance: Decodable {
  /// What the module made.
  package let value: Any

  /// Makes the object.
  ///
  /// - Throws: `DecodingError` under a decoder other than the unarchiver's, and what making throws.
  package init(from decoder: any Decoder) throws {
    let decoder = try ObjectDecoder.under(decoder, Self.self)
    let session = decoder.session
    guard let request = session.type(decoder.entry).bridged,
      let node = session.record(decoder.entry)
    else { throw session.mismatch(Self.self, "expected an object", session.place(decoder.entry)) }
    value = try request.make(
      ObjectSource(session: session, node: node, place: session.place(decoder.entry)))
  }
}

extension KeyedUnarchiver {
  /// The values at the top.
  package var top: ObjectSource {
    ObjectSource(
      session: session, node: session.table.top, place: .init(node: session.table.top, key: "$top"))
  }

  /// Fills the links of what was made from the top.
  package func finishBridged() throws { try session.finishDecoding() }
}

extension UnarchivingSession {
  /// What is known of a request.
  fileprivate func type(bridged request: any BridgedRequest) -> DecodedType {
    if let known = types[ObjectIdentifier(request)] { return known }
    let new = DecodedType(BridgedInstance.self) { session, slot in
      let type = session.type(bridged: request)
      // There is no reference here that leads to the slot: the position says which one it is.
      var place = session.place(ofSlot: slot)
      place.position = slot
      _ = try session.object(BridgedInstance.self, type, slot, place)
    }
    new.bridged = request
    types[ObjectIdentifier(request)] = new
    return new
  }

  fileprivate func decode(bridged request: any BridgedRequest, _ place: Place) throws
    -> BridgedInstance
  {
    let type = type(bridged: request)
    guard let slot = try slot(place) else {
      throw error(.typeMismatch, "expected an object", place)
    }
    learn(type, place)
    return try object(BridgedInstance.self, type, slot, place)
  }
}
