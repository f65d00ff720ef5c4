// Numbers that are separate objects in archives, for programs whose classes have `NSNumber`
// properties.
internal import PropertyLists

/// A number or Boolean that is a separate object in an archive, as expected by `NSCoding` classes
/// that decode an `NSNumber` with `decodeObject(forKey:)`: `@NumberObject var age: Int`.
///
/// Without the wrapper, a number is stored in its object's field, as `encode(_:forKey:)` of an
/// `Int` writes and `decodeInteger(forKey:)` reads it. Both forms can be read with or without the
/// wrapper. Other coders encode only the number.
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
  {
    try decodeIfPresent(type, forKey: key) ?? NumberObject(wrappedValue: nil)
  }
}
