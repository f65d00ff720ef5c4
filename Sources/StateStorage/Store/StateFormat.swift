// How a state stands in its file: as a plain property list or as a keyed archive, with the version of
// its schema in it from the second on. Relies on the encoders of both.

public import PropertyLists

/// The form of a state in its file, both ways.
///
/// All forms are Apple's: a property list that every tool reads, or an archive that
/// `NSKeyedUnarchiver` reads.
public struct StateFormat<State>: Sendable {
  /// Encodes a state; the version is left out when it is nil.
  let encode: @Sendable (State, _ version: SchemaVersion?) throws -> EncodedState
  /// Makes the state of a document that has the current version. The key is that of the version.
  let decode: @Sendable (StateDocument, _ key: String) throws -> State
  /// The version that a document tells; nil when it tells none. Nil where no file ever tells one.
  let version: (@Sendable (StateDocument, _ key: String) throws -> Int?)?
  /// The format of the property lists that are written; nil when that is not known.
  let written: PlistFormat?
  /// Whether `decode` makes the values of a state, so that it proves that they can be had.
  var decodesValues = true

  /// A version, and the key that it is stored under.
  package struct SchemaVersion: Sendable {
    package var key: String
    package var number: Int
  }

  /// A state that was encoded: the bytes, and the document that they were written from, where it is known.
  struct EncodedState {
    var bytes: Data
    var document: PlistDocument?
    /// Whether it is known already that it would be loaded again.
    var isChecked = false

    init(_ written: (bytes: Data, document: PlistDocument)) {
      (bytes, document) = (written.bytes, written.document)
    }

    init(bytes: Data) { self.bytes = bytes }
  }

  /// A form of one's own: any bytes that are a property list.
  ///
  /// Its files have no version: each is taken for one of the schema's, and no step of
  /// ``StateSchema/migrations`` is ever taken; `decode` has to find out what older programs wrote. For an
  /// archive with several keys there is ``keyedArchive(registry:options:encode:decode:)``, whose files
  /// have versions.
  ///
  /// - Parameters:
  ///   - encode: The whole contents of the file. It must not use the store.
  ///   - decode: The state of a document, which was read from such contents. It must not use the
  ///     store, and has to refuse what is no state: text in OpenStep's form may be any word.
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

  /// Why a document is none that such a store has written, whatever is in it; nil when it may be.
  func validationError(_ document: PlistDocument, bytes: [UInt8]) -> PlistError? {
    if let problem = TruncatedText.problem(document, bytes: bytes) { return problem }
    guard let written, !written.isOpenStepFamily else { return nil }
    return TruncatedText.problem(notWritten: document)
  }
}

extension StateFormat where State: Codable & SendableMetatype {
  /// A binary property list: small and fast to read.
  public static var binary: StateFormat { propertyList(.binary) }

  /// An XML property list: readable, one value a line. Dates lose their fractions of a second there.
  public static var xml: StateFormat { propertyList(.xml) }

  /// A property list in a format of one's choice.
  ///
  /// A file in another format is read, too, but text of OpenStep's kind only where `format` is of
  /// that kind: what is left of a file that was cut off could be taken for it.
  public static func propertyList(_ format: PlistFormat) -> StateFormat {
    StateFormat(
      format,
      versioned: { state, version in
        let encoder = PlistEncoder(outputFormat: format)
        guard let version else { return EncodedState(try encoder.encodedDocument(state)) }
        return EncodedState(
          try encoder.encodedDocument(VersionedState(state: state, version: version)))
      },
      decode: { document, _ in try PlistDecoder().decode(State.self, from: document.document) },
      version: { document, key in try document.document.root.schemaVersion(key) })
  }
}

/// A state that encodes as a dictionary, with the version as one more key of it.
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
  /// The version under a key of a dictionary; nil when there is none.
  func schemaVersion(_ key: String) throws -> Int? {
    guard kind == .dictionary, let value = self[key] else { return nil }
    if let version = value.integerValue.flatMap({ Int(exactly: $0) }) { return version }
    throw StateError(.corrupt, message: "the version of the state is no whole number")
  }
}
