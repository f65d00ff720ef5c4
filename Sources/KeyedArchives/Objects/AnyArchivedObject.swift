// Any object of an archive: plain values, objects of known classes, and other objects.
public import PropertyLists

/// Any object of an archive.
///
/// Decoding creates an object of a class in the unarchiver's `ClassRegistry`, of a standard class,
/// or otherwise an `UnknownObject`; it never fails because of a missing class.
public enum AnyArchivedObject: Codable, AnyClassRequest {
  /// Nil.
  case none
  /// A Boolean.
  case bool(Bool)
  /// An integer.
  case integer(PlistInteger)
  /// A double-precision floating-point number.
  case real(Double)
  /// A single-precision floating-point number.
  case single(Float)
  /// Text.
  case text(ArchivedText)
  /// Bytes.
  case data(ArchivedData)
  /// An object of a standard class or a registered class.
  case instance(Instance)
  /// An object of another class.
  case unknown(UnknownObject)

  /// A reference to an object of a known class. Chains of any length are freed without recursion.
  public struct Instance {
    private let box: ObjectBox

    /// Creates a reference to an object.
    public init(_ object: any AnyObject & Codable) { box = ObjectBox(object) }

    /// The object.
    public var object: any AnyObject & Codable { box.target ?? ArchivedNull() }
  }

  /// Creates an object of a known class.
  public static func object(_ object: any AnyObject & Codable) -> AnyArchivedObject {
    .instance(Instance(object))
  }

  /// Creates plain text as a separate object.
  public static func text(_ string: String) -> AnyArchivedObject { .text(ArchivedText(string)) }

  /// The object of a known class; nil for other objects.
  public var object: (any AnyObject & Codable)? {
    if case .instance(let instance) = self { instance.object } else { nil }
  }
  /// Returns the object as an instance of a class; nil for other objects.
  public func object<Object: AnyObject>(as type: Object.Type) -> Object? { object as? Object }
  /// The text; nil for other objects.
  public var string: String? { if case .text(let text) = self { text.string } else { nil } }
  /// The object of an unknown class; nil for other objects.
  public var unknown: UnknownObject? { if case .unknown(let object) = self { object } else { nil } }
  /// The number; nil for other objects.
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

  /// Reads any object from an archive.
  ///
  /// - Throws: `ArchiveError` for an object whose fields do not match its class; `DecodingError` if
  ///   the decoder is not an unarchiver.
  public init(from decoder: any Decoder) throws {
    let (session, position) = try ObjectDecoder.position(of: Self.self, under: decoder)
    self = try session.anyObject(position)
  }

  /// Archives the object under its own class.
  ///
  /// - Throws: `EncodingError` if the encoder is not an archiver; any error that the object throws.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    let builder = session.builder
    switch self {
    case .none: session.encodeNil(position)
    case .bool(let value): builder.addReference(builder.object(value), at: position.slot)
    case .integer(let value): builder.addReference(builder.object(value), at: position.slot)
    case .real(let value): builder.addReference(builder.object(value), at: position.slot)
    case .single(let value): builder.addReference(builder.object(value), at: position.slot)
    case .text(let value): session.encode(value, at: position)
    case .data(let value): session.encode(value, at: position)
    case .instance(let value): try session.encode(value.object, at: position)
    case .unknown(let value): session.encode(value, at: position, strength: .strong)
    }
  }

  static func type(named name: String, in registry: ClassRegistry) -> (
    any ClassRegistry.Unarchivable.Type
  )? {
    let type = registry.type(named: name) ?? ClassRegistry.standard.type(named: name)
    return type is AnyClass ? type : nil
  }
}

extension UnarchivingSession {
  fileprivate func anyObject(_ position: ValuePosition) throws -> AnyArchivedObject {
    if try isNil(position) { return .none }
    let node = try target(position)
    switch table.kind(node) {
    case .bool: return .bool(table.bool(node) ?? false)
    case .integer: return .integer(table.integer(node) ?? 0)
    case .real: return table.single(node).map { .single($0) } ?? .real(table.real(node) ?? 0)
    case .string: return .text(try archivedText(position))
    case .date: return .object(ArchivedDate(try date(position)))
    case .data: return .data(try archivedData(position))
    default: break
    }
    let name = try className(node, at: position, type: AnyArchivedObject.self)
    let layout = StandardLayout(className: name)
    if layout == .string { return .text(try archivedText(position)) }
    if layout == .data { return .data(try archivedData(position)) }
    // An object that contains itself is linked by its slot.
    guard try !isUnfinished(position), let type = AnyArchivedObject.type(named: name, in: registry),
      let object = try decode(type, at: position) as? any AnyObject & Codable
    else { return .unknown(try unknownObject(position)) }
    return .instance(.init(object))
  }
}
