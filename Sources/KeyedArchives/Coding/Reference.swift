// Links that may be part of a cycle, for classes whose coding the compiler writes.

/// A strong link to an object that may lead back here: `@Reference var parent: Parent?`.
///
/// The link is archived like any other. When the archive is read it is nil until its target is whole;
/// `UnarchivingObserver` tells when all links are filled. Coders other than the archiver refuse it:
/// they would follow the cycle for ever.
///
/// A chain of such links of any length is freed without recursion.
@propertyWrapper
public struct Reference<Target: AnyObject & Codable>: Codable {
  private var box: LinkBox<Target>

  /// The object, or nil.
  public var wrappedValue: Target? {
    get { box.target }
    set { box = LinkBox(newValue) }
  }

  /// A link to an object, or to none.
  public init(wrappedValue: Target?) { box = LinkBox(wrappedValue) }

  /// Makes a link that is filled later.
  ///
  /// - Throws: `DecodingError` under a decoder that is no unarchiver.
  public init(from decoder: any Decoder) throws {
    box = LinkBox(nil)
    try ObjectDecoder.under(decoder, type: Self.self).link(box)
  }

  /// Archives the link.
  ///
  /// - Throws: `EncodingError` under an encoder that is no archiver.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    try archive(in: session, position)
  }
}

/// A weak link to an object that others keep: `@WeakReference var owner: Owner?`.
///
/// It does not take its target into the archive: when nothing else there refers to the target, the
/// link is nil after reading. Else it is filled as `Reference` is.
@propertyWrapper
public struct WeakReference<Target: AnyObject & Codable>: Codable {
  private var box: WeakBox<Target>

  /// The object, while others keep it; or nil.
  public var wrappedValue: Target? {
    get { box.target }
    set { box = WeakBox(newValue) }
  }

  /// A link to an object, or to none.
  public init(wrappedValue: Target?) { box = WeakBox(wrappedValue) }

  /// Makes a link that is filled later.
  ///
  /// - Throws: `DecodingError` under a decoder that is no unarchiver.
  public init(from decoder: any Decoder) throws {
    let box = WeakBox<Target>(nil)
    try ObjectDecoder.under(decoder, type: Self.self).link(Target.self) { box.target = $0 }
    self.box = box
  }

  /// Archives the link, which alone does not archive its target.
  ///
  /// - Throws: `EncodingError` under an encoder that is no archiver.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    try archive(in: session, position)
  }
}

extension KeyedDecodingContainer {
  /// A link whose key is absent is nil.
  public func decode<Target>(_ type: Reference<Target>.Type, forKey key: Key) throws
    -> Reference<Target>
  {
    try decodeIfPresent(type, forKey: key) ?? Reference(wrappedValue: nil)
  }

  /// A link whose key is absent is nil.
  public func decode<Target>(_ type: WeakReference<Target>.Type, forKey key: Key) throws
    -> WeakReference<Target>
  {
    try decodeIfPresent(type, forKey: key) ?? WeakReference(wrappedValue: nil)
  }
}

/// What a weak link holds.
private final class WeakBox<Target: AnyObject> {
  weak var target: Target?

  init(_ target: Target?) { self.target = target }
}

extension ObjectEncoder {
  /// The archiver's encoder behind any encoder.
  static func under(_ encoder: any Encoder, value: some Any) throws -> ObjectEncoder {
    if let encoder = encoder as? ObjectEncoder { return encoder }
    throw EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "\(type(of: value)) can only be encoded by a KeyedArchiver"))
  }

  /// The archiver's session behind any encoder, and the place for the single value that encodes itself.
  static func position<Value>(of value: Value, under encoder: any Encoder) throws
    -> (session: ArchivingSession, position: ArchivingSession.ArchivingPosition)
  {
    let encoder = try under(encoder, value: value)
    return (
      encoder.session, try encoder.session.singleValuePosition(encoder.entry, type: Value.self)
    )
  }

  /// The archiver's session behind any encoder, and the fields of the object that encodes itself.
  static func record<Value>(of value: Value, under encoder: any Encoder) throws
    -> (session: ArchivingSession, container: ArchivingSession.ArchivingEntry)
  {
    let encoder = try under(encoder, value: value)
    guard let container = encoder.session.container(.record, entry: encoder.entry) else {
      throw encoder.session.secondValue(encoder.entry, type: Value.self)
    }
    return (encoder.session, container)
  }
}

/// A link of an object, which is archived as a reference.
protocol LinkArchiving {
  /// Adds the reference.
  func archive(in session: ArchivingSession, _ position: ArchivingSession.ArchivingPosition) throws
}

extension Reference: LinkArchiving {
  /// Adds the reference. A link that was not followed since it was read from the same store stays a
  /// number.
  func archive(in session: ArchivingSession, _ position: ArchivingSession.ArchivingPosition) throws
  {
    if let stored = box.stored, stored.store === session.store {
      return try session.encode(
        number: stored.number, session.types.record(of: Target.self), at: position)
    }
    try session.encode(linkOrNumber: box.target, position, strength: .link)
  }
}

extension WeakReference: LinkArchiving {
  func archive(in session: ArchivingSession, _ position: ArchivingSession.ArchivingPosition) throws
  {
    try session.encode(linkOrNumber: box.target, position, strength: .conditional)
  }
}

extension ObjectDecoder {
  /// The unarchiver's decoder behind any decoder.
  static func under(_ decoder: any Decoder, type: Any.Type) throws -> ObjectDecoder {
    if let decoder = decoder as? ObjectDecoder { return decoder }
    throw DecodingError.typeMismatch(
      type,
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "\(type) can only be decoded by a KeyedUnarchiver"))
  }

  /// The unarchiver's session behind any decoder, and the place of the single value that decodes itself.
  static func position(of type: Any.Type, under decoder: any Decoder) throws
    -> (session: UnarchivingSession, position: UnarchivingSession.UnarchivingPosition)
  {
    let decoder = try under(decoder, type: type)
    return (decoder.session, try decoder.session.singleValuePosition(decoder.entry))
  }

  /// Has a strong link filled once its target is complete, or when it is followed where a store has it.
  func link<Target: AnyObject & Decodable>(_ box: LinkBox<Target>) throws {
    let position = try session.singleValuePosition(entry)
    if let store = session.store, let slot = try session.slot(position),
      let number = session.storedNumber(slot)
    {
      return box.store(.init(number: number, store: store))
    }
    try session.link(Target.self, at: position) { box.target = $0 }
  }

  /// Has a link filled once its target is whole.
  func link<Target: AnyObject & Decodable>(
    _ type: Target.Type, fill: @escaping (Target) -> Void
  ) throws {
    try session.link(type, at: session.singleValuePosition(entry), fill: fill)
  }
}
