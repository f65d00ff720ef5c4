// The format that stores a graph of objects of existing NSCoding classes as a state: a keyed
// archive with the schema version as a top-level key. Uses the archiver of FoundationBridge and the
// formats of StateStorage.

public import FoundationBridge
public import KeyedArchives
internal import PropertyLists
public import StateStorage

extension StateFormat {
  /// A keyed archive of one object of existing `NSCoding` classes, and of all objects that it
  /// refers to, in the form of `archiveRootObject:toFile:`.
  ///
  /// The classes encode and decode themselves, need no changes, and need not be `Sendable`. The
  /// version of a `StateSchema` is stored under a separate key, and a `StateMigration` of an
  /// archive is applied before the objects are decoded.
  ///
  /// A store decodes what it encoded before it writes it, so each save also calls `init(coder:)`;
  /// `SaveVerification.none` disables this.
  ///
  /// - Parameters:
  ///   - classes: The allowed classes; a subclass must also be named. Classes that `init(coder:)`
  ///     itself names need not be listed.
  ///   - key: The top-level key under which the object is stored; `archiveRootObject:toFile:` uses
  ///     `root`.
  ///   - classNames: The names of classes in archives, where they differ from the classes' own
  ///     names.
  ///   - archiving: Options for archiving; the format is binary unless specified otherwise.
  ///   - unarchiving: The limits of unarchiving. `reading` is not used, because the store has
  ///     already read the file.
  public static func nsCodingArchive(
    ofClasses classes: [AnyClass], key: String = "root",
    classNames: ArchivedClassNames = ArchivedClassNames(),
    archiving: ArchivingOptions = ArchivingOptions(),
    unarchiving: NSCodingOptions = NSCodingOptions()
  ) -> StateFormat {
    nsCodingArchive(
      classNames: classNames, archiving: archiving, unarchiving: unarchiving,
      encode: { state, archiver in try archiver.encode(state, forKey: key) },
      decode: { unarchiver in
        let object = try unarchiver.decodeObject(ofClasses: classes, forKey: key)
        if let state = object as? State { return state }
        throw object.map {
          ArchiveError(
            .unexpectedClass,
            message: "expected \(State.self), found an object of the class \(type(of: $0))",
            path: PlistPath([.key(key)]))
        }
          ?? ArchiveError(
            .valueNotFound, message: "the archive has no object for \(PlistError.quoted(key))",
            path: PlistPath([.key(key)]))
      })
  }

  /// A keyed archive of objects of existing `NSCoding` classes under several keys, in the form of
  /// several calls of `encodeObject:forKey:`. An object that several keys refer to remains one
  /// object.
  ///
  /// `decodeObject(ofClasses:forKey:)` returns nil for an absent key and for an archived nil. An
  /// archive that has top-level keys, but none that `decode` requests, does not contain this state:
  /// it is treated as corrupt, as is a file that is not an archive.
  ///
  /// - Parameters:
  ///   - classNames: The names of classes in archives, where they differ from the classes' own
  ///     names.
  ///   - archiving: Options for archiving; the format is binary unless specified otherwise.
  ///   - unarchiving: The limits of unarchiving. `reading` is not used, because the store has
  ///     already read the file.
  ///   - encode: Encodes the objects of a state, each under a key other than that of the version.
  ///     It must not finish the archive or use the store.
  ///   - decode: Creates a state from the objects of an archive. It must not use the store.
  public static func nsCodingArchive(
    classNames: ArchivedClassNames = ArchivedClassNames(),
    archiving: ArchivingOptions = ArchivingOptions(),
    unarchiving: NSCodingOptions = NSCodingOptions(),
    encode: @escaping @Sendable (State, NSCodingArchiver) throws -> Void,
    decode: @escaping @Sendable (NSCodingUnarchiver) throws -> State
  ) -> StateFormat {
    StateFormat(
      archive: archiving.outputFormat,
      encode: { state, version in
        let archiver = NSCodingArchiver(classNames: classNames, options: archiving)
        try encode(state, archiver)
        if let version { try archiver.encodeInteger(version.number, forKey: version.key) }
        return try archiver.finishEncoding()
      },
      decode: { document, versionKey in
        let unarchiver = try NSCodingUnarchiver(
          document, classNames: classNames, options: unarchiving)
        let state = try decode(unarchiver)
        try unarchiver.requireFoundKey(besides: versionKey)
        return state
      })
  }
}
