// Property wrappers: numbers that are separate objects, as programs with `NSNumber` properties
// expect, and values declared as a protocol or a superclass. The latter are archived under their
// own class and decoded as the type registered for it.
internal import PropertyLists

/// A number or Boolean that is a separate object in an archive, as expected by `NSCoding` classes
/// that decode an `NSNumber` with `decodeObject(forKey:)`: `@NumberObject var age: Int`.
///
/// Without the wrapper, a number is stored in its object's field, as `encode(_:forKey:)` writes an
/// `Int` and `decodeInteger(forKey:)` reads it. Both forms can be read with or without the wrapper.
/// Other coders encode only the number.
@propertyWrapper
public struct NumberObject<Value: Codable>: Codable {
  /// The number.
  public var wrappedValue: Value

  /// Wraps a number.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Reads the number.
  ///
  /// - Throws: The errors of reading a number.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }

  /// Archives the number.
  ///
  /// - Throws: The errors of writing a number.
  public func encode(to encoder: any Encoder) throws {
    guard encoder is ObjectEncoder else {
      var container = encoder.singleValueContainer()
      return try container.encode(wrappedValue)
    }
    let (session, position) = try ObjectEncoder.position(of: wrappedValue, under: encoder)
    let builder = session.builder
    let object: UInt32? =
      switch wrappedValue {
      case let value as Bool: builder.object(value)
      case let value as Double: builder.object(value)
      case let value as Float: builder.object(value)
      case let value as any FixedWidthInteger:
        Int128(exactly: value).map { builder.object(PlistInteger($0)) }
      default: nil
      }
    guard let object else { return try session.encode(wrappedValue, at: position) }
    builder.addReference(object, at: position.slot)
  }
}

extension NumberObject: Sendable where Value: Sendable {}
extension NumberObject: Equatable where Value: Equatable {}
extension NumberObject: Hashable where Value: Hashable {}

extension KeyedDecodingContainer {
  /// Decodes an optional number; an absent key yields nil.
  public func decode<Value>(_ type: NumberObject<Value?>.Type, forKey key: Key) throws
    -> NumberObject<Value?>
  { try decodeIfPresent(type, forKey: key) ?? NumberObject(wrappedValue: nil) }

  /// Decodes an optional value; an absent key yields nil.
  public func decode<Value>(_ type: Polymorphic<Value?>.Type, forKey key: Key) throws
    -> Polymorphic<Value?>
  { try decodeIfPresent(type, forKey: key) ?? Polymorphic(wrappedValue: nil) }
}

/// A value whose type is recorded only in the archive: `@Polymorphic var shape: any Shape`. The
/// value may also be optional, or an array of such values.
///
/// Each value must be `Encodable`, and its type must be registered in the unarchiver's
/// `ClassRegistry`; otherwise an error is thrown. Class instances keep their identity.
@propertyWrapper
public struct Polymorphic<Value>: Codable {
  /// The value.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Creates the value as the type that is registered for its class.
  ///
  /// - Throws: `ArchiveError` with `unexpectedClass` if no matching type is registered;
  ///   `DecodingError` if the decoder is not an unarchiver.
  public init(from decoder: any Decoder) throws {
    let (session, position) = try ObjectDecoder.position(of: Self.self, under: decoder)
    wrappedValue = try session.decode(polymorphic: Value.self, position)
  }

  /// Archives the value under its own class.
  ///
  /// - Throws: `ArchiveError` with `notRepresentable` if it is not `Encodable`; `EncodingError` if
  ///   the encoder is not an archiver.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    try session.encode(polymorphic: wrappedValue, position)
  }
}

/// A value that contains others whose types are recorded only in the archive.
private protocol PolymorphicHolder {
  func archive(in session: ArchivingSession, _ position: ArchivingPosition) throws
  static func unarchive(in session: UnarchivingSession, _ position: ValuePosition) throws -> Self
}

extension Optional: PolymorphicHolder {
  func archive(in session: ArchivingSession, _ position: ArchivingPosition) throws {
    guard let self else { return session.encodeNil(position) }
    try session.encode(polymorphic: self, position)
  }

  static func unarchive(in session: UnarchivingSession, _ position: ValuePosition) throws
    -> Wrapped?
  { try session.isNil(position) ? nil : session.decode(polymorphic: Wrapped.self, position) }
}

extension Array: PolymorphicHolder {
  func archive(in session: ArchivingSession, _ position: ArchivingPosition) throws {
    let container = try session.openCollection(.array, at: position)
    for element in self { try session.encode(polymorphic: element, session.element(of: container)) }
    session.closeCollection()
  }

  static func unarchive(in session: UnarchivingSession, _ position: ValuePosition) throws
    -> [Element]
  {
    let identity = ObjectIdentifier(Self.self)
    let type = session.types[identity] ?? DecodedType(Self.self) { _, _ in }
    session.types[identity] = type
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
  func decode<Value>(polymorphic type: Value.Type, _ position: ValuePosition) throws -> Value {
    if let holder = type as? any PolymorphicHolder.Type,
      let value = try holder.unarchive(in: self, position) as? Value
    {
      return value
    }
    let node = try target(position)
    let name = try className(node, at: position, type: type)
    // Checked before anything is created: a class registered for other purposes must not run.
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
