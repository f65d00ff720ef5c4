// The protocols of types that are coded by numbered fields: the same values, bytes and errors as
// with `Codable`, without its containers.

/// A `Codable` type that property lists can also be converted to and from directly, without
/// `Codable`'s containers, which take most of the time.
///
/// Structs and classes conform through ``PlistFieldCodable``, and enums with raw values need only
/// the conformance. Numbers, `Bool`, `String`, `Date`, `Data`, and optionals, arrays and
/// dictionaries of such types conform already. `PlistDecoder` and `PlistEncoder` use the conformance
/// if they are called with a type that is known to have it; keyed archives use it for all classes
/// that conform through ``PlistFieldCodable``.
///
/// Direct coding only ever accepts. If an input or a value is unusual in any way (a field is missing,
/// a value is of another kind, a limit is near), the whole value is coded once more by `Codable`,
/// which returns the result or throws the error. A type's own `init(from:)` and `encode(to:)`
/// therefore must have the same meaning in both protocols, and no side effects.
public protocol PlistCodable: Codable {
  /// Decodes a value.
  ///
  /// - Throws: Any error, if `Codable` should decode the value.
  static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader) throws
    -> Self

  /// Encodes the value as the next value of the writer.
  ///
  /// - Throws: Any error, if `Codable` should encode the value.
  func encode(to writer: inout PlistFieldWriter) throws

  /// Encodes an array of values. The default implementation encodes one after another.
  static func encodeElements(_ values: [Self], to writer: inout PlistFieldWriter) throws
}

/// A type with numbered fields, which become the pairs of a dictionary.
///
///     extension Card: PlistFieldCodable {
///       static let plistFields = PlistFields("question", "answer", "due")
///
///       init(from fields: borrowing PlistFieldReader) throws {
///         question = try fields.decode(0)
///         answer = try fields.decode(1)
///         due = try fields.decodeIfPresent(2)
///       }
///
///       func encode(field: Int, to writer: inout PlistFieldWriter) throws {
///         switch field {
///         case 0: try writer.encode(question)
///         case 1: try writer.encode(answer)
///         default: try writer.encodeIfPresent(due)
///         }
///       }
///     }
///
/// The macro `@PlistCodable`, in a package of its own, writes such an extension.
public protocol PlistFieldCodable: PlistCodable {
  /// The names of the fields, which are the keys in the dictionary. For the same bytes as with
  /// `Codable`, the order must be that in which `encode(to:)` encodes them. A subclass with more
  /// fields overrides this property; its names begin with those of its superclass.
  static var plistFields: PlistFields { get }

  /// Creates a value from its fields.
  ///
  /// - Throws: Any error, if `init(from: Decoder)` should decode the value.
  init(from fields: borrowing PlistFieldReader) throws

  /// Encodes one field: calls one of the writer's functions once.
  ///
  /// - Parameters:
  ///   - field: The number of the field, from 0.
  ///   - writer: The writer, whose next value is that of the field.
  /// - Throws: Any error, if `encode(to: Encoder)` should encode the value.
  func encode(field: Int, to writer: inout PlistFieldWriter) throws
}

extension PlistCodable {
  /// Decodes the elements one after another. Not a requirement, because a class with subclasses
  /// could not meet it.
  @inlinable
  public static func decodeElements(
    _ array: PlistFieldArray, from reader: borrowing PlistFieldReader
  ) throws -> [Self] {
    var values: [Self] = []
    values.reserveCapacity(array.capacity)
    for index in 0..<array.count {
      values.append(try decode(reader.element(index, of: array), from: reader))
    }
    return values
  }

  /// Encodes an array, one element after another.
  @inlinable
  public static func encodeElements(_ values: [Self], to writer: inout PlistFieldWriter) throws {
    if writer.isArchived { return try writer.encodeArchived(values) }
    let scope = try writer.beginElements(count: values.count)
    // A span does not copy the elements.
    let elements = values.span
    for index in elements.indices {
      try writer.nextKnownElement()
      try elements[index].encode(to: &writer)
    }
    writer.endArray(scope)
  }
}

extension PlistFieldCodable {
  /// Decodes a dictionary.
  @inlinable
  public static func decode(_ value: PlistFieldValue, from reader: borrowing PlistFieldReader)
    throws
    -> Self
  {
    if reader.isArchived() { return try reader.decodeArchived(value) }
    return try Self(from: reader.fields(plistFields, of: value))
  }

  /// Encodes a dictionary.
  @inlinable
  public func encode(to writer: inout PlistFieldWriter) throws {
    if writer.isArchived { return try writer.encodeArchived(self) }
    let outer = try writer.beginFields(type(of: self).plistFields)
    while let field = writer.nextField() { try encode(field: field, to: &writer) }
    writer.endFields(outer)
  }
}
