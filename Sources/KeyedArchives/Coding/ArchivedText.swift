// Text and bytes with object identity: archives distinguish objects with equal values.
internal import PropertyLists

/// Text as an object (`NSString`, `NSMutableString`): two equal strings can be distinct objects,
/// and then remain distinct.
public final class ArchivedText: Codable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text.
  public let string: String
  /// The class of text that is an object with a field, such as `NSMutableString`; nil for plain text.
  public let archivedClass: ArchivedClass?

  /// Creates plain text.
  public init(_ string: String) {
    self.string = string
    archivedClass = nil
  }

  /// Creates text with a class.
  public init(_ string: String, as archivedClass: ArchivedClass?) {
    self.string = string
    self.archivedClass = archivedClass
  }

  /// Creates mutable text.
  public static func mutable(_ string: String) -> ArchivedText {
    ArchivedText(string, as: ArchivedClass("NSMutableString", "NSString", "NSObject"))
  }

  /// Creates plain text.
  public convenience init(stringLiteral value: String) { self.init(value) }

  /// Reads the text from an archive.
  ///
  /// - Throws: `DecodingError` if the decoder is not an unarchiver.
  public convenience init(from decoder: any Decoder) throws {
    let (session, position) = try ObjectDecoder.position(of: Self.self, under: decoder)
    let text = try session.archivedText(position)
    self.init(text.string, as: text.archivedClass)
  }

  /// Archives the text as one object.
  ///
  /// - Throws: `EncodingError` if the encoder is not an archiver.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    session.encode(self, at: position)
  }

  /// The text.
  public var description: String { string }
}

/// Bytes as an object (`NSData`, `NSMutableData`): two equal values can be distinct objects, and
/// then remain distinct.
public final class ArchivedData: Codable {
  /// The bytes.
  public let bytes: Data
  /// The class of data that is an object with a field, such as `NSMutableData`; nil for plain data.
  public let archivedClass: ArchivedClass?

  /// Creates plain data, or data with a class.
  public init(_ bytes: Data, as archivedClass: ArchivedClass? = nil) {
    self.bytes = bytes
    self.archivedClass = archivedClass
  }

  /// Creates mutable data.
  public static func mutable(_ bytes: Data) -> ArchivedData {
    ArchivedData(bytes, as: ArchivedClass("NSMutableData", "NSData", "NSObject"))
  }

  /// Reads the data from an archive.
  ///
  /// - Throws: `DecodingError` if the decoder is not an unarchiver.
  public convenience init(from decoder: any Decoder) throws {
    let (session, position) = try ObjectDecoder.position(of: Self.self, under: decoder)
    let data = try session.archivedData(position)
    self.init(data.bytes, as: data.archivedClass)
  }

  /// Archives the data as one object.
  ///
  /// - Throws: `EncodingError` if the encoder is not an archiver.
  public func encode(to encoder: any Encoder) throws {
    let (session, position) = try ObjectEncoder.position(of: self, under: encoder)
    session.encode(self, at: position)
  }
}

extension ArchivingSession {
  /// Adds text as an object. The text `$null` would be read as nil, so it becomes a field.
  func object(of text: ArchivedText) -> UInt32 {
    if let known = instances.knownObject(of: text) { return known }
    let needsField = text.archivedClass != nil || text.string == "$null"
    let object =
      needsField
      ? record(text.archivedClass ?? StandardLayout.string.archivedClass) {
        StringLayout.write(text.string, to: $0)
      } : builder.addObject(text.string)
    instances.setObject(object, of: text)
    return object
  }

  func object(of data: ArchivedData) -> UInt32 {
    if let known = instances.knownObject(of: data) { return known }
    let object =
      data.archivedClass.map { record($0) { DataLayout.write(data.bytes, to: $0) } }
      ?? builder.addObject(data.bytes)
    instances.setObject(object, of: data)
    return object
  }

  func encode(_ text: ArchivedText, at position: ArchivingPosition) {
    builder.addReference(object(of: text), at: position.slot)
  }

  func encode(_ data: ArchivedData, at position: ArchivingPosition) {
    builder.addReference(object(of: data), at: position.slot)
  }

  private func record(_ archivedClass: ArchivedClass, fields: (ObjectSink) -> Void) -> UInt32 {
    let object = builder.addRecord()
    fields(ObjectSink(self, object: object))
    addClass(of: object, archivedClass)
    return object
  }
}

extension UnarchivingSession {
  func archivedText(_ position: ValuePosition) throws -> ArchivedText {
    let slot = try slot(position)
    if let slot, let known = values.texts[slot] { return known }
    let text = ArchivedText(try string(position), as: try classOfValue(position))
    if let slot { values.texts[slot] = text }
    return text
  }

  func archivedData(_ position: ValuePosition) throws -> ArchivedData {
    let slot = try slot(position)
    if let slot, let known = values.bytes[slot] { return known }
    let data = ArchivedData(try self.data(position), as: try classOfValue(position))
    if let slot { values.bytes[slot] = data }
    return data
  }

  /// The class of a value stored as an object with a field; nil for plain values.
  private func classOfValue(_ position: ValuePosition) throws -> ArchivedClass? {
    let node = try target(position)
    guard table.kind(node) == .dictionary else { return nil }
    return try archivedClass(classRecord(node, type: ArchivedText.self, at: position))
  }
}
