// Every kind of failure of this module. The page of error codes in the documentation is generated
// from this file.

internal import PropertyLists

extension ArchiveError.Code {
  /// The bytes are no property list.
  public static let notPropertyList = ArchiveError.Code("not-property-list")
  /// The property list is not a dictionary, or has neither `$top` nor `$objects`: it is an ordinary
  /// property list.
  public static let notArchive = ArchiveError.Code("not-archive")
  /// `$top` is absent or no dictionary.
  public static let invalidTop = ArchiveError.Code("invalid-top")
  /// `$objects` is absent or no array.
  public static let invalidObjects = ArchiveError.Code("invalid-objects")
  /// A reference names no object: it is negative, or not below the number of objects.
  public static let referenceOutOfRange = ArchiveError.Code("reference-out-of-range")
  /// An object is itself a reference.
  public static let referenceToReference = ArchiveError.Code("reference-to-reference")
  /// A reference leads to a dictionary without `$class`, such as a class record.
  public static let missingClass = ArchiveError.Code("missing-class")
  /// An object's `$class` is no reference to one of the objects.
  public static let invalidClassReference = ArchiveError.Code("invalid-class-reference")
  /// An object's `$class` leads to something else than a class record: a dictionary with a string
  /// `$classname`, whose `$classes` and `$classhints`, if there, are arrays of strings. No name has more
  /// than 128 combining marks in a row.
  public static let invalidClassRecord = ArchiveError.Code("invalid-class-record")
  /// Members of a collection are stored, but not as references.
  public static let invalidMembers = ArchiveError.Code("invalid-members")
  /// A dictionary has not as many keys as values.
  public static let unevenMembers = ArchiveError.Code("uneven-members")
  /// A dictionary has a key that is nil.
  public static let nilKey = ArchiveError.Code("nil-key")
  /// Two keys of a dictionary or object, or two members of a set, differ in their bytes, but Swift holds
  /// them for the same text: the result would lose one.
  public static let equivalentKeys = ArchiveError.Code("equivalent-keys")
  /// A key has more than 128 combining marks in a row where keys become `String`s, which are compared in
  /// quadratic time then. Also reported when a key or a set member like this is encoded.
  public static let combiningLimit = ArchiveError.Code("combining-limit")
  /// The count of a counted set, or of a member of it, is no whole number from 0, or promises
  /// members that are not there.
  public static let invalidCount = ArchiveError.Code("invalid-count")
  /// What objects share costs more bytes than the limit when each place has its own.
  public static let expansionLimit = ArchiveError.Code("expansion-limit")
  /// `$version` is not 100000.
  public static let unknownVersion = ArchiveError.Code("unknown-version")
  /// The property list is neither binary nor XML, which is all that Apple's readers take. Only
  /// reported as a warning.
  public static let unsupportedFormat = ArchiveError.Code("unsupported-format")
  /// `$archiver` is not `NSKeyedArchiver`. Only reported as a warning.
  public static let unknownArchiver = ArchiveError.Code("unknown-archiver")
  /// The first object is not the string `$null`. Only reported as a warning.
  public static let invalidFirstObject = ArchiveError.Code("invalid-first-object")
  /// Nothing that `$top` reaches refers to an object. Only reported as a warning.
  public static let unreachableObject = ArchiveError.Code("unreachable-object")
  /// Values hold values deeper than the options, or the stack of the thread, allow.
  public static let depthLimit = ArchiveError.Code("depth-limit")
  /// A value has no form in an archive or in plain JSON, or two were encoded in one place.
  public static let notRepresentable = ArchiveError.Code("not-representable")
  /// Two types would be archived under one name.
  public static let ambiguousClass = ArchiveError.Code("ambiguous-class")
  /// Instances hold each other through links that are no references: they could not be made again.
  public static let cycle = ArchiveError.Code("cycle")
  /// A subclass archives none of the properties that it adds.
  public static let lostProperties = ArchiveError.Code("lost-properties")
  /// Something was to be added to an archive that is finished.
  public static let archiverFinished = ArchiveError.Code("archiver-finished")
  /// The archive has no value for a key.
  public static let valueNotFound = ArchiveError.Code("value-not-found")
  /// The archive has a value of another kind.
  public static let typeMismatch = ArchiveError.Code("type-mismatch")
  /// The archive has an object of a class that is not expected at that place.
  public static let unexpectedClass = ArchiveError.Code("unexpected-class")
  /// A number does not fit in the type that was asked for.
  public static let outOfRange = ArchiveError.Code("out-of-range")
}
