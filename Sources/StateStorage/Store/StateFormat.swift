// The format of a state in its file: a plain property list or a keyed archive, with the version
// from version 2 of its schema on; and the detection of truncated files. Relies on the encoders of
// both.

public import PropertyLists

/// The format in which a state is stored, for writing and reading.
///
/// All formats are Apple's: a property list that any tool can read, or an archive that
/// `NSKeyedUnarchiver` can read.
public struct StateFormat<State>: Sendable {
  /// Encodes a state; the version is left out if it is nil.
  let encode: @Sendable (State, _ version: SchemaVersion?) throws -> EncodedState
  /// Creates the state from a document of the current version. `key` is the key of the version.
  let decode: @Sendable (StateDocument, _ key: String) throws -> State
  /// Returns the version in a document; nil if it has none. The property is nil if no file has a
  /// version.
  let version: (@Sendable (StateDocument, _ key: String) throws -> Int?)?
  /// The format of the property lists that are written; nil if that is unknown.
  let written: PlistFormat?
  /// Whether `decode` creates the values of a state and therefore proves that they can be decoded.
  var decodesValues = true

  /// A version, and the key under which it is stored.
  package struct SchemaVersion: Sendable {
    package var key: String
    package var number: Int
  }

  /// An encoded state: the bytes, and the document that they were written from, if it is available.
  struct EncodedState {
    var bytes: Data
    var document: PlistDocument?
    /// Whether the state is already known to be loadable.
    var isChecked = false

    init(_ written: (bytes: Data, document: PlistDocument)) {
      (bytes, document) = (written.bytes, written.document)
    }

    init(bytes: Data) { self.bytes = bytes }
  }

  /// Creates a custom format: any bytes that form a property list.
  ///
  /// Its files have no version. Each is assumed to have the schema's version, and no step of
  /// ``StateSchema/migrations`` is ever applied; `decode` must recognize what older programs wrote.
  /// For an archive with several keys, use ``keyedArchive(registry:options:encode:decode:)``, whose
  /// files have versions.
  ///
  /// - Parameters:
  ///   - encode: Returns the complete contents of the file. It must not use the store.
  ///   - decode: Returns the state of a document that was read from such contents. It must not use
  ///     the store, and must reject a document that is not a state: any word is OpenStep text.
  public init(
    encode: @escaping @Sendable (State) throws -> Data,
    decode: @escaping @Sendable (PlistDocument) throws -> State
  ) {
    self.encode = { state, _ in EncodedState(bytes: try encode(state)) }
    self.decode = { document, _ in try decode(document.document) }
    version = nil
    written = nil
  }

  init(
    _ written: PlistFormat,
    versioned encode: @escaping @Sendable (State, SchemaVersion?) throws -> EncodedState,
    decode: @escaping @Sendable (StateDocument, _ key: String) throws -> State,
    version: @escaping @Sendable (StateDocument, String) throws -> Int?
  ) {
    self.encode = encode
    self.decode = decode
    self.version = version
    self.written = written
  }

  /// Returns the reason why a store with this format cannot have written a document, whatever it
  /// contains; nil if it may have.
  func validationError(_ document: PlistDocument, bytes: [UInt8]) -> PlistError? {
    if let problem = TruncatedText.problem(document, bytes: bytes) { return problem }
    guard let written, !written.isOpenStepFamily else { return nil }
    return TruncatedText.problem(notWritten: document)
  }
}

extension StateFormat where State: Codable & SendableMetatype {
  /// A binary property list: small, and fast to read.
  public static var binary: StateFormat { propertyList(.binary) }

  /// An XML property list: readable, one value per line. It loses fractions of a second in dates.
  public static var xml: StateFormat { propertyList(.xml) }

  /// A property list in any format.
  ///
  /// Files in other formats are also read, except that OpenStep text is accepted only if `format`
  /// is in the OpenStep family: the rest of a truncated file could be mistaken for it.
  public static func propertyList(_ format: PlistFormat) -> StateFormat {
    coded(
      format, encode: { try $0.encodedDocument($1) },
      decode: { try $0.decode(State.self, from: $1) })
  }

  /// A property list whose states are coded by two functions.
  fileprivate static func coded(
    _ format: PlistFormat,
    encode:
      @escaping @Sendable (PlistEncoder, State) throws -> (
        bytes: Data, document: PlistDocument
      ), decode: @escaping @Sendable (PlistDecoder, PlistDocument) throws -> State
  ) -> StateFormat {
    StateFormat(
      format,
      versioned: { state, version in
        let encoder = PlistEncoder(outputFormat: format)
        guard let version else { return EncodedState(try encode(encoder, state)) }
        return EncodedState(
          try encoder.encodedDocument(VersionedState(state: state, version: version)))
      }, decode: { document, _ in try decode(PlistDecoder(), document.document) },
      version: { document, key in try document.document.root.schemaVersion(key) })
  }
}

extension StateFormat where State: PlistCodable & SendableMetatype {
  /// A binary property list: small, and fast to read. The state is decoded by its fields, and
  /// encoded by them if it has no schema version.
  public static var binary: StateFormat { propertyList(.binary) }

  /// An XML property list: readable, one value per line. It loses fractions of a second in dates.
  public static var xml: StateFormat { propertyList(.xml) }

  /// A property list in any format, as for any `Codable` state.
  public static func propertyList(_ format: PlistFormat) -> StateFormat {
    coded(
      format, encode: { try $0.encodedDocument($1) },
      decode: { try $0.decode(State.self, from: $1) })
  }
}

/// A state that encodes as a dictionary, with the version under an additional key.
private struct VersionedState<State: Encodable>: Encodable {
  let state: State
  let version: StateFormat<State>.SchemaVersion

  private struct VersionKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var container = encoder.container(keyedBy: VersionKey.self)
    try container.encode(version.number, forKey: VersionKey(stringValue: version.key))
  }
}

extension PlistNode {
  /// Returns the version under a key of a dictionary; nil if there is none.
  func schemaVersion(_ key: String) throws -> Int? {
    guard kind == .dictionary, let value = self[key] else { return nil }
    if let version = value.integerValue.flatMap({ Int(exactly: $0) }) { return version }
    throw StateError(.corrupt, message: "the version of the state is not an integer")
  }
}

/// Detects truncated files. The remaining part may be readable as another property list: the first
/// bytes of a binary file as a word, an empty line as a table without entries.
enum TruncatedText {
  /// Returns the error in a document that was read from some bytes; nil if there is none.
  static func problem(_ document: PlistDocument, bytes: [UInt8]) -> PlistError? {
    let isCutBinary = bytes.count < 6 && Array("bplist".utf8).starts(with: bytes)
    let isBlank = document.format == .strings && document.root.count == 0
    guard isCutBinary || isBlank else { return nil }
    return PlistError(
      .typeMismatch, message: "the file is empty, or truncated after its first bytes")
  }

  /// Returns the error for OpenStep text if another format is written, since any word is valid
  /// OpenStep text; nil if the document is in another format.
  static func problem(notWritten document: PlistDocument) -> PlistError? {
    guard document.format?.isOpenStepFamily == true else { return nil }
    return PlistError(
      .typeMismatch,
      message: "found OpenStep text, but the program writes another property list format")
  }
}
