// The macro that makes a type conform to `PlistFieldCodable`, together with the module that declares
// the protocol.

@_exported public import PropertyLists

/// Makes a type `Codable`, and lets property lists be converted to and from it directly, by numbered
/// fields.
///
///     @PlistCodable
///     struct Card {
///       var question: String
///       var answer: String
///       var due: Date?
///     }
///
/// A struct or class gets a conformance to `PlistFieldCodable`, an enum with raw values one to
/// `PlistCodable`. The fields are those that Swift's synthesis of `Codable` codes, under the same
/// keys and in the same order: the stored properties, or the cases of a nested enum `CodingKeys`.
///
/// - A constant with an initial value is encoded and not decoded. Static, computed and `lazy`
///   properties are not coded. Of a property with a wrapper, the wrapper is coded.
/// - `CodingKeys` must be part of the type's own declaration, because a macro does not see its
///   extensions.
/// - The type must not implement `init(from: Decoder)` or `encode(to: Encoder)` itself, not even in
///   an extension: both protocols must have the same meaning.
/// - A class with subclasses must declare `Codable` itself. A subclass of a class with this attribute
///   overrides `plistFields`, `init(from:)` and `encode(field:to:)` by hand.
/// - The parameters of a generic type must conform to `Codable` in the type's declaration, or to
///   `PlistCodable`, for values that are coded directly as well.
@attached(
  member, conformances: Decodable, Encodable, PlistCodable, PlistFieldCodable,
  names: named(init(from:)), named(plistFields), named(ownPlistFields), named(encode(field:to:)))
@attached(peer, names: prefixed(plistFieldsOf))
@attached(
  extension, conformances: Decodable, Encodable, PlistCodable, PlistFieldCodable,
  names: named(init(from:)), named(plistFields), named(encode(field:to:)))
public macro PlistCodable() =
  #externalMacro(module: "PlistCodableMacros", type: "PlistCodableMacro")
