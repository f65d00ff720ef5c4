// How a state stands in its file: as a plain property list or as a keyed archive, with the version of
// its schema in it from the second on. Relies on the encoders of both.

public import KeyedArchives
public import PropertyLists

/// The form of a state in its file, both ways.
///
/// All forms are Apple's: a property list that every tool reads, or an archive that
/// `NSKeyedUnarchiver` reads.
public struct StateFormat<State>: Sendable {
  /// Encodes a state; the version is left out when it is nil.
  let encode: @Sendable (State, _ version: SchemaVersion?) throws -> Data
  /// Makes the state of a document that has the current version.
  let decode: @Sendable (PlistDocument) throws -> State
  /// The version that a document tells; nil when it tells none. Nil where no file ever tells one.
  let version: (@Sendable (PlistDocument, _ key: String) throws -> Int?)?
  /// The format of the property lists that are written; nil when that is not known.
  let written: PlistFormat?

  /// A version, and the key that it stands under.
  struct SchemaVersion: Sendable {
    var key: String
    var number: Int
  }

  /// A form of one's own: any bytes that are a property list.
  ///
  /// Its files tell no version: each is taken for one of the schema's, and no step of
  /// ``StateSchema/migrations`` is ever taken. What older programs wrote is for `decode` to tell.
  ///
  /// - Parameters:
  ///   - encode: The whole contents of the file. It must not use the store.
  ///   - decode: The state of a document, which was read from such contents. It must not use the
  ///     store, and has to refuse what is no state: text in OpenStep's form may be any word.
  public init(
    encode: @escaping @Sendable (State) throws -> Data,
    decode: @escaping @Sendable (PlistDocument) throws -> State
  ) {
    self.encode = { state, _ in try encode(state) }
    self.decode = decode
    version = nil
    written = nil
  }

  private init(
    _ written: PlistFormat,
    versioned encode: @escaping @Sendable (State, SchemaVersion?) throws -> Data,
    decode: @escaping @Sendable (PlistDocument) throws -> State,
    version: @escaping @Sendable (PlistDocument, String) throws -> Int?
  ) {
    self.encode = encode
    self.decode = decode
    self.version = version
    self.written = written
  }

  /// Why a document is none that such a store has written, whatever is in it; nil when it may be.
  func misfit(_ document: PlistDocument, _ bytes: [UInt8]) -> PlistError? {
    if let problem = TruncatedText.problem(document, bytes) { return problem }
    guard let written, !written.isOpenStepText else { return nil }
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
        guard let version else { return try encoder.encode(state) }
        return try encoder.encode(VersionedState(state: state, version: version))
      },
      decode: { try PlistDecoder().decode(State.self, from: $0) },
      version: { document, key in try document.root.schemaVersion(key) })
  }

  /// A keyed archive: instances of classes keep their identity, and Apple's `NSKeyedUnarchiver`
  /// reads it.
  ///
  /// - Parameters:
  ///   - key: The key at the top that the state stands under; `root` is what
  ///     `unarchiveObject(withFile:)` looks for.
  ///   - registry: The classes that may stand where a superclass is asked for.
  ///   - options: How it is archived; the format is binary unless it says otherwise.
  public static func keyedArchive(
    key: String = "root", registry: ClassRegistry = ClassRegistry(),
    options: ArchivingOptions = ArchivingOptions()
  ) -> StateFormat {
    StateFormat(
      options.outputFormat,
      versioned: { state, version in
        let archiver = KeyedArchiver(options: options)
        try archiver.encode(state, forKey: key)
        if let version { try archiver.encode(version.number, forKey: version.key) }
        return try archiver.finishEncoding()
      },
      decode: { document in
        try KeyedUnarchiver(document, registry: registry).decode(State.self, forKey: key)
      },
      version: { document, key in
        try KeyedUnarchiver(document).decodeIfPresent(Int.self, forKey: key)
      })
  }
}

/// A state that encodes as a dictionary, with the version as one more key of it.
private struct VersionedState<State: Encodable>: Encodable {
  let state: State
  let version: StateFormat<State>.SchemaVersion

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    try state.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(version.number, forKey: Key(stringValue: version.key))
  }
}

extension PlistNode {
  /// The version under a key of a dictionary; nil when there is none.
  func schemaVersion(_ key: String) throws -> Int? {
    guard kind == .dictionary, let value = self[key] else { return nil }
    if let version = value.integerValue.flatMap({ Int(exactly: $0) }) { return version }
    throw StateError(.corrupt, "the version of the state is no whole number")
  }
}
