// How a state is stored in a keyed archive: as one value, or as values under several keys, with the version
// of its schema under a key of its own from the second on. Relies on the archiver of KeyedArchives.

public import KeyedArchives
package import PropertyLists

extension StateFormat where State: Codable & SendableMetatype {
  /// A keyed archive: instances of classes keep their identity, and Apple's `NSKeyedUnarchiver`
  /// reads it.
  ///
  /// - Parameters:
  ///   - key: The key at the top under which the state is stored; `root` is what
  ///     `unarchiveObject(withFile:)` looks for.
  ///   - registry: The subclasses that may be made where a superclass is asked for.
  ///   - options: How it is archived; the format is binary unless it says otherwise.
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
  /// A keyed archive with values under several keys, as `encodeObject:forKey:` makes it when it is called
  /// several times. An instance that several keys refer to stays one instance.
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
  /// An absent key and an archived nil are nil to `decodeIfPresent(_:forKey:)` and an error to
  /// `decode(_:forKey:)`. An archive that has keys at its top, but none that `decode` asks for, is the
  /// archive of something else: it is ``StateLoad/corrupt(_:)``, as is a file that is not an archive. The
  /// version of a ``StateSchema`` is stored under one more key, and each ``StateMigration`` is applied.
  ///
  /// - Parameters:
  ///   - registry: The subclasses that may be made where a superclass is asked for.
  ///   - options: How it is archived; the format is binary unless it says otherwise.
  ///   - encode: Encodes the values of a state, each under a key other than that of the version. It must
  ///     not finish the archive, nor use the store.
  ///   - decode: Makes a state of the values of an archive. It must not use the store.
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

  /// An archive of values that our archiver encodes, whose document is known.
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
      },
      decode: decode, version: archivedVersion)
  }

  /// The version at the top of an archive.
  @Sendable
  static func archivedVersion(
    _ document: StateDocument, key: String
  ) throws -> Int? {
    try document.unarchiver().decodeIfPresent(Int.self, forKey: key)
  }

  /// A form of keyed archives of another archiver, which have the version of the schema at their top.
  ///
  /// - Parameters:
  ///   - written: The format of the property lists that are written.
  ///   - encode: The whole archive of a state; without a version where that is nil.
  ///   - decode: Makes the state of an archive that has the current version, whose key is the second
  ///     argument.
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
