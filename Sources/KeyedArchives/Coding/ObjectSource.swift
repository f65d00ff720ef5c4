// The source of the fields of one object, used by coders, the layouts of Foundation's classes and
// the bridge. The target of a field is created when it is requested.
package import PropertyLists

/// An object of an archive, or its top-level values.
package struct ObjectSource {
  let session: UnarchivingSession
  let node: Int
  let position: ValuePosition

  package func className() throws -> String {
    try session.className(node, at: position, type: BridgedInstance.self)
  }

  package func archivedClass() throws -> ArchivedClass {
    try session.archivedClass(session.classRecord(node, type: BridgedInstance.self, at: position))
  }

  /// The location of the value under a key, even if the value is nil; nil if the key is absent.
  package func position(_ key: FieldKey) -> ValuePosition? {
    let (name, text) =
      switch key {
      case .name(let name): (name, name.escapedKey)
      case .number(let number): ("$\(number)", "$\(number)")
      }
    return position(stored: text, name)
  }

  private func position(stored key: String, _ name: String) -> ValuePosition? {
    let value = session.confined.state.fields.value(of: key, in: node)
    return value < 0 ? nil : ValuePosition(node: value, key: name)
  }

  /// The location of the value under a key; nil if the value is absent or nil.
  package func value(_ key: FieldKey) throws -> ValuePosition? {
    guard let position = position(key), try !isNil(position) else { return nil }
    return position
  }

  // MARK: The fields of layouts, by their stored keys

  /// Whether there is a value for a key; nil counts as a value.
  package func hasValue(_ key: String) -> Bool { position(stored: key, key) != nil }

  private func read<Value>(_ key: String, read: (ValuePosition) throws -> Value) throws -> Value? {
    guard let position = position(stored: key, key), try !isNil(position) else { return nil }
    return try read(position)
  }

  /// The Boolean under a key; nil if there is none.
  package func bool(_ key: String) throws -> Bool? { try read(key, read: bool) }

  package func integer(_ key: String) throws -> Int? {
    try read(key) { try integer(Int.self, value: $0) }
  }

  /// The integer under a key as 64 bits, regardless of its sign.
  package func bits(_ key: String) throws -> UInt64? {
    try read(key) { UInt64(truncatingIfNeeded: try integer(Int128.self, value: $0)) }
  }

  package func real(_ key: String) throws -> Double? { try read(key, read: real) }

  package func string(_ key: String) throws -> String? { try read(key, read: string) }

  package func data(_ key: String) throws -> Data? { try read(key, read: data) }

  package func date(_ key: String) throws -> Date? { try read(key, read: date) }

  /// The packed numbers under a key, which take more memory than their bytes; nil if invalid.
  package func packedNumbers(_ key: String) throws -> [UInt64]? {
    let bytes = try data(key) ?? Data()
    // A number takes at least one byte of input and eight bytes of memory.
    try session.spend(8 * min(bytes.count, 1 << 48), at: position)
    return PackedNumbers.numbers(in: bytes)
  }

  /// The object under a key, read with a class layout.
  package func layout<Layout: ObjectLayout>(_ type: Layout.Type, key: String) throws -> Layout? {
    try read(key) { field in
      let node = try session.target(field)
      let name = try session.className(node, at: field, type: type)
      guard Layout.classNames.contains(name) else {
        throw session.error(
          .unexpectedClass,
          message: "expected \(Layout.classNames[0]), found \(PlistError.quoted(name))", at: field)
      }
      try session.visit(1, at: field)
      return try Layout(ObjectSource(session: session, node: node, position: field))
    }
  }

  // MARK: Values

  package func isNil(_ value: ValuePosition) throws -> Bool { try session.isNil(value) }

  /// Whether the object that a value refers to is still being created.
  package func isUnfinished(_ value: ValuePosition) throws -> Bool {
    try session.isUnfinished(value)
  }

  /// The kind of the value that a reference refers to; a dictionary is usually an object.
  package func kind(_ value: ValuePosition) throws -> PlistKind {
    session.table.kind(try session.target(value))
  }

  package func isReference(_ value: ValuePosition) -> Bool {
    session.table.reference(value.node) != nil
  }

  package func bool(_ value: ValuePosition) throws -> Bool { try session.bool(value) }

  /// The integer, if it fits.
  package func integer<T: FixedWidthInteger>(_ type: T.Type, value: ValuePosition) throws -> T {
    try session.integer(type, at: value)
  }

  package func real(_ value: ValuePosition) throws -> Double { try session.real(value) }

  package func float(_ value: ValuePosition) throws -> Float { try session.float(value) }

  package func string(_ value: ValuePosition) throws -> String { try session.string(value) }

  package func data(_ value: ValuePosition) throws -> Data { try session.data(value) }

  package func date(_ value: ValuePosition) throws -> Date { try session.date(value) }

  /// The object itself as text, data, a date, a URL, a UUID or a decimal number.
  package func string() throws -> String { try session.string(position) }
  package func data() throws -> Data { try session.data(position) }
  package func date() throws -> Date { try session.date(position) }
  package func url() throws -> URL { try session.url(position) }
  /// The node of a long URL text, which many URLs may share; nil if the URL has a base.
  package func longURLText() throws -> Int? { try session.longURLText(position) }
  package func uuid() throws -> UUID { try session.uuid(position) }
  package func decimal() throws -> Decimal { try session.decimal(position) }

  /// The members, if the object is an array or set.
  package func members() throws -> MemberPositions { try session.members(ofObject: node) }

  /// The keys and values, if the object is a dictionary.
  package func entries() throws -> (keys: MemberPositions, values: MemberPositions) {
    try session.entries(ofObject: node)
  }

  /// The members and their counts, if the object is a counted set.
  package func countedMembers() throws -> (members: MemberPositions, counts: [PlistInteger]) {
    try session.countedEntries(ofObject: node)
  }

  package var classRecord: Int? { session.table.record(of: node) }

  /// The object as an unknown object, with identity; retains all of the archive's objects.
  package func unknown() throws -> UnknownObject {
    try session.unknownObject(inSlot: session.slot(position) ?? position.index)
  }

  /// Charges the budget for created values, at 16 bytes each, or throws with `expansionLimit`.
  package func visit(_ count: Int) throws { try session.visit(count, at: position) }

  /// The property list that is stored inline in a field.
  package func plist(_ value: ValuePosition) throws -> Plist {
    if let plist = try? session.table.plist(value.node) { return plist }
    throw error(.typeMismatch, message: "expected a property list", value: value)
  }

  /// The object that a value refers to; created now unless it exists.
  package func object(_ value: ValuePosition, request: any BridgedRequest) throws -> BridgedInstance
  {
    let type = session.type(bridged: request)
    guard let slot = try session.slot(value) else {
      throw error(.typeMismatch, message: "expected an object", value: value)
    }
    session.learn(type, at: value)
    return try session.object(BridgedInstance.self, known: type, slot: slot, at: value)
  }

  /// Calls a closure with the object that a value refers to after all objects are created; the
  /// closure returns whether the object could be used.
  package func link(
    _ value: ValuePosition, request: any BridgedRequest, fill: @escaping (BridgedInstance) -> Bool
  ) throws {
    guard let slot = try session.slot(value) else {
      throw error(.typeMismatch, message: "expected an object", value: value)
    }
    let type = session.type(bridged: request)
    session.links.pending.append(
      .init(slot: slot, type: type, fits: { $0 is BridgedInstance }) { target in
        if let target = target as? BridgedInstance, fill(target) { return }
        throw ArchiveError(
          .unexpectedClass, message: "object \(slot) has an unexpected class for this link")
      })
  }

  package func error(_ code: ArchiveError.Code, message: String, value: ValuePosition)
    -> ArchiveError
  { session.error(code, message: message, at: value) }

  package func error(_ code: ArchiveError.Code, message: String) -> ArchiveError {
    session.error(code, message: message, at: position)
  }
}

