// Manual coding in the style of `NSCoding`: an object writes and reads fields under keys.
internal import PropertyLists

/// A type that writes and reads its fields itself, as `NSCoding` types do in Objective-C.
///
/// Such a type is also `Codable`, so that arrays, dictionaries and other types can contain it;
/// coders other than the archiver reject it.
public protocol KeyedCoding: Codable {
  /// Reads the fields. Objects that may refer back to this object are linked, not decoded: see
  /// `UnarchivingCoder.link(_:to:of:)`.
  init(coder: UnarchivingCoder) throws

  /// Writes the fields, except transient ones.
  func encode(with coder: ArchivingCoder) throws
}

extension KeyedCoding {
  /// Reads the fields.
  ///
  /// - Throws: `DecodingError` if the decoder is not an unarchiver.
  public init(from decoder: any Decoder) throws {
    let decoder = try ObjectDecoder.under(decoder, type: Self.self)
    try self.init(
      coder: UnarchivingCoder(decoder: decoder, fields: try decoder.session.fields(decoder.entry)))
  }

  /// Writes the fields.
  ///
  /// - Throws: `EncodingError` if the encoder is not an archiver.
  public func encode(to encoder: any Encoder) throws {
    let (session, container) = try ObjectEncoder.record(of: self, under: encoder)
    try encode(with: ArchivingCoder(session: session, container: container))
  }
}

/// Writes the fields of one object.
public struct ArchivingCoder {
  let session: ArchivingSession
  let container: ArchivingEntry

  func position(_ key: String) -> ArchivingPosition { session.position(key, in: container) }

  /// Writes a number, text, collection, value or object. Numbers and Booleans are stored in the
  /// field; any other value is an object that the field refers to.
  public func encode<T: Encodable>(_ value: T, forKey key: String) throws {
    try session.encode(value, at: position(key))
  }

  /// Writes text.
  public func encode(_ value: String, forKey key: String) throws {
    session.encode(value, at: position(key))
  }

  /// Writes a Boolean into the field.
  public func encode(_ value: Bool, forKey key: String) throws {
    session.encode(value, at: position(key))
  }

  /// Writes an integer into the field.
  public func encode(_ value: Int, forKey key: String) throws {
    session.encode(Int64(value), at: position(key))
  }

  /// Writes a real number into the field.
  public func encode(_ value: Double, forKey key: String) throws {
    session.encode(value, at: position(key))
  }

  /// Writes a value or nil.
  public func encode<T: Encodable>(_ value: T?, forKey key: String) throws {
    guard let value else { return session.encodeNil(position(key)) }
    try session.encode(value, at: position(key))
  }

  /// Writes a link that may refer back to this object; unarchiving sets it later.
  public func encodeLink<T: AnyObject & Encodable>(_ target: T?, forKey key: String) {
    session.encode(link: target, position(key), strength: .strong)
  }

  /// Writes a link that is nil unless something else archives its target.
  public func encodeConditional<T: AnyObject & Encodable>(_ target: T?, forKey key: String) {
    session.encode(link: target, position(key), strength: .conditional)
  }

  /// Writes bytes directly into the object.
  public func encodeBytes(_ bytes: Data, forKey key: String) {
    session.builder.add(bytes, at: position(key).slot)
  }
}

/// Reads the fields of one object. Absent values are nil, zero or false, as on iOS.
public struct UnarchivingCoder {
  let decoder: ObjectDecoder
  let fields: ObjectFields

  var session: UnarchivingSession { decoder.session }

  /// The position of a value; nil if the value is absent or nil.
  func position(_ key: String) throws -> ValuePosition? {
    guard let position = session.position(key, in: fields), try !session.isNil(position) else {
      return nil
    }
    return position
  }

  /// Whether there is a value for a key; nil counts as a value.
  public func containsValue(forKey key: String) -> Bool { session.position(key, in: fields) != nil }

  /// The node of the value of a key; −1 if there is none, or if the fields are the pairs of one of
  /// Foundation's dictionaries.
  private func node(_ key: String) -> Int {
    fields.values == nil ? session.value(of: key, in: fields.node) : -1
  }

  /// Returns a value or object of a type; nil if the value is absent or nil.
  ///
  /// - Throws: `ArchiveError` if the value is of another kind or of an unexpected class.
  public func decode<T: Decodable>(_ type: T.Type, forKey key: String) throws -> T? {
    do { return try position(key).map { try session.decode(type, at: $0) } } catch {
      throw ArchiveError.own(error)
    }
  }

  /// Returns text; nil if the value is absent or nil.
  ///
  /// - Throws: `ArchiveError` if the value is of another kind.
  public func decode(_ type: String.Type, forKey key: String) throws -> String? {
    let node = node(key)
    if node >= 0, let text = session.usualText(node) { return text }
    do { return try position(key).map { try session.string($0) } } catch {
      throw ArchiveError.own(error)
    }
  }

  /// Returns a Boolean; false if it is absent.
  public func decodeBool(forKey key: String) throws -> Bool {
    let node = node(key)
    if node >= 0, let value = session.confined.state.fields.bool(node) { return value }
    return try position(key).map { try session.bool($0) } ?? false
  }

  // Inlined, so that the type of the integer is known.
  /// Returns an integer; 0 if it is absent.
  @inlinable
  public func decodeInteger<T: FixedWidthInteger>(_ type: T.Type = Int.self, forKey key: String)
    throws -> T
  {
    if let stored = usualInteger(forKey: key), let value = T(exactly: stored) { return value }
    return try unusualInteger(type, forKey: key)
  }

  /// The 64-bit integer of a key; nil for all other values.
  @usableFromInline
  func usualInteger(forKey key: String) -> Int64? {
    let node = node(key)
    return node < 0 ? nil : session.confined.state.fields.integer(node)
  }

  @usableFromInline
  func unusualInteger<T: FixedWidthInteger>(_ type: T.Type, forKey key: String) throws -> T {
    try position(key).map { try session.integer(type, at: $0) } ?? 0
  }

  /// Returns a real number; 0 if it is absent.
  public func decodeDouble(forKey key: String) throws -> Double {
    let node = node(key)
    if node >= 0, let value = session.confined.state.fields.real(node) { return value }
    return try position(key).map { try session.real($0) } ?? 0
  }

  /// Returns a single-precision real number; 0 if it is absent.
  public func decodeFloat(forKey key: String) throws -> Float {
    try position(key).map { try session.float($0) } ?? 0
  }

  /// Returns bytes that are stored directly in the object; nil if they are absent.
  public func decodeBytes(forKey key: String) throws -> Data? {
    try position(key).map { try session.data($0) }
  }

  /// Sets a property to the object under a key once that object is complete. Call this after
  /// setting all stored properties; the property keeps its value until the archive has been read.
  public func link<Owner: AnyObject, Target: AnyObject & Decodable>(
    _ key: String, to property: ReferenceWritableKeyPath<Owner, Target?>, of owner: Owner
  ) throws { try resolve(key) { [weak owner] target in owner?[keyPath: property] = target } }

  /// Calls a closure with the object of a key once that object is complete; does nothing for nil.
  public func resolve<Target: AnyObject & Decodable>(
    _ key: String, body: @escaping (Target) -> Void
  ) throws {
    guard let position = session.position(key, in: fields) else { return }
    try session.link(Target.self, at: position, fill: body)
  }
}
