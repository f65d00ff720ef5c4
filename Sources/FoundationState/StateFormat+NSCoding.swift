// How a graph of objects of existing NSCoding classes is stored as a state: in a keyed archive, with the
// version of its schema at the top. Relies on the archiver of FoundationBridge and on the formats of
// StateStorage.

public import FoundationBridge
public import KeyedArchives
internal import PropertyLists
public import StateStorage

extension StateFormat {
  /// A keyed archive of one object of existing `NSCoding` classes, and of all objects that it refers to, as
  /// `archiveRootObject:toFile:` makes it.
  ///
  /// The classes code themselves, unchanged, and need not be `Sendable`. The version of a `StateSchema`
  /// is stored under a key of its own, and a `StateMigration` of an archive is applied to the objects
  /// before they are made.
  ///
  /// A store decodes what it encoded once more before it writes it, so that each save calls
  /// `init(coder:)` too; `SaveVerification.none` leaves that out.
  ///
  /// - Parameters:
  ///   - classes: The classes whose objects, and subclasses' objects, may be made; a subclass is to be
  ///     named too. Classes that `init(coder:)` names itself need not be listed.
  ///   - key: The key at the top under which the object is stored; `root` is that of
  ///     `archiveRootObject:toFile:`.
  ///   - classNames: The names of classes in archives, where they are not their own.
  ///   - archiving: How it is archived; the format is binary unless it says otherwise.
  ///   - unarchiving: The limits of reading. `reading` is not used: the store has read the file.
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
        throw unexpected(object, forKey: key)
      })
  }

  /// A keyed archive of objects of existing `NSCoding` classes under several keys, as
  /// `encodeObject:forKey:` makes it when it is called several times. An object that several keys refer to
  /// stays one object.
  ///
  /// An absent key and an archived nil are nil to `decodeObject(ofClasses:forKey:)`. An archive that has
  /// keys at its top, but none that `decode` asks for, is the archive of something else: it is
  /// corrupt, as is a file that is not an archive.
  ///
  /// - Parameters:
  ///   - classNames: The names of classes in archives, where they are not their own.
  ///   - archiving: How it is archived; the format is binary unless it says otherwise.
  ///   - unarchiving: The limits of reading. `reading` is not used: the store has read the file.
  ///   - encode: Encodes the objects of a state, each under a key other than that of the version. It must
  ///     not finish the archive, nor use the store.
  ///   - decode: Makes a state of the objects of an archive. It must not use the store.
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

  /// The error for an object that is not a state.
  private static func unexpected(_ object: Any?, forKey key: String) -> ArchiveError {
    let path = PlistPath([.key(key)])
    guard let object else {
      return ArchiveError(
        .valueNotFound, message: "the archive has no object for \(PlistError.quoted(key))",
        path: path)
    }
    return ArchiveError(
      .unexpectedClass,
      message: "expected \(State.self), found an object of the class \(type(of: object))",
      path: path)
  }
}
