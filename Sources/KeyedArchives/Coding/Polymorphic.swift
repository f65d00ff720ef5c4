// Values behind a protocol, or behind a superclass's name in a place where only the archive knows
// what they are: they are archived under their own class and made of what the registry has for it.
internal import PropertyLists

/// A value whose type only the archive knows: `@Polymorphic var shape: any Shape`, also an optional
/// one or an array of such.
///
/// Each value must be `Encodable`, and its type registered with the unarchiver's `ClassRegistry`;
/// anything else is an error. Instances of classes keep their identity.
@propertyWrapper
public struct Polymorphic<Value>: Codable {
  /// The value.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Makes the value of the type that is registered for its class.
  ///
  /// - Throws: `ArchiveError` with `unexpectedClass` when none is, or one that does not fit;
  ///   `DecodingError` under a decoder that is no unarchiver.
  public init(from decoder: any Decoder) throws {
    let (session, position) = try ObjectDecoder.position(of: Self.self, under: decoder)
    wrappedValue = try session.decode(polymorphic: Value.self, position)
  }

  /// Archives the value under its own class.
  ///
  /// - Throws: `ArchiveError` with `notRepresentable` when it is not `Encodable`; `EncodingError` under
  ///   an encoder that is no archiver.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    try session.encode(polymorphic: wrappedValue, position)
  }
}

extension KeyedDecodingContainer {
  /// An optional value whose key is absent is nil.
  public func decode<Value>(_ type: Polymorphic<Value?>.Type, forKey key: Key) throws
    -> Polymorphic<Value?>
  {
    try decodeIfPresent(type, forKey: key) ?? Polymorphic(wrappedValue: nil)
  }
}

/// A value that holds others whose types only the archive knows.
private protocol PolymorphicHolder {
  func archive(in session: ArchivingSession, _ position: ArchivingSession.ArchivingPosition) throws
  static func unarchive(
    in session: UnarchivingSession, _ position: UnarchivingSession.UnarchivingPosition
  ) throws
    -> Self
}

extension Optional: PolymorphicHolder {
  func archive(in session: ArchivingSession, _ position: ArchivingSession.ArchivingPosition) throws
  {
    guard let self else { return session.encodeNil(position) }
    try session.encode(polymorphic: self, position)
  }

  static func unarchive(
    in session: UnarchivingSession, _ position: UnarchivingSession.UnarchivingPosition
  ) throws
    -> Wrapped?
  {
    try session.isNil(position) ? nil : session.decode(polymorphic: Wrapped.self, position)
  }
}

extension Array: PolymorphicHolder {
  func archive(in session: ArchivingSession, _ position: ArchivingSession.ArchivingPosition) throws
  {
    let container = try session.openCollection(.array, at: position)
    for element in self {
      try session.encode(polymorphic: element, session.element(of: container))
    }
    session.closeCollection()
  }

  static func unarchive(
    in session: UnarchivingSession, _ position: UnarchivingSession.UnarchivingPosition
  ) throws
    -> [Element]
  {
    let type = session.type(ofHolder: Self.self)
    session.learn(type, at: position)
    let entry = try session.push(position, type: type)
    defer { session.pop(entry) }
    return try session.members(entry, for: Self.self).map {
      try session.decode(polymorphic: Element.self, $0)
    }
  }
}

extension ArchivingSession {
  func encode<Value>(polymorphic value: Value, _ position: ArchivingPosition) throws {
    if let holder = value as? any PolymorphicHolder {
      try holder.archive(in: self, position)
    } else if let value = value as? any Encodable {
      try encode(value, at: position)
    } else {
      throw ArchiveError(
        .notRepresentable, message: "\(type(of: value)) is not Encodable", path: path(position))
    }
  }
}

extension UnarchivingSession {
  /// What is known of a collection whose elements are of any type.
  fileprivate func type(ofHolder type: Any.Type) -> DecodedType {
    if let known = types[ObjectIdentifier(type)] { return known }
    let new = DecodedType(type) { _, _ in }
    types[ObjectIdentifier(type)] = new
    return new
  }

  func decode<Value>(polymorphic type: Value.Type, _ position: UnarchivingPosition) throws -> Value
  {
    if let holder = type as? any PolymorphicHolder.Type,
      let value = try holder.unarchive(in: self, position) as? Value
    {
      return value
    }
    let node = try target(position)
    let name = try className(node, at: position, type: type)
    // Told before anything is made: a class that is registered for other places must not run here.
    guard let registered = registry.type(named: name), isKind(registered, of: type),
      let value = try decode(registered, at: position) as? Value
    else {
      throw error(
        .unexpectedClass,
        message:
          "expected \(type), found \(PlistError.quoted(name)), which is not registered for it",
        at: position)
    }
    return value
  }
}
