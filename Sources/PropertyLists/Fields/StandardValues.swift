// The standard types that are coded directly.

extension Bool: PlistCodable {
  /// Decodes a Boolean.
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> Bool
  { try reader.bool(value) }

  /// Encodes a Boolean.
  public func encode(to writer: inout PlistFieldWriter) throws { try writer.add(self) }
}

extension String: PlistCodable {
  /// Decodes a string.
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> String
  { try reader.string(value) }

  /// Encodes a string.
  public func encode(to writer: inout PlistFieldWriter) throws { try writer.add(self) }
}

extension Double: PlistCodable {
  /// Decodes a real, or an integer as a real.
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> Double
  { try reader.real(value) }

  /// Encodes a real.
  public func encode(to writer: inout PlistFieldWriter) throws { try writer.add(self) }

  /// Encodes an array of reals.
  public static func encodeElements(_ values: [Double], to writer: inout PlistFieldWriter) throws {
    try writer.add(values)
  }
}

extension Float: PlistCodable {
  /// Decodes a real, or an integer as a real.
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> Float
  { try reader.single(value) }

  /// Encodes a real.
  public func encode(to writer: inout PlistFieldWriter) throws { try writer.add(self) }
}

extension Date: PlistCodable {
  /// Decodes a date.
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> Date
  { try reader.date(value) }

  /// Encodes a date.
  public func encode(to writer: inout PlistFieldWriter) throws { try writer.add(self) }
}

extension Data: PlistCodable {
  /// Decodes data.
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> Data
  { try reader.data(value) }

  /// Encodes data.
  public func encode(to writer: inout PlistFieldWriter) throws { try writer.add(self) }
}

// MARK: Integers

extension PlistCodable where Self: FixedWidthInteger {
  /// Decodes an integer that fits in the type.
  @inlinable
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> Self
  { try reader.integer(value) }

  /// Encodes an integer that fits in 64 bits.
  @inlinable
  public func encode(to writer: inout PlistFieldWriter) throws {
    if let value = Int64(exactly: self) { return try writer.add(value) }
    guard let value = UInt64(exactly: self) else { throw writer.irregular }
    try writer.add(value)
  }
}

extension Int: PlistCodable {
  /// Encodes an array of integers.
  public static func encodeElements(_ values: [Int], to writer: inout PlistFieldWriter) throws {
    try writer.add(values)
  }
}

extension Int8: PlistCodable {}
extension Int16: PlistCodable {}
extension Int32: PlistCodable {}
extension Int64: PlistCodable {}
extension UInt: PlistCodable {}
extension UInt8: PlistCodable {}
extension UInt16: PlistCodable {}
extension UInt32: PlistCodable {}
extension UInt64: PlistCodable {}

// MARK: Enums

extension PlistCodable where Self: RawRepresentable, RawValue: PlistCodable {
  /// Decodes the raw value.
  @inlinable
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> Self
  {
    guard let known = Self(rawValue: try RawValue.decode(value, from: reader)) else {
      throw reader.irregular
    }
    return known
  }

  /// Encodes the raw value.
  @inlinable
  public func encode(to writer: inout PlistFieldWriter) throws { try rawValue.encode(to: &writer) }
}

// MARK: Generic types

extension Optional: PlistCodable where Wrapped: PlistCodable {
  /// Decodes nil, or a value.
  @inlinable
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> Wrapped?
  { reader.isNil(value) ? nil : try Wrapped.decode(value, from: reader) }

  /// Encodes nil, or a value.
  @inlinable
  public func encode(to writer: inout PlistFieldWriter) throws {
    guard let self else { return try writer.addNil() }
    try self.encode(to: &writer)
  }
}

extension Array: PlistCodable where Element: PlistCodable {
  /// Decodes the elements.
  @inlinable
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> [Element]
  {
    if reader.isArchived() { return try reader.decodeArchived(value) }
    return try Element.decodeElements(reader.array(value), from: reader)
  }

  /// Encodes the elements.
  @inlinable
  public func encode(to writer: inout PlistFieldWriter) throws {
    try Element.encodeElements(self, to: &writer)
  }
}

extension Dictionary: PlistCodable where Key == String, Value: PlistCodable {
  /// Decodes the pairs of a dictionary whose keys are strings that Swift can tell apart.
  @inlinable
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> [String: Value]
  {
    if reader.isArchived() { return try reader.decodeArchived(value) }
    let pairs = try reader.pairs(value)
    var values = [String: Value](minimumCapacity: pairs.capacity)
    for index in 0..<pairs.count {
      let key = try reader.key(index, of: pairs)
      values[key] = try Value.decode(reader.value(index, of: pairs), from: reader)
    }
    if values.count < pairs.count { throw reader.irregular }
    return values
  }

  /// Encodes the pairs.
  @inlinable
  public func encode(to writer: inout PlistFieldWriter) throws {
    try writer.encodePairs(self)
  }
}
