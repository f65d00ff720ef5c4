// All kinds of failure of this module. The page of error codes in the documentation is generated
// from this file.

internal import PropertyLists

extension ArchiveError.Code {
  /// The bytes are not a property list.
  public static let notPropertyList = ArchiveError.Code("not-property-list")
  /// The property list is not a dictionary, or has neither `$top` nor `$objects`: it is an ordinary
  /// property list.
  public static let notArchive = ArchiveError.Code("not-archive")
  /// `$top` is missing or is not a dictionary.
  public static let invalidTop = ArchiveError.Code("invalid-top")
  /// `$objects` is missing or is not an array.
  public static let invalidObjects = ArchiveError.Code("invalid-objects")
  /// A reference is negative, or not less than the number of objects.
  public static let referenceOutOfRange = ArchiveError.Code("reference-out-of-range")
  /// The target of a reference is itself a reference.
  public static let referenceToReference = ArchiveError.Code("reference-to-reference")
  /// A reference refers to a dictionary without `$class`, such as a class record.
  public static let missingClass = ArchiveError.Code("missing-class")
  /// An object's `$class` does not refer to any of the objects.
  public static let invalidClassReference = ArchiveError.Code("invalid-class-reference")
  /// An object's `$class` does not refer to a class record. A class record is a dictionary with a
  /// string `$classname`; `$classes` and `$classhints`, if present, are arrays of strings. No name
  /// may have more than 128 combining marks in a row.
  public static let invalidClassRecord = ArchiveError.Code("invalid-class-record")
  /// The stored members of a collection are not references.
  public static let invalidMembers = ArchiveError.Code("invalid-members")
  /// A dictionary does not have the same number of keys and values.
  public static let unevenMembers = ArchiveError.Code("uneven-members")
  /// A dictionary has a key that is nil.
  public static let nilKey = ArchiveError.Code("nil-key")
  /// Two keys of a dictionary or object, or two members of a set, differ in their bytes, but Swift
  /// considers them equal: the result would lose one.
  public static let equivalentKeys = ArchiveError.Code("equivalent-keys")
  /// A key that becomes a `String` has more than 128 combining marks in a row; comparing such
  /// strings takes quadratic time. Also reported when such a key or set member is encoded.
  public static let combiningLimit = ArchiveError.Code("combining-limit")
  /// The count of a counted set, or of one of its members, is not a non-negative integer, or
  /// exceeds the number of stored members.
  public static let invalidCount = ArchiveError.Code("invalid-count")
  /// Decoding shared values again for each use would take more bytes than the limit allows.
  public static let expansionLimit = ArchiveError.Code("expansion-limit")
  /// `$version` is not 100000.
  public static let unknownVersion = ArchiveError.Code("unknown-version")
  /// The property list is neither binary nor XML, the only formats that Apple's readers accept.
  /// Reported only as a warning.
  public static let unsupportedFormat = ArchiveError.Code("unsupported-format")
  /// `$archiver` is not `NSKeyedArchiver`. Reported only as a warning.
  public static let unknownArchiver = ArchiveError.Code("unknown-archiver")
  /// The first object is not the string `$null`. Reported only as a warning.
  public static let invalidFirstObject = ArchiveError.Code("invalid-first-object")
  /// An object cannot be reached from `$top`. Reported only as a warning.
  public static let unreachableObject = ArchiveError.Code("unreachable-object")
  /// Values are nested more deeply than the options or the stack of the thread allow.
  public static let depthLimit = ArchiveError.Code("depth-limit")
  /// A value cannot be represented in an archive or in plain JSON, or two values were encoded where
  /// only one is possible.
  public static let notRepresentable = ArchiveError.Code("not-representable")
  /// Two types would be archived under the same name.
  public static let ambiguousClass = ArchiveError.Code("ambiguous-class")
  /// Instances contain each other through properties that are not links, so they could not be
  /// unarchived.
  public static let cycle = ArchiveError.Code("cycle")
  /// A subclass archives none of the properties that it adds.
  public static let lostProperties = ArchiveError.Code("lost-properties")
  /// A value was encoded after the archive was finished.
  public static let archiverFinished = ArchiveError.Code("archiver-finished")
  /// The archive has no value for a key.
  public static let valueNotFound = ArchiveError.Code("value-not-found")
  /// The archive has a value of another kind.
  public static let typeMismatch = ArchiveError.Code("type-mismatch")
  /// The archive has an object of an unexpected class.
  public static let unexpectedClass = ArchiveError.Code("unexpected-class")
  /// A number does not fit in the requested type.
  public static let outOfRange = ArchiveError.Code("out-of-range")

  // MARK: Editing

  /// An edit names a path at which the archive has no value.
  public static let noSuchPath = ArchiveError.Code("no-such-path")
  /// An edit names a class that no object of the archive has.
  public static let noSuchClass = ArchiveError.Code("no-such-class")
  /// A class cannot be renamed, because the archive already has a class with the new name and
  /// different superclasses.
  public static let classExists = ArchiveError.Code("class-exists")
  /// An edit is impossible for the value at its path, or its result is not a valid archive.
  public static let invalidEdit = ArchiveError.Code("invalid-edit")
  /// The input is not valid JSON, or it does not represent an archive together with the indexes of
  /// all its values.
  public static let invalidJSON = ArchiveError.Code("invalid-json")
}
