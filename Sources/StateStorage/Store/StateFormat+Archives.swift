// Storing a state in a keyed archive: as one value, or as values under several keys. From version 2
// of its schema on, the archive also contains the version under a separate key. Relies on the
// archiver of KeyedArchives.

public import KeyedArchives
package import PropertyLists

extension StateFormat where State: Codable & SendableMetatype {
  /// A keyed archive: instances of classes keep their identity, and Apple's `NSKeyedUnarchiver` can
  /// read it.
  ///
  /// - Parameters:
  ///   - key: The top-level key under which the state is stored; `unarchiveObject(withFile:)` looks
  ///     for `root`.
  ///   - registry: The subclasses that can be created where a superclass is requested.
  ///   - options: The archiving options; the format is binary unless they specify another.
  public static func keyedArchive(
    key: String = "root", registry: ClassRegistry = ClassRegistry(),
    options: ArchivingOptions = ArchivingOptions()
  ) -> StateFormat {
    keyedArchive(
      options: options, encode: { state, archiver in try archiver.encode(state, forKey: key) },
      decode: { document, _ in
        try document.unarchiver(registry: registry).decode(State.self, forKey: key)
      })
  }
}

extension StateFormat {
  /// A keyed archive with values under several keys, in the form that multiple calls of
  /// `encodeObject:forKey:` write. An instance that several keys refer to remains one instance.
  ///
  /// ```swift
  /// let format = StateFormat<People>.keyedArchive(
  ///   encode: { people, archiver in
  ///     try archiver.encode(people.foo, forKey: "myfoo")
  ///     try archiver.encode(people.bar, forKey: "mybar")
  ///   },
  ///   decode: { unarchiver in
  ///     People(
  ///       foo: try unarchiver.decode(Foo.self, forKey: "myfoo"),
  ///       bar: try unarchiver.decodeIfPresent(Bar.self, forKey: "mybar"))
  ///   })
  /// ```
  ///
  /// For an absent key or an archived nil, `decodeIfPresent(_:forKey:)` returns nil and
  /// `decode(_:forKey:)` throws. An archive that has top-level keys, but none that `decode`
  /// requests, was written for something else: loading it results in ``StateLoad/corrupt(_:)``, as
  /// for a file that is not an archive. The version of a ``StateSchema`` is stored under an
  /// additional key, and each ``StateMigration`` is applied.
  ///
  /// - Parameters:
  ///   - registry: The subclasses that can be created where a superclass is requested.
  ///   - options: The archiving options; the format is binary unless they specify another.
  ///   - encode: Encodes the values of a state, each under a key other than the version's. It must
  ///     not finish the archive or use the store.
  ///   - decode: Creates a state from the values of an archive. It must not use the store.
  public static func keyedArchive(
    registry: ClassRegistry = ClassRegistry(), options: ArchivingOptions = ArchivingOptions(),
    encode: @escaping @Sendable (State, KeyedArchiver) throws -> Void,
    decode: @escaping @Sendable (KeyedUnarchiver) throws -> State
  ) -> StateFormat {
    keyedArchive(
      options: options, encode: encode,
      decode: { document, versionKey in
        let unarchiver = try document.unarchiver(registry: registry)
        let state = try decode(unarchiver)
        try unarchiver.requireFoundKey(besides: versionKey)
        return state
      })
  }

  /// An archive of values that this library's archiver encodes, so that its document is available.
  private static func keyedArchive(
    options: ArchivingOptions, encode: @escaping @Sendable (State, KeyedArchiver) throws -> Void,
    decode: @escaping @Sendable (StateDocument, _ versionKey: String) throws -> State
  ) -> StateFormat {
    StateFormat(
      options.outputFormat,
      versioned: { state, version in
        let archiver = KeyedArchiver(options: options)
        try encode(state, archiver)
        if let version { try archiver.encode(version.number, forKey: version.key) }
        return EncodedState(try archiver.finishEncodingWithDocument())
      }, decode: decode, version: archivedVersion)
  }

  /// Returns the version at the top level of an archive.
  @Sendable
  static func archivedVersion(_ document: StateDocument, key: String) throws -> Int? {
    try document.unarchiver().decodeIfPresent(Int.self, forKey: key)
  }

  /// Creates a format for the keyed archives of another archiver, which store the version of the
  /// schema at the top level.
  package init(
    archive written: PlistFormat,
    encode: @escaping @Sendable (State, SchemaVersion?) throws -> Data,
    decode: @escaping @Sendable (PlistDocument, _ versionKey: String) throws -> State
  ) {
    self.init(
      written, versioned: { EncodedState(bytes: try encode($0, $1)) },
      decode: { try decode($0.document, $1) }, version: Self.archivedVersion)
  }
}