/// A factory for the objects that some fields request; compared by identity.
package protocol BridgedRequest: AnyObject {
  /// Whether objects may be created before the objects that request them, so that chains can be
  /// long. If so, these objects must not request unfinished objects.
  var mayMakeAhead: Bool { get }
  /// Creates the object of a record. Called once for each record.
  func make(_ source: ObjectSource) throws -> Any
}

/// An object that another module has created.
package final class BridgedInstance: Decodable {
  /// The object that the module created.
  package let value: Any

  /// Creates the object. Throws `DecodingError` if the decoder is not the unarchiver's.
  package init(from decoder: any Decoder) throws {
    let decoder = try ObjectDecoder.under(decoder, type: Self.self)
    let session = decoder.session
    guard let request = session.type(decoder.entry).bridged,
      let node = session.record(decoder.entry)
    else {
      throw session.mismatch(
        Self.self, expected: "expected an object", at: session.position(decoder.entry))
    }
    value = try request.make(
      ObjectSource(session: session, node: node, position: session.position(decoder.entry)))
  }
}

extension KeyedUnarchiver {
  package var top: ObjectSource {
    ObjectSource(
      session: session, node: session.table.top,
      position: .init(node: session.table.top, key: "$top"))
  }

  /// Sets the links of the objects that were created from the top.
  package func finishBridged() throws { try session.finishDecoding() }
}

extension UnarchivingSession {
  /// The record of what is known about a request.
  fileprivate func type(bridged request: any BridgedRequest) -> DecodedType {
    if let known = types[ObjectIdentifier(request)] { return known }
    let new = DecodedType(BridgedInstance.self) { session, slot in
      let type = session.type(bridged: request)
      // No reference here refers to the slot, so the position contains the slot number.
      var position = session.position(ofSlot: slot)
      position.index = slot
      _ = try session.object(BridgedInstance.self, known: type, slot: slot, at: position)
    }
    new.bridged = request
    types[ObjectIdentifier(request)] = new
    return new
  }
}
