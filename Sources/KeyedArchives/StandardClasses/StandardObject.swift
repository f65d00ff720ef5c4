// What the classes of Apple's Foundation have in common here, and the ways of coding that they need
// beyond those of other objects.
internal import PropertyLists

/// An object of one of the classes of Apple's Foundation that Swift has no type for, as archives hold
/// it: its data, without its behaviour.
public protocol StandardObject: AnyObject, KeyedCoding, Archivable, SendableMetatype {
  /// Its class in archives: as it was read, mutable or not.
  var archivedClass: ArchivedClass { get }
}

extension UnarchivingCoder {
  /// The class of the object that is read.
  ///
  /// - Throws: `ArchiveError` when its `$class` is no class record.
  func archivedClass() throws -> ArchivedClass {
    let type = session.type(decoder.entry).type
    let place = session.place(decoder.entry)
    return try session.archivedClass(inSlot: try session.classOfRecord(fields.node, type, place).0)
  }

  /// Text that keeps its identity; empty when it is absent.
  func text(forKey key: String) throws -> ArchivedText {
    try decode(ArchivedText.self, forKey: key) ?? ArchivedText("")
  }

  /// Text that keeps its identity, or nil.
  func optionalText(forKey key: String) throws -> ArchivedText? {
    try decode(ArchivedText.self, forKey: key)
  }

  /// The first of some keys that has text: other software has other keys.
  func text(forAnyOf keys: String...) throws -> ArchivedText? {
    for key in keys {
      if let text = try decode(ArchivedText.self, forKey: key) { return text }
    }
    return nil
  }

  /// An integer, or nil when it is absent.
  func optionalInteger(forKey key: String) throws -> Int? {
    try place(key).map { try session.integer(Int.self, $0) }
  }

  /// An integer of 64 bits whose sign does not count.
  func index(forKey key: String) throws -> UInt64 {
    guard let place = try place(key) else { return 0 }
    return UInt64(truncatingIfNeeded: try session.integer(Int128.self, place))
  }

  /// A real, or nil when it is absent.
  func optionalDouble(forKey key: String) throws -> Double? {
    try place(key).map { try session.real($0) }
  }

  /// Bytes in the object, or in an object that it refers to.
  func bytes(forKey key: String) throws -> Data? { try place(key).map { try session.data($0) } }

  /// Packed numbers; nil where they are damaged. They take more room than the bytes, which many objects
  /// may have in common.
  func packedNumbers(forKey key: String) throws -> [UInt64]? {
    let bytes = try bytes(forKey: key) ?? Data()
    try session.visit(bytes.count / 8, session.place(decoder.entry))
    return PackedNumbers.numbers(in: bytes)
  }

  /// The objects of a list, in an array under one key or each under a key with its number.
  func objects(forKey key: String, orNumbered prefix: String) throws -> [AnyArchivedObject] {
    try session.members(key, prefix, fields.node, session.place(decoder.entry)).map {
      try session.decode(AnyArchivedObject.self, $0)
    }
  }

  /// Any object.
  func any(forKey key: String) throws -> AnyArchivedObject {
    try decode(AnyArchivedObject.self, forKey: key) ?? .none
  }
}

extension ArchivingCoder {
  private var session: ArchivingSession { encoder.session }

  /// Adds a list of objects, in an array in the object itself.
  func encodeObjects(_ objects: [AnyArchivedObject], forKey key: String) throws {
    let place = place(key)
    let array = session.builder.addArray(place.slot)
    for (position, object) in objects.enumerated() {
      try session.encode(
        object,
        .init(
          slot: .init(in: array), owner: place.owner,
          position: UInt32(truncatingIfNeeded: position)))
    }
  }

  /// Adds text to the object itself.
  func encodeInline(_ text: String, forKey key: String) {
    session.builder.add(text, place(key).slot)
  }

  /// Adds an integer as an object of its own.
  func encodeObject(_ value: Int, forKey key: String) {
    let builder = session.builder
    builder.addReference(builder.object(Int64(value)), place(key).slot)
  }

  /// Adds an integer of 64 bits without sign.
  func encode(index: UInt64, forKey key: String) {
    session.builder.add(Int64(truncatingIfNeeded: index), place(key).slot)
  }

  /// Adds an integer unless it is nil.
  func encodeIfPresent(_ value: Int?, forKey key: String) {
    if let value { session.builder.add(Int64(value), place(key).slot) }
  }

  /// Adds true; leaves false out.
  func encodeIfTrue(_ value: Bool, forKey key: String) {
    if value { session.builder.add(value, place(key).slot) }
  }
}

extension UnarchivingCoder {
  /// The error for an object whose fields do not fit its class.
  func mismatch(_ expected: String) -> ArchiveError {
    session.error(.typeMismatch, "expected \(expected)", session.place(decoder.entry))
  }

  /// Where a value without a key of its own stands: under `$0`, `$1` and so on.
  private func generatedPlace(_ key: String) -> UnarchivingSession.Place? {
    let position = session.position(of: key, in: fields.node)
    if position < 0 { return nil }
    return .init(node: session.table.value(position, of: fields.node), key: key)
  }

  func containsGenerated(_ key: String) -> Bool { generatedPlace(key) != nil }

  func generatedText(_ key: String) throws -> ArchivedText {
    try generatedPlace(key).map { try session.archivedText($0) } ?? ""
  }

  func generatedTextIfPresent(_ key: String) throws -> ArchivedText? {
    guard let place = generatedPlace(key), try !session.isNil(place) else { return nil }
    return try session.archivedText(place)
  }

  func generatedInteger(_ key: String) throws -> Int {
    try generatedPlace(key).map { try session.integer(Int.self, $0) } ?? 0
  }

  /// Text under a key, or where other software has it, under one that archivers make up; empty when
  /// it is absent.
  func text(forKey key: String, orGenerated generated: String) throws -> ArchivedText {
    try optionalText(forKey: key) ?? generatedText(generated)
  }

  func generated(_ key: String) throws -> AnyArchivedObject {
    try generatedPlace(key).map { try session.decode(AnyArchivedObject.self, $0) } ?? .none
  }
}

extension ArchivingCoder {
  /// Adds an object under a key that archivers make up: `$0`, `$1` and so on.
  func encodeGenerated(_ value: AnyArchivedObject, _ key: String) throws {
    let builder = encoder.session.builder
    let slot = ArchiveBuilder.Place(in: container.container, key: builder.key(key))
    let place = ArchivingSession.Place(slot: slot, owner: container.object)
    switch value {
    case .bool(let value): builder.add(value, slot)
    case .integer(let value): builder.add(value, slot)
    case .real(let value): builder.add(value, slot)
    case .single(let value): builder.add(value, slot)
    default: try encoder.session.encode(value, place)
    }
  }
}
