// Any object of an archive: plain values, objects of known classes, and others.
public import PropertyLists

/// Any object of an archive.
///
/// Decoding it makes objects of the classes in the unarchiver's `ClassRegistry`, of the standard
/// classes, and otherwise an `UnknownObject`; it never fails for want of a class.
public enum AnyArchivedObject: Codable {
  /// Nil.
  case none
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(PlistInteger)
  /// A floating-point number of eight bytes.
  case real(Double)
  /// A floating-point number of four bytes.
  case single(Float)
  /// Text.
  case text(ArchivedText)
  /// Bytes.
  case data(ArchivedData)
  /// An object of a standard class, or of one that is registered.
  case instance(Instance)
  /// An object of another class.
  case unknown(UnknownObject)

  /// Holds an object of a known class. Chains of any length are freed without recursion.
  public struct Instance {
    private let box: ObjectBox

    /// Holds an object.
    public init(_ object: any AnyObject & Codable) { box = ObjectBox(object) }

    /// The object.
    public var object: any AnyObject & Codable { box.target ?? ArchivedNull() }
  }

  /// An object of a known class.
  public static func object(_ object: any AnyObject & Codable) -> AnyArchivedObject {
    .instance(Instance(object))
  }

  /// Plain text of its own.
  public static func text(_ string: String) -> AnyArchivedObject { .text(ArchivedText(string)) }

  /// The object of a known class; nil for anything else.
  public var object: (any AnyObject & Codable)? {
    if case .instance(let instance) = self { instance.object } else { nil }
  }
  /// The object as one of a class; nil for anything else.
  public func object<Object: AnyObject>(as type: Object.Type) -> Object? { object as? Object }
  /// The text; nil for anything else.
  public var string: String? { if case .text(let text) = self { text.string } else { nil } }
  /// The object of an unknown class; nil for anything else.
  public var unknown: UnknownObject? { if case .unknown(let object) = self { object } else { nil } }
  /// The number; nil for anything else.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value.int128)
    case .real(let value): value
    case .single(let value): Double(value)
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }
  /// Whether this is nil.
  public var isNil: Bool { if case .none = self { true } else { false } }

  /// Takes whatever an archive has in this place.
  ///
  /// - Throws: `ArchiveError` for an object whose fields do not fit its class; `DecodingError` under a
  ///   decoder that is no unarchiver.
  public init(from decoder: any Decoder) throws {
    let (session, position) = try ObjectDecoder.position(of: Self.self, under: decoder)
    self = try session.anyObject(position)
  }

  /// Archives the object under its own class.
  ///
  /// - Throws: `EncodingError` under an encoder that is no archiver, and what the object throws.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    try session.encode(any: self, position)
  }
}

extension ArchivingSession {
  func encode(any object: AnyArchivedObject, _ position: ArchivingPosition) throws {
    switch object {
    case .none: encodeNil(position)
    case .bool(let value): builder.addReference(builder.object(value), at: position.slot)
    case .integer(let value): builder.addReference(builder.object(value), at: position.slot)
    case .real(let value): builder.addReference(builder.object(value), at: position.slot)
    case .single(let value): builder.addReference(builder.object(value), at: position.slot)
    case .text(let value): encode(value, at: position)
    case .data(let value): encode(value, at: position)
    case .instance(let value): try encode(value.object, at: position)
    case .unknown(let value): encode(value, at: position, strength: .link)
    }
  }
}

extension UnarchivingSession {
  func anyObject(_ position: UnarchivingPosition) throws -> AnyArchivedObject {
    if try isNil(position) { return .none }
    let node = try target(position)
    switch table.kind(node) {
    case .bool: return .bool(table.bool(node) ?? false)
    case .integer: return .integer(table.integer(node) ?? 0)
    case .real: return table.single(node).map { .single($0) } ?? .real(table.real(node) ?? 0)
    case .string: return .text(try archivedText(position))
    case .date: return .object(ArchivedDate(try date(position)))
    case .data: return .data(try archivedData(position))
    default: return try anyRecord(node, at: position)
    }
  }

  private func anyRecord(_ node: Int, at position: UnarchivingPosition) throws -> AnyArchivedObject
  {
    let name = try className(node, at: position, type: AnyArchivedObject.self)
    switch StandardLayout(className: name) {
    case .string: return .text(try archivedText(position))
    case .data: return .data(try archivedData(position))
    default: break
    }
    // What holds itself is linked to by its slot.
    if let slot = try slot(position), isBeingMade(slot) {
      return .unknown(try unknownObject(position))
    }
    guard let type = knownClass(name),
      let object = try decode(type, at: position) as? any AnyObject & Codable
    else { return .unknown(try unknownObject(position)) }
    return .instance(.init(object))
  }

  /// The class that objects of a name are made of.
  private func knownClass(_ name: String) -> (any ClassRegistry.Unarchivable.Type)? {
    let type = registry.type(named: name) ?? ClassRegistry.standard.type(named: name)
    return type is AnyClass ? type : nil
  }

  /// What the object in a slot is made of where any object is asked for; nil for plain values and
  /// unknown classes.
  func anyType(_ slot: Int) -> DecodedType? {
    let node = table.node(inSlot: slot)
    guard let record = table.record(of: node), let known = knownClass(table.records[record].name)
    else { return nil }
    return type(known)
  }

  /// The slots that an object refers to, each with a type.
  func allChildren(of node: Int, _ type: DecodedType) -> [(Int, DecodedType)] {
    var children: [(Int, DecodedType)] = []
    func add(_ value: Int) {
      guard let slot = table.reference(value), slot >= 0 else { return }
      children.append((slot, type))
    }
    for position in 0..<table.count(node) {
      let value = table.value(position, of: node)
      if table.kind(value) == .array {
        for position in 0..<table.count(value) { add(table.element(position, of: value)) }
      } else {
        add(value)
      }
    }
    return children.reversed()
  }
}
