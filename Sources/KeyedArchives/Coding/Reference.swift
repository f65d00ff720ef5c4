// Links that may be part of a cycle, for classes with synthesized coding.

/// A strong link to an object that may refer back to this one: `@Reference var parent: Parent?`.
///
/// The link is archived like any other value. During unarchiving it is nil until its target is
/// complete; `UnarchivingObserver` reports when all links are set. Coders other than the archiver
/// reject the link, because they would follow the cycle endlessly.
///
/// A chain of such links of any length is freed without recursion.
@propertyWrapper
public struct Reference<Target: AnyObject & Codable>: Codable, LinkArchiving {
  private var box: LinkBox<Target>

  /// The object, or nil.
  public var wrappedValue: Target? {
    get { box.target }
    set { box = LinkBox(newValue) }
  }

  /// Creates a link to an object, or an empty link.
  public init(wrappedValue: Target?) { box = LinkBox(wrappedValue) }

  /// Creates a link that is set later.
  ///
  /// - Throws: `DecodingError` if the decoder is not an unarchiver.
  public init(from decoder: any Decoder) throws {
    let box = LinkBox<Target>(nil)
    self.box = box
    let (session, position) = try ObjectDecoder.position(of: Self.self, under: decoder)
    if let store = session.store, let slot = try session.slot(position),
      let number = session.storedNumber(slot)
    {
      // The target is loaded when the link is followed.
      box.store(.init(number: number, store: store))
      return
    }
    try session.link(Target.self, at: position) { box.target = $0 }
  }

  /// Archives the link.
  ///
  /// - Throws: `EncodingError` if the encoder is not an archiver.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    try archive(in: session, position)
  }

  /// Adds the reference: a number for a link from the same store that was never followed.
  func archive(in session: ArchivingSession, _ position: ArchivingPosition) throws {
    if let stored = box.stored, stored.store === session.store {
      return try session.encode(
        number: stored.number, session.types.record(of: Target.self), at: position)
    }
    try session.encode(linkOrNumber: box.target, position, strength: .strong)
  }
}

/// A weak link to an object that something else retains: `@WeakReference var owner: Owner?`.
///
/// The link does not add its target to the archive: if nothing else there refers to the target, the
/// link is nil after unarchiving. Otherwise it is set like a `Reference`.
@propertyWrapper
public struct WeakReference<Target: AnyObject & Codable>: Codable, LinkArchiving {
  private var box: WeakBox<Target>

  /// The object as long as something else retains it; otherwise nil.
  public var wrappedValue: Target? {
    get { box.target }
    set { box = WeakBox(newValue) }
  }

  /// Creates a link to an object, or an empty link.
  public init(wrappedValue: Target?) { box = WeakBox(wrappedValue) }

  /// Creates a link that is set later.
  ///
  /// - Throws: `DecodingError` if the decoder is not an unarchiver.
  public init(from decoder: any Decoder) throws {
    let box = WeakBox<Target>(nil)
    self.box = box
    let (session, position) = try ObjectDecoder.position(of: Self.self, under: decoder)
    try session.link(Target.self, at: position) { box.target = $0 }
  }

  /// Archives the link; this alone does not archive its target.
  ///
  /// - Throws: `EncodingError` if the encoder is not an archiver.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    try archive(in: session, position)
  }

  func archive(in session: ArchivingSession, _ position: ArchivingPosition) throws {
    try session.encode(linkOrNumber: box.target, position, strength: .conditional)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a link; an absent key yields nil.
  public func decode<Target>(_ type: Reference<Target>.Type, forKey key: Key) throws -> Reference<
    Target
  > { try decodeIfPresent(type, forKey: key) ?? Reference(wrappedValue: nil) }

  /// Decodes a link; an absent key yields nil.
  public func decode<Target>(_ type: WeakReference<Target>.Type, forKey key: Key) throws
    -> WeakReference<Target>
  { try decodeIfPresent(type, forKey: key) ?? WeakReference(wrappedValue: nil) }
}

/// The storage of a weak link.
private final class WeakBox<Target: AnyObject> {
  weak var target: Target?

  init(_ target: Target?) { self.target = target }
}

extension ObjectEncoder {
  /// Returns an encoder as the archiver's own type; throws if it is another encoder.
  static func under(_ encoder: any Encoder, value: some Any) throws -> ObjectEncoder {
    if let own = own(encoder) { return own }
    throw EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "\(type(of: value)) can only be encoded by a KeyedArchiver"))
  }

  /// An encoder as the archiver's own type; nil for another encoder. Avoids a cast.
  private static func own(_ encoder: some Encoder) -> ObjectEncoder? {
    Swift.type(of: encoder) == ObjectEncoder.self
      ? sameType(encoder, as: ObjectEncoder.self) : nil
  }

  /// The session of the archiver's encoder, and the position of the value that encodes itself.
  static func position<Value>(of value: Value, under encoder: any Encoder) throws -> (
    session: ArchivingSession, position: ArchivingPosition
  ) {
    let encoder = try under(encoder, value: value)
    return (
      encoder.session, try encoder.session.singleValuePosition(encoder.entry, type: Value.self)
    )
  }

  /// The session of the archiver's encoder, and the fields of the object that encodes itself.
  static func record<Value>(of value: Value, under encoder: any Encoder) throws -> (
    session: ArchivingSession, container: ArchivingEntry
  ) {
    let encoder = try under(encoder, value: value)
    guard let container = encoder.session.container(.record, entry: encoder.entry) else {
      throw encoder.session.secondValue(encoder.entry, type: Value.self)
    }
    return (encoder.session, container)
  }
}

/// A link from an object, archived as a reference.
protocol LinkArchiving {
  /// Adds the reference.
  func archive(in session: ArchivingSession, _ position: ArchivingPosition) throws
}

extension ObjectDecoder {
  /// Returns a decoder as the unarchiver's own type; throws if it is another decoder.
  static func under(_ decoder: any Decoder, type: Any.Type) throws -> ObjectDecoder {
    if let own = own(decoder) { return own }
    throw DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "\(type) can only be decoded by a KeyedUnarchiver"))
  }

  /// A decoder as the unarchiver's own type; nil for another decoder. Avoids a cast.
  private static func own(_ decoder: some Decoder) -> ObjectDecoder? {
    Swift.type(of: decoder) == ObjectDecoder.self
      ? sameType(decoder, as: ObjectDecoder.self) : nil
  }

  /// The session of the unarchiver's decoder, and the position of the value that decodes itself.
  static func position(of type: Any.Type, under decoder: any Decoder) throws -> (
    session: UnarchivingSession, position: ValuePosition
  ) {
    let decoder = try under(decoder, type: type)
    return (decoder.session, try decoder.session.singleValuePosition(decoder.entry))
  }
}
