// Numbers that are objects of their own in archives, for programs whose classes hold NSNumbers.
internal import PropertyLists

/// A number or Boolean that is an object of its own in an archive, as `NSCoding` classes expect it
/// that decode an `NSNumber` with `decodeObject(forKey:)`: `@NumberObject var age: Int`.
///
/// Without the wrapper a number stands in its object's field, which is what `encode(_:forKey:)` of an
/// `Int` writes and `decodeInteger(forKey:)` reads. Reading takes both forms either way. Other coders
/// see the number alone.
@propertyWrapper
public struct NumberObject<Value: Codable>: Codable {
  /// The number.
  public var wrappedValue: Value

  /// Wraps a number.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Reads the number.
  ///
  /// - Throws: What reading a number throws.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }

  /// Archives the number.
  ///
  /// - Throws: What writing a number throws.
  public func encode(to encoder: any Encoder) throws {
    guard encoder is ObjectEncoder else {
      var container = encoder.singleValueContainer()
      return try container.encode(wrappedValue)
    }
    let (session, position) = try ObjectEncoder.position(of: wrappedValue, under: encoder)
    try session.encode(numberObject: wrappedValue, position)
  }
}

extension NumberObject: Sendable where Value: Sendable {}
extension NumberObject: Equatable where Value: Equatable {}
extension NumberObject: Hashable where Value: Hashable {}

extension KeyedDecodingContainer {
  /// An optional number whose key is absent is nil.
  public func decode<Value>(_ type: NumberObject<Value?>.Type, forKey key: Key) throws
    -> NumberObject<Value?>
  {
    try decodeIfPresent(type, forKey: key) ?? NumberObject(wrappedValue: nil)
  }
}

extension ArchivingSession {
  /// Adds a reference to the object of a number; anything else is encoded as ever.
  fileprivate func encode<T: Encodable>(numberObject value: T, _ position: ArchivingPosition) throws
  {
    let object: UInt32? =
      switch value {
      case let value as Bool: builder.object(value)
      case let value as Double: builder.object(value)
      case let value as Float: builder.object(value)
      case let value as any FixedWidthInteger:
        Int128(exactly: value).map { builder.object(PlistInteger($0)) }
      default: nil
      }
    guard let object else { return try encode(value, at: position) }
    builder.addReference(object, at: position.slot)
  }
}
